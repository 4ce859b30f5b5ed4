/* shmem/combine.h - the arithmetic of reductions and scans, for every type of OpenSHMEM. */
#ifndef GA_COMBINE_H
#define GA_COMBINE_H

#include <stddef.h>

/* out[i] = a[i] op b[i] for n elements of a type: op is one of GA_SHMEM_REDUCE_, num one of GA_SHMEM_NUM_. out may be a or b, and overlaps neither
 * otherwise. Integers wrap around. And, or and xor are there for integers, min and max for all but complex numbers; ga_combines says so. */
void ga_combine(int op, int num, void *out, const void *a, const void *b, size_t n);
int ga_combines(int op, int num);

/* Fortran's REAL*16, a floating-point number of 113 bits; long double is another type on x86-64. */
#ifdef __x86_64__
typedef __float128 ga_quad;
#else
typedef long double ga_quad;
#endif

/* Bytes of an element. */
size_t ga_num_bytes(int num);

#endif
