/* lapi/thread.c - the threads of the library that a context has: one serves messages while no thread of the program does, the other one runs completion handlers, which may wait. */
#define _GNU_SOURCE
#include "thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "../runtime/futex.h"
#include "fast.h"
#include "task.h"
#include "wait.h"

#define STACK_BYTES (4u << 20)
#define WORK_NAP_NS 1000000000u

/* What a thread serves. */
struct served {
	struct ga_lapi_port *port;
	struct ga_mail *mail;
	uint32_t handle, life;
};

/* The library's thread that serves messages. */
static void *dispatch(void *arg)
{
	const struct served s = *(struct served *)arg;
	struct ga_mail *m = s.mail;
	struct ga_lapi_wait w = {.port = s.port, .life = s.life, .mail = m};

	free(arg);

	for (;;) {
		const uint32_t seen = __atomic_load_n(&m->bell, __ATOMIC_SEQ_CST);
		const bool over = __atomic_load_n(&s.port->life, __ATOMIC_RELAXED) != s.life;
		bool pending = false;
		int32_t what;

		if (over || __atomic_load_n(&m->pollers, __ATOMIC_SEQ_CST) == 0) {
			const bool on = ga_simulated || __atomic_load_n(&s.port->interrupts, __ATOMIC_SEQ_CST);

			what = over ? ga_lapi_poll(&w, GA_LAPI_DISPATCHER, &pending, GA_LAPI_DISPATCHER_NAME)
			       : on ? ga_lapi_serve_on(&w, GA_LAPI_DISPATCHER, &pending, GA_LAPI_DISPATCHER_NAME)
			            : GA_LAPI_POLL_NONE;
			if (what == GA_LAPI_POLL_CLOSED)
				return NULL;
			if (what == GA_LAPI_POLL_HANDLER)
				ga_lapi_run(s.handle, s.life, false, GA_LAPI_DISPATCHER_NAME);
			if (what != GA_LAPI_POLL_NONE)
				continue;
		}
		if (ga_simulated) {
			if (!ga_lapi_sim_rest(s.port, s.life, GA_LAPI_DISPATCHER, seen, GA_LAPI_DISPATCHER_NAME))
				return NULL;
			continue;
		}
		const bool wanted = __atomic_load_n(&s.port->interrupts, __ATOMIC_SEQ_CST);

		__atomic_add_fetch(&m->server, wanted, __ATOMIC_SEQ_CST);
		if (pending || !wanted || !ga_lapi_has_mail(s.port) || __atomic_load_n(&m->pollers, __ATOMIC_SEQ_CST) > 0)
			ga_futex_wait(&m->bell, seen, pending ? GA_LAPI_SOON_NS : 50 * GA_LAPI_NAP_NS);
		__atomic_sub_fetch(&m->server, wanted, __ATOMIC_SEQ_CST);
	}
}

static void *run_completions(void *arg)
{
	const struct served s = *(struct served *)arg;
	struct ga_mail *m = s.mail;

	free(arg);

	for (;;) {
		const uint32_t seen = __atomic_load_n(&m->work, __ATOMIC_SEQ_CST);
		if (ga_lapi_run_end(s.port, s.life))
			continue;
		const int32_t kind = ga_lapi_run(s.handle, s.life, true, GA_LAPI_COMPLETIONS_NAME);

		if (kind == GA_LAPI_CLOSED)
			return NULL;
		if (kind != GA_LAPI_NONE)
			continue;
		if (ga_simulated) {
			if (!ga_lapi_sim_rest(s.port, s.life, GA_LAPI_COMPLETIONS, seen, GA_LAPI_COMPLETIONS_NAME))
				return NULL;
			continue;
		}
		__atomic_add_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
		ga_futex_wait(&m->work, seen, WORK_NAP_NS);
		__atomic_sub_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
	}
}

static void start(void *(*f)(void *), void *served)
{
	pthread_attr_t attr;
	pthread_t thread;
	size_t stack;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_attr_getstacksize(&attr, &stack) == 0 && stack < STACK_BYTES)
		pthread_attr_setstacksize(&attr, STACK_BYTES);
	if (pthread_create(&thread, &attr, f, served) != 0)
		ga_fatal(1, "LAPI_Init: no thread for handlers");
	pthread_attr_destroy(&attr);
}

static struct served *served(struct ga_lapi_port *p, uint32_t life)
{
	struct served *s = malloc(sizeof *s);

	if (!s)
		ga_fatal(1, "LAPI_Init: no memory");
	*s = (struct served){p, p->mail, p->handle, life};
	return s;
}

void ga_lapi_start_threads(struct ga_lapi_port *p, uint32_t life)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t all, before;

	if (ga_simulated) {
		ga_lapi_sim_start(dispatch, p, served(p, life));
		ga_lapi_sim_start(run_completions, p, served(p, life));
		return;
	}
	sigfillset(&all); /* signals are for the program's threads, except those that a handler causes itself */
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&all, own[i]);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	start(dispatch, served(p, life));
	start(run_completions, served(p, life));
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
