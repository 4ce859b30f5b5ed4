/* consensus.c - gasnet/consensus.h, asked by a test: for each line "id flags id flags", of two nodes that notify and one that waits as the second, prints kind and
 * id of what the two say together, the outcome for the second, and whether the phase has no name. */
#include "gasnet/consensus.h"

#include <stdio.h>

int main(void)
{
	int id, flags, other, other_flags;

	while (scanf("%d %d %d %d", &id, &flags, &other, &other_flags) == 4) {
		const ga_consensus_t first = ga_consensus(id, flags), both = ga_consensus_merge(first, ga_consensus(other, other_flags));
		int name = 0, unnamed = ga_consensus_result(both, &name);

		printf("%u %d %d %d\n", ga_consensus_kind(both), name, ga_consensus_outcome(first, other, other_flags), unnamed);
	}
	return 0;
}
