/* A child that a rank forks is not a rank: calls of Portals and its companions fail there and never end it, in exit handlers and clean-up code
 * too; and its parent continues. */
#include "../gt_portals.h"

#include <p3api/debug.h>
#include <p3rt/p3rt.h>
#include <portals/pmi.h>
#include <sys/wait.h>

static ptl_handle_eq_t eq;
static struct gt_end out, in;
static char from[8], to[8];

/* All calls that a child may make. 0, or the number of the call with a wrong result. */
static int all_calls(void)
{
	ptl_event_t ev;
	ptl_handle_any_t h = 77, g = 77;
	ptl_process_id_t id = NEXT_ID;
	ptl_ni_limits_t limits;
	ptl_sr_value_t v;
	unsigned long far;
	cnos_nidpid_map_t *map = NULL;
	int n = 1, at = 0;

#define REFUSED(call)                   \
	do {                            \
		at++;                   \
		if ((call) != PTL_FAIL) \
			return at;      \
	} while (0)
	REFUSED(PtlEQGet(eq, &ev));
	REFUSED(PtlEQPeek(eq, &ev));
	REFUSED(PtlEQPoll(&eq, 1, 0, &ev, &n));
	REFUSED(PtlEQPoll(&eq, 1, PTL_TIME_FOREVER, &ev, &n));
	REFUSED(PtlEQWait(eq, &ev));
	REFUSED(PtlEQWait_timeout(eq, &ev));
	REFUSED(PtlProgress(gt_ni, 0));
	REFUSED(PtlNIEqDump(gt_ni));
	REFUSED(PtlTblDump(gt_ni, 0));
	REFUSED(PtlMEDump(in.me));
	REFUSED(PtlSetRank(gt_ni, -1, -1));
	REFUSED(PtlGetRank(gt_ni, &g, &h));
	REFUSED(PtlGetRankId(gt_ni, 0, &id));
	REFUSED(PtlSetJID(gt_ni, PTL_JID_NONE));
	REFUSED(PtlPut(out.h, PTL_NOACK_REQ, id, PT, 0, 1, 0, 0));
	REFUSED(PtlPutRegion(out.h, 0, 1, PTL_NOACK_REQ, id, PT, 0, 1, 0, 0));
	REFUSED(PtlGet(out.h, id, PT, 0, 1, 0));
	REFUSED(PtlGetRegion(out.h, 0, 1, id, PT, 0, 1, 0));
	REFUSED(PtlGetPut(out.h, out.h, id, PT, 0, 1, 0, 0));
	REFUSED(PtlInit(&n));
	REFUSED(PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &limits, &h));
	REFUSED(PtlNIStatus(gt_ni, PTL_SR_DROP_COUNT, &v));
	REFUSED(PtlNIDist(gt_ni, id, &far));
	REFUSED(PtlNIHandle(eq, &h));
	REFUSED(PtlGetId(gt_ni, &id));
	REFUSED(PtlGetUid(gt_ni, &h));
	REFUSED(PtlGetJid(gt_ni, &h));
	REFUSED(PtlACEntry(gt_ni, 0, id, PTL_UID_ANY, PTL_JID_ANY, PTL_PT_INDEX_ANY));
	REFUSED(PtlMEAttach(gt_ni, PT, id, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &h));
	REFUSED(PtlMEAttachAny(gt_ni, &h, id, 0, 0, PTL_UNLINK, &g));
	REFUSED(PtlMEInsert(in.me, id, 0, 0, PTL_UNLINK, PTL_INS_AFTER, &h));
	REFUSED(PtlMDAttach(in.me, in.md, PTL_UNLINK, &h));
	REFUSED(PtlMDBind(gt_ni, in.md, PTL_UNLINK, &h));
	REFUSED(PtlMDUpdate(in.h, NULL, NULL, PTL_EQ_NONE));
	REFUSED(PtlMEMDPost(gt_ni, in.me, id, 0, 0, PTL_UNLINK, PTL_INS_AFTER, in.md, PTL_UNLINK, &h, &g, PTL_EQ_NONE));
	REFUSED(PtlMEMDAttach(gt_ni, PT, id, 0, 0, PTL_UNLINK, PTL_INS_AFTER, in.md, PTL_UNLINK, &h, &g));
	REFUSED(PtlEQAlloc(gt_ni, 4, NULL, &h));
	REFUSED(PtlMDUnlink(out.h));
	REFUSED(PtlMEUnlink(in.me));
	REFUSED(PtlEQFree(eq));
	REFUSED(PtlNIFini(gt_ni));
	if (h != 77 || g != 77)
		return 100;
	if (cnos_get_rank() != -1 || cnos_get_size() != -1 || cnos_get_nidpid_map(&map) != -1 || map != NULL)
		return 101;
	if (cnos_barrier() == 0 || cnos_register_ptlid(id) == 0 || PtlNIDebug(gt_ni, 0) != 0)
		return 102;
	cnos_barrier_init(gt_ni);
	cnos_pm_barrier(1);
	if (PMI_Init(&n) == PMI_SUCCESS || PMI_Get_rank(&n) == PMI_SUCCESS || PMI_Get_size(&n) == PMI_SUCCESS || PMI_Barrier() == PMI_SUCCESS)
		return 103;
	if (PMI_CNOS_Get_nidpid_map((void **)&map) == PMI_SUCCESS || PMI_Get_nid(0, &n) == PMI_SUCCESS)
		return 104;
	PMI_Initialized(&n);
	PMI_Finalize();
	if (strcmp(PtlErrorStr(PTL_FAIL), "PTL_FAIL") != 0)
		return 105;
	PtlFini();
	return 0;
}

static void message(void)
{
	gt_barrier();
	OK(PtlPut(out.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 7));
	int kinds = 0;
	for (int i = 0; i < 3; i++)
		kinds |= 1 << NEXT_EVENT(eq).type;
	CHECK(kinds == (1 << PTL_EVENT_SEND_END | 1 << PTL_EVENT_PUT_END | 1 << PTL_EVENT_ACK), "events %x", kinds);
	gt_barrier();
}

/* handlers: the child ends with exit, which runs those of the program and of the library. */
static void child(bool handlers)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		int wrong = all_calls();
		if (handlers)
			exit(wrong);
		_exit(wrong);
	}
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid, "fork");
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %#x", (unsigned)status);
}

static void close_all(void) { PtlFini(); }

static void before_init(void)
{
	int status = -1, n;
	pid_t pid = fork();

	if (pid == 0)
		_exit(PtlInit(&n) != PTL_FAIL || cnos_get_rank() != -1);
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "a child from before the start ended with %#x", (unsigned)status);
}

int main(void)
{
	before_init();
	gt_start();
	atexit(close_all);
	eq = gt_eq(16);
	in = gt_offer(1, to, sizeof to, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE | PTL_MD_MANAGE_REMOTE, eq);
	out = gt_bind_md(gt_md(from, sizeof from, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	message();
	child(false);
	message();
	child(true);
	message();
	gt_close(&in);
	gt_close(&out);
	OK(PtlEQFree(eq));
	return gt_finish();
}
