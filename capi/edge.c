/* edge.c - the way into Go, and the ways out of the process. */
#define _GNU_SOURCE
#include "edge.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "../sim/host/host.h"
#include "_cgo_export.h"
#include "plane.h"
#include "portals_child.h"
#include "signals.h"
#include "start.h"
#include "wait.h"
#include "zshmem_frames.h"

/* The mask that this thread of the program had when it entered Go; NULL outside. */
static __attribute__((tls_model("initial-exec"))) _Thread_local const sigset_t *program_signals;

bool ga_go_begin(sigset_t *before, bool brief)
{
	if (GA_UNLIKELY(ga_plane.forked || program_signals))
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

enum { SHMEM = 1, PORTALS = 2 }; /* the API's number, as in an op's */

/* The bit of one of SHMEM's first ops. */
#define SHMEM_BIT(op) (UINT64_C(1) << (GA_OP_SHMEM_##op & 63))

/* Ops of SHMEM that never wait: there is nobody to wait for, or it is all local. */
static inline bool is_quick_shmem(uint32_t op)
{
	const uint64_t alone = SHMEM_BIT(MALLOC) | SHMEM_BIT(CALLOC) | SHMEM_BIT(REALLOC) | SHMEM_BIT(FREE);
	const uint64_t always = SHMEM_BIT(TEAM_CONFIG) | SHMEM_BIT(TEAM_PTR) | SHMEM_BIT(CTX_CREATE) | SHMEM_BIT(CTX_TEAM) | SHMEM_BIT(CTX_SESSION);

	return (op & 0xff) < 64 && ((ga_plane.ranks == 1 ? alone | always : always) >> (op & 63) & 1);
}

/* Ops that never wait. */
static inline bool is_quick(uint32_t op)
{
	/* init, fini, ni_init, ni_fini; job_query, nidpid_map, register_id, job_barrier: these may wait for other ranks */
	const uint64_t slow = 0x1eu | UINT64_C(0xf) << 30;

	return op >> 8 == PORTALS ? !(slow >> (op & 63) & 1) : op >> 8 == SHMEM && is_quick_shmem(op);
}

static void enter_go(struct ga_head *head)
{
	int *const error = &errno, before_error = *error; /* C programs expect it to stay while nothing goes wrong */
	const bool quick = is_quick(head->op);
	struct ga_caller *me;
	sigset_t before;

	if (GA_UNLIKELY(ga_plane.forked) && head->op >> 8 == PORTALS) {
		ga_portals_in_child(head);
		*error = before_error;
		return;
	}
	if (quick && GA_LIKELY(me = ga_quick_begin())) {
		gaDispatch(head);
		ga_quick_end(me);
	} else {
		if (!ga_go_begin(&before, quick && ga_plane.ranks != 0))
			ga_fatal(1, "%s: called %s", head->fn,
			         ga_plane.forked ? "in a child process made by fork; only the rank itself may"
			                         : "in a signal handler, in the middle of another call");
		gaDispatch(head);
		ga_go_end();
	}
	*error = before_error;
}

void (*ga_enter)(struct ga_head *) = enter_go;

/* Whoever waits here may wait long: the program's signals are let in meanwhile, for the stack is C's again. */
void ga_barrier_from_go(void)
{
	const sigset_t *program = program_signals;
	sigset_t held;

	program_signals = NULL;
	if (program)
		pthread_sigmask(SIG_SETMASK, program, &held);
	ga_barrier();
	if (program)
		pthread_sigmask(SIG_SETMASK, &held, NULL);
	program_signals = program;
}

void ga_flush(void) { fflush(NULL); }

void ga_leave(int status)
{
	ga_flush();
	_exit(status);
}

/* Go has no business on a rank's stack. */
static _Noreturn void simulated_fatal(char *why)
{
	struct ga_library_fatal f = {.head = {GA_OP_LIBRARY_FATAL, sizeof f, why}, .why = why};
	char *colon = strstr(why, ": ");

	if (colon) {
		*colon = 0;
		f.why = colon + 2;
	}
	ga_call(&f.head);
	abort(); /* nobody goes on with this rank */
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
	if (ga_plane.forked || program_signals) { /* Go does not survive fork, and is not entered twice */
		dprintf(STDERR_FILENO, "gasnetgo: %s\n", why);
		_exit(status);
	}
	gaFatal(why, status);
	ga_leave(status);
}
