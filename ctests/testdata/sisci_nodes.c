/* testdata/sisci_nodes.c - nodes with the ids of the arguments: each rank connects with a segment of the next one. */
#include "../gt_sisci.h"

int main(int argc, char **argv)
{
	sci_desc_t sd;
	sci_local_segment_t own;
	sci_remote_segment_t next;
	sci_map_t map, far;
	volatile unsigned int *here, *there;
	unsigned int node = 0;

	GT_OK(SCIInitialize(0, &gt_e));
	GT_BEGIN(gasnetgo_rank(), gasnetgo_size());
	if (argc != gt_n + 1)
		FATAL("%d arguments", argc);
	GT_OK(SCIGetLocalNodeId(0, &node, 0, &gt_e));
	CHECK(node == (unsigned int)atoi(argv[gt_me + 1]), "node %u", node);
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	own = gt_segment(sd, 1, sizeof *here);
	GT_OK(here = SCIMapLocalSegment(own, &map, 0, sizeof *here, NULL, 0, &gt_e));
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; gt_ns() < end; gt_sleep_ms(2)) {
		SCIConnectSegment(sd, &next, (unsigned int)atoi(argv[(gt_me + 1) % gt_n + 1]), 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e);
		if (gt_e != SCI_ERR_NO_SUCH_SEGMENT)
			break;
	}
	if (gt_e != SCI_ERR_OK)
		FATAL("%s", SCIGetErrorString(gt_e));
	GT_OK(there = SCIMapRemoteSegment(next, &far, 0, sizeof *there, NULL, 0, &gt_e));
	*there = 1;
	while (!*here)
		sched_yield();
	return GT_END(); /* and the library ends with the process */
}
