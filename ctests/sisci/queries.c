/* sisci/queries.c - queries, probes, texts of codes, and what is not there. */
#include "../gt_sisci.h"

static sci_desc_t sd;

static unsigned int adapter(unsigned int number, unsigned int what, sci_error_t *e)
{
	unsigned int value = 0xdead;
	sci_query_adapter_t q = {.localAdapterNo = number, .portNo = 99, .subcommand = what};

	q.data = &value;
	SCIQuery(SCI_Q_ADAPTER, &q, 0, e);
	return value;
}

static void adapters(void)
{
	static const unsigned int ones[] = {SCI_Q_ADAPTER_CONFIGURED,  SCI_Q_ADAPTER_LINK_OPERATIONAL,   SCI_Q_ADAPTER_HW_LINK_STATUS_IS_OK,
	                                    SCI_Q_ADAPTER_FIRMWARE_OK, SCI_Q_ADAPTER_DMA_SIZE_ALIGNMENT, SCI_Q_ADAPTER_DMA_OFFSET_ALIGNMENT};
	unsigned int n = 0;

	CHECK(adapter(0, SCI_Q_ADAPTER_NODEID, &gt_e) == gt_node(gt_me) && gt_e == SCI_ERR_OK, "%#x", gt_e);
	for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
		CHECK(adapter(0, ones[i], &gt_e) == 1 && gt_e == SCI_ERR_OK, "query %u: %#x", ones[i], gt_e);
	CHECK(adapter(0, SCI_Q_ADAPTER_DMA_MTU, &gt_e) >= 512 << 10, "%#x", gt_e);
	CHECK(adapter(0, SCI_Q_ADAPTER_STREAM_BUFFER_SIZE, &gt_e) == 64, "%#x", gt_e);
	GT_CODE(adapter(0, SCI_Q_ADAPTER_SERIAL_NUMBER, &gt_e), SCI_ERR_NOT_AVAILABLE);
	GT_CODE(adapter(0, 999, &gt_e), SCI_ERR_ILLEGAL_QUERY);
	GT_CODE(adapter(1, SCI_Q_ADAPTER_NODEID, &gt_e), SCI_ERR_NO_SUCH_ADAPTERNO);
	GT_CODE(adapter(16, SCI_Q_ADAPTER_NODEID, &gt_e), SCI_ERR_ILLEGAL_ADAPTERNO);
	GT_CODE(SCIQuery(SCI_Q_ADAPTER, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIQuery(77, &n, 0, &gt_e), SCI_ERR_ILLEGAL_QUERY);
	GT_OK(SCIGetLocalNodeId(0, &n, 0, &gt_e));
	CHECK(n == gt_node(gt_me), "%u", n);
	GT_CODE(SCIGetLocalNodeId(2, &n, 0, &gt_e), SCI_ERR_NO_SUCH_ADAPTERNO);
	GT_CODE(SCIGetLocalNodeId(0, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
}

static void others(void)
{
	char text[100], small[4];
	sci_query_string_t s = {text, sizeof text};
	unsigned int value = 99;
	sci_query_system_t system = {SCI_Q_SYSTEM_WRITE_POSTING_ENABLED, NULL};
	sci_local_segment_t own = gt_segment(sd, 1, 64);
	sci_remote_segment_t remote = gt_connect(sd, (gt_me + 1) % gt_n, 1);
	sci_query_local_segment_t local = {own, SCI_Q_LOCAL_SEGMENT_IOADDR, {0}};
	sci_query_remote_segment_t far = {remote, SCI_Q_REMOTE_SEGMENT_IOADDR, {0}};
	sci_query_map_t map = {NULL, SCI_Q_MAP_MAPPED_TO_LOCAL_TARGET, 99};

	GT_OK(SCIQuery(SCI_Q_VENDORID, &s, 0, &gt_e));
	CHECK(strcmp(text, "gasnetgo") == 0, "%s", text);
	GT_OK(SCIQuery(SCI_Q_API, &s, 0, &gt_e));
	CHECK(strncmp(text, "SISCI", 5) == 0, "%s", text);
	s = (sci_query_string_t){small, sizeof small};
	GT_OK(SCIQuery(SCI_Q_VENDORID, &s, 0, &gt_e));
	CHECK(strcmp(small, "gas") == 0, "%s", small);
	GT_CODE(SCIQuery(SCI_Q_SYSTEM, &system, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	system.data = &value;
	GT_OK(SCIQuery(SCI_Q_SYSTEM, &system, 0, &gt_e));
	CHECK(value == HOSTBRIDGE_WRITE_POSTING_ENABLED, "%u", value);
	GT_CODE(SCIQuery(SCI_Q_LOCAL_SEGMENT, &local, 0, &gt_e), SCI_ERR_NOT_AVAILABLE);
	GT_CODE(SCIQuery(SCI_Q_REMOTE_SEGMENT, &far, 0, &gt_e), SCI_ERR_NOT_AVAILABLE);
	GT_CODE(SCIQuery(SCI_Q_MAP, &map, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_OK(SCIMapRemoteSegment(remote, &map.map, 0, 64, NULL, 0, &gt_e));
	GT_OK(SCIQuery(SCI_Q_MAP, &map, 0, &gt_e));
	CHECK(map.data == (gt_n == 1), "%u", map.data);
	GT_OK(SCIUnmapSegment(map.map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
}

static void nodes(void)
{
	sci_remote_segment_t s = NULL;

	for (int r = 0; r < gt_n; r++)
		CHECK(SCIProbeNode(sd, 0, gt_node(r), 0, &gt_e) == 1 && gt_e == SCI_ERR_OK, "rank %d: %#x", r, gt_e);
	CHECK(SCIProbeNode(sd, 0, 40000, 0, &gt_e) == 0 && gt_e == SCI_ERR_NO_SUCH_NODEID, "%#x", gt_e);
	CHECK(SCIProbeNode(sd, 0, 1 << 20, 0, &gt_e) == 0 && gt_e == SCI_ERR_ILLEGAL_NODEID, "%#x", gt_e);
	CHECK(SCIProbeNode(sd, 1, gt_node(0), 0, &gt_e) == 0 && gt_e == SCI_ERR_NO_SUCH_ADAPTERNO, "%#x", gt_e);
	GT_CODE(SCIConnectSegment(sd, &s, 40000, 1, 0, NULL, NULL, 0, 0, &gt_e), SCI_ERR_NO_SUCH_NODEID);
	GT_CODE(SCIConnectSegment(sd, &s, gt_node(0), 1, 3, NULL, NULL, 0, 0, &gt_e), SCI_ERR_NO_SUCH_ADAPTERNO);
	GT_CODE(SCIConnectSegment(sd, NULL, gt_node(0), 1, 0, NULL, NULL, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIConnectSegment(sd, &s, SCI_LOCAL_HOST, 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, SCI_FLAG_USE_CALLBACK, &gt_e),
	        SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIConnectSegment(sd, &s, SCI_LOCAL_HOST, 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, SCI_FLAG_BROADCAST, &gt_e),
	        SCI_ERR_FLAG_NOT_IMPLEMENTED);
	GT_CODE(SCIConnectSegment(sd, &s, SCI_LOCAL_HOST, 0x77777777, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e), SCI_ERR_NO_SUCH_SEGMENT);
	CHECK(s == NULL, "a handle");
}

static void absent(void)
{
	sci_address_t a = {0, 0, 0};
	unsigned int n;

	GT_CODE(SCIGetCSRRegister(sd, 0, 4, 0, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCISetCSRRegister(sd, 0, 4, 0, 0, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIGetLocalCSR(sd, 0, 0, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCISetLocalCSR(sd, 0, 0, 0, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIAttachPhysicalMemory(0, NULL, 0, 64, NULL, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIConnectSCISpace(sd, 0, NULL, a, 64, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIRegisterInterruptFlag(0, NULL, NULL, 0, NULL, NULL, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIEnableConditionalInterrupt(NULL, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIDisableConditionalInterrupt(NULL, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
	GT_CODE(SCIGetConditionalInterruptTrigCounter(NULL, &n, 0, &gt_e), SCI_ERR_NOT_IMPLEMENTED);
}

static void texts(void)
{
	const char *busy = SCIGetErrorString(SCI_ERR_BUSY);

	CHECK(strncmp(busy, "SCI_ERR_BUSY: ", 14) == 0 && strlen(busy) > 20, "%s", busy);
	CHECK(busy == SCIGetErrorString(SCI_ERR_BUSY), "another text");
	CHECK(strncmp(SCIGetErrorString(SCI_ERR_OK), "SCI_ERR_OK", 10) == 0, "%s", SCIGetErrorString(SCI_ERR_OK));
	CHECK(strstr(SCIGetErrorString((sci_error_t)0x1234), "0x1234") != NULL, "%s", SCIGetErrorString((sci_error_t)0x1234));
	for (int code = 0; code < 1000; code++) /* more than are kept */
		CHECK(*SCIGetErrorString((sci_error_t)(0x40000800 + code)) != 0, "no text of %d", code);
	SCIFlush(NULL, 0);
	SCIFlushReadBuffers(NULL);
}

/* Handles of other kinds, numbers and addresses that are no handles: a code, and no crash. */
static void foreign(void)
{
	void *const wrong[] = {NULL, sd, &sd, (void *)1, (void *)-1, (void *)0x7fff00000204};
	unsigned int n = 8;
	char byte[8];

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		void *h = wrong[i];

		GT_CODE(SCIRemoveSegment(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIPrepareSegment(h, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIUnmapSegment(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIDisconnectSegment(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIRemoveSequence(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCICheckSequence(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIMemCpy(h, byte, h, 0, 8, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIMemCopy(byte, h, 0, 8, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIRemoveDMAQueue(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIWaitForInterrupt(h, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIWaitForDataInterrupt(h, byte, &n, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCITriggerInterrupt(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		GT_CODE(SCIAbortBlockTransfer(h, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
		SCIStoreBarrier(h, 0);
	}
	GT_CODE(SCICreateInterrupt(sd, NULL, 0, &n, NULL, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIOpen(NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIOpen(&(sci_desc_t){NULL}, 0x100, &gt_e), SCI_ERR_ILLEGAL_FLAG);
	SCIClose(NULL, 0, NULL); /* no error parameter */
}

int main(void)
{
	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	adapters();
	others();
	nodes();
	absent();
	texts();
	foreign();
	GT_OK(SCIClose(sd, 0, &gt_e));
	return gt_stop();
}
