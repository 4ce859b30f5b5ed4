/* Lines in pieces, with other ranks between. */
#include <stdio.h>
#include <unistd.h>

#include "world.h"

int main(void)
{
	const int me = world_rank();

	for (int i = 0; i < 5; i++) {
		printf("rank %d: whole ", me);
		world_barrier();
		fputs("line in ", stdout);
		fflush(stdout);
		world_barrier();
		printf("pieces %d\n", i);
	}
	fprintf(stderr, "complaint ");
	world_barrier();
	fprintf(stderr, "of %d\n", me);
	printf("last without end %d", me);
	fclose(stdout);
	return 0;
}
