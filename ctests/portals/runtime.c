/* A program for the reference implementation: its headers in its order, its own spellings defined again, ranks and maps before there is an interface,
 * five arguments for PtlACEntry. Compiling it is half of the test. */
#define _GNU_SOURCE
#include <portals3.h>
#include <p3nal_utcp.h>
#include <p3rt/p3rt.h>
#include <p3api/debug.h>

#include "../gt_portals.h"

/* As in the headers, or this does not compile with -Werror. */
#define PTL_DBG_ALL (0x0000ffff)
#define PTL_DBG_NI_ALL (0xffff0000)
#define PTL_IFACE_UTCP PTL_NALTYPE_UTCP

FILE *utcp_api_out, *utcp_lib_out; /* which such programs define */

static const unsigned masks[] = {PTL_DBG_NONE,     PTL_DBG_API,   PTL_DBG_PARSE,    PTL_DBG_MOVE,   PTL_DBG_DROP, PTL_DBG_REQUEST,
                                 PTL_DBG_DELIVERY, PTL_DBG_MD,    PTL_DBG_ME,       PTL_DBG_UNLINK, PTL_DBG_EQ,   PTL_DBG_EVENT,
                                 PTL_DBG_MEMORY,   PTL_DBG_SETUP, PTL_DBG_SHUTDOWN, PTL_DBG_NI_00,  PTL_DBG_NI_15};
static const int registers[] = {PTL_SR_PTLS_MAX, PTL_SR_PTLS_CUR, PTL_SR_MSGS_ALLOC, PTL_SR_MSGS_FREED, PTL_SR_MSGS_MAX};

#define PE2PTLID(ni, pe, id, rc) ((rc) = PtlGetRankId((ni), (pe), &(id)))

static void ranks(void)
{
	unsigned rank = 77, size = 77;
	ptl_process_id_t id;
	int rc;

	GIVES(PTL_SEGV, PtlGetRank(PTL_INVALID_HANDLE, NULL, &size));
	GIVES(PTL_SEGV, PtlGetRank(PTL_INVALID_HANDLE, &rank, NULL));
	OK(PtlSetRank(PTL_INVALID_HANDLE, -1, -1));
	OK(PtlGetRank(PTL_INVALID_HANDLE, &rank, &size));
	CHECK(rank == (unsigned)gt_me && size == (unsigned)gt_n && cnos_get_n_pes_in_app() == gt_n, "rank %u of %u", rank, size);
	OK(PtlSetRank(PTL_INVALID_HANDLE, rank, size));
	GIVES(PTL_FAIL, PtlSetRank(PTL_INVALID_HANDLE, rank + 1, size));
	GIVES(PTL_FAIL, PtlSetRank(PTL_INVALID_HANDLE, rank, size + 1));

	ptl_nid_t nids[size + 1];
	ptl_pid_t pids[size + 1];
	OK(PtlGetNIDMap(PTL_INVALID_HANDLE, nids, size));
	OK(PtlGetPIDMap(PTL_INVALID_HANDLE, pids, size));
	for (unsigned r = 0; r < size; r++) {
		PE2PTLID(PTL_INVALID_HANDLE, r, id, rc);
		OK(rc);
		CHECK(id.nid == nids[r] && id.pid == pids[r] && id.nid != 0, "rank %u is %u/%u, in the maps %u/%u", r, id.nid, id.pid, nids[r],
		      pids[r]);
	}
	unsigned nid = 0;
	OK(p3tcp_my_nid("eth0", &nid));
	CHECK(nid == nids[rank], "this is node %u, in the map %u", nid, nids[rank]);
	GIVES(-1, p3tcp_my_nid("eth0", NULL));
	GIVES(PTL_FAIL, PtlGetRankId(PTL_INVALID_HANDLE, size, &id));
	GIVES(PTL_SEGV, PtlGetRankId(PTL_INVALID_HANDLE, 0, NULL));
	GIVES(PTL_FAIL, PtlGetNIDMap(PTL_INVALID_HANDLE, nids, size + 1));
	GIVES(PTL_FAIL, PtlGetPIDMap(PTL_INVALID_HANDLE, pids, size + 1));
	GIVES(PTL_SEGV, PtlGetNIDMap(PTL_INVALID_HANDLE, NULL, size));
	GIVES(PTL_SEGV, PtlGetPIDMap(PTL_INVALID_HANDLE, NULL, size));
	OK(PtlSetNIDMap(PTL_INVALID_HANDLE, nids, size));
	OK(PtlSetPIDMap(PTL_INVALID_HANDLE, pids, size));
	GIVES(PTL_FAIL, PtlSetPIDMap(PTL_INVALID_HANDLE, pids, size + 1));
	GIVES(PTL_SEGV, PtlSetNIDMap(PTL_INVALID_HANDLE, NULL, size));
	GIVES(PTL_SEGV, PtlSetPIDMap(PTL_INVALID_HANDLE, NULL, size));
	nids[0] += 100;
	GIVES(PTL_FAIL, PtlSetNIDMap(PTL_INVALID_HANDLE, nids, size));
	OK(PtlSetJID(PTL_INVALID_HANDLE, PTL_JID_NONE));
	GIVES(PTL_FAIL, PtlSetJID(PTL_INVALID_HANDLE, 7));
}

static void events(void)
{
	static char memory[8];
	ptl_handle_eq_t eq = gt_eq(8);
	ptl_event_t ev;
	ptl_sr_value_t v;
	uint64_t before = gt_ns();

	GIVES(PTL_EQ_EMPTY, PtlEQWait_timeout(eq, &ev));
	CHECK(gt_ns() - before > 500000000u, "that was no second");
	struct gt_end t = gt_offer(1, memory, 8, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq), s = gt_bind(memory, 8, PTL_EQ_NONE);
	gt_barrier();
	OK(PtlPut(s.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 5));
	OK(PtlProgress(gt_ni, 0));
	OK(PtlEQWait_timeout(eq, &ev));
	CHECK(ev.type == PTL_EVENT_PUT_END && ev.hdr_data == 5, "%s", ptl_event_str[ev.type]);
	OK(PtlNIEqDump(gt_ni));
	OK(PtlTblDump(gt_ni, PT));
	GIVES(PTL_PT_INDEX_INVALID, PtlTblDump(gt_ni, -1));
	OK(PtlMEDump(t.me));
	for (unsigned i = 0; i < sizeof registers / sizeof *registers; i++)
		GIVES(PTL_SR_INDEX_INVALID, PtlNIStatus(gt_ni, (ptl_sr_index_t)registers[i], &v));
	gt_barrier();
	gt_close(&t);
	gt_close(&s);
	OK(PtlEQFree(eq));
	GIVES(PTL_ME_INVALID, PtlMEDump(t.me));
	GIVES(PTL_EQ_INVALID, PtlEQWait_timeout(eq, &ev));
	GIVES(PTL_NI_INVALID, PtlNIEqDump(PTL_INVALID_HANDLE));
	GIVES(PTL_NI_INVALID, PtlTblDump(PTL_INVALID_HANDLE, 0));
	GIVES(PTL_NI_INVALID, PtlProgress(PTL_INVALID_HANDLE, 0));
}

static int (*ac_entry)(ptl_handle_ni_t, ptl_ac_index_t, ptl_process_id_t, ptl_uid_t, ptl_jid_t, ptl_pt_index_t) = PtlACEntry;

static void access_(void)
{
	ptl_process_id_t any = {PTL_NID_ANY, PTL_PID_ANY};

	OK(PtlACEntry(gt_ni, 1, any, PTL_UID_ANY, PT));
	OK(PtlACEntry(gt_ni, 1, any, PTL_UID_ANY, PTL_JID_ANY, PT));
	OK(PtlACEntry(gt_ni, 1, ((ptl_process_id_t){PTL_NID_ANY, PTL_PID_ANY}), PTL_UID_ANY, PT));
	OK(PtlACEntry(gt_ni, 1, (ptl_process_id_t){PTL_NID_ANY, PTL_PID_ANY}, PTL_UID_ANY, PTL_JID_ANY, PT));
	OK((PtlACEntry)(gt_ni, 1, any, PTL_UID_ANY, PTL_JID_ANY, PT));
	OK(ac_entry(gt_ni, 1, any, PTL_UID_ANY, PTL_JID_ANY, PT));
	OK((&PtlACEntry)(gt_ni, 1, any, PTL_UID_ANY, PTL_JID_ANY, PT));
	GIVES(PTL_PT_INDEX_INVALID, PtlACEntry(gt_ni, 1, any, PTL_UID_ANY, 0x7fffffff));
}

int main(void)
{
	ptl_interface_t names[] = {PTL_IFACE_UTCP,  PTL_IFACE_UTCP0, PTL_IFACE_UTCP1,
	                           PTL_IFACE_UTCP2, PTL_IFACE_UTCP3, IFACE_FROM_BRIDGE_AND_NALID(PTL_DEFAULT_BRIDGE, PTL_IFACE_DEFAULT)};
	ptl_handle_ni_t ni;
	unsigned all = 0;

	gt_begin(cnos_get_rank(), cnos_get_size());
	PtlNIDebug(PTL_INVALID_HANDLE, PTL_DBG_ALL | PTL_DBG_NI_ALL);
	for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++) {
		CHECK((all & masks[i]) == 0, "mask %u", i);
		all |= masks[i];
	}
	ranks();
	gt_open();
	gt_barrier();
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		GIVES(PTL_IFACE_DUP, PtlNIInit(names[i], PTL_PID_ANY, NULL, NULL, &ni));
		OK(PtlNIFini(ni));
	}
	events();
	access_();
	return gt_finish();
}
