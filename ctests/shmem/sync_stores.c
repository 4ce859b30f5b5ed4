/* sync_all makes plain stores visible: neighbours read them through shmem_ptr and through get. */
#include "../gt_shmem.h"

static int word[256];

int main(void)
{
	gt_start();
	int *next = shmem_ptr(word, GT_NEXT);
	for (int round = 0; round < 200; round++) {
		for (int i = 0; i < 256; i++)
			word[i] = gt_me * 100000 + round * 256 + i;
		shmem_sync_all();
		int got[256];
		shmem_int_get(got, word, 256, GT_NEXT);
		for (int i = 0; i < 256; i++)
			if (got[i] != GT_NEXT * 100000 + round * 256 + i || (next != NULL && next[i] != got[i]))
				FATAL("round %d: word %d of PE %d is %d", round, i, GT_NEXT, got[i]);
		shmem_sync_all();
	}
	return gt_finish();
}
