/* Prints the largest segment that a rank may have, and the host's memory. */
#define GASNET_SEQ 1
#include <gasnet.h>

int main(int argc, char **argv)
{
	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0) != GASNET_OK)
		return 1;
	printf("%" PRIuPTR " of %" PRIu64 "\n", gasnet_getMaxLocalSegmentSize(), gasneti_getPhysMemSz(1));
	fflush(stdout);
	gasnet_exit(0);
}
