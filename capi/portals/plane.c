/* portals/plane.c - waiting for events of Portals. */
#define _GNU_SOURCE
#include "plane.h"

#include <sched.h>
#include <time.h>

#include "../plane/wait.h"

#define NAP_MAX_NS 4000000u /* as in wait.c: no nap when less than this is left of a timeout */
#define CLOCK_STEPS 16u     /* looks between two looks at the clock */

struct ga_portals ga_portals;

void ga_portals_attach(const uint64_t *queues, uint32_t count, const uint32_t *todo, bool far)
{
	ga_portals.far = far;
	ga_portals.queues = queues;
	ga_portals.todo = todo;
	__atomic_store_n(&ga_portals.count, count, __ATOMIC_RELEASE);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool something(const uint32_t *eqs, int size)
{
	for (int i = 0; i < size; i++)
		if (ga_portals_has(eqs[i]))
			return true;
	return ga_portals_mail() || __atomic_load_n(ga_portals.todo, __ATOMIC_RELAXED);
}

/* Whether to poll the network now: during the spin time, and before each sleep. */
static bool looks_far(const struct ga_wait *w) { return ga_portals.far && (!w->tired || w->armed); }

/* One step of waiting. While this thread sleeps, senders ring its doorbell and no other. */
static void wait_step(struct ga_wait *w)
{
	uint64_t *polled = &ga_local(ga_plane.local_rank)->service.polled;

	if (w->armed)
		__atomic_store_n(polled, GA_POLLED_ASLEEP, __ATOMIC_RELAXED);
	ga_wait_step(w);
	__atomic_store_n(polled, ga_ticks(), __ATOMIC_RELAXED);
}

bool ga_portals_plane_eq_poll(const uint32_t *eqs, int size, uint32_t timeout, void *event, int *which, int32_t *rc, uintptr_t *handler)
{
	struct ga_portals_eq_poll frame = {
	    .head = {GA_OP_PORTALS_EQ_POLL, sizeof frame, size == 1 && timeout == UINT32_MAX ? "PtlEQWait" : "PtlEQPoll"},
	    .eqs = eqs,
	    .size = size,
	    .event = event,
	    .which = which,
	};
	struct ga_wait w = {0};
	uint64_t deadline = 0, steps = 0;

	if (ga_simulated && size == 1 && eqs && which) {
		if (ga_portals_sim_take(*eqs, event, rc, handler)) {
			*which = 0;
			return true;
		}
		if (timeout == UINT32_MAX && ga_portals_sim_wait(&frame, *eqs, rc, handler))
			return true;
	}
	if (!ga_portals.count || !eqs || !event || !which || size <= 0)
		return false;
	ga_portals_stamp();
	for (;;) {
		const bool here = something(eqs, size);

		if (here || looks_far(&w)) {
			frame.timeout = w.armed; /* the library's thread is to poll the network while this one sleeps */
			ga_call(&frame.head);
			*rc = frame.rc;
			*handler = frame.handler;
			if (frame.rc != GA_PORTALS_EMPTY)
				return true;
			if (here)
				w = (struct ga_wait){0}; /* something has arrived, if only for others */
		}
		*rc = GA_PORTALS_EMPTY;
		*handler = 0;
		if (timeout == 0)
			return true;
		if (timeout == UINT32_MAX) {
			wait_step(&w);
			continue;
		}
		if (steps++ % CLOCK_STEPS == 0 || w.tired) {
			const uint64_t now = now_ns();

			if (deadline == 0)
				deadline = now + (uint64_t)timeout * 1000000u;
			if (now >= deadline)
				return true;
			if (deadline - now < NAP_MAX_NS && w.tired) {
				w.armed = 0;
				sched_yield();
				ga_portals_stamp();
				continue;
			}
		}
		wait_step(&w);
	}
}

/* Without queues, calls come to ga_enter, which answers them. */
void ga_portals_in_child(void) { ga_portals.count = 0; }
