/* gasnet/pending_sync.c - synchronisation of operations whose memory is checked: pending.h. */
#include "pending.h"

#include <stdlib.h>

#include "check.h"
#include "frames.h"

/* Replaces our handles by those of the data plane or conduit. */
static int sync_real(const char *fn, int what, gasnet_handle_t *real, size_t n)
{
	bool left = false;

	for (size_t i = 0; i < n; i++)
		left |= real[i] != GASNET_INVALID_HANDLE;
	if (left || !ga_gasnet.ranks)
		return ga_gasnet_sync_frame(fn, what, real, n);
	if (what == GA_GASNET_SYNC_TRY_ALL || what == GA_GASNET_SYNC_TRY_SOME)
		ga_am_poll();
	return GASNET_OK;
}

int ga_pending_sync(const char *fn, int what, gasnet_handle_t *handles, size_t n)
{
	const bool some = what == GA_GASNET_SYNC_TRY_SOME || what == GA_GASNET_SYNC_WAIT_SOME || what == GA_GASNET_SYNC_PEEK_SOME;
	gasnet_handle_t *real = n ? malloc(n * sizeof *real) : NULL;
	bool over = false;
	int rc = GASNET_OK;

	ga_gasnet_check_call(fn);
	if (n && !real)
		ga_fatal(1, "%s: no memory for %zu handles", fn, n);
	for (size_t i = 0; i < n; i++) {
		real[i] = handles[i];
		over |= ga_pending_of(handles[i], &real[i]) && real[i] == GASNET_INVALID_HANDLE;
	}
	if (!some || !over)
		rc = sync_real(fn, what, real, n);
	for (size_t i = 0; i < n; i++) {
		gasnet_handle_t now;
		bool checked = ga_pending_of(handles[i], &now);

		if (real[i] == GASNET_INVALID_HANDLE && checked)
			ga_pending_end(fn, handles[i]);
		if (real[i] == GASNET_INVALID_HANDLE || !checked)
			handles[i] = real[i];
	}
	free(real);
	return rc;
}

int ga_pending_sync_nbi(const char *fn, int which, bool wait)
{
	int rc = GASNET_OK;

	ga_gasnet_check_nbi(fn);
	if (!ga_gasnet.ranks)
		rc = ga_gasnet_sync_nbi_frame(fn, which, wait);
	else if (!wait)
		ga_am_poll();
	if (rc == GASNET_OK)
		ga_pending_end_nbi(fn, which);
	return rc;
}
