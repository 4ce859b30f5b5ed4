/* gasnet/tools/signals.c - signals by name, signal handlers, and waiting for a debugger. */
#define _GNU_SOURCE
#include "signals.h"

#include <gasnet_tools.h>

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "../../runtime/program.h"

/* Of the program, or of the archive that it is linked with. */
extern volatile int gasnet_frozen __attribute__((weak));

#define NAMED(name)         \
	{                   \
#name, name \
	}
static const struct {
	const char *name;
	int sig;
} signals[] = {
    NAMED(SIGHUP),    NAMED(SIGINT),  NAMED(SIGQUIT),  NAMED(SIGILL),  NAMED(SIGTRAP), NAMED(SIGABRT), NAMED(SIGBUS),  NAMED(SIGFPE),
    NAMED(SIGKILL),   NAMED(SIGUSR1), NAMED(SIGSEGV),  NAMED(SIGUSR2), NAMED(SIGPIPE), NAMED(SIGALRM), NAMED(SIGTERM), NAMED(SIGCHLD),
    NAMED(SIGCONT),   NAMED(SIGSTOP), NAMED(SIGTSTP),  NAMED(SIGTTIN), NAMED(SIGTTOU), NAMED(SIGURG),  NAMED(SIGXCPU), NAMED(SIGXFSZ),
    NAMED(SIGVTALRM), NAMED(SIGPROF), NAMED(SIGWINCH), NAMED(SIGIO),   NAMED(SIGPWR),  NAMED(SIGSYS),
};

enum { SIGNALS = sizeof signals / sizeof signals[0], SIG = 3, SAID = 512 };

const char *ga_signal_name(int sig)
{
	for (int i = 0; i < SIGNALS; i++)
		if (signals[i].sig == sig)
			return signals[i].name;
	return "signal";
}

void ga_signal_say(const char *format, ...)
{
	char text[SAID];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (n >= SAID)
		n = SAID - 1;
	for (ssize_t put, at = 0; at < n; at += put)
		if ((put = ga_libc()->write(STDERR_FILENO, text + at, (size_t)(n - at))) <= 0)
			break;
}

/* The first n letters of text. */
static int number(const char *text, size_t n)
{
	if (n >= SIG && !strncasecmp(text, "SIG", SIG)) {
		text += SIG;
		n -= SIG;
	}
	if (n && isdigit((unsigned char)*text)) {
		char *end;
		const long sig = strtol(text, &end, 10);

		return end == text + n && sig > 0 && sig < NSIG ? (int)sig : 0;
	}
	for (int i = 0; i < SIGNALS; i++)
		if (strlen(signals[i].name + SIG) == n && !strncasecmp(signals[i].name + SIG, text, n))
			return signals[i].sig;
	return 0;
}

int ga_signal_number(const char *text) { return number(text, strlen(text)); }

bool ga_signal_listed(const char *list, int sig)
{
	static const char between[] = ", \t";

	for (const char *s = list; s && *s; s += strspn(s, between)) {
		const size_t n = strcspn(s, between);

		if ((n == 1 && *s == '*') || (n && number(s, n) == sig))
			return true;
		s += n;
	}
	return false;
}

gasnett_sighandlerfn_t gasnett_reghandler(int sigtocatch, gasnett_sighandlerfn_t fp)
{
	const gasnett_sighandlerfn_t before = ga_libc()->signal(sigtocatch, fp);

	if (before == SIG_ERR)
		gasnett_fatalerror("gasnett_reghandler: sigtocatch = %d: no handler can be installed for that signal", sigtocatch);
	return before;
}

static volatile int own_flag; /* of programs that are linked without one */
static volatile int *volatile flag_now;

static volatile int *frozen(void)
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
	              gasnett_gethostname(), (int)getpid(), flagsymname, (void *)(uintptr_t)flag);
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
		gasnett_freezeForDebuggerNow(frozen(), "gasnet_frozen");
}

static void on_demand(int sig)
{
	const char *freeze = ga_libc()->getenv("GASNET_FREEZE_SIGNAL");
	const bool is_freeze = freeze && ga_signal_number(freeze) == sig;

	ga_signal_say("Caught GASNET_%s_SIGNAL: %s(%d)\n", is_freeze ? "FREEZE" : "BACKTRACE", ga_signal_name(sig), sig);
	if (is_freeze)
		gasnett_freezeForDebuggerNow(frozen(), "gasnet_frozen");
	else
		gasnett_print_backtrace(STDERR_FILENO);
}

static void listen(const char *variable)
{
	const char *text = gasnett_getenv_withdefault(variable, NULL);
	const int sig = text ? ga_signal_number(text) : 0;

	if (text && (!sig || sig == SIGKILL || sig == SIGSTOP))
		gasnett_fatalerror("environment variable %s = %s: not a signal that can be caught, such as SIGUSR1", variable, text);
	if (sig)
		gasnett_reghandler(sig, on_demand);
}

void ga_gasnet_begin_debugging(void)
{
	if (gasnett_getenv("GASNET_BACKTRACE") || gasnett_getenv("GASNET_BACKTRACE_SIGNAL"))
		gasnett_backtrace_init(NULL);
	gasnett_gethostname(); /* is not asked for in a signal handler the first time */
	listen("GASNET_FREEZE_SIGNAL");
	listen("GASNET_BACKTRACE_SIGNAL");
	if (gasnett_getenv_yesno_withdefault("GASNET_FREEZE", 0))
		gasnett_freezeForDebuggerNow(frozen(), "gasnet_frozen");
}
