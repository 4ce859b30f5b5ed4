/* Start, limits, identities of this process and of others, registers, distances, handles, and one end for each start. */
#include "../gt_portals.h"

#include <portals/pmi.h>

static void limits(const ptl_ni_limits_t *l)
{
	CHECK(l->max_pt_index >= 127, "max_pt_index %d", l->max_pt_index);
	CHECK(l->max_mes >= 1024 && l->max_mds >= 1024 && l->max_me_list >= 1024, "mes %d mds %d me_list %d", l->max_mes, l->max_mds, l->max_me_list);
	CHECK(l->max_eqs >= 64, "max_eqs %d", l->max_eqs);
	CHECK(l->max_ac_index >= 0 && l->max_md_iovecs >= 1, "max_ac_index %d max_md_iovecs %d", l->max_ac_index, l->max_md_iovecs);
	CHECK(l->max_getput_md >= 8, "max_getput_md %d", l->max_getput_md);
}

static void ids(void)
{
	ptl_process_id_t id = {7, 7};
	ptl_uid_t uid = 0x5a5a;
	ptl_jid_t jid = PTL_JID_ANY;
	unsigned long far = 77;
	void *map = NULL;
	int rank = -1, size = -1, flag = -1;

	OK(PtlGetId(gt_ni, &id));
	CHECK(id.nid == MY_ID.nid && id.pid == MY_ID.pid, "%u/%u, in the map %u/%u", id.nid, id.pid, MY_ID.nid, MY_ID.pid);
	OK(PtlGetUid(gt_ni, &uid));
	CHECK(uid == (ptl_uid_t)getuid(), "uid %u", uid);
	OK(PtlGetJid(gt_ni, &jid));
	CHECK(jid != PTL_JID_ANY, "jid %u", jid);
	for (int a = 0; a < gt_n; a++) {
		CHECK(gt_id(a).nid != 0, "rank %d has nid 0, which some programs take for an invalid one", a);
		CHECK(gt_id(a).nid != PTL_NID_ANY && gt_id(a).pid != PTL_PID_ANY, "rank %d has the wildcard id", a);
		for (int b = 0; b < a; b++)
			CHECK(gt_id(a).nid != gt_id(b).nid, "ranks %d and %d on one node, which shared memory would show", a, b);
		OK(PtlNIDist(gt_ni, gt_id(a), &far));
		CHECK((far == 0) == (a == gt_me), "distance %lu to rank %d", far, a);
	}
	GIVES(PTL_PROCESS_INVALID, PtlNIDist(gt_ni, gt_anyone, &far));

	CHECK(cnos_get_nidpid_map(NULL) == gt_n, "a map with NULL");
	CHECK(PMI_CNOS_Get_nidpid_map(&map) == PMI_SUCCESS && map != NULL, "PMI's map");
	CHECK(memcmp(map, gt_map, (size_t)gt_n * sizeof *gt_map) == 0, "PMI's map is another");
	CHECK(PMI_Initialized(&flag) == PMI_SUCCESS, "PMI_Initialized");
	CHECK(PMI_Init(&flag) == PMI_SUCCESS, "PMI_Init");
	flag = 0;
	CHECK(PMI_Initialized(&flag) == PMI_SUCCESS && flag, "not initialised after PMI_Init");
	CHECK(PMI_Get_rank(&rank) == PMI_SUCCESS && rank == gt_me, "PMI rank %d", rank);
	CHECK(PMI_Get_size(&size) == PMI_SUCCESS && size == gt_n, "PMI size %d", size);
	CHECK(PMI_Barrier() == PMI_SUCCESS, "PMI_Barrier");
	for (int r = 0; r < gt_n; r++) {
		int nid = -1;
		CHECK(PMI_Get_nid(r, &nid) == PMI_SUCCESS && nid == (int)gt_id(r).nid, "PMI says that rank %d is on node %d", r, nid);
	}
	CHECK(PMI_Get_nid(gt_n, &size) != PMI_SUCCESS && PMI_Get_nid(-1, &size) != PMI_SUCCESS && PMI_Get_nid(0, NULL) != PMI_SUCCESS,
	      "nodes of ranks that do not exist");
	CHECK(PMI_Get_rank(NULL) != PMI_SUCCESS && PMI_Get_size(NULL) != PMI_SUCCESS, "PMI with NULL");
	CHECK(cnos_launcher() != CNOS_LAUNCHER_YOD, "started by yod");
	cnos_barrier_init(gt_ni);
	CHECK(cnos_register_ptlid(MY_ID) == 0, "register");
}

static void handles(void)
{
	struct gt_end e;
	ptl_handle_eq_t eq = gt_eq(8);
	ptl_handle_ni_t ni;
	ptl_handle_any_t all[4];
	char byte;

	e = gt_offer(1, &byte, 1, PTL_MD_OP_PUT, eq);
	all[0] = gt_ni, all[1] = eq, all[2] = e.me, all[3] = e.h;
	for (int i = 0; i < 4; i++) {
		ni = PTL_INVALID_HANDLE;
		OK(PtlNIHandle(all[i], &ni));
		CHECK(ni == gt_ni, "handle %d: the interface is %#x, not %#x", i, ni, gt_ni);
		CHECK(all[i] != PTL_INVALID_HANDLE && all[i] != PTL_EQ_NONE, "handle %d is an invalid handle", i);
		for (int k = 0; k < i; k++)
			CHECK(all[i] != all[k], "handles %d and %d are both %#x", k, i, all[i]);
	}
	gt_close(&e);
	OK(PtlEQFree(eq));
	for (int i = 1; i < 4; i++)
		GIVES(PTL_HANDLE_INVALID, PtlNIHandle(all[i], &ni));
	GIVES(PTL_HANDLE_INVALID, PtlNIHandle(PTL_INVALID_HANDLE, &ni));
	GIVES(PTL_HANDLE_INVALID, PtlNIHandle(PTL_EQ_NONE, &ni));
}

static void registers(void)
{
	ptl_sr_value_t v = 77;
	OK(PtlNIStatus(gt_ni, PTL_SR_DROP_COUNT, &v));
	CHECK(v == 0, "%" PRIu64 " drops before anything was sent", (uint64_t)v);
	GIVES(PTL_SR_INDEX_INVALID, PtlNIStatus(gt_ni, 1000, &v));
	unsigned before = PtlNIDebug(gt_ni, 0);
	CHECK(PtlNIDebug(gt_ni, before) == 0, "the mask that was set does not come back");
}

/* There is one interface, however often and under whatever name it is opened. */
static void twice(void)
{
	ptl_interface_t names[] = {GT_IFACE, CRAY_UK_SSNAL, PTL_IFACE_DEFAULT, IFACE_FROM_BRIDGE_AND_NALID(PTL_BRIDGE_QK, PTL_IFACE_SS)};
	ptl_ni_limits_t some, got;
	ptl_process_id_t id;
	int opened = 0;

	memset(&some, 0, sizeof some);
	some.max_mes = 10;
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		ptl_handle_ni_t ni = PTL_INVALID_HANDLE;
		int interfaces = -1;
		memset(&got, 0, sizeof got);
		OK(PtlInit(&interfaces));
		CHECK(interfaces >= 1, "%d interfaces", interfaces);
		GIVES(PTL_IFACE_DUP, PtlNIInit(names[i], PTL_PID_ANY, i % 2 ? &some : NULL, &got, &ni));
		CHECK(ni == gt_ni, "another handle, %#x", ni);
		limits(&got);
		opened++;
	}
	for (; opened > 0; opened--) {
		OK(PtlNIFini(gt_ni));
		OK(PtlGetId(gt_ni, &id));
	}
}

/* A pid of the program's choice, visible to all others. It stays the same when the interface is opened again. */
static void specific_pid(void)
{
	ptl_handle_ni_t ni, again;
	ptl_process_id_t id = {0, 0};
	cnos_nidpid_map_t *map;

	OK(PtlNIInit(GT_IFACE, 44, NULL, NULL, &ni));
	OK(PtlGetId(ni, &id));
	CHECK(id.pid == 44, "pid %u instead of 44", id.pid);
	gt_barrier();
	CHECK(cnos_get_nidpid_map(&map) == gt_n, "the map");
	for (int r = 0; r < gt_n; r++)
		CHECK(map[r].pid == 44, "pid %u of rank %d instead of 44", map[r].pid, r);
	gt_barrier();
	GIVES(PTL_PID_INVALID, PtlNIInit(GT_IFACE, 45, NULL, NULL, &again));
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, 44, NULL, NULL, &again));
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, (ptl_pid_t)0xFFFF, NULL, NULL, &again));
	OK(PtlNIFini(ni));
	OK(PtlNIFini(ni));
	OK(PtlNIFini(ni));
	GIVES(PTL_PID_INVALID, PtlNIInit(GT_IFACE, 45, NULL, NULL, &ni));
	gt_barrier();
}

int main(void)
{
	ptl_ni_limits_t got;
	ptl_handle_ni_t ni;
	int interfaces = -1;
	char byte;

	gt_begin(cnos_get_rank(), cnos_get_size());
	CHECK(gt_me >= 0 && gt_me < gt_n, "rank %d of %d", gt_me, gt_n);
	const char *expected = getenv("GT_EXPECT_SIZE");
	CHECK(!expected || atoi(expected) == gt_n, "%d instead of %s ranks", gt_n, expected);

	GIVES(PTL_NO_INIT, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &ni));
	GIVES(PTL_SEGV, PtlInit(NULL));
	OK(PtlInit(&interfaces));
	CHECK(interfaces >= 1, "%d interfaces", interfaces);
	OK(PtlInit(&interfaces));
	GIVES(PTL_SEGV, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, NULL));
	specific_pid();
	GIVES(PTL_IFACE_INVALID, PtlNIInit(0x7ead1234, PTL_PID_ANY, NULL, NULL, &ni));
	memset(&got, 0, sizeof got);
	MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &got, &gt_ni));
	limits(&got);
	CHECK(cnos_get_nidpid_map(&gt_map) == gt_n, "the map");
	gt_barrier();

	ids();
	handles();
	registers();
	twice();
	gt_barrier();

	/* the last end frees all objects */
	ptl_handle_eq_t eq = gt_eq(8);
	struct gt_end e = gt_offer(1, &byte, 1, PTL_MD_OP_PUT, eq);
	ptl_event_t ev;
	ptl_process_id_t id;
	OK(PtlNIFini(gt_ni));
	GIVES(PTL_NI_INVALID, PtlNIFini(gt_ni));
	GIVES(PTL_NI_INVALID, PtlGetId(gt_ni, &id));
	GIVES(PTL_EQ_INVALID, PtlEQGet(eq, &ev));
	GIVES(PTL_EQ_INVALID, PtlEQPeek(eq, &ev));
	GIVES(PTL_ME_INVALID, PtlMEUnlink(e.me));
	GIVES(PTL_MD_INVALID, PtlMDUnlink(e.h));

	/* and a new start is legal */
	MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &got, &gt_ni));
	OK(PtlGetId(gt_ni, &id));
	CHECK(id.nid == MY_ID.nid && id.pid == MY_ID.pid, "another id the second time");
	GIVES(PTL_EQ_INVALID, PtlEQGet(eq, &ev));
	OK(PtlNIFini(gt_ni));
	PtlFini();
	GIVES(PTL_NO_INIT, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &ni));
	CHECK(cnos_barrier() == 0, "a barrier needs no interface");
	CHECK(PMI_Finalize() == PMI_SUCCESS, "PMI_Finalize");
	cnos_pm_barrier(1);
	return gt_end();
}
