/* gasnet_exit.c - gasnet_exit from anywhere: a handler, a signal handler, any thread. All it does there is to store the code and to wake a thread of
 * Go's, which does the rest (ga_gasnet_exit_wait). */
#define _GNU_SOURCE
#include "gasnet_exit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

bool ga_gasnet_exit_hopeless(void)
{
	__atomic_store_n(&ga_am_inbox(ga_gasnet.me)->exit, 1, __ATOMIC_RELEASE);
	for (uint32_t r = 0; r < ga_gasnet.size; r++) {
		const struct ga_am_inbox *in = ga_am_inbox(r);

		if (!__atomic_load_n(&in->exit, __ATOMIC_ACQUIRE) && !__atomic_load_n(&in->stuck, __ATOMIC_ACQUIRE))
			return false;
	}
	return true;
}

static void at_exit(int status, void *nothing)
{
	(void)nothing;
	if (getpid() == owner && ga_gasnet.size) {
		finish();
		ask(status);
	}
}

/* Signals that ask a program to go are passed on as SIGQUIT, which GASNet's programs may have a handler for; without one the rank leaves with 1. */
static const struct {
	int sig;
	const char *name;
} asking[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}, {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}};

enum { ASKING = sizeof asking / sizeof asking[0] };

static void on_asked(int sig)
{
	struct sigaction quit;
	const char *name = "";

	for (int i = 0; i < ASKING; i++)
		if (asking[i].sig == sig)
			name = asking[i].name;
	if (__atomic_load_n(&asked, __ATOMIC_RELAXED))
		return; /* on its way out */
	dprintf(STDERR_FILENO, "*** Caught a signal: %s(%d) on node %u/%u\n", name, sig, ga_gasnet.me, ga_gasnet.size);
	if (sig != SIGQUIT && sigaction(SIGQUIT, NULL, &quit) == 0 && quit.sa_handler != on_asked && quit.sa_handler != SIG_DFL && quit.sa_handler != SIG_IGN) {
		raise(SIGQUIT);
		return;
	}
	gasnet_exit(1);
}

/* Whether GASNET_NO_CATCH_SIGNAL, a list of names or *, leaves this one alone. */
static bool spared(const char *name)
{
	const char *list = getenv("GASNET_NO_CATCH_SIGNAL"), *at;

	if (!list)
		return false;
	if (strchr(list, '*'))
		return true;
	for (at = list; (at = strstr(at, name + 3)) != NULL; at++) { /* with or without SIG */
		const char end = at[strlen(name + 3)];

		if (end < 'A' || end > 'Z')
			return true;
	}
	return false;
}

void ga_gasnet_follow_exit(void)
{
	owner = getpid();
	on_exit(at_exit, NULL);
	for (int i = 0; i < ASKING; i++) {
		struct sigaction is, ours = {.sa_handler = on_asked, .sa_flags = SA_ONSTACK | SA_RESTART};

		sigemptyset(&ours.sa_mask);
		if (!spared(asking[i].name) && sigaction(asking[i].sig, NULL, &is) == 0 && is.sa_handler == SIG_DFL)
			sigaction(asking[i].sig, &ours, NULL);
	}
}

bool ga_gasnet_tell_quit(void)
{
	struct sigaction is;

	if (sigaction(SIGQUIT, NULL, &is) != 0 || is.sa_handler == SIG_DFL || is.sa_handler == SIG_IGN || is.sa_handler == on_asked)
		return false;
	kill(getpid(), SIGQUIT); /* Go's threads have it blocked */
	return true;
}
