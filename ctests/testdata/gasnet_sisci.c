/* A program that uses SISCI, and GASNet over the same node: GASNETGO_GASNET_CONDUIT=sci. An argument is the id of the segment that each rank makes before gasnet_attach: those that the
 * conduit has make it fail. */
#include "../gt_gasnet.h"

#include <sisci_api.h>

#define SCI_OK(call)                                                     \
	do {                                                             \
		call;                                                    \
		if (error != SCI_ERR_OK)                                 \
			FATAL("%s: error 0x%x", #call, (unsigned)error); \
	} while (0)

enum { BYTES = 64 };

int main(int argc, char **argv)
{
	const unsigned id = argc > 1 ? (unsigned)atoi(argv[1]) : 1000000u;
	sci_desc_t sd;
	sci_local_segment_t own;
	sci_remote_segment_t remote;
	sci_map_t own_map, map;
	sci_error_t error;
	volatile int *here, *there;
	unsigned node;
	int value;

	SCI_OK(SCIInitialize(0, &error));
	SCI_OK(SCIOpen(&sd, 0, &error));
	SCI_OK(SCICreateSegment(sd, &own, id, BYTES, NULL, NULL, 0, &error));
	gt_attach(&argc, &argv, NULL, 0, GASNET_PAGESIZE);
	SCI_OK(SCIPrepareSegment(own, 0, 0, &error));
	SCI_OK(SCISetSegmentAvailable(own, 0, 0, &error));
	SCI_OK(here = SCIMapLocalSegment(own, &own_map, 0, BYTES, NULL, 0, &error));
	*here = -1;
	gt_barrier();
	node = 4u * (unsigned)((gt_me + 1) % gt_n + 1);
	SCI_OK(SCIConnectSegment(sd, &remote, node, id, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &error));
	SCI_OK(there = SCIMapRemoteSegment(remote, &map, 0, BYTES, NULL, 0, &error));
	for (int i = 0; i < 200; i++) {
		const int to = (gt_me + 1) % gt_n, before = (gt_me + gt_n - 1) % gt_n;

		*there = 1000 * i + gt_me;
		gasnet_put_val((gasnet_node_t)to, gt_segments[to].addr, (gasnet_register_value_t)(2000 * i + gt_me), sizeof(int));
		gt_barrier();
		CHECK(*here == 1000 * i + before, "round %d: %d by SISCI", i, *here);
		memcpy(&value, gt_segments[gt_me].addr, sizeof value);
		CHECK(value == 2000 * i + before, "round %d: %d by GASNet", i, value);
		gt_barrier();
	}
	SCI_OK(SCIUnmapSegment(map, 0, &error));
	SCI_OK(SCIDisconnectSegment(remote, 0, &error));
	gt_barrier();
	SCITerminate(); /* GASNet's part of the node stays */
	gasnet_put_val((gasnet_node_t)((gt_me + 1) % gt_n), gt_segments[(gt_me + 1) % gt_n].addr, 77, sizeof(int));
	gt_barrier();
	memcpy(&value, gt_segments[gt_me].addr, sizeof value);
	CHECK(value == 77, "%d after SCITerminate", value);
	MSG0("done");
	gt_leave();
	return 0;
}
