/**
 * @file armci/message.h
 * Messages and collective operations.
 */
#ifndef ARMCI_MESSAGE_H
#define ARMCI_MESSAGE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name Types of elements */
/**@{*/
#define ARMCI_INT (-99)
#define ARMCI_LONG (-101)
#define ARMCI_LONG_LONG (-102)
#define ARMCI_FLOAT (-306)
#define ARMCI_DOUBLE (-307)
/**@}*/

/** @name Processes that take part */
/**@{*/
#define SCOPE_ALL 333     /**< all */
#define SCOPE_NODE 337    /**< those that share memory with the caller */
#define SCOPE_MASTERS 339 /**< the first of each node */
/**@}*/

/** Start and end of MPI for a program that uses it, or nothing. */
void armci_msg_init(int *argc, char ***argv);
void armci_msg_finalize(void);

/** Number of the caller among all processes, and how many there are. */
int armci_msg_me(void);
int armci_msg_nproc(void);

/** Print code and end the job with a status that is not 0. It does not return. */
void armci_msg_abort(int code);

/** Seconds since some time. */
double armci_timer(void);

/** @name Messages. Those of one process and tag arrive in order; a send does not wait */
/**@{*/
void armci_msg_snd(int tag, void *buffer, int len, int to);
/** Receive from one process. *msglen is the length; msglen may be NULL. */
void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from);
/** Receive from any process. @return whose it was */
int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen);
/**@}*/

/** Wait for all processes, or all members of a group. Not a fence. */
void armci_msg_barrier(void);
void armci_msg_group_barrier(ARMCI_Group *group);

/** @name Broadcasts of len bytes of a process. root is a number among all processes, for groups as well */
/**@{*/
void armci_msg_bcast(void *buffer, int len, int root);
void armci_msg_brdcst(void *buffer, int len, int root);
void armci_msg_bcast_scope(int scope, void *buffer, int len, int root);
void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group);
/**@}*/

/** @name Reductions of n elements, in place. op is "+", "*", "max", "min", "absmax", "absmin"; for integers "or", "&&", "||", "&", "|", too */
/**@{*/
void armci_msg_igop(int *x, int n, char *op);
void armci_msg_lgop(long *x, int n, char *op);
void armci_msg_llgop(long long *x, int n, char *op);
void armci_msg_fgop(float *x, int n, char *op);
void armci_msg_dgop(double *x, int n, char *op);
void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type);
void armci_msg_group_igop(int *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_lgop(long *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_llgop(long long *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_fgop(float *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_dgop(double *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *group);
void armci_msg_clus_igop(int *x, int n, char *op);
void armci_msg_clus_lgop(long *x, int n, char *op);
void armci_msg_clus_llgop(long long *x, int n, char *op);
void armci_msg_clus_fgop(float *x, int n, char *op);
void armci_msg_clus_dgop(double *x, int n, char *op);
/** The result is defined on process 0 only. */
void armci_msg_reduce(void *x, int n, char *op, int type);
void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type);
/**@}*/

/** Give all processes the n bytes at x of the one whose first element, of a type, is the "min" or "max" of those that contribute. */
void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute);
#define armci_msg_sel(x, n, op, type, contribute) armci_msg_sel_scope(SCOPE_ALL, (x), (n), (op), (type), (contribute))

/** @name Broadcasts among processes that share memory */
/**@{*/
void armci_msg_clus_brdcst(void *buf, int len);
void armci_grp_clus_brdcst(void *buf, int len, int grp_master, int grp_clus_nproc, ARMCI_Group *mastergroup);
/**@}*/

/** A binary tree of the processes: its root, and the caller's parent and children, -1 for none. */
void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right);
void armci_msg_group_bintree(int scope, int *Root, int *Up, int *Left, int *Right, ARMCI_Group *group);

/** Every process has set its own element of ptr_ar; afterwards all have all n. */
void armci_exchange_address(void *ptr_ar[], int n);
void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
