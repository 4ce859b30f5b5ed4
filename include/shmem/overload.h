#ifndef _SHMEM_OVERLOAD_H
#define _SHMEM_OVERLOAD_H
#endif
