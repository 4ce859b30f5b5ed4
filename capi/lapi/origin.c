/* lapi/origin.c - the short way at the origin: operations on memory that this process reaches, and records for what the target must do itself.
 *
 * Memory of SHMEM's windows is reached by loads and stores; memory that is private to the target through the kernel, which is worth it from some KiB on. */
#define _GNU_SOURCE
#include <sys/uio.h>

#include "../runtime/futex.h"
#include "call.h"
#include "fast.h"

/* Where memory of a task is mapped here; NULL: nowhere. Addresses of data mean the same in programs that are loaded alike. */
static char *reach(const struct ga_lapi_fast *f, uint32_t task, uint64_t at, size_t bytes, enum ga_access access)
{
	if (task == f->at.me)
		return (char *)(uintptr_t)at;
	if (at - ga_plane.heap.base >= ga_plane.heap.len && ga_plane.data.len) {
		const struct ga_rank_block *me = ga_here(f->at.me), *to = ga_here(task);

		if (me->bias != to->bias) { /* an address of the program's data, as it is here */
			const uint64_t here = at - to->bias + me->bias;

			if (me->image != to->image || here - ga_plane.data.base >= ga_plane.data.len)
				return NULL;
			at = here;
		}
	}
	return ga_translate((void *)(uintptr_t)at, bytes, task - ga_plane.first, access);
}

/* Whether the kernel copies to and from a task. */
static bool kernel(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t task)
{
	struct ga_lapi_peer *to = &f->peers[task];

	if (!f->at.kernel)
		return false;
	if (GA_UNLIKELY(__atomic_load_n(&to->kernel, __ATOMIC_RELAXED) == GA_LAPI_KERNEL_UNKNOWN)) {
		struct ga_lapi_reach known = {GA_FRAME(reach, REACH, "LAPI"), .handle = p->handle, .tgt = task};

		ga_call(&known.head);
		if (known.what == GA_LAPI_KERNEL_UNKNOWN) /* it has not begun */
			return false;
		__atomic_store_n(&to->kernel, (uint8_t)known.what, __ATOMIC_RELAXED);
	}
	return to->kernel == GA_LAPI_KERNEL_YES;
}

/* A context, and a target on this host, of which nothing special is known. */
static inline struct ga_lapi_fast *way(struct ga_lapi_port *p, uint32_t tgt)
{
	struct ga_lapi_fast *f = __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);

	return GA_LIKELY(f && ga_local_of(tgt, ga_plane.local_size) != GA_NO_RANK && !p->statuses &&
	                 !__atomic_load_n(&f->peers[tgt].slow, __ATOMIC_RELAXED))
	           ? f
	           : NULL;
}

static inline void hand_over(struct ga_lapi_fast *f, uint32_t tgt, struct ga_lapi_record *r, size_t bytes, size_t data)
{
	ga_lapi_post_record(f, tgt, r, bytes);
	if (!__atomic_load_n(&f->peers[tgt].dirty, __ATOMIC_RELAXED))
		__atomic_store_n(&f->peers[tgt].dirty, 1, __ATOMIC_RELEASE);
	__atomic_add_fetch(&f->sent, 1, __ATOMIC_RELAXED);
	if (data)
		__atomic_add_fetch(&f->bytes_sent, data, __ATOMIC_RELAXED);
}

/* A put as a record. */
static bool put_record(struct ga_lapi_fast *f, uint32_t tgt, uint64_t at, const void *data, size_t bytes, uint64_t cntr, uint64_t cmpl)
{
	struct ga_lapi_record *r = ga_lapi_begin_record(f, tgt, bytes);

	if (!r)
		return false;
	r->header = 0;
	r->what = GA_LAPI_PUT;
	r->at = at;
	r->cntr = cntr;
	r->cmpl = cmpl;
	if (bytes == 8)
		memcpy(ga_lapi_header(r), data, 8);
	else if (bytes)
		memcpy(ga_lapi_header(r), data, bytes);
	hand_over(f, tgt, r, bytes, bytes);
	return true;
}

/* Tells the target of data that is there already: by its counter, if that is reached. */
static bool announce(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t tgt, uint64_t cntr)
{
	struct ga_mail *m = ga_lapi_mail_of(f, tgt);
	char *at;

	if (cntr && tgt == f->at.me) {
		ga_lapi_bump(p, cntr, tgt);
	} else if (cntr) {
		at = reach(f, tgt, cntr, sizeof(int), GA_WRITES);
		if (!at)
			return put_record(f, tgt, 0, NULL, 0, cntr, 0);
		__atomic_add_fetch((int *)(void *)at, 1, __ATOMIC_SEQ_CST);
	} else {
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	}
	ga_lapi_ended(m, LAPI_RECV_COMPLETE);
	ga_lapi_wake(m);
	return true;
}

static void complete(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t tgt, const lapi_cntr_t *one, const lapi_cntr_t *two)
{
	ga_lapi_bump(p, GA_ADDR(one), tgt);
	ga_lapi_bump(p, GA_ADDR(two), tgt);
	ga_lapi_ended(f->at.mail, LAPI_SEND_COMPLETE);
	if (one || two)
		ga_lapi_wake(f->at.mail);
}

static inline void copy(void *to, const void *from, size_t bytes)
{
	if (bytes == 8 && (((uintptr_t)to | (uintptr_t)from) & 7) == 0)
		__atomic_store_n((uint64_t *)to, __atomic_load_n((const uint64_t *)from, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
	else if (bytes == 4 && (((uintptr_t)to | (uintptr_t)from) & 3) == 0)
		__atomic_store_n((uint32_t *)to, __atomic_load_n((const uint32_t *)from, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
	else
		memmove(to, from, bytes);
}

bool ga_lapi_fast_put(struct ga_lapi_port *p, const lapi_put_t *x)
{
	struct ga_lapi_fast *f = way(p, x->tgt);
	const size_t bytes = x->len;
	char *to;

	if (!f || x->shdlr || bytes > LAPI_MAX_MSG_SZ || (bytes && (!x->tgt_addr || !x->org_addr)))
		return false;
	if (bytes && (to = reach(f, x->tgt, x->tgt_addr, bytes, GA_WRITES)) != NULL && (f->at.kernel || bytes <= GA_LAPI_DATA)) {
		copy(to, x->org_addr, bytes);
	} else if (bytes <= GA_LAPI_DATA) {
		if (!put_record(f, x->tgt, x->tgt_addr, x->org_addr, bytes, x->tgt_cntr, GA_ADDR(x->cmpl_cntr)))
			return false;
		complete(p, f, x->tgt, x->org_cntr, NULL);
		return true;
	} else {
		const struct iovec from = {x->org_addr, bytes}, into = {(void *)(uintptr_t)x->tgt_addr, bytes};

		if (!kernel(p, f, x->tgt) || process_vm_writev(ga_here(x->tgt)->pid, &from, 1, &into, 1, 0) != (ssize_t)bytes)
			return false; /* Go knows why */
	}
	if (!announce(p, f, x->tgt, x->tgt_cntr))
		return false;
	complete(p, f, x->tgt, x->org_cntr, x->cmpl_cntr);
	return true;
}

/* Whether a get must not tear what it reads, as the kernel might: the target's library reads it. */
static bool word(uint64_t at, size_t bytes) { return (bytes == 2 || bytes == 4 || bytes == 8) && at % bytes == 0; }

bool ga_lapi_fast_get(struct ga_lapi_port *p, const lapi_get_t *x)
{
	struct ga_lapi_fast *f = way(p, x->tgt);
	const size_t bytes = x->len;
	const char *from;

	if (!f || x->chndlr || !bytes || bytes > LAPI_MAX_MSG_SZ || !x->tgt_addr || !x->org_addr)
		return false;
	from = reach(f, x->tgt, x->tgt_addr, bytes, GA_READS);
	if (from && (f->at.kernel || bytes <= GA_LAPI_DATA)) {
		copy(x->org_addr, from, bytes);
	} else {
		const struct iovec into = {x->org_addr, bytes}, at = {(void *)(uintptr_t)x->tgt_addr, bytes};

		if (word(x->tgt_addr, bytes) || !kernel(p, f, x->tgt) ||
		    process_vm_readv(ga_here(x->tgt)->pid, &into, 1, &at, 1, 0) != (ssize_t)bytes)
			return false;
	}
	if (x->tgt_cntr && !announce(p, f, x->tgt, x->tgt_cntr))
		return false;
	complete(p, f, x->tgt, x->org_cntr, NULL);
	return true;
}

bool ga_lapi_fast_am(struct ga_lapi_port *p, const lapi_am_t *x)
{
	struct ga_lapi_fast *f = way(p, x->tgt);
	const size_t padded = ga_lapi_padded(x->uhdr_len);
	struct ga_lapi_record *r;

	if (!f || x->shdlr || x->hdr_hdl < GA_LAPI_TABLE || x->uhdr_len > GA_LAPI_HEADER || (x->uhdr_len && !x->uhdr) ||
	    x->udata_len > GA_LAPI_MESSAGE || (x->udata_len && !x->udata) || (p->check && x->uhdr_len % 4))
		return false;
	r = ga_lapi_begin_record(f, x->tgt, padded + x->udata_len);
	if (!r)
		return false;
	r->header = (uint16_t)x->uhdr_len;
	r->what = GA_LAPI_AM;
	r->at = x->hdr_hdl;
	r->cntr = x->tgt_cntr;
	r->cmpl = GA_ADDR(x->cmpl_cntr);
	if (x->uhdr_len)
		memcpy(ga_lapi_header(r), x->uhdr, x->uhdr_len);
	if (x->udata_len)
		memcpy(ga_lapi_header(r) + padded, x->udata, x->udata_len);
	hand_over(f, x->tgt, r, padded + x->udata_len, x->udata_len);
	complete(p, f, x->tgt, x->org_cntr, NULL);
	return true;
}

#define CHANGE(T)                                                                                                                               \
	{                                                                                                                                       \
		T *const at = (T *)(void *)to, in = *(const T *)x->in_val, old;                                                                 \
		switch (x->op) {                                                                                                                \
		case FETCH_AND_ADD: old = __atomic_fetch_add(at, in, __ATOMIC_SEQ_CST); break;                                                  \
		case FETCH_AND_OR: old = __atomic_fetch_or(at, in, __ATOMIC_SEQ_CST); break;                                                    \
		case SWAP: old = __atomic_exchange_n(at, in, __ATOMIC_SEQ_CST); break;                                                          \
		default: {                                                                                                                      \
			T expected = in;                                                                                                        \
			old = __atomic_compare_exchange_n(at, &expected, ((const T *)x->in_val)[1], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
		}                                                                                                                               \
		}                                                                                                                               \
		if (x->prev_tgt_val)                                                                                                            \
			__atomic_store_n((T *)x->prev_tgt_val, old, __ATOMIC_RELAXED);                                                          \
	}

bool ga_lapi_fast_rmw(struct ga_lapi_port *p, const lapi_rmw_t *x)
{
	struct ga_lapi_fast *f = way(p, x->tgt);
	char *to;

	if (!f || x->shdlr || !x->in_val || !x->tgt_var || x->op > COMPARE_AND_SWAP || (x->size != 32 && x->size != 64) || x->tgt_var % (x->size / 8))
		return false;
	to = reach(f, x->tgt, x->tgt_var, x->size / 8, GA_WRITES);
	if (!to)
		return false;
	if (x->size == 32)
		CHANGE(uint32_t)
	else
		CHANGE(uint64_t)
	ga_lapi_wake(ga_lapi_mail_of(f, x->tgt));
	complete(p, f, x->tgt, x->org_cntr, NULL);
	return true;
}
