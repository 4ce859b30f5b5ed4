/* gasnet/hsl.c - handler-safe locks. Handlers run in calls that poll and never in between, so a lock is a lock; without threads it only keeps count. */
#include "check.h"
#include "tools/client.h"

#include <gasnet_tools.h>

#include "../../sim/host/host.h"
#include "../runtime/tsan.h"

enum { FREE, TAKEN, WAITED };

#define SPINS 200
#define SLEEP_NS 100000000u

void gasnet_hsl_init(gasnet_hsl_t *hsl)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_life("gasnet_hsl_init", hsl, true);
	*hsl = (gasnet_hsl_t){.gasneti_flags = GASNETI_HSL_DYNAMIC};
}

void gasnet_hsl_destroy(gasnet_hsl_t *hsl)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_life("gasnet_hsl_destroy", hsl, false);
	if (__atomic_load_n(&hsl->gasneti_lock, __ATOMIC_RELAXED) != FREE)
		ga_fatal(1, "gasnet_hsl_destroy: hsl = %p: it is held", (void *)hsl);
	hsl->gasneti_flags = GASNETI_HSL_DESTROYED;
}

static void lock_slowly(gasnet_hsl_t *hsl)
{
	if (ga_simulated ? !ga_sim_has_threads() : !ga_gasnet.size || !ga_gasnet.threads)
		ga_fatal(1, "gasnet_hsl_lock: hsl = %p: it is held, and without threads no other thread can release it", (void *)hsl);
	for (int i = 0; i < SPINS && !ga_gasnet.block; i++) {
		uint32_t free = FREE;

		if (__atomic_load_n(&hsl->gasneti_lock, __ATOMIC_RELAXED) == FREE &&
		    __atomic_compare_exchange_n(&hsl->gasneti_lock, &free, TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return;
		ga_relax();
	}
	while (__atomic_exchange_n(&hsl->gasneti_lock, WAITED, __ATOMIC_ACQUIRE) != FREE)
		ga_futex_wait(&hsl->gasneti_lock, WAITED, SLEEP_NS);
}

static void check_before(const char *fn, const gasnet_hsl_t *hsl)
{
	ga_gasnet_check_life(fn, hsl, false);
	ga_gasnet_check_own(fn, hsl);
}

static void check_taken(const char *fn, gasnet_hsl_t *hsl)
{
	ga_gasnet_check_lock(fn, hsl, true);
	hsl->gasneti_since = gasnett_ticks_now();
}

void gasnet_hsl_lock(gasnet_hsl_t *hsl)
{
	uint32_t free = FREE;

	if (GA_UNLIKELY(ga_gasnet.checks))
		check_before("gasnet_hsl_lock", hsl);
	if (GA_UNLIKELY(!__atomic_compare_exchange_n(&hsl->gasneti_lock, &free, TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)))
		lock_slowly(hsl);
	ga_tsan_acquired(hsl);
	if (GA_UNLIKELY(ga_gasnet.checks))
		check_taken("gasnet_hsl_lock", hsl);
}

int gasnet_hsl_trylock(gasnet_hsl_t *hsl)
{
	uint32_t free = FREE;

	if (GA_UNLIKELY(ga_gasnet.checks))
		check_before("gasnet_hsl_trylock", hsl);
	if (!__atomic_compare_exchange_n(&hsl->gasneti_lock, &free, TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return GASNET_ERR_NOT_READY;
	ga_tsan_acquired(hsl);
	if (GA_UNLIKELY(ga_gasnet.checks))
		check_taken("gasnet_hsl_trylock", hsl);
	return GASNET_OK;
}

void gasnet_hsl_unlock(gasnet_hsl_t *hsl)
{
	if (GA_UNLIKELY(ga_gasnet.checks)) {
		ga_gasnet_check_life("gasnet_hsl_unlock", hsl, false);
		ga_gasnet_check_lock("gasnet_hsl_unlock", hsl, false);
		ga_gasnet_check_held(hsl);
	}
	ga_tsan_releases(hsl);
	switch (__atomic_exchange_n(&hsl->gasneti_lock, FREE, __ATOMIC_RELEASE)) {
	case WAITED: ga_futex_wake(&hsl->gasneti_lock, 1); break;
	case FREE: ga_fatal(1, "gasnet_hsl_unlock: hsl = %p: it is not held", (void *)hsl);
	}
}

void gasnet_hold_interrupts(void)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_hold("gasnet_hold_interrupts", true);
}

void gasnet_resume_interrupts(void)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_hold("gasnet_resume_interrupts", false);
}
