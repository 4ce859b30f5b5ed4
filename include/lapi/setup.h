/**
 * @file lapi/setup.h
 * Contexts, their parameters, texts of errors.
 */
#ifndef LAPI_SETUP_H
#define LAPI_SETUP_H

#include "util.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Makes a context. Each task of the job makes its own, without waiting for others; tasks that communicate make theirs in the same order, at most
 * MAX_PORTS. Messages that come before that wait. *hndl: the context. Errors: LAPI_ERR_RET_PTR_NULL, LAPI_ERR_INFO_NULL, LAPI_ERR_INFO_NONZERO,
 * LAPI_ERR_ALL_HNDL_IN_USE, always.
 */
int LAPI_Init(lapi_handle_t *hndl, lapi_info_t *info);

/** Ends a context, and waits until its messages have left this task, not until they have arrived: call LAPI_Gfence before it. Not from a handler. */
int LAPI_Term(lapi_handle_t hndl);

/**
 * Stores a parameter at ret_val: an int, or lapi_statistics_t for QUERY_STATISTICS, or an int for each task for QUERY_SHM_TASKS. PRINT_STATISTICS
 * prints. Errors: LAPI_ERR_QUERY_TYPE, LAPI_ERR_RET_PTR_NULL.
 */
int LAPI_Qenv(lapi_handle_t hndl, lapi_query_t query, int *ret_val);

/** Sets ERROR_CHK (0, 1), TIMEOUT (seconds), INTERRUPT_SET (0, 1) or ACK_THRESHOLD (1 to 30). Errors: LAPI_ERR_QUERY_TYPE, LAPI_ERR_SET_VAL. */
int LAPI_Senv(lapi_handle_t hndl, lapi_query_t query, int set_val);

/**
 * Writes the text of a code, at most LAPI_MAX_ERR_STRING bytes with the final 0. It may be called before LAPI_Init. An unknown code gets a text,
 * too, and LAPI_ERR_CODE_UNKNOWN.
 */
int LAPI_Msg_string(int error_code, void *buf);

/** Makes a context do a service that the structure selects. Errors: LAPI_ERR_UTIL_CMD and those of the service. */
int LAPI_Util(lapi_handle_t hndl, lapi_util_t *util);

/**
 * Makes a group of tasks for multicasts, which this library does not have: LAPI_ERR_XFER_CMD comes from those. Errors: LAPI_ERR_TASK_NUM,
 * LAPI_ERR_NULL_LIST, LAPI_ERR_GRP_MEMBER, LAPI_ERR_NULL_GRP.
 */
int LAPI_Group_create(lapi_handle_t hndl, uint num_tasks, uint *task_list, lapi_group_t *group);

/** Frees a group. Errors: LAPI_ERR_GRP. */
int LAPI_Group_free(lapi_handle_t hndl, lapi_group_t group);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
