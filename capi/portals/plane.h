/* portals/plane.h - Portals' part of the live data plane: tried by a stub before it packs a frame.
 *
 * Matching and events are in Go. C polls and waits: a queue without events and a mailbox without messages need no call into Go, and a program
 * waits on its own stack (wait.h). Each function has the arguments of its operation in api/portals.tbl and then the addresses of its results, and
 * returns whether it has completed the operation. With GA_NO_PLANE all functions decline: the stubs are built so to test the path into a
 * scheduler. */
#ifndef GA_PLANE_PORTALS_H
#define GA_PLANE_PORTALS_H

#include "../runtime/edge.h"
#include "../plane/plane.h"
#include "../plane/wait.h"
#include "zportals_frames.h"

#define GA_PORTALS_INDEX 0xfffffu /* bits of a handle that number its object; portals/handle.go */
#define GA_PORTALS_EMPTY 3        /* PTL_EQ_EMPTY */
#define GA_PORTALS_FAR_POLLS 16u  /* calls of PtlEQGet between two that look at the network */

/* The interface as C sees it: all zero while none is up in this process. */
struct ga_portals {
	const uint64_t *queues; /* by index of the handle: handle << 32 | events not taken yet */
	const uint32_t *todo;   /* not 0: there is work for the library although no message has arrived */
	uint32_t count;         /* of queues */
	bool far;               /* events may come over a network, which only the library can poll */
};

extern struct ga_portals ga_portals;

/* A hook: forgets the interface in a forked child, which has no Go. */
void ga_portals_in_child(void);

#ifdef GA_NO_PLANE

static inline bool ga_portals_plane_eq_get(uint32_t eq, void *event, bool peek, int32_t *rc, uintptr_t *handler)
{
	(void)eq, (void)event, (void)peek, (void)rc, (void)handler;
	return false;
}
static inline bool ga_portals_plane_eq_poll(const uint32_t *eqs, int size, uint32_t timeout, void *event, int *which, int32_t *rc, uintptr_t *handler)
{
	(void)eqs, (void)size, (void)timeout, (void)event, (void)which, (void)rc, (void)handler;
	return false;
}

#else

/* A counter that all cores share and agree on; node/ticks_*.s read the same one. */
static inline uint64_t ga_ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t t;
	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(t));
	return t;
#endif
}

#if defined(__aarch64__)
#define GA_POLL_STAMP_TICKS 100u
#else
#define GA_POLL_STAMP_TICKS 5000u /* about two microseconds: far below the grace that node/service.go gives */
#endif

/* Says that the program looks at its mailbox by itself, so that senders leave the progress thread alone. */
static inline void ga_portals_stamp(void)
{
	struct ga_service *s = &ga_local(ga_plane.local_rank)->service;
	const uint64_t now = ga_ticks();

	if (now - __atomic_load_n(&s->polled, __ATOMIC_RELAXED) > GA_POLL_STAMP_TICKS)
		__atomic_store_n(&s->polled, now, __ATOMIC_RELAXED);
}

static inline bool ga_portals_mail(void)
{
	const struct ga_mailbox *m = &ga_local(ga_plane.local_rank)->mailbox;
	const uint64_t size = ga_plane.node->mailbox_bytes;
	const char *ring = ga_plane.rings + ga_plane.local_rank * size;
	const uint64_t head = __atomic_load_n(&m->head, __ATOMIC_RELAXED);

	return __atomic_load_n((const uint64_t *)(const void *)(ring + (head & (size - 1))), __ATOMIC_ACQUIRE) != 0;
}

/* Whether the library has anything to say about a queue: an event, or that the handle is wrong. */
static inline bool ga_portals_has(uint32_t eq)
{
	const uint32_t i = eq & GA_PORTALS_INDEX;

	return i >= ga_portals.count || __atomic_load_n(&ga_portals.queues[i], __ATOMIC_ACQUIRE) != (uint64_t)eq << 32;
}

/* In a simulated rank: takes an event that is there already. */
bool ga_portals_sim_take(uint32_t eq, void *event, int32_t *rc, uintptr_t *handler);

/* In a simulated rank: waits for an event, if only an event can end the wait. */
bool ga_portals_sim_wait(struct ga_portals_eq_poll *frame, uint32_t eq, int32_t *rc, uintptr_t *handler);

static inline bool ga_portals_plane_eq_get(uint32_t eq, void *event, bool peek, int32_t *rc, uintptr_t *handler)
{
	if (GA_UNLIKELY(!ga_portals.count || !event))
		return !peek && ga_portals_sim_take(eq, event, rc, handler);
	ga_portals_stamp();
	if (ga_portals_has(eq) || ga_portals_mail() || __atomic_load_n(ga_portals.todo, __ATOMIC_RELAXED))
		return false;
	ga_polled();
	if (GA_UNLIKELY(ga_portals.far) && ga_polls % GA_PORTALS_FAR_POLLS == 0)
		return false;
	*rc = GA_PORTALS_EMPTY;
	*handler = 0;
	return true;
}

bool ga_portals_plane_eq_poll(const uint32_t *eqs, int size, uint32_t timeout, void *event, int *which, int32_t *rc, uintptr_t *handler);

#endif

/* Tells the plane where an interface's words are; count 0 when it is gone. */
void ga_portals_attach(const uint64_t *queues, uint32_t count, const uint32_t *todo, bool far);

#endif
