/* gasnet/barrier.c - barriers of ranks that share memory. gasnet/consensus.h has the rules.
 *
 * A rank that notifies leaves a word: phase, whether the barrier is anonymous, named or mismatched, its name. Up to FLAT ranks each rank reads
 * the words of all others: one line transfer, and no rank has to act for another. Beyond that, ranks are leaves of a tree: the last rank to reach
 * an inner node carries the consensus of all below it upwards, and the last rank of all notifies the rest.
 *
 * Two sets of words take turns: a rank that is one phase ahead does not touch what slower ones still read, and no rank can be two ahead. */
#include "message.h"
#include "consensus.h"
#include "frames.h"

#define FLAT 8u
#define LOOKS 4u /* naps before a check whether a rank has left */

#define PHASES 0xffffffu /* as many as the word counts */

/* phase << 40 | arrivals << 34 | consensus */
static inline uint64_t word_of(uint32_t phase, uint32_t arrivals, ga_consensus_t agreed)
{
	return (uint64_t)(phase & PHASES) << 40 | (uint64_t)arrivals << 34 | agreed;
}

static inline uint32_t phase_of(uint64_t word) { return (uint32_t)(word >> 40); }
static inline uint32_t arrivals_of(uint64_t word) { return (uint32_t)(word >> 34) & 0x3f; }
static inline ga_consensus_t consensus_of(uint64_t word) { return word & ((UINT64_C(1) << 34) - 1); }

/* The barrier of this rank that is under way, or the last one. */
static struct {
	uint32_t phase;
	uint32_t open; /* notified, and not waited for */
	uint32_t next; /* flat: first rank whose word has not been seen */
	ga_consensus_t agreed;
} now;

/* Adds to an inner node of the tree; whether all below it are there, and then what they say. */
static bool gather(struct ga_am_arrival *at, uint32_t members, ga_consensus_t *agreed)
{
	uint64_t old = __atomic_load_n(&at->word, __ATOMIC_RELAXED), word;
	ga_consensus_t all;
	uint32_t came;

	do {
		const bool begun = phase_of(old) == (now.phase & PHASES);

		came = 1 + (begun ? arrivals_of(old) : 0);
		all = begun ? ga_consensus_merge(*agreed, consensus_of(old)) : *agreed;
		word = word_of(now.phase, came, all);
	} while (!__atomic_compare_exchange_n(&at->word, &old, word, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	*agreed = all;
	return came == members;
}

/* Climbs from this rank's leaf. The inner node over ranks [first, first + FLAT * span) lies with its first rank at span 1, with the one after that at the
 * next, and so on: all exist, since there are more ranks than levels. */
static void climb(ga_consensus_t agreed)
{
	const uint32_t ranks = ga_gasnet.ranks, parity = now.phase & 1;
	uint32_t level = 0;

	for (uint32_t span = 1; span < ranks; span *= FLAT, level++) {
		const uint32_t first = ga_gasnet.me / (span * FLAT) * (span * FLAT), left = (ranks - first + span - 1) / span;
		const uint32_t members = left < FLAT ? left : FLAT;

		if (members > 1 && !gather(&ga_am_inbox(first + level)->gather[parity], members, &agreed))
			return;
	}
	__atomic_store_n(&ga_am_inbox(0)->release[parity].word, word_of(now.phase, 0, agreed), __ATOMIC_RELEASE);
	for (uint32_t r = 0; r < ranks; r++)
		ga_notify(ga_here(r));
}

void gasnet_barrier_notify(int id, int flags)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call("gasnet_barrier_notify");
	if (GA_UNLIKELY(ga_gasnet.ranks == 0)) {
		struct ga_gasnet_barrier_notify f = {
		    .head = {GA_OP_GASNET_BARRIER_NOTIFY, sizeof f, "gasnet_barrier_notify"}, .id = id, .flags = flags};

		ga_call(&f.head);
		return;
	}
	if (GA_UNLIKELY(now.open))
		ga_fatal(1, "gasnet_barrier_notify: called twice without gasnet_barrier_wait or a successful gasnet_barrier_try");
	now.phase++;
	now.next = 0;
	now.agreed = ga_consensus(id, flags);
	__atomic_store_n(&now.open, 1, __ATOMIC_RELEASE);
	if (ga_gasnet.ranks > FLAT) {
		climb(now.agreed);
		return;
	}
	__atomic_store_n(&ga_am_inbox(ga_gasnet.me)->arrival[now.phase & 1].word, word_of(now.phase, 0, now.agreed), __ATOMIC_RELEASE);
	for (uint32_t r = 0; r < ga_gasnet.ranks; r++)
		if (r != ga_gasnet.me)
			ga_notify(ga_here(r));
}

/* Whether all ranks have notified; then now says what they agree on. */
static bool all_there(void)
{
	const uint32_t parity = now.phase & 1, phase = now.phase & PHASES;
	uint64_t word;

	if (ga_gasnet.ranks > FLAT) {
		word = __atomic_load_n(&ga_am_inbox(0)->release[parity].word, __ATOMIC_ACQUIRE);
		if (phase_of(word) != phase)
			return false;
		now.agreed = consensus_of(word);
		return true;
	}
	for (; now.next < ga_gasnet.ranks; now.next++) {
		word = __atomic_load_n(&ga_am_inbox(now.next)->arrival[parity].word, __ATOMIC_ACQUIRE);
		if (phase_of(word) != phase)
			return false;
		now.agreed = ga_consensus_merge(now.agreed, consensus_of(word));
	}
	return true;
}

/* Waits for a rank that has called gasnet_exit and will not come: those that end the job need not wait for this one. */
static void note_stuck(void)
{
	if (ga_gasnet.ranks <= FLAT && __atomic_load_n(&ga_am_inbox(now.next)->exit, __ATOMIC_ACQUIRE) && !all_there())
		__atomic_store_n(&ga_am_inbox(ga_gasnet.me)->stuck, 1, __ATOMIC_RELEASE);
}

/* The barrier is over: its result for a wait with this name and these flags. */
static int outcome(int id, int flags)
{
	__atomic_store_n(&now.open, 0, __ATOMIC_RELEASE);
	return ga_consensus_outcome(now.agreed, id, flags);
}

/* False while there is no plane; ends the job if there is nothing to wait for. */
static inline bool begin(const char *fn)
{
	if (GA_UNLIKELY(ga_gasnet.ranks == 0))
		return false;
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
	if (GA_UNLIKELY(!__atomic_load_n(&now.open, __ATOMIC_ACQUIRE)))
		ga_fatal(1, "%s: called without gasnet_barrier_notify before it", fn);
	return true;
}

int gasnet_barrier_try(int id, int flags)
{
	ga_coll_progress();
	if (!begin("gasnet_barrier_try"))
		return ga_gasnet_barrier_frame("gasnet_barrier_try", id, flags, false);
	ga_am_poll();
	if (all_there())
		return outcome(id, flags);
	ga_gasnet_fruitless();
	return GASNET_ERR_NOT_READY;
}

int gasnet_barrier_wait(int id, int flags)
{
	struct ga_wait w;

	if (!begin("gasnet_barrier_wait"))
		return ga_gasnet_barrier_frame("gasnet_barrier_wait", id, flags, true);
	w = ga_gasnet_wait();
	w.wants = GA_WANTS_NO_DATA;
	while (!all_there()) {
		ga_gasnet_step(&w);
		if (GA_UNLIKELY(w.armed && w.naps > LOOKS))
			note_stuck();
	}
	ga_am_poll();
	return outcome(id, flags);
}

int gasnet_barrier(int id, int flags)
{
	gasnet_barrier_notify(id, flags);
	return gasnet_barrier_wait(id, flags);
}

int gasnet_barrier_result(int *id)
{
	if (GA_UNLIKELY(ga_gasnet.ranks == 0)) {
		struct ga_gasnet_barrier_result f = {.head = {GA_OP_GASNET_BARRIER_RESULT, sizeof f, "gasnet_barrier_result"}, .id = id};

		ga_call(&f.head);
		return f.anonymous;
	}
	return ga_consensus_result(now.agreed, id);
}
