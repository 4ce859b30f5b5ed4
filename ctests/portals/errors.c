/* Every code that each function may return, by every kind of wrong call: before the start, with invalid handles, of other kinds and of
 * freed objects, with NULL, with numbers out of range, and over the limits that the program itself requested. No such call has an effect. */
#include "../gt_portals.h"

static ptl_handle_any_t wrong[16];
static int wrongs;
static char memory[100];
static ptl_ni_limits_t l;

static ptl_handle_eq_t eq;
static ptl_handle_me_t me, busy;
static ptl_handle_md_t md, taken;
static ptl_process_id_t id;
static ptl_event_t ev;
static ptl_ni_limits_t limits;

/* All functions that return a code and take an interface or a handle, with handle h wherever one is needed: X(code for a wrong one, call). */
#define OF_INTERFACES(X, h)                                                                                             \
	X(PTL_NI_INVALID, PtlNIStatus(h, PTL_SR_DROP_COUNT, &value))                                                    \
	X(PTL_NI_INVALID, PtlNIDist(h, me_, &distance))                                                                 \
	X(PTL_NI_INVALID, PtlGetUid(h, &uid))                                                                           \
	X(PTL_NI_INVALID, PtlGetId(h, &id_))                                                                            \
	X(PTL_NI_INVALID, PtlGetJid(h, &jid))                                                                           \
	X(PTL_NI_INVALID, PtlMEAttach(h, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &out))                         \
	X(PTL_NI_INVALID, PtlMEAttachAny(h, &pt, gt_anyone, 0, 0, PTL_UNLINK, &out))                                    \
	X(PTL_NI_INVALID, PtlMDBind(h, m, PTL_UNLINK, &out))                                                            \
	X(PTL_NI_INVALID, PtlMEMDAttach(h, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, &out2)) \
	X(PTL_NI_INVALID, PtlEQAlloc(h, 4, NULL, &out))                                                                 \
	X(PTL_NI_INVALID, PtlACEntry(h, 0, gt_anyone, PTL_UID_ANY, PTL_JID_ANY, PT))

#define OF_ENTRIES(X, h)                                                                    \
	X(PTL_ME_INVALID, PtlMEInsert(h, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &out)) \
	X(PTL_ME_INVALID, PtlMEUnlink(h))                                                   \
	X(PTL_ME_INVALID, PtlMDAttach(h, m, PTL_UNLINK, &out))
#define OF_POSTS(X, ni, h) X(PTL_ME_INVALID, PtlMEMDPost(ni, h, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, &out2, PTL_EQ_NONE))

#define OF_DESCRIPTORS(X, h)                                                         \
	X(PTL_MD_INVALID, PtlMDUnlink(h))                                            \
	X(PTL_MD_INVALID, PtlMDUpdate(h, NULL, NULL, PTL_EQ_NONE))                   \
	X(PTL_MD_INVALID, PtlMDUpdate(h, NULL, &m, PTL_EQ_NONE))                     \
	X(PTL_MD_INVALID, PtlPut(h, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0))             \
	X(PTL_MD_INVALID, PtlPutRegion(h, 0, 0, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0)) \
	X(PTL_MD_INVALID, PtlGet(h, me_, PT, 0, 1, 0))                               \
	X(PTL_MD_INVALID, PtlGetRegion(h, 0, 0, me_, PT, 0, 1, 0))                   \
	X(PTL_MD_INVALID, PtlMDMDCopy(h, me_, PT, 0, 1, 0))                          \
	X(PTL_MD_INVALID, PtlGetPut(h, taken, me_, PT, 0, 1, 0, 0))                  \
	X(PTL_MD_INVALID, PtlGetPut(taken, h, me_, PT, 0, 1, 0, 0))                  \
	X(PTL_MD_INVALID, PtlGetPutRegion(h, 0, taken, 0, 1, me_, PT, 0, 1, 0, 0))   \
	X(PTL_MD_INVALID, PtlGetPutRegion(taken, 0, h, 0, 1, me_, PT, 0, 1, 0, 0))

#define OF_QUEUES(X, h)                      \
	X(PTL_EQ_INVALID, PtlEQFree(h))      \
	X(PTL_EQ_INVALID, PtlEQGet(h, &ev))  \
	X(PTL_EQ_INVALID, PtlEQWait(h, &ev)) \
	X(PTL_EQ_INVALID, PtlEQPeek(h, &ev)) \
	X(PTL_EQ_INVALID, PtlEQPoll(&h, 1, 0, &ev, &which))

#define ALL(X, h) OF_INTERFACES(X, h) OF_ENTRIES(X, h) OF_DESCRIPTORS(X, h) OF_QUEUES(X, h)

/* The results of the calls of the tables. */
static ptl_sr_value_t value;
static unsigned long distance;
static ptl_uid_t uid;
static ptl_jid_t jid;
static ptl_process_id_t id_, me_;
static ptl_handle_any_t out, out2;
static ptl_pt_index_t pt;
static ptl_md_t m;
static int which;

#define NO_INIT(code, call) GIVES(PTL_NO_INIT, call);
#define AS_SAID(code, call) GIVES(code, call);

static void before(void)
{
	ptl_handle_any_t h = PTL_INVALID_HANDLE;
	ALL(NO_INIT, h)
	OF_POSTS(NO_INIT, h, h)
	GIVES(PTL_NO_INIT, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &out));
	GIVES(PTL_NO_INIT, PtlNIFini(h));
	GIVES(PTL_NO_INIT, PtlNIHandle(h, &out));
	CHECK(PtlNIDebug(h, 0) == 0, "a mask before the start");
	CHECK(strcmp(ptl_err_str[PTL_NO_INIT], "PTL_NO_INIT") == 0, "names are there before the start");
}

/* Between PtlInit and PtlNIInit no handle is valid. */
static void between(void)
{
	ptl_handle_any_t h = 0x12345;
	ALL(AS_SAID, h)
	GIVES(PTL_NI_INVALID, PtlMEMDPost(h, h, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, &out2, PTL_EQ_NONE));
	GIVES(PTL_NI_INVALID, PtlNIFini(h));
	GIVES(PTL_HANDLE_INVALID, PtlNIHandle(h, &out));
}

static void names(void)
{
	CHECK(strcmp(ptl_err_str[PTL_OK], "PTL_OK") == 0 && strcmp(ptl_err_str[PTL_IOV_INVALID], "PTL_IOV_INVALID") == 0, "names of codes");
	for (int i = 0; i < PTL_MAX_ERRNO; i++) {
		CHECK(ptl_err_str[i] != NULL && strncmp(ptl_err_str[i], "PTL_", 4) == 0, "code %d has no name", i);
		CHECK(strcmp(ptl_err_str[i], PtlErrorStr((unsigned)i)) == 0, "code %d has two names", i);
		for (int k = 0; k < i; k++)
			CHECK(strcmp(ptl_err_str[i], ptl_err_str[k]) != 0, "codes %d and %d have one name", k, i);
	}
	CHECK(strcmp(PtlErrorStr(100000), "PTL_UNKNOWN_ERROR") == 0, "the name of a code that does not exist");
	for (int i = 0; i <= PTL_EVENT_UNLINK; i++)
		CHECK(ptl_event_str[i] != NULL && strstr(PtlEventKindStr((ptl_event_kind_t)i), "") != NULL, "event %d has no name", i);
	CHECK(strstr(ptl_event_str[PTL_EVENT_PUT_END], "PUT_END") && strstr(ptl_event_str[PTL_EVENT_ACK], "ACK"), "names of events");
	CHECK(strcmp(ptl_event_str[PTL_EVENT_UNLINK], PtlEventKindStr(PTL_EVENT_UNLINK)) == 0, "an event has two names");
	CHECK(PtlEventKindStr((ptl_event_kind_t)1000) != NULL, "the name of no event");
	CHECK(PtlNIFailStr(gt_ni, PTL_NI_OK) && PtlNIFailStr(gt_ni, PTL_NI_FAIL) && PtlNIFailStr(PTL_INVALID_HANDLE, 99), "names of failures");
}

static void nulls(void)
{
	GIVES(PTL_SEGV, PtlInit(NULL));
	GIVES(PTL_SEGV, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, NULL));
	GIVES(PTL_SEGV, PtlNIStatus(gt_ni, PTL_SR_DROP_COUNT, NULL));
	GIVES(PTL_SEGV, PtlNIDist(gt_ni, me_, NULL));
	GIVES(PTL_SEGV, PtlNIHandle(gt_ni, NULL));
	GIVES(PTL_SEGV, PtlGetUid(gt_ni, NULL));
	GIVES(PTL_SEGV, PtlGetId(gt_ni, NULL));
	GIVES(PTL_SEGV, PtlGetJid(gt_ni, NULL));
	GIVES(PTL_SEGV, PtlMEAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, NULL));
	GIVES(PTL_SEGV, PtlMEAttachAny(gt_ni, NULL, gt_anyone, 0, 0, PTL_UNLINK, &out));
	GIVES(PTL_SEGV, PtlMEAttachAny(gt_ni, &pt, gt_anyone, 0, 0, PTL_UNLINK, NULL));
	GIVES(PTL_SEGV, PtlMEInsert(me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, NULL));
	GIVES(PTL_SEGV, PtlMDAttach(me, m, PTL_UNLINK, NULL));
	GIVES(PTL_SEGV, PtlMDBind(gt_ni, m, PTL_UNLINK, NULL));
	GIVES(PTL_SEGV, PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, NULL, &out, PTL_EQ_NONE));
	GIVES(PTL_SEGV, PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, NULL, PTL_EQ_NONE));
	GIVES(PTL_SEGV, PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, NULL, &out));
	GIVES(PTL_SEGV, PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, NULL));
	GIVES(PTL_SEGV, PtlEQAlloc(gt_ni, 4, NULL, NULL));
	GIVES(PTL_SEGV, PtlEQGet(eq, NULL));
	GIVES(PTL_SEGV, PtlEQWait(eq, NULL));
	GIVES(PTL_SEGV, PtlEQPeek(eq, NULL));
	GIVES(PTL_SEGV, PtlEQPoll(NULL, 1, 0, &ev, &which));
	GIVES(PTL_SEGV, PtlEQPoll(&eq, 1, 0, NULL, &which));
	GIVES(PTL_SEGV, PtlEQPoll(&eq, 1, 0, &ev, NULL));
}

static void numbers(void)
{
	ptl_process_id_t stranger = {9999, 9999}, any_nid = {PTL_NID_ANY, me_.pid}, any_pid = {me_.nid, PTL_PID_ANY};
	ptl_md_t bad = m;
	ptl_md_iovec_t vec[3] = {{memory, 10}, {NULL, 10}, {memory, ~(ptl_size_t)0}};
	struct gt_end big = gt_bind(memory, 100, eq), small = gt_bind(memory, 1, eq), used;
	ptl_handle_ni_t ni;

	GIVES(PTL_IFACE_INVALID, PtlNIInit(0x7abcabcd, PTL_PID_ANY, NULL, NULL, &ni));
	GIVES(PTL_SR_INDEX_INVALID, PtlNIStatus(gt_ni, 12345, &value));
	GIVES(PTL_PROCESS_INVALID, PtlNIDist(gt_ni, stranger, &distance));
	GIVES(PTL_PROCESS_INVALID, PtlNIDist(gt_ni, any_nid, &distance));
	GIVES(PTL_PT_INDEX_INVALID, PtlMEAttach(gt_ni, (ptl_pt_index_t)limits.max_pt_index + 1, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &out));
	GIVES(PTL_PT_INDEX_INVALID, PtlMEAttach(gt_ni, PTL_PT_INDEX_ANY, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &out));
	GIVES(PTL_PT_INDEX_INVALID,
	      PtlMEMDAttach(gt_ni, (ptl_pt_index_t)limits.max_pt_index + 1, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, &out2));
	GIVES(PTL_ME_IN_USE, PtlMDAttach(busy, m, PTL_UNLINK, &out));
	GIVES(PTL_AC_INDEX_INVALID, PtlACEntry(gt_ni, (ptl_ac_index_t)limits.max_ac_index + 1, gt_anyone, PTL_UID_ANY, PTL_JID_ANY, PT));
	GIVES(PTL_PT_INDEX_INVALID, PtlACEntry(gt_ni, 0, gt_anyone, PTL_UID_ANY, PTL_JID_ANY, (ptl_pt_index_t)limits.max_pt_index + 1));

	/* invalid descriptors */
	bad.start = NULL;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	GIVES(PTL_MD_ILLEGAL, PtlMDAttach(me, bad, PTL_UNLINK, &out));
	GIVES(PTL_MD_ILLEGAL, PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, bad, PTL_UNLINK, &out, &out2, PTL_EQ_NONE));
	GIVES(PTL_MD_ILLEGAL, PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, bad, PTL_UNLINK, &out, &out2));
	bad = m, bad.length = ~(ptl_size_t)0;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	bad = m, bad.options |= PTL_MD_IOVEC, bad.start = vec, bad.length = 2;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	bad.start = &vec[2], bad.length = 1;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	bad.start = NULL, bad.length = 1;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	bad.start = vec, bad.length = (ptl_size_t)1 << 40;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
	for (int i = 0; i < wrongs; i++) {
		if (wrong[i] == PTL_EQ_NONE)
			continue;
		bad = m, bad.eq_handle = wrong[i];
		GIVES(PTL_EQ_INVALID, PtlMDBind(gt_ni, bad, PTL_UNLINK, &out));
		GIVES(PTL_EQ_INVALID, PtlMDAttach(me, bad, PTL_UNLINK, &out));
		GIVES(PTL_EQ_INVALID, PtlMDUpdate(md, NULL, &bad, PTL_EQ_NONE));
		GIVES(PTL_EQ_INVALID, PtlMDUpdate(md, NULL, &m, wrong[i]));
		GIVES(PTL_EQ_INVALID, PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &out, &out2, wrong[i]));
	}

	/* regions outside */
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(big.h, 0, 101, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(big.h, 101, 0, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(big.h, 50, ~(ptl_size_t)0 - 10, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(big.h, ~(ptl_size_t)0, 10, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(big.h, 0, ~(ptl_size_t)0, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetRegion(big.h, 99, 2, me_, PT, 0, 1, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetRegion(big.h, 0, ~(ptl_size_t)0, me_, PT, 0, 1, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPutRegion(big.h, 99, big.h, 0, 2, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPutRegion(big.h, 0, big.h, 99, 2, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPutRegion(big.h, 0, big.h, 0, (ptl_size_t)limits.max_getput_md + 1, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPutRegion(big.h, 0, big.h, 0, ~(ptl_size_t)0, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPut(big.h, big.h, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlGetPutRegion(small.h, 0, big.h, 0, 2, me_, PT, 0, 1, 0, 0));

	/* no such process */
	ptl_process_id_t no_process[] = {stranger, any_nid, any_pid, gt_anyone};
	for (int i = 0; i < 4; i++) {
		GIVES(PTL_PROCESS_INVALID, PtlPut(big.h, PTL_NOACK_REQ, no_process[i], PT, 0, 1, 0, 0));
		GIVES(PTL_PROCESS_INVALID, PtlPutRegion(big.h, 0, 1, PTL_NOACK_REQ, no_process[i], PT, 0, 1, 0, 0));
		GIVES(PTL_PROCESS_INVALID, PtlGet(big.h, no_process[i], PT, 0, 1, 0));
		GIVES(PTL_PROCESS_INVALID, PtlGetRegion(big.h, 0, 1, no_process[i], PT, 0, 1, 0));
		GIVES(PTL_PROCESS_INVALID, PtlMDMDCopy(big.h, no_process[i], PT, 0, 1, 0));
		GIVES(PTL_PROCESS_INVALID, PtlGetPut(small.h, small.h, no_process[i], PT, 0, 1, 0, 0));
		GIVES(PTL_PROCESS_INVALID, PtlGetPutRegion(big.h, 0, big.h, 1, 1, no_process[i], PT, 0, 1, 0, 0));
	}

	/* an inactive descriptor issues nothing */
	used = gt_bind_md(gt_md(memory, 10, 0, 0, eq), PTL_UNLINK);
	GIVES(PTL_MD_INVALID, PtlPut(used.h, PTL_NOACK_REQ, me_, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_INVALID, PtlGet(used.h, me_, PT, 0, 1, 0));
	gt_close(&used);
	NOTHING(eq);
	gt_close(&big);
	gt_close(&small);
}

/* The limits that were granted hold. */
static void full(void)
{
	static ptl_handle_any_t all[5000];
	int n = 0, rc;
	ptl_ni_limits_t none;
	ptl_handle_ni_t ni;

	memset(&none, 0, sizeof none);
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &none, &ni));
	OK(PtlNIFini(ni));
	CHECK(memcmp(&none, &limits, sizeof none) == 0, "other limits the second time");
	CHECK(l.max_me_list <= 5000 ? limits.max_me_list >= l.max_me_list : true, "less than asked for");

#define FILL(name, call, limit, already, code, undo)                                                                                          \
	if ((limit) - (already) < 4990) {                                                                                                     \
		for (n = 0; n < 5000 && (rc = (call)) == PTL_OK; n++)                                                                         \
			;                                                                                                                     \
		CHECK(rc == (code) && n >= (limit) - (already), name ": number %d of %d gives %s", n + (already), (int)(limit), gt_code(rc)); \
		while (n > 0)                                                                                                                 \
			OK(undo(all[--n]));                                                                                                   \
	}
	FILL("list", PtlMEInsert(me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &all[n]), limits.max_me_list, 2, PTL_ME_LIST_TOO_LONG, PtlMEUnlink)
	FILL("posts", PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, m, PTL_UNLINK, &all[n], &out), limits.max_me_list, 2,
	     PTL_ME_LIST_TOO_LONG, PtlMEUnlink)
	FILL("entries", PtlMEAttach(gt_ni, (ptl_pt_index_t)(n / 10), gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &all[n]), limits.max_mes, 2,
	     PTL_NO_SPACE, PtlMEUnlink)
	FILL("descriptors", PtlMDBind(gt_ni, m, PTL_UNLINK, &all[n]), limits.max_mds, 2, PTL_NO_SPACE, PtlMDUnlink)
	FILL("queues", PtlEQAlloc(gt_ni, 2, NULL, &all[n]), limits.max_eqs, 1, PTL_NO_SPACE, PtlEQFree)
	GIVES(PTL_NO_SPACE, PtlEQAlloc(gt_ni, (ptl_size_t)1 << 62, NULL, &out));
	GIVES(PTL_NO_SPACE, PtlEQAlloc(gt_ni, ~(ptl_size_t)0, NULL, &out));
}

static void of_all_kinds(void)
{
	for (int i = 0; i < wrongs; i++) {
		int errors = gt_errs;
		ptl_handle_any_t h = wrong[i];
		OF_INTERFACES(AS_SAID, h)
		OF_ENTRIES(AS_SAID, h)
		OF_POSTS(AS_SAID, gt_ni, h)
		OF_DESCRIPTORS(AS_SAID, h)
		OF_QUEUES(AS_SAID, h)
		GIVES(PTL_NI_INVALID, PtlNIFini(h));
		GIVES(PTL_HANDLE_INVALID, PtlNIHandle(h, &out));
		if (gt_errs != errors)
			ERR("... with the wrong handle %d, %#x", i, h);
	}
	/* and a handle of each kind is invalid as another kind */
#define WITH(TABLE, handle, name)                            \
	do {                                                 \
		ptl_handle_any_t h = handle;                 \
		int errors = gt_errs;                        \
		TABLE(AS_SAID, h)                            \
		if (gt_errs != errors)                       \
			ERR("... with the handle of " name); \
	} while (0)
	WITH(OF_INTERFACES, eq, "a queue");
	WITH(OF_INTERFACES, me, "an entry");
	WITH(OF_INTERFACES, md, "a descriptor");
	WITH(OF_ENTRIES, gt_ni, "the interface");
	WITH(OF_ENTRIES, eq, "a queue");
	WITH(OF_ENTRIES, md, "a descriptor");
	WITH(OF_DESCRIPTORS, gt_ni, "the interface");
	WITH(OF_DESCRIPTORS, eq, "a queue");
	WITH(OF_DESCRIPTORS, me, "an entry");
	WITH(OF_QUEUES, gt_ni, "the interface");
	WITH(OF_QUEUES, me, "an entry");
	WITH(OF_QUEUES, md, "a descriptor");
}

int main(void)
{
	int interfaces;

	gt_begin(cnos_get_rank(), cnos_get_size());
	m = gt_md(memory, 10, PTL_MD_THRESH_INF, 0, PTL_EQ_NONE);
	before();
	MUST(PtlInit(&interfaces));
	between();
	l.max_mes = 500, l.max_mds = 600, l.max_eqs = 70, l.max_ac_index = 3, l.max_pt_index = 130, l.max_md_iovecs = 16, l.max_me_list = 90,
	l.max_getput_md = 16;
	MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, &l, &limits, &gt_ni));
	CHECK(cnos_get_nidpid_map(&gt_map) == gt_n, "the map");
	me_ = MY_ID;
	OK(PtlGetId(gt_ni, &id));

	eq = gt_eq(16);
	MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_AFTER, &busy));
	MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 2, 0, PTL_RETAIN, PTL_INS_AFTER, &me));
	MUST(PtlMDAttach(busy, m, PTL_RETAIN, &taken));
	MUST(PtlMDBind(gt_ni, m, PTL_RETAIN, &md));
	struct gt_end gone = gt_offer(3, memory, 10, PTL_MD_OP_PUT, eq);
	ptl_handle_eq_t gone_eq = gt_eq(2);
	gt_close(&gone);
	OK(PtlEQFree(gone_eq));
	wrong[wrongs++] = PTL_INVALID_HANDLE;
	wrong[wrongs++] = PTL_HANDLE_NONE;
	wrong[wrongs++] = PTL_EQ_NONE;
	wrong[wrongs++] = 0;
	wrong[wrongs++] = 1;
	wrong[wrongs++] = gone.me;
	wrong[wrongs++] = gone.h;
	wrong[wrongs++] = gone_eq;
	wrong[wrongs++] = 0x00fffff0;

	of_all_kinds();
	names();
	nulls();
	numbers();
	full();
	CHECK(gt_drops() == 0, "something was sent");
	OK(PtlMEUnlink(busy));
	OK(PtlMEUnlink(me));
	OK(PtlMDUnlink(md));
	NOTHING(eq);
	return gt_finish();
}
