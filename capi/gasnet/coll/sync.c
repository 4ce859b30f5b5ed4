/* gasnet/coll/sync.c - handles of collectives. */
#include "engine.h"

void ga_coll_wait_for(struct ga_coll_node *n, struct ga_coll *c)
{
	struct ga_wait w = ga_gasnet_wait();

	while (!ga_coll_all_done(c))
		ga_coll_wait(n, &w);
	ga_coll_leave(n, c);
}

/* Whether a handle's call is done; then it is given up. */
static bool over(struct ga_coll_node *n, gasnet_coll_handle_t *h)
{
	struct ga_coll *c = (struct ga_coll *)(void *)*h;

	if (!c)
		return true;
	if (!ga_coll_all_done(c))
		return false;
	ga_coll_leave(n, c);
	*h = GASNET_COLL_INVALID_HANDLE;
	return true;
}

/* The number of unfinished handles of a list, and whether any was in use, or is complete now. */
static size_t look(struct ga_coll_node *n, gasnet_coll_handle_t *h, size_t count, bool *some)
{
	size_t left = 0, were = 0;

	for (size_t i = 0; i < count; i++) {
		if (h[i] == GASNET_COLL_INVALID_HANDLE)
			continue;
		were++;
		if (!over(n, &h[i]))
			left++;
	}
	*some = left < were || were == 0;
	return left;
}

int gasnet_coll_try_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	bool some;

	gasnet_AMPoll();
	return look(ga_coll_here(), phandle, numhandles, &some) == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_coll_try_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	bool some;

	gasnet_AMPoll();
	look(ga_coll_here(), phandle, numhandles, &some);
	return some ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_coll_try_sync(gasnet_coll_handle_t handle) { return gasnet_coll_try_sync_all(&handle, 1); }

void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	struct ga_coll_node *n = ga_coll_here();

	for (size_t i = 0; i < numhandles; i++) {
		if (phandle[i])
			ga_coll_wait_for(n, (struct ga_coll *)(void *)phandle[i]);
		phandle[i] = GASNET_COLL_INVALID_HANDLE;
	}
}

void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_wait w = ga_gasnet_wait();
	bool some;

	while (look(n, phandle, numhandles, &some), !some)
		ga_coll_wait(n, &w);
}

void gasnet_coll_wait_sync(gasnet_coll_handle_t handle) { gasnet_coll_wait_sync_all(&handle, 1); }
