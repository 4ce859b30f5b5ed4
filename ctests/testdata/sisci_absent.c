/* testdata/sisci_absent.c - where there is no SISCI: every call says so, and none waits. */
#include "../gt.h"

#include <sisci_api.h>

int main(void)
{
	sci_desc_t sd = NULL;
	sci_local_segment_t own = NULL;
	sci_remote_segment_t remote = NULL;
	sci_map_t map = NULL;
	sci_error_t e;
	unsigned int n = 0;
	char bytes[8];

#define SAYS(call)                                                                        \
	do {                                                                              \
		e = SCI_ERR_OK;                                                           \
		call;                                                                     \
		CHECK(e == SCI_ERR_NOT_SUPPORTED, "%s: %s", #call, SCIGetErrorString(e)); \
	} while (0)
	SAYS(SCIInitialize(0, &e));
	SAYS(SCIOpen(&sd, 0, &e));
	SAYS(SCICreateSegment(sd, &own, 1, 64, NULL, NULL, 0, &e));
	SAYS(SCIConnectSegment(sd, &remote, 4, 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &e));
	SAYS(SCIMapLocalSegment(own, &map, 0, 64, NULL, 0, &e));
	SAYS(SCIWaitForInterrupt(NULL, SCI_INFINITE_TIMEOUT, 0, &e));
	SAYS(SCIGetLocalNodeId(0, &n, 0, &e));
	SAYS(SCIMemCopy(bytes, map, 0, 8, 0, &e));
	SAYS(SCICheckSequence(NULL, 0, &e));
	SAYS(SCIUnmapSegment(map, 0, &e));
	SAYS(SCIClose(sd, 0, &e));
	CHECK(sd == NULL && own == NULL && remote == NULL, "a handle");
	SCITerminate();
	if (gt_errs == 0)
		puts("says so");
	return gt_end();
}
