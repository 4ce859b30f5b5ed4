/* armci/add.c - the arithmetic of accumulates: loops that the compiler makes vectors of, for the CPU that runs if it can choose. */
#define ARMCI_WITHOUT_MPI 1
#include "add.h"

#include <armci.h>
#include <string.h>

#pragma GCC optimize("O3")

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define BEST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define BEST
#endif

/* Integers wrap. */
#define REAL(T, U)                                                                                               \
	BEST static void add_##T(void *restrict into, const void *restrict from, size_t n, const void *scale)    \
	{                                                                                                        \
		U *restrict a = into;                                                                            \
		const U *restrict b = from;                                                                      \
		_Pragma("GCC ivdep") for (size_t i = 0; i < n; i++) a[i] += b[i];                                \
	}                                                                                                        \
	BEST static void scaled_##T(void *restrict into, const void *restrict from, size_t n, const void *scale) \
	{                                                                                                        \
		U *restrict a = into;                                                                            \
		const U *restrict b = from;                                                                      \
		const U factor = *(const U *)scale;                                                              \
		_Pragma("GCC ivdep") for (size_t i = 0; i < n; i++) a[i] += factor * b[i];                       \
	}

REAL(int, unsigned)
REAL(long, unsigned long)
REAL(float, float)
REAL(double, double)

/* Complex numbers: pairs. */
#define COMPLEX(T)                                                                                                \
	BEST static void complex_##T(void *restrict into, const void *restrict from, size_t n, const void *scale) \
	{                                                                                                         \
		T *restrict a = into;                                                                             \
		const T *restrict b = from;                                                                       \
		const T re = ((const T *)scale)[0], im = ((const T *)scale)[1];                                   \
		for (size_t i = 0; i < 2 * n; i += 2) {                                                           \
			const T x = b[i], y = b[i + 1];                                                           \
			a[i] += re * x - im * y;                                                                  \
			a[i + 1] += re * y + im * x;                                                              \
		}                                                                                                 \
	}                                                                                                         \
	static void pairs_##T(void *restrict into, const void *restrict from, size_t n, const void *scale) { add_##T(into, from, 2 * n, scale); }

COMPLEX(float)
COMPLEX(double)

#define ADDER(T)                                                                            \
	do {                                                                                \
		T one;                                                                      \
		memcpy(&one, scale, sizeof one);                                            \
		return (struct ga_armci_adder){sizeof(T), one == 1 ? add_##T : scaled_##T}; \
	} while (0)

#define COMPLEX_ADDER(T)                                                                                             \
	do {                                                                                                         \
		T one[2];                                                                                            \
		memcpy(one, scale, sizeof one);                                                                      \
		return (struct ga_armci_adder){2 * sizeof(T), one[0] == 1 && one[1] == 0 ? pairs_##T : complex_##T}; \
	} while (0)

struct ga_armci_adder ga_armci_adder(int type, const void *scale)
{
	switch (type) {
	case ARMCI_ACC_INT: ADDER(int);
	case ARMCI_ACC_LNG: ADDER(long);
	case ARMCI_ACC_FLT: ADDER(float);
	case ARMCI_ACC_DBL: ADDER(double);
	case ARMCI_ACC_CPL: COMPLEX_ADDER(float);
	case ARMCI_ACC_DCP: COMPLEX_ADDER(double);
	}
	return (struct ga_armci_adder){0, NULL};
}
