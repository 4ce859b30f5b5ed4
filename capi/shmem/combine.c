/* shmem/combine.c - the arithmetic of reductions and scans. Loops so plain that the compiler makes vectors of them, for the CPU that runs if it can choose. */
#include "combine.h"

#include <stdint.h>

#include "zshmem_frames.h"

#pragma GCC optimize("O3")

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define BEST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define BEST
#endif

/* out may be a or b itself, which hinders no vector: element i is read before it is written. */
#define LOOP(NAME, T, EXPR)                                                           \
	BEST static void NAME(void *out, const void *pa, const void *pb, size_t n)    \
	{                                                                             \
		const T *a = pa, *b = pb;                                             \
		T *o = out;                                                           \
		_Pragma("GCC ivdep") for (size_t i = 0; i < n; i++) o[i] = (T)(EXPR); \
	}

#define ORDERED(NAME, T)                               \
	LOOP(NAME##_min, T, b[i] < a[i] ? b[i] : a[i]) \
	LOOP(NAME##_max, T, a[i] < b[i] ? b[i] : a[i])

/* Signed integers are added and multiplied as unsigned ones, whose overflow is defined; narrow ones are multiplied as unsigned int. */
#define INTEGER(NAME, T, WIDE)                        \
	LOOP(NAME##_and, T, a[i] & b[i])              \
	LOOP(NAME##_or, T, a[i] | b[i])               \
	LOOP(NAME##_xor, T, a[i] ^ b[i])              \
	LOOP(NAME##_sum, T, (WIDE)a[i] + (WIDE)b[i])  \
	LOOP(NAME##_prod, T, (WIDE)a[i] * (WIDE)b[i]) \
	ORDERED(NAME, T)

#define REAL(NAME, T)                     \
	LOOP(NAME##_sum, T, a[i] + b[i])  \
	LOOP(NAME##_prod, T, a[i] * b[i]) \
	ORDERED(NAME, T)

INTEGER(u8, uint8_t, uint32_t)
INTEGER(u16, uint16_t, uint32_t)
INTEGER(u32, uint32_t, uint32_t)
INTEGER(u64, uint64_t, uint64_t)
ORDERED(i8, int8_t)
ORDERED(i16, int16_t)
ORDERED(i32, int32_t)
ORDERED(i64, int64_t)
REAL(f32, float)
REAL(f64, double)
REAL(fl, long double)
REAL(fq, ga_quad)

/* Products by the textbook's formula: without the recovery of infinities that C's own has, and with vectors. */
#define COMPLEX(NAME, T)                                                                            \
	BEST static void NAME##_prod(void *out, const void *pa, const void *pb, size_t n)           \
	{                                                                                           \
		const T *a = pa, *b = pb;                                                           \
		T *o = out;                                                                         \
		_Pragma("GCC ivdep") for (size_t i = 0; i < n; i++)                                 \
		{                                                                                   \
			const T ar = a[2 * i], ai = a[2 * i + 1], br = b[2 * i], bi = b[2 * i + 1]; \
			o[2 * i] = ar * br - ai * bi;                                               \
			o[2 * i + 1] = ar * bi + ai * br;                                           \
		}                                                                                   \
	}                                                                                           \
	static void NAME##_sum(void *out, const void *a, const void *b, size_t n) { SUM_OF_##NAME(out, a, b, 2 * n); }
#define SUM_OF_cf f32_sum
#define SUM_OF_cd f64_sum

COMPLEX(cf, float)
COMPLEX(cd, double)

typedef void combiner(void *out, const void *a, const void *b, size_t n);

#define R(op) GA_SHMEM_REDUCE_##op
#define INTEGERS(SIGNED, UNSIGNED)                                                                                                               \
	{                                                                                                                                        \
		[R(AND)] = UNSIGNED##_and, [R(OR)] = UNSIGNED##_or, [R(XOR)] = UNSIGNED##_xor, [R(MIN)] = SIGNED##_min, [R(MAX)] = SIGNED##_max, \
		[R(SUM)] = UNSIGNED##_sum, [R(PROD)] = UNSIGNED##_prod                                                                           \
	}
#define REALS(NAME)                                                                                          \
	{                                                                                                    \
		[R(MIN)] = NAME##_min, [R(MAX)] = NAME##_max, [R(SUM)] = NAME##_sum, [R(PROD)] = NAME##_prod \
	}
#define COMPLEXES(NAME)                                        \
	{                                                      \
		[R(SUM)] = NAME##_sum, [R(PROD)] = NAME##_prod \
	}

enum { OPS = R(PROD) + 1, NUMS = GA_SHMEM_NUM_FQ + 1 };

static combiner *const combiners[NUMS][OPS] = {
    [GA_SHMEM_NUM_I8] = INTEGERS(i8, u8),    [GA_SHMEM_NUM_U8] = INTEGERS(u8, u8),    [GA_SHMEM_NUM_I16] = INTEGERS(i16, u16),
    [GA_SHMEM_NUM_U16] = INTEGERS(u16, u16), [GA_SHMEM_NUM_I32] = INTEGERS(i32, u32), [GA_SHMEM_NUM_U32] = INTEGERS(u32, u32),
    [GA_SHMEM_NUM_I64] = INTEGERS(i64, u64), [GA_SHMEM_NUM_U64] = INTEGERS(u64, u64), [GA_SHMEM_NUM_F32] = REALS(f32),
    [GA_SHMEM_NUM_F64] = REALS(f64),         [GA_SHMEM_NUM_FL] = REALS(fl),           [GA_SHMEM_NUM_CF] = COMPLEXES(cf),
    [GA_SHMEM_NUM_CD] = COMPLEXES(cd),       [GA_SHMEM_NUM_FQ] = REALS(fq),
};

static const unsigned char widths[NUMS] = {
    [GA_SHMEM_NUM_I8] = 1,
    [GA_SHMEM_NUM_U8] = 1,
    [GA_SHMEM_NUM_I16] = 2,
    [GA_SHMEM_NUM_U16] = 2,
    [GA_SHMEM_NUM_I32] = 4,
    [GA_SHMEM_NUM_U32] = 4,
    [GA_SHMEM_NUM_I64] = 8,
    [GA_SHMEM_NUM_U64] = 8,
    [GA_SHMEM_NUM_F32] = 4,
    [GA_SHMEM_NUM_F64] = 8,
    [GA_SHMEM_NUM_FL] = sizeof(long double),
    [GA_SHMEM_NUM_CF] = 2 * sizeof(float),
    [GA_SHMEM_NUM_CD] = 2 * sizeof(double),
    [GA_SHMEM_NUM_FQ] = sizeof(ga_quad),
};

int ga_combines(int op, int num) { return (unsigned)num < NUMS && (unsigned)op < OPS && combiners[num][op]; }

size_t ga_num_bytes(int num) { return (unsigned)num < NUMS ? widths[num] : 0; }

void ga_combine(int op, int num, void *out, const void *a, const void *b, size_t n) { combiners[num][op](out, a, b, n); }
