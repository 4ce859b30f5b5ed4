/* Dropped requests: counted at the target, unknown to the initiator. Wrong table entries, access control, processes without the entry. */
#include "../gt_portals.h"

static char memory[100];
static ptl_handle_eq_t eq, there;
static struct gt_end s, flag;
static ptl_ac_index_t open_entry; /* of the access control table, for the flag */

/* GT_NEXT drops the request of the call. All ranks make the same call, and the flag behind it tells when it has been processed. */
#define DROPPED(what, length, ...)                                                                                                         \
	do {                                                                                                                               \
		ptl_sr_value_t before_ = gt_drops();                                                                                       \
		gt_barrier();                                                                                                              \
		OK(__VA_ARGS__);                                                                                                           \
		OK(PtlPutRegion(flag.h, 0, 0, PTL_NOACK_REQ, NEXT_ID, PT + 1, open_entry, 0, 0, 0));                                       \
		TAKE(there, PTL_EVENT_PUT_END, NULL, .from = GT_PREV, .pt = PT + 1);                                                       \
		if (gt_drops() != before_ + 1)                                                                                             \
			ERR("%s: %d drops", what, (int)(gt_drops() - before_));                                                            \
		if (length)                                                                                                                \
			CHECK(NEXT_EVENT(eq).type == PTL_EVENT_SEND_START && NEXT_EVENT(eq).type == PTL_EVENT_SEND_END, "%s: SEND", what); \
		gt_barrier();                                                                                                              \
		NOTHING(eq);                                                                                                               \
	} while (0)

static void put_arrives(ptl_ac_index_t ac)
{
	gt_barrier();
	OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
	CHECK(NEXT_EVENT(eq).type == PTL_EVENT_SEND_START && NEXT_EVENT(eq).type == PTL_EVENT_SEND_END && NEXT_EVENT(eq).type == PTL_EVENT_ACK,
	      "put with ac %u", ac);
	gt_barrier();
}

#define AC_ENTRY(ac, id, uid, jid, pt)                       \
	do {                                                 \
		OK(PtlACEntry(gt_ni, ac, id, uid, jid, pt)); \
		gt_barrier();                                \
	} while (0)

static void access_control(void)
{
	ptl_process_id_t prev = PREV_ID, other = {prev.nid, prev.pid + 1}, nowhere = {prev.nid + 1000, prev.pid}, any_pid = {prev.nid, PTL_PID_ANY},
			 any_nid = {PTL_NID_ANY, prev.pid};
	ptl_uid_t uid = (ptl_uid_t)getuid();
	ptl_jid_t jid;
	ptl_ni_limits_t l;
	ptl_handle_ni_t ni;

	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &l, &ni));
	OK(PtlNIFini(ni));
	OK(PtlGetJid(gt_ni, &jid));
	open_entry = (ptl_ac_index_t)l.max_ac_index;
	AC_ENTRY(open_entry, gt_anyone, PTL_UID_ANY, PTL_JID_ANY, PTL_PT_INDEX_ANY);
	put_arrives(0);
	DROPPED("an access control entry that does not exist", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, (ptl_ac_index_t)l.max_ac_index + 1, 1, 0, 0));
	DROPPED("an absurd one", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0x12345678, 1, 0, 0));
	for (ptl_ac_index_t ac = 0; ac <= (ptl_ac_index_t)l.max_ac_index && ac < 3; ac++) {
		if (ac == 0)
			put_arrives(ac);
		else
			DROPPED("an entry that was never set", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
		AC_ENTRY(ac, prev, uid, jid, PT);
		put_arrives(ac);
		AC_ENTRY(ac, other, uid, jid, PT);
		DROPPED("another pid", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
		AC_ENTRY(ac, nowhere, uid, jid, PT);
		DROPPED("another nid", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
		AC_ENTRY(ac, prev, uid + 1, jid, PT);
		DROPPED("another uid", 1, PtlGet(s.h, NEXT_ID, PT, ac, 1, 0));
		AC_ENTRY(ac, prev, uid, jid + 1, PT);
		DROPPED("another jid", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
		AC_ENTRY(ac, prev, uid, jid, PT + 2);
		DROPPED("another entry of the portal table", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, ac, 1, 0, 0));
		AC_ENTRY(ac, any_pid, PTL_UID_ANY, jid, PT);
		put_arrives(ac);
		AC_ENTRY(ac, any_nid, uid, PTL_JID_ANY, PT);
		put_arrives(ac);
		AC_ENTRY(ac, gt_anyone, PTL_UID_ANY, PTL_JID_ANY, PTL_PT_INDEX_ANY);
		put_arrives(ac);
	}
	GIVES(PTL_AC_INDEX_INVALID, PtlACEntry(gt_ni, (ptl_ac_index_t)l.max_ac_index + 1, gt_anyone, uid, jid, PT));
	GIVES(PTL_PT_INDEX_INVALID, PtlACEntry(gt_ni, 0, gt_anyone, uid, jid, (ptl_pt_index_t)l.max_pt_index + 1));
	put_arrives(0);
}

int main(void)
{
	ptl_process_id_t stranger = {424242, 1};
	ptl_ni_limits_t l;
	ptl_handle_ni_t ni;
	ptl_sr_value_t v;

	gt_start();
	eq = gt_eq(64);
	there = gt_eq(64);
	s = gt_bind(memory, 10, eq);
	flag = gt_bind(NULL, 0, PTL_EQ_NONE);
	struct gt_end behind =
	    gt_offer_md(PT + 1, 0, 0, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, there), PTL_UNLINK);
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &l, &ni));
	OK(PtlNIFini(ni));
	gt_barrier();

	DROPPED("an empty list", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	DROPPED("the last entry", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, (ptl_pt_index_t)l.max_pt_index, 0, 1, 0, 0));
	DROPPED("an entry too far", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, (ptl_pt_index_t)l.max_pt_index + 1, 0, 1, 0, 0));
	DROPPED("an absurd entry", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, 0x12345614, 0, 1, 0, 0));
	struct gt_end t =
	    gt_offer_md(PT, 1, 0, gt_md(memory + 50, 10, PTL_MD_THRESH_INF, BOTH_OPS | QUIET | PTL_MD_MANAGE_REMOTE, there), PTL_UNLINK);
	DROPPED("other bits", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 2, 0, 0));
	DROPPED("a get with other bits", 1, PtlGet(s.h, NEXT_ID, PT, 0, 2, 0));
	struct gt_end g = gt_bind(memory, 8, PTL_EQ_NONE), p = gt_bind(memory + 8, 8, eq);
	DROPPED("a getput with other bits", 1, PtlGetPut(g.h, p.h, NEXT_ID, PT, 0, 2, 0, 0));
	DROPPED("memory outside", 1, PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 1, 0));
	DROPPED("a get from outside", 1, PtlGet(s.h, NEXT_ID, PT, 0, 1, 1));
	GIVES(PTL_MD_IN_USE, PtlMDUnlink(s.h)); /* gets that never complete */
	s = gt_bind(memory, 10, eq);
	access_control();
	gt_close(&t);

	/* the other registers: bytes dropped, messages and bytes received and sent */
	ptl_sr_value_t dropped, received, received_bytes, sent, sent_bytes;
	OK(PtlNIStatus(gt_ni, PTL_SR_DROP_LENGTH, &dropped));
	OK(PtlNIStatus(gt_ni, PTL_SR_RECV_COUNT, &received));
	OK(PtlNIStatus(gt_ni, PTL_SR_RECV_LENGTH, &received_bytes));
	OK(PtlNIStatus(gt_ni, PTL_SR_SEND_COUNT, &sent));
	OK(PtlNIStatus(gt_ni, PTL_SR_SEND_LENGTH, &sent_bytes));
	CHECK(sent > 0 && received > 0, "%d sent, %d received", (int)sent, (int)received);
	DROPPED("ten bytes", 1, PtlPut(s.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 7, 0, 0));
	OK(PtlNIStatus(gt_ni, PTL_SR_DROP_LENGTH, &v));
	CHECK(v == dropped + 10, "%d bytes dropped instead of 10", (int)(v - dropped));
	OK(PtlNIStatus(gt_ni, PTL_SR_RECV_COUNT, &v));
	CHECK(v == received + 1, "%d messages received instead of 1", (int)(v - received));
	OK(PtlNIStatus(gt_ni, PTL_SR_RECV_LENGTH, &v));
	CHECK(v == received_bytes, "%d bytes received instead of 0", (int)(v - received_bytes));
	OK(PtlNIStatus(gt_ni, PTL_SR_SEND_COUNT, &v));
	CHECK(v == sent + 2, "%d messages sent instead of 2", (int)(v - sent));
	OK(PtlNIStatus(gt_ni, PTL_SR_SEND_LENGTH, &v));
	CHECK(v == sent_bytes + 10, "%d bytes sent instead of 10", (int)(v - sent_bytes));

	GIVES(PTL_PROCESS_INVALID, PtlPut(s.h, PTL_NOACK_REQ, stranger, PT, 0, 1, 0, 0));
	NOTHING_COMES(eq);
	NOTHING(there);
	gt_close(&behind);
	return gt_finish();
}
