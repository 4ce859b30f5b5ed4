/* Accumulates of six types, with several scales, contiguous, strided and as vectors: their values, that they are atomic to each other, and that operations of one
 * process on the same memory take effect in their order without a fence. */
#include <complex.h>

#include "../gt_armci.h"

enum { N = 24 << 10, ROUNDS = 40 }; /* elements: several blocks of 64 KB */

typedef float complex cpl;
typedef double complex dcp;

static void **area;

/* How to add n elements: contiguous, rows, a vector. */
static void add(int way, int type, void *scale, void *src, void *dst, size_t size, int n, int proc)
{
	int stride = (int)size * 4, count[2] = {(int)size * 4, n / 4}, bytes = (int)size * n;
	void *srcs[64], *dsts[64];
	armci_giov_t v = {.src_ptr_array = srcs, .dst_ptr_array = dsts, .ptr_array_len = 64, .bytes = (int)size * (n / 64)};
	armci_hdl_t h;

	ARMCI_INIT_HANDLE(&h);
	switch (way) {
	case 0: GT_OK(ARMCI_Acc(type, scale, src, dst, bytes, proc)); break;
	case 1: GT_OK(ARMCI_AccS(type, scale, src, &stride, dst, &stride, count, 1, proc)); break;
	case 2:
	case 3:
		for (int i = 0; i < 64; i++) {
			srcs[i] = (char *)src + i * v.bytes;
			dsts[i] = (char *)dst + i * v.bytes;
		}
		GT_OK(way == 2 ? ARMCI_AccV(type, scale, &v, 1, proc) : ARMCI_NbAccV(type, scale, &v, 1, proc, &h));
		break;
	case 4: GT_OK(ARMCI_NbAcc(type, scale, src, dst, bytes, proc, &h)); break;
	case 5: GT_OK(ARMCI_NbAccS(type, scale, src, &stride, dst, &stride, count, 1, proc, &h)); break;
	default: GT_OK(ARMCI_AccS(type, scale, src, NULL, dst, NULL, &bytes, 0, proc));
	}
	GT_OK(ARMCI_Wait(&h));
}

/* All processes add to process 0, each in all ways. Values are whole and small, so that sums are exact. */
#define ATOMIC(T, type, one, value)                                                                         \
	do {                                                                                                \
		static T own[N];                                                                            \
		T scale = (one), sum = 0;                                                                   \
		for (int i = 0; i < N; i++)                                                                 \
			own[i] = (T)(i % 5 + 1);                                                            \
		memset(area[gt_me], 0, N * sizeof(T));                                                      \
		ARMCI_Barrier();                                                                            \
		for (int round = 0; round < ROUNDS; round++)                                                \
			add(round % 7, type, &scale, own, area[0], sizeof(T), N, 0);                        \
		ARMCI_Barrier();                                                                            \
		T *result = area[0];                                                                        \
		for (int i = 0; gt_me == 0 && i < N; i++) {                                                 \
			sum = (T)(i % 5 + 1) * (value) * (T)(ROUNDS * gt_n);                                \
			if (result[i] != sum) {                                                             \
				ERR(#type ": element %d is %g, not %g", i, (double)result[i], (double)sum); \
				break;                                                                      \
			}                                                                                   \
		}                                                                                           \
		ARMCI_Barrier();                                                                            \
	} while (0)

/* put, three accumulates, get, without a fence. */
#define ORDER(T, type)                                                                                                                  \
	do {                                                                                                                            \
		static T own[N], back[N];                                                                                               \
		const int proc = (gt_me + 1) % gt_n, n = 640;                                                                           \
		T scale = 2;                                                                                                            \
		for (int way = 0; way < 7; way++) {                                                                                     \
			char *to = (char *)area[proc] + 65536 - 24 * sizeof(T);                                                         \
			for (int i = 0; i < n; i++)                                                                                     \
				own[i] = (T)(i % 7 + gt_me + way);                                                                      \
			GT_OK(ARMCI_Put(own, to, n *(int)sizeof(T), proc));                                                             \
			for (int k = 0; k < 3; k++)                                                                                     \
				add((way + k) % 7, type, &scale, own, to, sizeof(T), n, proc);                                          \
			GT_OK(ARMCI_Get(to, back, n *(int)sizeof(T), proc));                                                            \
			for (int i = 0; i < n; i++)                                                                                     \
				if (back[i] != own[i] * 7) {                                                                            \
					ERR(#type ", way %d: element %d is %g, not %g", way, i, (double)back[i], (double)(own[i] * 7)); \
					break;                                                                                          \
				}                                                                                                       \
		}                                                                                                                       \
		ARMCI_Barrier();                                                                                                        \
	} while (0)

int main(void)
{
	gt_start();
	area = gt_malloc(N * sizeof(dcp));
	ATOMIC(int, ARMCI_ACC_INT, 1, 1);
	ATOMIC(int, ARMCI_ACC_INT, -3, -3);
	ATOMIC(long, ARMCI_ACC_LNG, 1, 1);
	ATOMIC(long, ARMCI_ACC_LNG, 5, 5);
	ATOMIC(float, ARMCI_ACC_FLT, 1, 1);
	ATOMIC(float, ARMCI_ACC_FLT, 0.5f, 0.5f);
	ATOMIC(double, ARMCI_ACC_DBL, 1, 1);
	ATOMIC(double, ARMCI_ACC_DBL, -0.25, -0.25);
	ATOMIC(cpl, ARMCI_ACC_CPL, 1, 1);
	ATOMIC(cpl, ARMCI_ACC_CPL, 2 + 3 * I, (2 + 3 * I));
	ATOMIC(dcp, ARMCI_ACC_DCP, 1, 1);
	ATOMIC(dcp, ARMCI_ACC_DCP, -1 + 2 * I, (-1 + 2 * I));
	ORDER(int, ARMCI_ACC_INT);
	ORDER(long, ARMCI_ACC_LNG);
	ORDER(float, ARMCI_ACC_FLT);
	ORDER(double, ARMCI_ACC_DBL);
	ORDER(cpl, ARMCI_ACC_CPL);
	ORDER(dcp, ARMCI_ACC_DCP);
	gt_free(area);
	return gt_stop();
}
