/* shmem/view.h - showing SHMEM's segments to programs that put and get without a call. */
#ifndef GA_PLANE_SHMEM_DIRECT_H
#define GA_PLANE_SHMEM_DIRECT_H

#include "../plane/plane.h"

/* Shows the plane as it is now: with no segments while SHMEM is not up, and while operations are counted. */
void ga_shmem_direct_show(void);

/* Tells the plane where the segments are, by value. Unless it is open, every call goes through Go. entered is that of struct ga_shmem_far. */
void ga_shmem_windows(struct ga_window heap, struct ga_window data, bool open, uint32_t *entered);

/* In a forked child: SHMEM is not up. */
void ga_shmem_in_child(void);

#endif
