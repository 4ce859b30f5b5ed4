/* portals/runtime.c - what the reference implementation has beside Portals: ranks, maps of ids, and help for debugging. */
#include <p3api/debug.h>
#include <p3nal_utcp.h>
#include <p3rt/p3rt.h>
#include <portals/portals3.h>

#include <sched.h>

#include "../job/job.h"
#include "plane.h"

/* The ids of all ranks, and how many; NULL unless they are as many as expected, if something is. */
static const ptl_process_id_t *ids(const char *fn, int64_t expected, int *count)
{
	ptl_process_id_t *map = NULL;
	struct ga_portals_nidpid_map frame = {.head = {GA_OP_PORTALS_NIDPID_MAP, sizeof frame, fn}, .map = &map};

	ga_call(&frame.head);
	*count = frame.count;
	return frame.count > 0 && (expected < 0 || expected == frame.count) ? map : NULL;
}

int PtlSetRank(ptl_handle_ni_t ni, unsigned int rank, unsigned int group_size)
{
	const int me = ga_job_rank("PtlSetRank"), n = ga_job_size("PtlSetRank");

	(void)ni;
	if (me < 0 || n < 0)
		return PTL_FAIL;
	return (rank == (unsigned int)-1 || rank == (unsigned int)me) && (group_size == (unsigned int)-1 || group_size == (unsigned int)n) ? PTL_OK
	                                                                                                                                   : PTL_FAIL;
}

int PtlGetRank(ptl_handle_ni_t ni, unsigned int *rank, unsigned int *group_size)
{
	int me, n;

	(void)ni;
	if (!rank || !group_size)
		return PTL_SEGV;
	me = ga_job_rank("PtlGetRank");
	n = ga_job_size("PtlGetRank");
	if (me < 0 || n < 0)
		return PTL_FAIL;
	*rank = (unsigned int)me;
	*group_size = (unsigned int)n;
	return PTL_OK;
}

int PtlGetRankId(ptl_handle_ni_t ni, unsigned int rank, ptl_process_id_t *id)
{
	const ptl_process_id_t *all;
	int n;

	(void)ni;
	if (!id)
		return PTL_SEGV;
	all = ids("PtlGetRankId", -1, &n);
	if (!all || rank >= (unsigned int)n)
		return PTL_FAIL;
	*id = all[rank];
	return PTL_OK;
}

int p3tcp_my_nid(const char *interface, unsigned int *nid)
{
	ptl_process_id_t me;

	(void)interface;
	if (!nid || PtlGetRankId(PTL_INVALID_HANDLE, (unsigned int)ga_job_rank("p3tcp_my_nid"), &me) != PTL_OK)
		return -1;
	*nid = me.nid;
	return 0;
}

int PtlSetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size)
{
	const ptl_process_id_t *all;
	int n;

	(void)ni;
	if (!map)
		return PTL_SEGV;
	all = ids("PtlSetNIDMap", group_size, &n);
	if (!all)
		return PTL_FAIL;
	for (int i = 0; i < n; i++)
		if (map[i] != all[i].nid)
			return PTL_FAIL;
	return PTL_OK;
}

int PtlSetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size)
{
	int n;

	(void)ni;
	if (!map)
		return PTL_SEGV;
	return ids("PtlSetPIDMap", group_size, &n) ? PTL_OK : PTL_FAIL;
}

int PtlGetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size)
{
	const ptl_process_id_t *all;
	int n;

	(void)ni;
	if (!map)
		return PTL_SEGV;
	all = ids("PtlGetNIDMap", group_size, &n);
	if (!all)
		return PTL_FAIL;
	for (int i = 0; i < n; i++)
		map[i] = all[i].nid;
	return PTL_OK;
}

int PtlGetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size)
{
	const ptl_process_id_t *all;
	int n;

	(void)ni;
	if (!map)
		return PTL_SEGV;
	all = ids("PtlGetPIDMap", group_size, &n);
	if (!all)
		return PTL_FAIL;
	for (int i = 0; i < n; i++)
		map[i] = all[i].pid;
	return PTL_OK;
}

int PtlSetJID(ptl_handle_ni_t ni, ptl_jid_t jid)
{
	(void)ni;
	return ga_job_rank("PtlSetJID") >= 0 && jid == PTL_JID_NONE ? PTL_OK : PTL_FAIL;
}

/* Whether ni is the interface. */
static int check(const char *fn, ptl_handle_ni_t ni)
{
	ptl_process_id_t id;
	struct ga_portals_get_id frame = {.head = {GA_OP_PORTALS_GET_ID, sizeof frame, fn}, .ni = ni, .id = &id};

	ga_call(&frame.head);
	return frame.rc;
}

int PtlProgress(ptl_handle_ni_t ni, ptl_time_t ms)
{
	const int rc = check("PtlProgress", ni);

	(void)ms;
	if (rc == PTL_OK)
		sched_yield();
	return rc;
}

int PtlNIEqDump(ptl_handle_ni_t ni) { return check("PtlNIEqDump", ni); }

int PtlTblDump(ptl_handle_ni_t ni, int pt_index)
{
	const int rc = check("PtlTblDump", ni);

	return rc == PTL_OK && pt_index < 0 ? PTL_PT_INDEX_INVALID : rc;
}

int PtlMEDump(ptl_handle_me_t me)
{
	ptl_handle_ni_t ni;
	struct ga_portals_ni_handle frame = {.head = {GA_OP_PORTALS_NI_HANDLE, sizeof frame, "PtlMEDump"}, .handle = me, .ni = &ni};

	ga_call(&frame.head);
	return frame.rc == PTL_HANDLE_INVALID ? PTL_ME_INVALID : frame.rc;
}
