/* Codes of transfers with a wrong argument, those of PNNL's library: -1 for NULL and for vectors of no pieces, -2 for missing strides or pointers, -3 for a bad count,
 * -4 for levels and for pieces of no segments, -5 for a process that does not exist. Nothing is moved, and the next transfer works. */
#include "../gt_armci.h"

static double one = 1;
static char *there, here[256];
static int proc;

/* Nothing has come, nowhere. */
static void untouched(const char *what)
{
	char back[256];

	GT_OK(ARMCI_Get(there, back, sizeof back, proc));
	for (size_t i = 0; i < sizeof back; i++)
		if (back[i] != (char)proc || here[i] != 77)
			FATAL("%s: byte %zu has changed", what, i);
}

#define CODE(code, call)                                                        \
	do {                                                                    \
		const int rc = (call);                                          \
		CHECK(rc == (code), "%s: %d instead of %d", #call, rc, (code)); \
		untouched(#call);                                               \
	} while (0)

/* Every call with an address, a number of bytes and a process. */
#define CONTIGUOUS(code, l, r, bytes, p)                                          \
	do {                                                                      \
		armci_hdl_t h;                                                    \
                                                                                  \
		ARMCI_INIT_HANDLE(&h);                                            \
		CODE(code, ARMCI_Put(l, r, bytes, p));                            \
		CODE(code, ARMCI_Get(r, l, bytes, p));                            \
		CODE(code, ARMCI_Acc(ARMCI_ACC_DBL, &one, l, r, bytes, p));       \
		CODE(code, ARMCI_NbPut(l, r, bytes, p, &h));                      \
		CODE(code, ARMCI_NbGet(r, l, bytes, p, &h));                      \
		CODE(code, ARMCI_NbAcc(ARMCI_ACC_DBL, &one, l, r, bytes, p, &h)); \
		CODE(code, ARMCI_Put_flag(l, r, bytes, (int *)there, 0, p));      \
		GT_OK(ARMCI_Wait(&h));                                            \
	} while (0)

#define STRIDED(code, l, ls, r, rs, count, levels, p)                                                         \
	do {                                                                                                  \
		armci_hdl_t h;                                                                                \
                                                                                                              \
		ARMCI_INIT_HANDLE(&h);                                                                        \
		CODE(code, ARMCI_PutS(l, ls, r, rs, count, levels, p));                                       \
		CODE(code, ARMCI_GetS(r, rs, l, ls, count, levels, p));                                       \
		CODE(code, ARMCI_AccS(ARMCI_ACC_DBL, &one, l, ls, r, rs, count, levels, p));                  \
		CODE(code, ARMCI_NbPutS(l, ls, r, rs, count, levels, p, &h));                                 \
		CODE(code, ARMCI_NbGetS(r, rs, l, ls, count, levels, p, NULL));                               \
		CODE(code, ARMCI_NbAccS(ARMCI_ACC_DBL, &one, l, ls, r, rs, count, levels, p, &h));            \
		CODE(code, ARMCI_PutS_flag(l, ls, r, rs, count, levels, (int *)there, proc * 0x01010101, p)); \
		GT_OK(ARMCI_Wait(&h));                                                                        \
		GT_OK(ARMCI_WaitAll());                                                                       \
	} while (0)

#define VECTOR(code, put, get, len, p)                                            \
	do {                                                                      \
		armci_hdl_t h;                                                    \
                                                                                  \
		ARMCI_INIT_HANDLE(&h);                                            \
		CODE(code, ARMCI_PutV(put, len, p));                              \
		CODE(code, ARMCI_GetV(get, len, p));                              \
		CODE(code, ARMCI_AccV(ARMCI_ACC_DBL, &one, put, len, p));         \
		CODE(code, ARMCI_NbPutV(put, len, p, &h));                        \
		CODE(code, ARMCI_NbGetV(get, len, p, &h));                        \
		CODE(code, ARMCI_NbAccV(ARMCI_ACC_DBL, &one, put, len, p, NULL)); \
		GT_OK(ARMCI_Wait(&h));                                            \
		GT_OK(ARMCI_WaitProc(proc));                                      \
	} while (0)

/* A flag is an argument as others are. */
static void flags(void)
{
	static int strides[1] = {16}, count[2] = {8, 2};

	CODE(-1, ARMCI_Put_flag(here, there, 8, NULL, 1, proc));
	CODE(-1, ARMCI_PutS_flag(here, strides, there, strides, count, 1, NULL, 1, proc));
	CODE(-1, ARMCI_PutS_flag_dir(here, strides, there, strides, count, 1, NULL, 1, proc));
}

static void vectors(void)
{
	void *near[2] = {here, here + 8}, *far[2] = {there, there + 8}, *gap[2] = {here, NULL};
	armci_giov_t put = {.src_ptr_array = near, .dst_ptr_array = far, .ptr_array_len = 2, .bytes = 8}, get = put, bad, back;

	get.src_ptr_array = far;
	get.dst_ptr_array = near;
	VECTOR(-1, NULL, NULL, 1, proc);
	VECTOR(-1, &put, &get, 0, proc);
	VECTOR(-1, &put, &get, -3, proc);
	VECTOR(-5, &put, &get, 1, gt_n);
	VECTOR(-5, &put, &get, 1, -1);
	bad = put, back = get;
	bad.src_ptr_array = back.src_ptr_array = NULL;
	VECTOR(-2, &bad, &back, 1, proc);
	bad = put, back = get;
	bad.dst_ptr_array = back.dst_ptr_array = NULL;
	VECTOR(-2, &bad, &back, 1, proc);
	bad = put, back = get;
	bad.bytes = back.bytes = -8;
	VECTOR(-3, &bad, &back, 1, proc);
	bad = put, back = get;
	bad.ptr_array_len = back.ptr_array_len = -1;
	VECTOR(-4, &bad, &back, 1, proc);
	bad = put, back = get;
	bad.src_ptr_array = back.dst_ptr_array = gap;
	VECTOR(-1, &bad, &back, 1, proc);
}

int main(void)
{
	int stride[8] = {16, 16, 16, 16, 16, 16, 16, 16}, count[9] = {8, 2, 1, 1, 1, 1, 1, 1, 1}, less[2] = {-8, 2}, fewer[2] = {8, -2};

	gt_start();
	proc = (gt_me + 1) % gt_n;
	void **all = gt_malloc(256);
	memset(all[gt_me], gt_me, 256);
	memset(here, 77, sizeof here);
	there = all[proc];
	ARMCI_Barrier();

	CONTIGUOUS(-1, NULL, there, 8, proc);
	CONTIGUOUS(-1, here, NULL, 8, proc);
	CONTIGUOUS(-3, here, there, -8, proc);
	CONTIGUOUS(-5, here, there, 8, gt_n);
	CONTIGUOUS(-5, here, there, 8, -1);
	STRIDED(-1, NULL, stride, there, stride, count, 1, proc);
	STRIDED(-1, here, stride, NULL, stride, count, 1, proc);
	STRIDED(-2, here, NULL, there, stride, count, 1, proc);
	STRIDED(-2, here, stride, there, NULL, count, 1, proc);
	STRIDED(-2, here, stride, there, stride, NULL, 1, proc);
	STRIDED(-3, here, stride, there, stride, less, 1, proc);
	STRIDED(-3, here, stride, there, stride, fewer, 1, proc);
	STRIDED(-4, here, stride, there, stride, count, -1, proc);
	STRIDED(-4, here, stride, there, stride, count, ARMCI_MAX_STRIDE_LEVEL + 1, proc);
	STRIDED(-5, here, stride, there, stride, count, 1, gt_n);
	STRIDED(-5, here, stride, there, stride, count, 1, -1);
	STRIDED(0, here, NULL, there, NULL, (int[]){0}, 0, proc);             /* nothing to move */
	STRIDED(0, here, stride, there, stride, ((int[]){8, 0, 2}), 2, proc); /* nor here */
	vectors();
	flags();

	gt_free(all);
	return gt_stop();
}
