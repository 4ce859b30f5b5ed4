/* Descriptors belong to the caller again as soon as a non-blocking call returns: strides, counts, scale, the pieces of vectors and their arrays of addresses are
 * overwritten at once. Hundreds of operations have no handle, or share an aggregate one. */
#include "../gt_armci.h"

enum { PIECES = 200, ROWS = 4, RUN = 24, PITCH = 40, AREA = PIECES * ROWS * PITCH };

static char out[AREA], in[AREA];
static int right;

/* Overwrites what a call has read. */
static void spoil(void *descriptor, size_t bytes) { memset(descriptor, 0x5a, bytes); }

static void strided(char *to, armci_hdl_t *h)
{
	for (int i = 0; i < PIECES; i++) {
		int stride[1] = {PITCH}, other[1] = {PITCH}, count[2] = {RUN, ROWS};

		GT_OK(ARMCI_NbPutS(out + i * ROWS * PITCH, stride, to + i * ROWS * PITCH, other, count, 1, right, h));
		spoil(stride, sizeof stride);
		spoil(other, sizeof other);
		spoil(count, sizeof count);
	}
	GT_OK(h ? ARMCI_Wait(h) : ARMCI_WaitProc(right));
	for (int i = 0; i < PIECES; i++) {
		int stride[1] = {PITCH}, count[2] = {RUN, ROWS};

		GT_OK(ARMCI_NbGetS(to + i * ROWS * PITCH, stride, in + i * ROWS * PITCH, stride, count, 1, right, h));
		spoil(stride, sizeof stride);
		spoil(count, sizeof count);
	}
	GT_OK(h ? ARMCI_Wait(h) : ARMCI_WaitAll());
}

static void vectors(char *to, armci_hdl_t *h)
{
	for (int get = 0; get < 2; get++) {
		for (int i = 0; i < PIECES; i++) {
			void *src[ROWS], *dst[ROWS];
			armci_giov_t v = {.src_ptr_array = src, .dst_ptr_array = dst, .ptr_array_len = ROWS, .bytes = RUN};

			for (int k = 0; k < ROWS; k++) {
				const int at = (i * ROWS + k) * PITCH;

				src[k] = get ? to + at : out + at;
				dst[k] = get ? in + at : to + at;
			}
			GT_OK(get ? ARMCI_NbGetV(&v, 1, right, h) : ARMCI_NbPutV(&v, 1, right, h));
			spoil(&v, sizeof v);
			spoil(src, sizeof src);
			spoil(dst, sizeof dst);
		}
		GT_OK(h ? ARMCI_Wait(h) : ARMCI_WaitAll());
	}
}

static void check(const char *what, int round)
{
	for (int i = 0; i < AREA; i++)
		if (i % PITCH < RUN && in[i] != out[i]) {
			ERR("%s, round %d: byte %d is %d, not %d", what, round, i, in[i], out[i]);
			return;
		}
}

/* The factor, too, and strides of levels 0 may be NULL. */
static void accumulates(long *to, armci_hdl_t *h)
{
	long one[PIECES], sum[PIECES];

	memset(sum, 0, sizeof sum);
	GT_OK(ARMCI_Put(sum, to, sizeof sum, right));
	for (int i = 0; i < PIECES; i++) {
		long factor = i + 1;
		int bytes = sizeof factor;

		one[i] = 2;
		GT_OK(ARMCI_NbAccS(ARMCI_ACC_LNG, &factor, &one[i], NULL, &to[i], NULL, &bytes, 0, right, h));
		spoil(&factor, sizeof factor);
		spoil(&bytes, sizeof bytes);
	}
	GT_OK(h ? ARMCI_Wait(h) : ARMCI_WaitAll());
	GT_OK(ARMCI_Get(to, sum, sizeof sum, right));
	for (int i = 0; i < PIECES; i++)
		CHECK(sum[i] == 2L * (i + 1), "element %d is %ld, not %ld", i, sum[i], 2L * (i + 1));
}

int main(void)
{
	gt_start();
	void **all = gt_malloc(AREA);

	right = (gt_me + 1) % gt_n;
	for (int round = 0; round < 3; round++) {
		armci_hdl_t h, *handle = round == 0 ? NULL : &h;

		ARMCI_INIT_HANDLE(&h);
		if (round == 2)
			ARMCI_SET_AGGREGATE_HANDLE(&h);
		gt_fill(out, AREA, gt_me, round);
		memset(in, 0, AREA);
		if (round != 1) {
			strided(all[right], handle);
			check("rows", round);
			gt_fill(out, AREA, gt_me, round + 10);
			vectors(all[right], handle);
			check("vectors", round);
			accumulates(all[right], handle);
		} else { /* a handle has one operation, and may be used again */
			for (int i = 0; i < PIECES; i++) {
				ARMCI_INIT_HANDLE(&h);
				GT_OK(ARMCI_NbPut(out + i * 8, (char *)all[right] + i * 8, 8, right, &h));
				GT_OK(ARMCI_Wait(&h));
				GT_OK(ARMCI_Wait(&h));
				ARMCI_INIT_HANDLE(&h);
				GT_OK(ARMCI_NbGet((char *)all[right] + i * 8, in + i * 8, 8, right, &h));
				GT_OK(ARMCI_Wait(&h));
				CHECK(ARMCI_Test(&h) == 0, "a handle after its operation");
			}
			CHECK(memcmp(in, out, PIECES * 8) == 0, "words");
		}
		if (round == 2)
			ARMCI_UNSET_AGGREGATE_HANDLE(&h);
		ARMCI_Barrier();
	}
	gt_free(all);
	return gt_stop();
}
