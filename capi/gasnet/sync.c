/* gasnet/sync.c - completion. The plane's operations are complete when they return: only polling remains, as the specification promises. */
#include "message.h"
#include "frames.h"
#include "pending.h"

/* Whether every handle is that of a completed operation, as all of the plane's are, and checks are off. Polls first, if requested. In a job of several hosts Go polls, and has implicit operations. */
static inline bool complete(const gasnet_handle_t *handles, size_t n, bool poll)
{
	if (GA_UNLIKELY(ga_gasnet.checks) || GA_UNLIKELY(ga_gasnet.ranks == 0 && (n == 0 || poll || ga_gasnet.locals == 0)))
		return false;
	for (size_t i = 0; i < n; i++)
		if (GA_UNLIKELY(handles[i] != GASNET_INVALID_HANDLE))
			return false;
	if (poll)
		ga_am_poll();
	return true;
}

static __attribute__((noinline)) int sync_slowly(const char *fn, int what, gasnet_handle_t *handles, size_t n)
{
	return ga_gasnet.checks ? ga_pending_sync(fn, what, handles, n) : ga_gasnet_sync_frame(fn, what, handles, n);
}

static __attribute__((noinline)) int sync_nbi_slowly(const char *fn, int which, bool wait)
{
	return ga_gasnet.checks ? ga_pending_sync_nbi(fn, which, wait) : ga_gasnet_sync_nbi_frame(fn, which, wait);
}

#define SYNC_ONE(name, result, what, poll, answer)                             \
	result gasnet_##name(gasnet_handle_t handle)                           \
	{                                                                      \
		if (GA_LIKELY(complete(&handle, 1, poll)))                     \
			return answer(GASNET_OK);                              \
		return answer(sync_slowly("gasnet_" #name, what, &handle, 1)); \
	}

#define SYNC_LIST(name, result, what, poll, answer)                            \
	result gasnet_##name(gasnet_handle_t *handles, size_t n)               \
	{                                                                      \
		if (GA_LIKELY(complete(handles, n, poll)))                     \
			return answer(GASNET_OK);                              \
		return answer(sync_slowly("gasnet_" #name, what, handles, n)); \
	}

#define SYNC_NBI(name, result, which, wait, answer)                           \
	result gasnet_##name(void)                                            \
	{                                                                     \
		if (GA_LIKELY(complete(NULL, 0, !(wait))))                    \
			return answer(GASNET_OK);                             \
		return answer(sync_nbi_slowly("gasnet_" #name, which, wait)); \
	}

#define CODE(x) (x)
#define NOTHING(x) (void)(x)

SYNC_ONE(wait_syncnb, void, GA_GASNET_SYNC_WAIT_ALL, false, NOTHING)
SYNC_ONE(try_syncnb, int, GA_GASNET_SYNC_TRY_ALL, true, CODE)
SYNC_ONE(try_syncnb_nopoll, int, GA_GASNET_SYNC_PEEK_ALL, false, CODE)
SYNC_LIST(wait_syncnb_all, void, GA_GASNET_SYNC_WAIT_ALL, false, NOTHING)
SYNC_LIST(try_syncnb_all, int, GA_GASNET_SYNC_TRY_ALL, true, CODE)
SYNC_LIST(try_syncnb_all_nopoll, int, GA_GASNET_SYNC_PEEK_ALL, false, CODE)
SYNC_LIST(wait_syncnb_some, void, GA_GASNET_SYNC_WAIT_SOME, false, NOTHING)
SYNC_LIST(try_syncnb_some, int, GA_GASNET_SYNC_TRY_SOME, true, CODE)
SYNC_LIST(try_syncnb_some_nopoll, int, GA_GASNET_SYNC_PEEK_SOME, false, CODE)
SYNC_NBI(wait_syncnbi_gets, void, GA_GASNET_WHICH_GETS, true, NOTHING)
SYNC_NBI(wait_syncnbi_puts, void, GA_GASNET_WHICH_PUTS, true, NOTHING)
SYNC_NBI(wait_syncnbi_all, void, GA_GASNET_WHICH_ALL, true, NOTHING)
SYNC_NBI(try_syncnbi_gets, int, GA_GASNET_WHICH_GETS, false, CODE)
SYNC_NBI(try_syncnbi_puts, int, GA_GASNET_WHICH_PUTS, false, CODE)
SYNC_NBI(try_syncnbi_all, int, GA_GASNET_WHICH_ALL, false, CODE)

void gasnet_begin_nbi_accessregion(void)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_region("gasnet_begin_nbi_accessregion", true);
	if (GA_UNLIKELY(ga_gasnet.ranks == 0))
		ga_gasnet_region_frame("gasnet_begin_nbi_accessregion", false);
}

gasnet_handle_t gasnet_end_nbi_accessregion(void)
{
	gasnet_handle_t real = GASNET_INVALID_HANDLE;

	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_region("gasnet_end_nbi_accessregion", false);
	if (GA_UNLIKELY(ga_gasnet.ranks == 0))
		real = ga_gasnet_region_frame("gasnet_end_nbi_accessregion", true);
	return GA_UNLIKELY(ga_gasnet.checks) ? ga_pending_region(real) : real;
}
