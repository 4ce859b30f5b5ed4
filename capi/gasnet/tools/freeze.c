/* gasnet/tools/freeze.c - waiting for a debugger. */
#define _GNU_SOURCE
#include "freeze.h"

#include <gasnet_tools.h>

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../runtime/program.h"
#include "host_name.h"
#include "signals.h"

/* Of the program, or of the archive that it is linked with. */
extern volatile int gasnet_frozen __attribute__((weak));

static volatile int own_flag; /* of programs that are linked without one */
static volatile int *volatile flag_now;

volatile int *ga_frozen(void)
{
	volatile int *flag = GA_PROGRAM(gasnet_frozen);

	return flag ? flag : &own_flag;
}

static void on_continue(int sig)
{
	(void)sig;
	*flag_now = 0;
}

/* Stops the whole process, in a simulated job virtual time, too. */
void gasnett_freezeForDebuggerNow(volatile int *flag, const char *flagsymname)
{
	const struct timespec second = {1, 0};
	struct sigaction unfreeze = {.sa_handler = on_continue, .sa_flags = SA_ONSTACK}, before;
	sigset_t one, mask;

	*flag = 1;
	flag_now = flag;
	sigemptyset(&one);
	sigaddset(&one, SIGCONT);
	sigaction(SIGCONT, &unfreeze, &before);
	pthread_sigmask(SIG_UNBLOCK, &one, &mask);
	ga_signal_say("Process frozen for debugger: host=%s  pid=%d\nTo unfreeze, attach a debugger and set %s (at %p) to 0, or send a SIGCONT\n",
	              ga_host_name(), (int)getpid(), flagsymname, (void *)(uintptr_t)flag);
	while (*flag)
		nanosleep(&second, NULL);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	sigaction(SIGCONT, &before, NULL);
}

bool ga_gasnet_wants_debugger(void)
{
	const char *text = ga_libc()->getenv("GASNET_FREEZE_ON_ERROR");

	return text && *text && strchr("yY1", *text);
}

void gasnett_freezeForDebuggerErr(void)
{
	if (ga_gasnet_wants_debugger())
		gasnett_freezeForDebuggerNow(ga_frozen(), "gasnet_frozen");
}
