/* lapi/util.c - services of a context, groups. */
#include <stdlib.h>

#include "call.h"
#include "layout.h"
#include "lock.h"

/* Returns code, having stored it in a structure that has a place for it. */
#define STATUS(member, code) ((int)(util->member.status = (lapi_status_t)(code)))

GA_TWIN(LAPI_Util, (lapi_handle_t hndl, lapi_util_t *util))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!util)
		return p ? LAPI_ERR_UTIL_CMD : LAPI_ERR_HNDL_INVALID;
	switch (util->Util_type) { /* programs do not belong to a context */
	case LAPI_REGISTER_DGSP: return STATUS(RegDgsp, ga_lapi_register(&util->RegDgsp));
	case LAPI_RESERVE_DGSP: return STATUS(ResvDgsp, ga_lapi_reserve(&util->ResvDgsp, true));
	case LAPI_UNRESERVE_DGSP: return STATUS(DrefDgsp, ga_lapi_reserve(&util->DrefDgsp, false));
	default: break;
	}
	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	switch (util->Util_type) {
	case LAPI_REG_DDM_FUNC: return STATUS(DdmFunc, ga_lapi_ddm(hndl, &util->DdmFunc));
	case LAPI_DGSP_PACK: return STATUS(PackDgsp, ga_lapi_pack(hndl, &util->PackDgsp));
	case LAPI_DGSP_UNPACK: return STATUS(UnpackDgsp, ga_lapi_unpack(hndl, &util->UnpackDgsp));
	case LAPI_GET_THREAD_FUNC: return ga_lapi_share_lock(p, &util->ThreadFunc);
	default: return LAPI_ERR_UTIL_CMD;
	}
}

GA_TWIN(LAPI_Group_create, (lapi_handle_t hndl, uint num_tasks, uint *task_list, lapi_group_t *group))
{
	struct ga_lapi_group f = {GA_FRAME(group, GROUP, "LAPI_Group_create"), .handle = hndl, .n = num_tasks, .list = task_list};

	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	if (!task_list)
		return LAPI_ERR_NULL_LIST;
	if (!group)
		return LAPI_ERR_NULL_GRP;
	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS)
		*group = f.group;
	return f.rc;
}

GA_TWIN(LAPI_Group_free, (lapi_handle_t hndl, lapi_group_t group))
{
	struct ga_lapi_group_free f = {GA_FRAME(group_free, GROUP_FREE, "LAPI_Group_free"), .handle = hndl, .group = group};

	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	ga_call(&f.head);
	return f.rc;
}
