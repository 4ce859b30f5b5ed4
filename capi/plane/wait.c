/* plane/wait.c - the slow half of waiting: spin time, then naps on the doorbell. Protocol: wait.h. */
#define _GNU_SOURCE
#include "wait.h"

#include <limits.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "place.h"
#include "plane.h"

#define YIELDS 64u           /* of a rank that does not spin, before the first nap: one scheduling round of a well-filled core */
#define FIRST_NAP_NS 50000u  /* about what waking across cores costs */
#define LAST_NAP_NS 4000000u /* bounds how late a store that rings no bell is seen */
#define LAST_NAP_NO_MEMBARRIER_NS 500000u

#define CLOCK_LOOKS 32u   /* between two looks at the clock */
#define LEAST_SPIN 1000u  /* us */
#define MOST_SPIN 10000u  /* us: beyond it a rank that waits is not to burn a core */
#define THREADS_SPIN 200u /* us, while several threads of this rank wait: one of them may be what the others wait for */
#define WAKE_UPS 8u       /* spin time in costs of a wake-up */
#define SECOND 1000000u   /* us */

static bool have_membarrier;
static uint32_t most_looks = UINT32_MAX; /* GASNETGO_SPIN */
static uint32_t spin_time = LEAST_SPIN;
static uint32_t price;   /* us from ring to answer, a moving mean; racy among threads, which does not matter */
static uint32_t threads; /* that have waited here */

/* While the process has one thread this is free; later the kernel would wait some 10 ms for every core. */
__attribute__((constructor(101))) static void register_membarrier(void)
{
	have_membarrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
}

void ga_wait_setup(int64_t looks, bool oversubscribed)
{
	most_looks = looks < 0 ? UINT32_MAX : (uint32_t)looks;
	ga_spins = looks >= 0 && looks < GA_DEFAULT_SPINS ? (uint32_t)looks : looks < 0 && oversubscribed ? 0 : GA_DEFAULT_SPINS;
	ga_place_setup(ga_spins);
}

void ga_wait_oversubscribed(void)
{
	if (most_looks == UINT32_MAX)
		ga_wait_setup(-1, true);
}

void ga_ring(struct ga_rank_block *r)
{
	/* The writer that clears the flag rings; the sleeper sets it again before its next nap. */
	if (!__atomic_exchange_n(&r->sleeping, 0, __ATOMIC_SEQ_CST))
		return;
	__atomic_store_n(&r->bell.rung, ga_now_us(), __ATOMIC_RELAXED);
	__atomic_fetch_add(&r->bell.v, 1, __ATOMIC_SEQ_CST);
	ga_futex_wake(&r->bell.v, INT_MAX);
}

/* Learns what a wake-up costs on this machine, in this hour. */
static void learn(const struct ga_rank_block *me)
{
	const uint32_t rung = __atomic_load_n(&me->bell.rung, __ATOMIC_RELAXED), took = ga_now_us() - rung;

	if (rung == 0 || took > SECOND)
		return;
	price = price == 0 ? took : price - price / 4 + took / 4;
	spin_time = price * WAKE_UPS < LEAST_SPIN ? LEAST_SPIN : price * WAKE_UPS > MOST_SPIN ? MOST_SPIN : price * WAKE_UPS;
}

static void nap(struct ga_wait *w)
{
	struct ga_rank_block *me = ga_local(ga_plane.local_rank);
	uint64_t ns = FIRST_NAP_NS;
	const uint64_t last = have_membarrier ? LAST_NAP_NS : LAST_NAP_NO_MEMBARRIER_NS;

	for (uint32_t i = 0; i < w->naps && ns < last; i++)
		ns *= 2;
	w->armed = 0;
	w->naps++;
	if (!ga_futex_wait(&me->bell.v, w->bell, ns) || __atomic_load_n(&me->bell.v, __ATOMIC_RELAXED) == w->bell)
		return;
	learn(me);
	if (!w->polite && ga_spins) { /* the rank that rang is running, so the rest may come soon: spin again */
		w->tired = 0;
		w->since = 0;
	}
}

static uint32_t longest(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local bool known;

	if (GA_UNLIKELY(!known)) {
		known = true;
		__atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
	}
	return __atomic_load_n(&threads, __ATOMIC_RELAXED) > 1 ? THREADS_SPIN : spin_time;
}

bool ga_wait_spin(struct ga_wait *w)
{
	uint32_t now;

	if (w->tired)
		return false;
	w->steps++;
	if (GA_UNLIKELY(!ga_spins || w->polite)) {
		sched_yield();
		if (!w->polite)
			ga_place_shared();
		return w->steps < YIELDS || !(w->tired = 1);
	}
	ga_relax();
	if (w->steps % CLOCK_LOOKS != 0)
		return w->steps < most_looks || !(w->tired = 1);
	now = ga_now_us() | 1;
	if (w->since == 0)
		w->since = w->placed = now;
	if (now - w->placed >= GA_PLACE_EVERY_US) {
		w->placed = now;
		ga_place_look();
	}
	if (w->steps >= most_looks || (most_looks == UINT32_MAX && now - w->since > longest()))
		w->tired = 1;
	return !w->tired;
}

void ga_polled_long(void)
{
	if (ga_plane.local_size <= 1 || ga_forked)
		return;
	ga_place_look();
	if (!ga_spins)
		sched_yield();
}

void ga_wait_slow(struct ga_wait *w)
{
	struct ga_rank_block *me = ga_local(ga_plane.local_rank);

	if (w->armed) {
		nap(w);
		return;
	}
	if (ga_wait_spin(w))
		return;
	w->bell = __atomic_load_n(&me->bell.v, __ATOMIC_ACQUIRE);
	__atomic_fetch_or(&me->sleeping, w->wants == GA_WANTS_NO_DATA ? GA_ASLEEP : GA_ASLEEP_ON_DATA, __ATOMIC_SEQ_CST);
	if (have_membarrier)
		syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
	w->armed = 1;
}
