/* gasnet_exit.c - gasnet_exit from anywhere: a handler, a signal handler, any thread. All it does there is to store the code and to wake a thread of
 * Go's, which does the rest (ga_gasnet_exit_wait). */
#define _GNU_SOURCE
#include "gasnet_exit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gasnet_frames.h"
#include "program.h"

#define ASKED 0x80000000u
#define LONG_NS 1000000000u

static uint32_t asked; /* ASKED | code; futex */
static pid_t owner;

static _Noreturn void ask(int code)
{
	uint32_t none = 0;

	__atomic_compare_exchange_n(&asked, &none, ASKED | ((uint32_t)code & 0xff), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	ga_futex_wake(&asked, 1 << 30);
	for (uint32_t never = 0;;)
		ga_futex_wait(&never, 0, LONG_NS);
}

/* Statistics and traces are the program's own (packaging/gasnet/trace.c), if it has any. */
extern void gasneti_client_finish(void) __attribute__((weak));

static void finish(void)
{
	void *f = GA_PROGRAM(gasneti_client_finish);

	if (f)
		((void (*)(void))f)();
}

void gasnet_exit(int exitcode)
{
	struct ga_gasnet_exit f = {.head = {GA_OP_GASNET_EXIT, sizeof f, "gasnet_exit"}, .code = exitcode};

	if (!ga_plane.forked)
		finish();
	if (ga_gasnet.size && !ga_plane.forked)
		ask(exitcode);
	if (ga_simulated) {
		fflush(NULL);
		ga_call(&f.head);
	}
	exit(exitcode);
}

int ga_gasnet_exit_wait(void)
{
	uint32_t word;

	while ((word = __atomic_load_n(&asked, __ATOMIC_ACQUIRE)) == 0)
		ga_futex_wait(&asked, 0, 1000 * (uint64_t)LONG_NS);
	return (int)(word & 0xff);
}

static void at_exit(int status, void *nothing)
{
	(void)nothing;
	if (getpid() == owner && ga_gasnet.size) {
		finish();
		ask(status);
	}
}

void ga_gasnet_follow_exit(void)
{
	owner = getpid();
	on_exit(at_exit, NULL);
}

bool ga_gasnet_tell_quit(void)
{
	struct sigaction is;

	if (sigaction(SIGQUIT, NULL, &is) != 0 || is.sa_handler == SIG_DFL || is.sa_handler == SIG_IGN)
		return false;
	kill(getpid(), SIGQUIT); /* Go's threads have it blocked */
	return true;
}
