/* runtime/edge.c - the way into Go, and the ways out of the process. */
#define _GNU_SOURCE
#include "edge.h"
#include "flush.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sim/host/host.h"
#include "go.h"
#include "signals.h"
#include "start.h"

/* The mask that this thread of the program had when it entered Go; NULL outside. */
static __attribute__((tls_model("initial-exec"))) _Thread_local const sigset_t *program_signals;

bool ga_go_begin(sigset_t *before, bool brief)
{
	if (GA_UNLIKELY(ga_forked || program_signals))
		return false;
	ga_know_me();
	pthread_sigmask(SIG_BLOCK, brief || (ga_me && ga_in_handler(ga_me)) ? &ga_held_briefly : &ga_held, before);
	program_signals = before;
	return true;
}

void ga_go_end(void)
{
	const sigset_t *before = program_signals;

	program_signals = NULL;
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

void ga_hold_signals(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local sigset_t before;

	if (program_signals)
		return;
	program_signals = &before; /* handlers that run now are in the middle of a call */
	if (!ga_quick_to_held(&before))
		program_signals = NULL;
}

static void enter_go(struct ga_head *head)
{
	int *const error = &errno, before_error = *error; /* C programs expect it to stay while nothing goes wrong */
	const struct ga_api *api = &ga_apis[head->op >> 8];
	const uint32_t flags = api->flags[head->op & 0xff];
	const bool quick = flags & GA_OP_QUICK || (flags & GA_OP_ALONE && ga_ranks == 1), polls = flags & GA_OP_POLLS && ga_spans_hosts;
	struct ga_caller *me;
	sigset_t before;

	if (GA_UNLIKELY(ga_forked) && api->answer_in_child) {
		api->answer_in_child(head);
		*error = before_error;
		return;
	}
	if ((quick || polls) && GA_LIKELY(me = ga_quick_begin())) {
		__atomic_store_n(&me->frame, head, __ATOMIC_RELAXED);
		gaDispatch(head);
		__atomic_store_n(&me->frame, NULL, __ATOMIC_RELAXED);
		if (GA_UNLIKELY(program_signals))
			ga_go_end();
		else
			ga_quick_end(me);
	} else {
		if (!ga_go_begin(&before, quick && ga_ranks != 0))
			ga_fatal(1, "%s: called %s", head->fn,
			         ga_forked ? "in a child process made by fork; only the rank itself may"
			                   : "in a signal handler, in the middle of another call");
		if (GA_LIKELY(me = ga_me))
			__atomic_store_n(&me->frame, head, __ATOMIC_RELAXED);
		gaDispatch(head);
		if (GA_LIKELY(me))
			__atomic_store_n(&me->frame, NULL, __ATOMIC_RELAXED);
		ga_go_end();
	}
	*error = before_error;
}

void (*ga_enter)(struct ga_head *) = enter_go;

void ga_with_signals(void (*f)(void))
{
	const sigset_t *program = program_signals;
	sigset_t held;

	program_signals = NULL;
	if (program)
		pthread_sigmask(SIG_SETMASK, program, &held);
	f();
	if (program)
		pthread_sigmask(SIG_SETMASK, &held, NULL);
	program_signals = program;
}

void ga_leave(int status)
{
	ga_flush();
	_exit(status);
}

void (*ga_sim_fatal)(const char *fn, const char *why);

/* Go must not run on a rank's stack: the scheduler is notified. why is "function: reason". */
static _Noreturn void simulated_fatal(char *why)
{
	const char *fn = why;
	char *colon = strstr(why, ": ");

	if (colon) {
		*colon = 0;
		why = colon + 2;
	}
	ga_sim_fatal(fn, why);
	abort(); /* this rank is not resumed */
}

void ga_fatal(int status, const char *format, ...)
{
	char why[400];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	if (ga_simulated && ga_sim_running())
		simulated_fatal(why);
	if (ga_forked || program_signals) { /* Go does not survive fork, and is not entered twice */
		dprintf(STDERR_FILENO, "gasnetgo: %s\n", why);
		_exit(status);
	}
	gaFatal(why, status);
	ga_leave(status);
}
