/**
 * @file armcix.h
 * Extensions of ARMCI-MPI.
 */
#ifndef ARMCIX_H
#define ARMCIX_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** A set of mutexes of the members of a group. */
typedef struct gasnetgo_armci_mutexes *armcix_mutex_hdl_t;

/** Make `count` mutexes on the caller, collectively in a group. */
armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int count, ARMCI_Group *pgroup);
/** Destroy them, collectively. 0. */
int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl);
/** Lock mutex `mutex` of member proc of the set's group. */
void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
/** The same without waiting: 0 if the caller has it now, else 1. */
int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);

/** Make a group for each color of the members of parent, ordered by key. Collective in parent. 0. */
int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *new_group);
/** A group of the same members. Collective. 0. */
int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *new_group);

/** Nothing: memory of others needs no help of theirs. */
void ARMCIX_Progress(void);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
