/* gt_shmem.h - the type lists of OpenSHMEM 1.6 as the test programs spell them, independent of how shmem.h makes its prototypes.
 *
 * GT_RMA_TYPES(X) calls X(NAME, T) for each: NAME as in shmem_NAME_put, T the C type. */
#ifndef GT_SHMEM_H
#define GT_SHMEM_H

#include "gt.h"

#include <shmem.h>

#define GT_AMO_TYPES(X)                  \
	X(int, int)                      \
	X(long, long)                    \
	X(longlong, long long)           \
	X(uint, unsigned int)            \
	X(ulong, unsigned long)          \
	X(ulonglong, unsigned long long) \
	X(int32, int32_t)                \
	X(int64, int64_t)                \
	X(uint32, uint32_t)              \
	X(uint64, uint64_t)              \
	X(size, size_t)                  \
	X(ptrdiff, ptrdiff_t)

#define GT_BIT_TYPES(X)                  \
	X(uint, unsigned int)            \
	X(ulong, unsigned long)          \
	X(ulonglong, unsigned long long) \
	X(int32, int32_t)                \
	X(int64, int64_t)                \
	X(uint32, uint32_t)              \
	X(uint64, uint64_t)

#define GT_FLOAT_TYPES(X) \
	X(float, float)   \
	X(double, double)

/* fetch, set, swap */
#define GT_EXT_TYPES(X)   \
	GT_FLOAT_TYPES(X) \
	GT_AMO_TYPES(X)

/* wait_until, test */
#define GT_WAIT_TYPES(X)          \
	X(short, short)           \
	X(ushort, unsigned short) \
	GT_AMO_TYPES(X)

#define GT_RMA_TYPES(X)            \
	GT_FLOAT_TYPES(X)          \
	X(longdouble, long double) \
	X(char, char)              \
	X(schar, signed char)      \
	X(uchar, unsigned char)    \
	X(int8, int8_t)            \
	X(int16, int16_t)          \
	X(uint8, uint8_t)          \
	X(uint16, uint16_t)        \
	GT_WAIT_TYPES(X)

/* The types of sums and products of collectives. */
#define GT_SUM_TYPES(X)             \
	GT_RMA_TYPES(X)             \
	X(complexf, float _Complex) \
	X(complexd, double _Complex)

/* The reductions of before teams: bitwise, ordered, sums. */
#define GT_OLD_BITS_TYPES(X) \
	X(short, short)      \
	X(int, int)          \
	X(long, long)        \
	X(longlong, long long)

#define GT_OLD_REAL_TYPES(X) \
	GT_OLD_BITS_TYPES(X) \
	GT_FLOAT_TYPES(X)    \
	X(longdouble, long double)

#define GT_OLD_SUM_TYPES(X)         \
	GT_OLD_REAL_TYPES(X)        \
	X(complexf, float _Complex) \
	X(complexd, double _Complex)

/* Bitwise reductions on teams. */
#define GT_REDUCE_BITS_TYPES(X)          \
	X(uchar, unsigned char)          \
	X(ushort, unsigned short)        \
	X(uint, unsigned int)            \
	X(ulong, unsigned long)          \
	X(ulonglong, unsigned long long) \
	X(int8, int8_t)                  \
	X(int16, int16_t)                \
	X(int32, int32_t)                \
	X(int64, int64_t)                \
	X(uint8, uint8_t)                \
	X(uint16, uint16_t)              \
	X(uint32, uint32_t)              \
	X(uint64, uint64_t)              \
	X(size, size_t)                  \
	GT_OLD_BITS_TYPES(X)

/* Sized transfers and a type of that size: X(BITS, T). */
typedef struct {
	uint64_t lo, hi;
} gt_u128;
#define GT_RMA_SIZES(X) \
	X(8, uint8_t)   \
	X(16, uint16_t) \
	X(32, uint32_t) \
	X(64, uint64_t) \
	X(128, gt_u128)

#define GT_NEXT ((gt_me + 1) % gt_n)
#define GT_PREV ((gt_me + gt_n - 1) % gt_n)

/* Starts the library and the test. */
static inline void gt_start(void)
{
	shmem_init();
	gt_begin(shmem_my_pe(), shmem_n_pes());
}

/* Contexts for tests, and the number of the next PE on each. */
#define GT_CONTEXTS 4
struct gt_ctx {
	shmem_ctx_t ctx;
	int next;
};

static inline void gt_contexts(struct gt_ctx c[GT_CONTEXTS])
{
	shmem_team_t back;

	c[0] = (struct gt_ctx){SHMEM_CTX_DEFAULT, GT_NEXT};
	c[1].next = c[2].next = GT_NEXT;
	c[3].next = gt_n - 1 - GT_NEXT;
	if (shmem_ctx_create(0, &c[1].ctx) || shmem_ctx_create(SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE, &c[2].ctx) ||
	    shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n - 1, -1, gt_n, NULL, 0, &back) ||
	    shmem_team_create_ctx(back, SHMEM_CTX_SERIALIZED, &c[3].ctx))
		FATAL("no contexts");
}

/* Ends both; the result of main. */
static inline int gt_finish(void)
{
	shmem_finalize();
	return gt_end();
}

#endif
