/* testdata/sisci_plain.c - on hosts of two ranks and one: maps of the own host are memory; rank 0 then stores plainly to one of the other host, or, with the argument load, loads from it. The
 * others go on. */
#include "../gt_sisci.h"

int main(int argc, char **argv)
{
	sci_desc_t sd;
	sci_map_t map;
	sci_remote_segment_t remote;
	sci_error_t status;
	volatile char *at;
	char byte = 9;

	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	gt_segment(sd, 5, 100);
	gt_barrier();
	if (gt_me == 0) {
		GT_OK(at = SCIMapRemoteSegment(gt_connect(sd, 1, 5), &map, 0, 100, NULL, 0, &gt_e));
		at[3] = 5;
		CHECK(at[3] == 5, "%d", at[3]);
		GT_OK(at = SCIMapRemoteSegment(gt_connect(sd, 2, 5), &map, 10, 90, NULL, 0, &gt_e));
		GT_OK(SCIMemCopy(&byte, map, 3, 1, 0, &gt_e));
		gt_barrier();
		if (argc > 1 && strcmp(argv[1], "load") == 0)
			byte = at[3];
		else
			at[3] = 5;
		return byte;
	}
	remote = gt_connect(sd, 0, 5);
	gt_barrier();
	CHECK(SCIWaitForRemoteSegmentEvent(remote, &status, GT_WAIT_MS, 0, &gt_e) == SCI_CB_LOST, "%s", SCIGetErrorString(gt_e));
	if (gt_errs == 0)
		puts("goes on");
	return gt_errs != 0;
}
