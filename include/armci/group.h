/**
 * @file armci/group.h
 * Groups of processes, and processes that share memory.
 */
#ifndef ARMCI_GROUP_H
#define ARMCI_GROUP_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Make a group. pid_list has n numbers of processes in the default group, in ascending order. Every member calls it with the same list; other processes may
 * call it, too, and get a handle of a group that they are not in.
 */
void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out);

/** The same with numbers of processes in group_parent. */
void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out, ARMCI_Group *group_parent);

/** Release a handle. Memory of ARMCI_Malloc_group stays. */
void ARMCI_Group_free(ARMCI_Group *group);

/** Set *rank to the caller's number in a group: 0; -1 and the result 1 if it is no member. */
int ARMCI_Group_rank(ARMCI_Group *group, int *rank);

/** Set *size to the number of members. */
void ARMCI_Group_size(ARMCI_Group *group, int *size);

/** The number among all processes of a member. */
int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank);

/** The group that ARMCI_Group_create takes its numbers from: at first that of all. */
void ARMCI_Group_set_default(ARMCI_Group *group);
void ARMCI_Group_get_default(ARMCI_Group *group_out);
void ARMCI_Group_get_world(ARMCI_Group *group_out);

/** @name Processes that share memory. Those of a host are a domain; on one host all are in domain 0 */
/**@{*/
/** How many domains there are. */
int armci_domain_count(armci_domain_t domain);
/** The caller's. */
int armci_domain_my_id(armci_domain_t domain);
/** That of a process. */
int armci_domain_id(armci_domain_t domain, int glob_proc_id);
/** How many processes it has; id -1 is the caller's. */
int armci_domain_nprocs(armci_domain_t domain, int id);
/** The number of its process loc_proc_id. */
int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id);
/** Whether a process is in the caller's. */
int armci_domain_same_id(armci_domain_t domain, int proc);
int ARMCI_Same_node(int proc);
int armci_sameclusnode(int proc);
/** Its first process. */
int armci_smp_master(int proc);
/**@}*/
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
