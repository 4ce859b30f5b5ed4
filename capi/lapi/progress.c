/* lapi/progress.c - serving messages, fences, collective operations, addresses. */
#include <stdlib.h>

#include "call.h"
#include "fast.h"
#include "wait.h"

GA_TWIN(LAPI_Probe, (lapi_handle_t hndl))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);
	struct ga_lapi_wait w;

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	ga_lapi_wait_begin(&w, p, "LAPI_Probe");
	if (!ga_lapi_serve(&w, "LAPI_Probe"))
		ga_lapi_empty_poll();
	ga_lapi_wait_end(&w);
	return LAPI_SUCCESS;
}

GA_TWIN(LAPI_Msgpoll, (lapi_handle_t hndl, uint cnt, lapi_msg_info_t *info))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);
	struct ga_lapi_wait w;

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	if (!info)
		return LAPI_ERR_MSG_INFO_NULL;
	ga_lapi_wait_begin(&w, p, "LAPI_Msgpoll");
	for (uint i = 0; i < cnt && !w.ended; i++) {
		if (!ga_lapi_serve(&w, "LAPI_Msgpoll"))
			ga_lapi_empty_poll();
		if (GA_UNLIKELY(__atomic_load_n(&w.mail->ended, __ATOMIC_RELAXED)))
			w.ended |= __atomic_exchange_n(&w.mail->ended, 0, __ATOMIC_ACQ_REL);
	}
	ga_lapi_wait_end(&w);
	info->status = w.ended;
	return LAPI_SUCCESS;
}

/* Waits for what has gone the short way. */
static void flush(struct ga_lapi_wait *w, const char *fn)
{
	enum { ON_STACK = 64 };
	struct ga_lapi_fast *f = w->port->fast;
	uint32_t some[ON_STACK], *since = some;

	if (!f)
		return;
	if (f->at.tasks > ON_STACK && !(since = malloc(f->at.tasks * sizeof *since)))
		ga_fatal(1, "%s: no memory for a fence of %u tasks", fn, f->at.tasks);
	ga_lapi_flush(f, since);
	for (;;) {
		const uint32_t seen = ga_lapi_bell(w->port);

		if (ga_lapi_flushed(f, since) || w->port->fast != f)
			break;
		ga_lapi_wait_step(w, seen, fn);
	}
	if (since != some)
		free(since);
}

static int fence(struct ga_lapi_port *p, const char *fn)
{
	struct ga_lapi_fence f = {GA_FRAME(fence, FENCE, fn), .handle = p->handle};
	struct ga_lapi_fenced done = {GA_FRAME(fenced, FENCED, fn), .handle = p->handle};
	struct ga_lapi_wait w;

	ga_lapi_wait_begin(&w, p, fn);
	ga_call(&f.head);
	for (done.number = f.number; f.rc == LAPI_SUCCESS;) {
		const uint32_t seen = ga_lapi_bell(p);

		ga_call(&done.head);
		if (done.rc != LAPI_SUCCESS || done.yes)
			break;
		ga_lapi_wait_step(&w, seen, fn);
	}
	if (f.rc == LAPI_SUCCESS && done.rc == LAPI_SUCCESS)
		flush(&w, fn);
	ga_lapi_wait_end(&w);
	return f.rc != LAPI_SUCCESS ? f.rc : done.rc;
}

static int gather(struct ga_lapi_port *p, uint64_t value, void *into, const char *fn)
{
	struct ga_lapi_gather f = {GA_FRAME(gather, GATHER, fn), .handle = p->handle, .value = value, .into = into};
	struct ga_lapi_gathered done = {GA_FRAME(gathered, GATHERED, fn), .handle = p->handle};
	struct ga_lapi_wait w;

	ga_lapi_wait_begin(&w, p, fn);
	ga_call(&f.head);
	for (done.number = f.number; f.rc == LAPI_SUCCESS;) {
		const uint32_t seen = ga_lapi_bell(p);

		ga_call(&done.head);
		if (done.rc != LAPI_SUCCESS || done.yes)
			break;
		ga_lapi_wait_step(&w, seen, fn);
	}
	ga_lapi_wait_end(&w);
	return f.rc != LAPI_SUCCESS ? f.rc : done.rc;
}

GA_TWIN(LAPI_Fence, (lapi_handle_t hndl))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	return p ? fence(p, "LAPI_Fence") : LAPI_ERR_HNDL_INVALID;
}

GA_TWIN(LAPI_Gfence, (lapi_handle_t hndl))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);
	int rc;

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	rc = fence(p, "LAPI_Gfence");
	return rc == LAPI_SUCCESS ? gather(p, 0, NULL, "LAPI_Gfence") : rc;
}

GA_TWIN(LAPI_Address, (void *my_addr, ulong *ret_addr))
{
	if (!my_addr)
		return LAPI_ERR_ORG_ADDR_NULL;
	if (!ret_addr)
		return LAPI_ERR_RET_PTR_NULL;
	*ret_addr = (ulong)my_addr;
	return LAPI_SUCCESS;
}

GA_TWIN(LAPI_Address_init, (lapi_handle_t hndl, void *my_addr, void *add_tab[]))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	_Static_assert(sizeof(void *) == sizeof(uint64_t), "addresses of 64 bits");
	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	return add_tab ? gather(p, (uint64_t)(uintptr_t)my_addr, add_tab, "LAPI_Address_init") : LAPI_ERR_ADDR_TBL_NULL;
}

GA_TWIN(LAPI_Address_init64, (lapi_handle_t hndl, lapi_long_t my_addr, lapi_long_t *add_tab))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	return add_tab ? gather(p, my_addr, add_tab, "LAPI_Address_init64") : LAPI_ERR_ADDR_TBL_NULL;
}

GA_TWIN(LAPI_Addr_set, (lapi_handle_t hndl, void *addr, int addr_hndl))
{
	struct ga_lapi_addr_set f = {GA_FRAME(addr_set, ADDR_SET, "LAPI_Addr_set"), .handle = hndl, .addr = GA_ADDR(addr), .index = addr_hndl};

	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(LAPI_Addr_get, (lapi_handle_t hndl, void **addr, int addr_hndl))
{
	struct ga_lapi_addr_get f = {GA_FRAME(addr_get, ADDR_GET, "LAPI_Addr_get"), .handle = hndl, .index = addr_hndl};

	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	if (!addr)
		return LAPI_ERR_RET_PTR_NULL;
	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS)
		*addr = (void *)f.addr;
	return f.rc;
}

static int purge(lapi_handle_t hndl, uint dest, bool resume, const char *fn)
{
	struct ga_lapi_purge f = {GA_FRAME(purge, PURGE, fn), .handle = hndl, .dest = dest, .resume = resume};
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS && p->fast) {
		struct ga_lapi_peer *to = &p->fast->peers[dest];

		__atomic_store_n(&to->slow, 1, __ATOMIC_RELAXED);
		__atomic_store_n(&to->purged, !resume, __ATOMIC_RELEASE);
	}
	return f.rc;
}

GA_TWIN(LAPI_Purge_totask, (lapi_handle_t hndl, uint dest)) { return purge(hndl, dest, false, "LAPI_Purge_totask"); }
GA_TWIN(LAPI_Resume_totask, (lapi_handle_t hndl, uint dest)) { return purge(hndl, dest, true, "LAPI_Resume_totask"); }
