/* shmem/unseen.c - small broadcasts of which two ranks have each been the root: neither receives anything, so neither learns of it in the call.
 *
 * The next call on the group would tell, but a barrier of all PEs is no such call. After one, a rank compares its record of the broadcast with that of the next rank: with
 * two roots, two ranks that are neighbors differ. That costs a line of another core, so of many such barriers only some do it; all ranks count alike. */
#include "plane.h"

#include "group.h"
#include "live.h"

enum { FIRST = 256, LATER = 16 }; /* all of the first, then one in so many */

bool ga_shmem_unseen;

static struct ga_group group;
static uint64_t number, what; /* of the call */
static uint32_t broadcasts;

void ga_shmem_note_unseen(const struct ga_group *g)
{
	const uint32_t n = broadcasts++;

	ga_shmem_unseen = n < FIRST || n % LATER == 0;
	if (!ga_shmem_unseen)
		return;
	group = *g;
	number = ga_slot(g, g->me)->calls;
	what = ga_slot(g, g->me)->call[number % GA_CALLS].what;
}

void ga_shmem_compare_unseen(void)
{
	const struct ga_slot *mine = ga_slot(&group, group.me);
	const struct ga_slot *theirs = ga_slot(&group, (group.me + 1) % group.size);
	const struct ga_call *here = &mine->call[number % GA_CALLS], *there = &theirs->call[number % GA_CALLS];

	ga_shmem_unseen = false;
	if (here->what != what) /* later calls have published, or the slot is another team's */
		return;
	const uint64_t other = __atomic_load_n(&there->what, __ATOMIC_ACQUIRE);

	if (other != what && other >> GA_CALL_SHIFT == what >> GA_CALL_SHIFT)
		ga_group_mismatch(&group, (group.me + 1) % group.size);
}
