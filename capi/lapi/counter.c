/* lapi/counter.c - counters: plain words of the program, which Go and other threads add to. */
#include <pthread.h>

#include "call.h"
#include "fast.h"
#include "wait.h"

/* Threads that wait for counters. */
struct waiter {
	const lapi_cntr_t *cntr;
	struct waiter *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiter *waiters;

static bool enter(struct waiter *w)
{
	bool alone = true;

	pthread_mutex_lock(&lock);
	for (const struct waiter *o = waiters; o; o = o->next)
		alone &= o->cntr != w->cntr;
	if (alone) {
		w->next = waiters;
		waiters = w;
	}
	pthread_mutex_unlock(&lock);
	return alone;
}

static void leave(struct waiter *w)
{
	struct waiter **at = &waiters;

	pthread_mutex_lock(&lock);
	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	pthread_mutex_unlock(&lock);
}

/* Subtracts val from a counter that has it. */
static bool take(lapi_cntr_t *cntr, int val, int *left)
{
	int now = __atomic_load_n(&cntr->cntr, __ATOMIC_ACQUIRE);

	while (now >= val)
		if (__atomic_compare_exchange_n(&cntr->cntr, &now, now - val, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			*left = now - val;
			return true;
		}
	return false;
}

GA_TWIN(LAPI_Setcntr, (lapi_handle_t hndl, lapi_cntr_t *cntr, int val))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	if (!cntr)
		return LAPI_ERR_CNTR_NULL;
	if (GA_UNLIKELY(p->statuses)) { /* its states end */
		struct ga_lapi_status f = {GA_FRAME(status, STATUS, "LAPI_Setcntr"), .handle = hndl, .cntr = cntr};

		ga_call(&f.head);
	}
	__atomic_store_n(&cntr->cntr, val, __ATOMIC_SEQ_CST);
	return LAPI_SUCCESS;
}

GA_TWIN(LAPI_Getcntr, (lapi_handle_t hndl, lapi_cntr_t *cntr, int *val))
{
	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	if (!cntr)
		return LAPI_ERR_CNTR_NULL;
	if (!val)
		return LAPI_ERR_RET_PTR_NULL;
	if (GA_UNLIKELY(ga_simulated)) { /* a program that looks again and again does not stand still in time */
		struct ga_lapi_look f = {GA_FRAME(look, LOOK, "LAPI_Getcntr"), .handle = hndl};

		ga_call(&f.head);
	}
	*val = __atomic_load_n(&cntr->cntr, __ATOMIC_ACQUIRE);
	ga_lapi_empty_poll();
	return LAPI_SUCCESS;
}

#define SOON 200u /* looks before a wait counts as one: what is on its way is there by then */

static bool soon(struct ga_lapi_wait *w, lapi_cntr_t *cntr, int val, int *left, const char *fn)
{
	if (GA_UNLIKELY(!ga_spins || !w->port->fast))
		return false;
	for (uint32_t n = 0; n < SOON; n++) {
		if (ga_lapi_serve(w, fn))
			n = 0;
		if (take(cntr, val, left))
			return true;
		ga_relax();
	}
	return false;
}

static int wait_for(struct ga_lapi_port *p, lapi_cntr_t *cntr, int val, int *cur_val, const char *fn)
{
	struct waiter me = {.cntr = cntr};
	struct ga_lapi_wait w;
	int left;

	if (!cntr)
		return LAPI_ERR_CNTR_NULL;
	if (take(cntr, val, &left))
		goto out;
	ga_lapi_wait_begin(&w, p, fn);
	if (soon(&w, cntr, val, &left, fn)) {
		ga_lapi_wait_end(&w);
		goto out;
	}
	if (!enter(&me)) {
		ga_lapi_wait_end(&w);
		return LAPI_ERR_MULTIPLE_WAITERS;
	}
	for (;;) {
		const uint32_t seen = ga_lapi_bell(p);

		if (take(cntr, val, &left))
			break;
		ga_lapi_wait_step(&w, seen, fn);
	}
	ga_lapi_wait_end(&w);
	leave(&me);
out:
	if (cur_val)
		*cur_val = left;
	return LAPI_SUCCESS;
}

GA_TWIN(LAPI_Waitcntr, (lapi_handle_t hndl, lapi_cntr_t *cntr, int val, int *cur_val))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	return p ? wait_for(p, cntr, val, cur_val, "LAPI_Waitcntr") : LAPI_ERR_HNDL_INVALID;
}

GA_TWIN(LAPI_Setcntr_wstatus, (lapi_handle_t hndl, lapi_cntr_t *cntr, int num_dest, uint *dest_list, int *dest_status))
{
	struct ga_lapi_status f = {
	    GA_FRAME(status, STATUS, "LAPI_Setcntr_wstatus"), .handle = hndl, .cntr = cntr, .n = num_dest, .list = dest_list, .states = dest_status};

	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	if (num_dest < 1)
		return cntr ? LAPI_ERR_CNTR_VAL : LAPI_ERR_CNTR_NULL;
	p->statuses = true;
	ga_call(&f.head);
	return f.rc;
}

/* Waits without serving messages: the library's thread does. */
GA_TWIN(LAPI_Nopoll_wait, (lapi_handle_t hndl, lapi_cntr_t *cntr, int val, int *cur_val))
{
	struct ga_lapi_missing f = {GA_FRAME(missing, MISSING, "LAPI_Nopoll_wait"), .handle = hndl, .cntr = cntr};
	struct ga_lapi_port *p = ga_lapi_port(hndl);
	struct waiter me = {.cntr = cntr};
	int left = 0, rc = LAPI_SUCCESS;

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	struct ga_mail *m = p->mail;

	if (!cntr)
		return LAPI_ERR_CNTR_NULL;
	if (val < 0)
		return LAPI_ERR_CNTR_VAL;
	ga_lapi_may_wait("LAPI_Nopoll_wait");
	if (!enter(&me))
		return LAPI_ERR_MULTIPLE_WAITERS;
	__atomic_add_fetch(&m->sleepers, 1, __ATOMIC_SEQ_CST); /* before it looks: who adds to a counter wakes only those that it sees asleep */
	for (;;) {
		const uint32_t seen = ga_lapi_bell(p);

		ga_call(&f.head);
		if ((rc = f.rc) != LAPI_SUCCESS || take(cntr, val - f.n, &left))
			break;
		ga_lapi_nap(p, seen);
	}
	__atomic_sub_fetch(&m->sleepers, 1, __ATOMIC_SEQ_CST);
	leave(&me);
	if (rc == LAPI_SUCCESS && cur_val)
		*cur_val = left;
	return rc;
}
