/* gasnet/exit.c - gasnet_exit from anywhere: a handler, a signal handler, any thread. All it does there is to store the code and to wake a thread of
 * Go's, which does the rest (ga_gasnet_exit_wait). */
#define _GNU_SOURCE
#include "exit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gasnet_tools.h>

#include "frames.h"
#include "rank.h"
#include "tools/signals.h"
#include "../runtime/over.h"
#include "../runtime/program.h"
#include "../runtime/start.h"

#define ASKED 0x80000000u
#define LONG_NS 1000000000u

static pid_t owner;

static _Noreturn void ask(int code)
{
	uint32_t none = 0;

	__atomic_compare_exchange_n(&ga_gasnet_process.exit_asked, &none, ASKED | ((uint32_t)code & 0xff), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	ga_futex_wake(&ga_gasnet_process.exit_asked, 1 << 30);
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

	if (!ga_forked)
		finish();
	if (ga_gasnet.size && !ga_forked)
		ask(exitcode);
	if (ga_simulated) {
		ga_libc()->fflush(NULL);
		ga_call(&f.head);
	}
	exit(exitcode);
}

int ga_gasnet_exit_wait(void)
{
	uint32_t word;

	while ((word = __atomic_load_n(&ga_gasnet_process.exit_asked, __ATOMIC_ACQUIRE)) == 0)
		ga_futex_wait(&ga_gasnet_process.exit_asked, 0, 1000 * (uint64_t)LONG_NS);
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
	if (ga_simulated) {
		gasnet_exit(status);
	} else if (getpid() == owner && ga_gasnet.size && !ga_ending()) {
		finish();
		ask(status);
	}
}

/* Signals that ask a program to go are passed on as SIGQUIT, which GASNet's programs may have a handler for; without one the rank leaves with 1. */
static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};

enum { ASKING = sizeof asking / sizeof asking[0] };

static void on_asked(int sig);

typedef void handler(int);

/* Whether SIGQUIT is the program's business. */
static bool has_quit(void)
{
	handler *is = SIG_DFL;
	struct sigaction quit;

	if (ga_simulated) {
		is = ga_libc()->signal(SIGQUIT, SIG_IGN);
		ga_libc()->signal(SIGQUIT, is);
	} else if (sigaction(SIGQUIT, NULL, &quit) == 0) {
		is = quit.sa_handler;
	}
	return is != SIG_DFL && is != SIG_IGN && is != SIG_ERR && is != on_asked;
}

static void on_asked(int sig)
{
	static uint32_t passed_on;

	if (__atomic_load_n(&ga_gasnet_process.exit_asked, __ATOMIC_RELAXED))
		return; /* on its way out */
	ga_signal_say("*** Caught a signal: %s(%d) on node %u/%u\n", ga_signal_name(sig), sig, gasnet_mynode(), gasnet_nodes());
	if (sig != SIGQUIT && has_quit() && (ga_simulated || !__atomic_exchange_n(&passed_on, 1, __ATOMIC_RELAXED))) {
		ga_libc()->raise(SIGQUIT);
		return;
	}
	gasnet_exit(1);
}

void ga_gasnet_fatal_signal(int sig)
{
	if (!ga_gasnet.size || ga_forked || ga_signal_listed(ga_libc()->getenv("GASNET_NO_CATCH_SIGNAL"), sig))
		return;
	ga_signal_say("*** Caught a fatal signal: %s(%d) on node %u/%u\n", ga_signal_name(sig), sig, ga_gasnet.me, ga_gasnet.size);
	gasnett_freezeForDebuggerErr();
	gasnett_print_backtrace_ifenabled(STDERR_FILENO);
}

static void catch (int sig, handler *ours)
{
	struct sigaction act = {.sa_handler = ours, .sa_flags = SA_ONSTACK | SA_RESTART};
	handler *before;

	if (ga_signal_listed(ga_libc()->getenv("GASNET_NO_CATCH_SIGNAL"), sig))
		return;
	if (ga_simulated) {
		before = ga_libc()->signal(sig, ours);
		if (before != SIG_DFL)
			ga_libc()->signal(sig, before);
		return;
	}
	sigemptyset(&act.sa_mask);
	if (ga_signal_is_default(sig))
		sigaction(sig, &act, NULL);
}

void ga_gasnet_follow_exit(void)
{
	for (int i = 0; i < ASKING; i++)
		catch (asking[i], on_asked);
	owner = getpid();
	ga_libc()->on_exit(at_exit, NULL);
}

/* The program's handler of SIGQUIT, which learns that the job is over. */
static struct {
	struct sigaction act;
	uint32_t over; /* it has returned; futex */
} program_quit;

static void on_program_quit(int sig, siginfo_t *info, void *context)
{
	if (program_quit.act.sa_flags & SA_SIGINFO)
		program_quit.act.sa_sigaction(sig, info, context);
	else
		program_quit.act.sa_handler(sig);
	__atomic_store_n(&program_quit.over, 1, __ATOMIC_RELEASE);
	ga_futex_wake(&program_quit.over, 1);
}

#define LOOK_NS 1000000u

int ga_gasnet_tell_quit(uint64_t bound)
{
	const gasnett_tick_t begin = gasnett_ticks_now();
	uint32_t word = 0;
	struct sigaction ours;

	if (!has_quit() || sigaction(SIGQUIT, NULL, &program_quit.act) != 0)
		return 0;
	ours = program_quit.act;
	ours.sa_sigaction = on_program_quit;
	ours.sa_flags |= SA_SIGINFO;
	sigaction(SIGQUIT, &ours, NULL);
	kill(getpid(), SIGQUIT); /* Go's threads have it blocked */
	while ((word = __atomic_load_n(&ga_gasnet_process.exit_asked, __ATOMIC_ACQUIRE)) == 0 &&
	       !__atomic_load_n(&program_quit.over, __ATOMIC_ACQUIRE) && gasnett_ticks_to_ns(gasnett_ticks_now() - begin) < bound)
		ga_futex_wait(&program_quit.over, 0, LOOK_NS);
	return (int)(word & 0xff);
}

void ga_gasnet_quit_here(void *nothing)
{
	(void)nothing;
	if (has_quit())
		ga_libc()->raise(SIGQUIT);
}
