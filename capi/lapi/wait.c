/* lapi/wait.c - waiting for what happens in a context. */
#include "wait.h"

#include <sched.h>

#include "../runtime/futex.h"
#include "fast.h"
#include "task.h"

bool ga_lapi_has_mail(const struct ga_lapi_port *p)
{
	const struct ga_lapi_fast *f = __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);

	if (GA_UNLIKELY(ga_simulated))
		return p->queued > 0;
	if (f)
		return ga_lapi_came(f) || __atomic_load_n(&f->at.mail->wanted, __ATOMIC_RELAXED);
	struct ga_mail *m = __atomic_load_n(&p->mail, __ATOMIC_ACQUIRE);
	const uint64_t head = m ? __atomic_load_n(&m->box.head, __ATOMIC_RELAXED) : 0;

	return m && __atomic_load_n((const uint64_t *)(const void *)(ga_lapi_ring(m) + (head & p->place->mask)), __ATOMIC_ACQUIRE) != 0;
}

#define LOOKS 16u /* between two yields: a program may poll for several things in turn */

void ga_lapi_empty_poll(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local uint32_t looks;

	if (GA_UNLIKELY(ga_simulated))
		return;
	if (GA_UNLIKELY(!ga_spins) && ++looks % LOOKS == 0)
		sched_yield();
	ga_polled();
}

void ga_lapi_wait_begin(struct ga_lapi_wait *w, struct ga_lapi_port *p, const char *fn)
{
	*w = (struct ga_lapi_wait){.port = p, .mail = p->mail};
	ga_lapi_may_wait(fn);
	w->counted = !p->fast || p->place->hosts || __atomic_load_n(&p->interrupts, __ATOMIC_RELAXED);
	if (w->counted)
		__atomic_add_fetch(&w->mail->pollers, 1, __ATOMIC_SEQ_CST);
}

static void disarm(struct ga_lapi_wait *w)
{
	w->armed = false;
	if (w->counted)
		__atomic_add_fetch(&w->mail->pollers, 1, __ATOMIC_SEQ_CST);
	__atomic_sub_fetch(&w->mail->sleepers, 1, __ATOMIC_SEQ_CST);
}

/* The last thread that polls leaves messages that have come, and handlers that they want, to the library's thread. */
void ga_lapi_wait_end(struct ga_lapi_wait *w)
{
	struct ga_mail *m = w->mail;
	bool last;

	if (GA_UNLIKELY(w->armed))
		disarm(w);
	if (!w->counted) /* no thread is woken by messages */
		return;
	last = __atomic_sub_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST) == 0;
	if (__atomic_load_n(&w->port->mail, __ATOMIC_ACQUIRE) != m) /* it has ended meanwhile */
		return;
	if (GA_UNLIKELY(ga_simulated)) {
		struct ga_lapi_kick f = {.head = {GA_OP_LAPI_KICK, sizeof f, "LAPI_Waitcntr"}, .handle = w->port->handle};

		if (last && ga_lapi_has_mail(w->port))
			ga_call(&f.head);
		return;
	}
	if (last && (ga_lapi_has_mail(w->port) || w->handled) && __atomic_load_n(&m->server, __ATOMIC_SEQ_CST)) {
		__atomic_add_fetch(&m->bell, 1, __ATOMIC_SEQ_CST);
		ga_futex_wake(&m->bell, INT32_MAX);
	}
}

/* Has Go serve messages. */
int32_t ga_lapi_poll(struct ga_lapi_wait *w, int thread, bool *pending, const char *fn)
{
	struct ga_lapi_poll f = {.head = {GA_OP_LAPI_POLL, sizeof f, fn}, .handle = w->port->handle, .life = w->life, .thread = thread};

	ga_call(&f.head);
	w->ended |= f.ended;
	*pending = f.pending;
	w->handled = f.what == GA_LAPI_POLL_HANDLER;
	return f.what;
}

/* Serves what has come: C what is its own, Go the rest. */
int32_t ga_lapi_serve_on(struct ga_lapi_wait *w, int thread, bool *pending, const char *fn)
{
	struct ga_lapi_port *p = w->port;
	struct ga_lapi_fast *f = __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);
	int32_t what = GA_LAPI_POLL_NONE;

	if (!f)
		return ga_lapi_poll(w, thread, pending, fn);
	const unsigned done = ga_lapi_serve_records(p, f, fn);
	const bool network = GA_UNLIKELY(f->at.hosts) && ga_network_due(&f->network, done & GA_LAPI_SERVED);

	if ((network || done & GA_LAPI_FOR_GO || __atomic_load_n(&f->at.mail->wanted, __ATOMIC_RELAXED)) && ga_lapi_try_read(f)) {
		ga_lapi_release(f);
		what = ga_lapi_poll(w, thread, pending, fn);
		if (what != GA_LAPI_POLL_CLOSED)
			ga_lapi_follow(f);
		ga_lapi_unread(f);
	}
	return what == GA_LAPI_POLL_NONE && done & GA_LAPI_SERVED ? GA_LAPI_POLL_SOME : what;
}

bool ga_lapi_serve(struct ga_lapi_wait *w, const char *fn)
{
	bool pending = false;
	const int32_t what = ga_lapi_serve_on(w, GA_LAPI_PROGRAM, &pending, fn);

	if (what == GA_LAPI_POLL_HANDLER)
		ga_lapi_run(w->port->handle, 0, false, fn);
	return what == GA_LAPI_POLL_SOME || what == GA_LAPI_POLL_HANDLER;
}

static void step_simulated(struct ga_lapi_wait *w, uint32_t seen, const char *fn)
{
	struct ga_lapi_port *p = w->port;
	bool pending;
	const int32_t what = ga_lapi_poll(w, GA_LAPI_PROGRAM, &pending, fn);

	if (what == GA_LAPI_POLL_HANDLER)
		ga_lapi_run(p->handle, 0, false, fn);
	else if (what == GA_LAPI_POLL_NONE && ga_lapi_bell(p) == seen)
		ga_lapi_sim_rest(p, 0, GA_LAPI_PROGRAM, seen, fn);
}

/* Before it sleeps, the caller looks once more: who adds to a counter wakes only those that it sees asleep. */
static void sleep_armed(struct ga_lapi_wait *w, uint32_t seen, bool pending)
{
	struct ga_mail *m = w->mail;

	if (!w->armed) {
		__atomic_add_fetch(&m->sleepers, 1, __ATOMIC_SEQ_CST);
		if (w->counted)
			__atomic_sub_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST);
		w->armed = true;
		return;
	}
	if (!ga_lapi_has_mail(w->port) || pending)
		ga_futex_wait(&m->bell, seen, pending ? GA_LAPI_SOON_NS : GA_LAPI_NAP_NS);
	disarm(w);
	w->steps = 0;
	if (ga_lapi_bell(w->port) != seen)
		w->spin = (struct ga_wait){0};
}

void ga_lapi_wait_step(struct ga_lapi_wait *w, uint32_t seen, const char *fn)
{
	struct ga_lapi_port *p = w->port;
	bool pending = false;

	if (!__atomic_load_n(&p->mail, __ATOMIC_ACQUIRE)) {
		if (!ga_simulated)
			ga_futex_wait(&(uint32_t){0}, 0, GA_LAPI_SOON_NS);
		return;
	}
	if (GA_UNLIKELY(ga_simulated)) {
		step_simulated(w, seen, fn);
		return;
	}
	if (ga_lapi_has_mail(p) || (p->fast && p->place->hosts) || (!p->fast && (w->steps == 0 || ga_lapi_bell(p) != seen || w->steps % 256 == 0))) {
		const int32_t what = ga_lapi_serve_on(w, GA_LAPI_PROGRAM, &pending, fn);

		w->steps++;
		if (what == GA_LAPI_POLL_HANDLER) {
			ga_lapi_run(p->handle, 0, false, fn);
			w->steps = 0; /* its completion handler may be next */
			w->spin = (struct ga_wait){0};
			return;
		}
		if (what != GA_LAPI_POLL_NONE) {
			w->steps = 1;
			w->spin = (struct ga_wait){0};
			return;
		}
	}
	if (ga_lapi_bell(p) != seen)
		return;
	w->steps++;
	if (GA_LIKELY(w->spin.steps < ga_spins)) {
		w->spin.steps++;
		ga_relax();
		return;
	}
	if (!w->armed && ga_wait_spin(&w->spin))
		return;
	sleep_armed(w, seen, pending);
}

void ga_lapi_nap(struct ga_lapi_port *p, uint32_t seen)
{
	struct ga_mail *m = __atomic_load_n(&p->mail, __ATOMIC_ACQUIRE);

	if (!m)
		return;
	if (GA_UNLIKELY(ga_simulated)) {
		ga_lapi_sim_rest(p, 0, GA_LAPI_NAPS, seen, "LAPI_Nopoll_wait");
		return;
	}
	ga_futex_wait(&m->bell, seen, GA_LAPI_NAP_NS);
}
