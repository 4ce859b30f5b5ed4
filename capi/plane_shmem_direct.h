/* plane_shmem_direct.h - showing SHMEM's segments to programs that put and get without a call. */
#ifndef GA_PLANE_SHMEM_DIRECT_H
#define GA_PLANE_SHMEM_DIRECT_H

/* Shows the plane as it is now: with no segments while SHMEM is not up, and while operations are counted. */
void ga_shmem_direct_show(void);

#endif
