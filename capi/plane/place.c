/* plane/place.c - placement of ranks on cores. See place.h. */
#define _GNU_SOURCE
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "plane.h"
#include "wait.h"

#define LOOKS 256u     /* steps of waits between two looks while a core is shared */
#define PAUSE_US 500u  /* between two moves in a job: two ranks that see each other must not both go */
#define THREAD_BITS 32 /* of a claim: thread << 32 | core + 1 */
#define STAT_CORE 39   /* field of /proc/PID/stat */

static uint32_t spins; /* ga_spins while no core is shared */

void ga_place_setup(uint32_t spins_wanted) { spins = spins_wanted; }

static uint32_t thread_id(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local uint32_t id;

	if (!id)
		id = (uint32_t)syscall(SYS_gettid);
	return id;
}

static uint64_t claim_of(uint32_t core) { return (uint64_t)thread_id() << THREAD_BITS | (core + 1); }

static void claim(uint32_t core)
{
	uint64_t *mine = &ga_local(ga_plane.local_rank)->claim.v;

	if (__atomic_load_n(mine, __ATOMIC_RELAXED) != claim_of(core))
		__atomic_store_n(mine, claim_of(core), __ATOMIC_RELAXED);
}

/* Whether a rank's thread would run on this core if it could. True where the kernel does not say. */
static bool is_there(const struct ga_rank_block *r, uint64_t what, uint32_t core)
{
	char path[64], text[1024], *at, *save;
	int fd, field;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/task/%u/stat", r->pid, (uint32_t)(what >> THREAD_BITS));
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return errno != ENOENT; /* the thread may have ended */
	n = read(fd, text, sizeof text - 1);
	close(fd);
	if (n <= 0)
		return true;
	text[n] = 0;
	if (!(at = strrchr(text, ')'))) /* the name of a program may contain anything */
		return true;
	for (field = 3, at = strtok_r(at + 1, " ", &save); at && field < STAT_CORE; field++, at = strtok_r(NULL, " ", &save))
		if (field == 3 && *at != 'R')
			return false;
	return at && strtoul(at, NULL, 10) == core;
}

/* Another rank that is on this core. */
static bool shared_with_another(uint32_t core)
{
	for (uint32_t l = 0; l < ga_plane.local_size; l++) {
		const struct ga_rank_block *b = ga_local(l);
		const uint64_t what = __atomic_load_n(&b->claim.v, __ATOMIC_RELAXED);

		if (l != ga_plane.local_rank && (uint32_t)what == core + 1 && !__atomic_load_n(&b->gone, __ATOMIC_RELAXED) && is_there(b, what, core))
			return true;
	}
	return false;
}

/* Whether it is this rank's turn to move. */
static bool may_move(void)
{
	uint32_t *last = &ga_plane.node->moved.v, before = __atomic_load_n(last, __ATOMIC_RELAXED);
	const uint32_t now = ga_now_us();

	return now - before > PAUSE_US && __atomic_compare_exchange_n(last, &before, now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Leaves this core for one that no rank has, if this thread may use one. */
static bool move_from(uint32_t core)
{
	cpu_set_t all, others;

	if (sched_getaffinity(0, sizeof all, &all) != 0)
		return false;
	others = all;
	CPU_CLR(core, &others);
	for (uint32_t l = 0; l < ga_plane.local_size; l++) {
		const uint32_t theirs = (uint32_t)__atomic_load_n(&ga_local(l)->claim.v, __ATOMIC_RELAXED);
		if (l != ga_plane.local_rank && theirs != 0)
			CPU_CLR(theirs - 1, &others);
	}
	if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0)
		return false;
	sched_setaffinity(0, sizeof all, &all);
	return true;
}

void ga_place_look(void)
{
	const int before = errno, at = sched_getcpu();
	bool shared = false;

	if (spins == 0 || at < 0 || at >= CPU_SETSIZE)
		return;
	claim((uint32_t)at);
	if (shared_with_another((uint32_t)at)) {
		shared = true;
		if (may_move() && move_from((uint32_t)at)) {
			claim((uint32_t)sched_getcpu());
			shared = false;
		}
	}
	ga_spins = shared ? 0 : spins;
	errno = before;
}

void ga_place_shared(void)
{
	static uint32_t steps;

	if (spins != 0 && __atomic_fetch_add(&steps, 1, __ATOMIC_RELAXED) % LOOKS == 0)
		ga_place_look();
}
