/* lapi/util.c - services of a context, groups. */
#include <stdlib.h>

#include "call.h"

static lapi_dgsp_descr_t byte = {.depth = 1, .density = LAPI_DGSM_UNIT, .size = 1, .extent = 1, .rext = 1, .atom_size = 1};

lapi_dg_handle_t LAPI_BYTE = &byte;

GA_TWIN(LAPI_Util, (lapi_handle_t hndl, lapi_util_t *util))
{
	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	return LAPI_ERR_UTIL_CMD;
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
