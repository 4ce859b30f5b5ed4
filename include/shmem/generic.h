#ifndef _SHMEM_GENERIC_H
#define _SHMEM_GENERIC_H
#endif
