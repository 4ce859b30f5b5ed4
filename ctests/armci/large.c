/* Memory beyond 2 and 4 GB on one process: NWChem's segments are of that size. Only the pages that are used take memory. */
#include "../gt_armci.h"

enum { MANY = 9 };

int main(void)
{
	const size_t bytes = ((size_t)5 << 30) + 4096, limits[] = {0, (size_t)1 << 31, (size_t)1 << 32, bytes};
	void *all[64] = {0};

	gt_start();
	if (gt_n > 64)
		GT_SKIP("at most 64 processes");
	const int owner = gt_n - 1;
	long sum, got = -1;

	GT_OK(ARMCI_Malloc(all, gt_me == owner ? (armci_size_t)bytes : 8));
	char *big = all[owner];
	for (int k = 0; k < 4; k++) { /* on both sides of each limit */
		char *at = big + (k == 0 ? 64 : limits[k] - 64 - (k == 3 ? 64 : 0));

		if (gt_me == 0) {
			int there[1] = {1 << 30}, here[1] = {8}, count[2] = {8, 2};
			double out[MANY], back[MANY] = {0};

			for (int i = 0; i < MANY; i++)
				out[i] = k + i;
			GT_OK(ARMCI_Put(out, at, sizeof out, owner));
			GT_OK(ARMCI_Acc(ARMCI_ACC_DBL, &(double){2}, out, at, sizeof out, owner));
			GT_OK(ARMCI_Get(at, back, sizeof back, owner));
			for (int i = 0; i < MANY; i++)
				CHECK(back[i] == 3 * out[i], "%g at limit %d", back[i], k);
			if (k < 3) { /* two words a gigabyte apart, the most that a stride holds */
				GT_OK(ARMCI_PutS(out, here, at, there, count, 1, owner));
				back[0] = back[1] = -1;
				GT_OK(ARMCI_GetS(at, there, back, here, count, 1, owner));
				CHECK(back[0] == out[0] && back[1] == out[1], "%g %g", back[0], back[1]);
			}
		}
	}
	ARMCI_Barrier();
	GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &got, big + limits[2] + 4096, 1, owner));
	sum = got;
	armci_msg_lgop(&sum, 1, "+");
	CHECK(sum == (long)gt_n * (gt_n - 1) / 2, "numbers have the sum %ld", sum);
	if (gt_me == owner)
		CHECK(((double *)(big + bytes - 128))[0] == 3 * 3, "the owner sees %g", ((double *)(big + bytes - 128))[0]);
	ARMCI_Barrier();
	GT_OK(ARMCI_Free(all[gt_me]));
	return gt_stop();
}
