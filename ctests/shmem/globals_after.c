/* A global keeps the value that a neighbour put there after the last finalize, until the process ends: also in exit handlers. */
#include "../gt_shmem.h"

#define LEN 5000

static int array[LEN], in_handler;
static char message[64] = "unchanged";

static void handler(void)
{
	if (array[LEN - 1] != GT_PREV * 10 + LEN - 1 || in_handler != GT_PREV) {
		gt_say(stderr, "", "", "exit handler sees %d, %d", array[LEN - 1], in_handler);
		_exit(9);
	}
}

int main(void)
{
	atexit(handler);
	gt_start();
	shmem_barrier_all();
	for (int i = 0; i < LEN; i++)
		shmem_int_p(&array[i], gt_me * 10 + i, GT_NEXT);
	shmem_int_p(&in_handler, gt_me, GT_NEXT);
	if (gt_me == 0) /* finalize is a barrier that completes this put */
		shmem_putmem(message, "from zero", 10, gt_n - 1);
	shmem_finalize();
	for (int i = 0; i < LEN; i++)
		CHECK(array[i] == GT_PREV * 10 + i, "array[%d] is %d", i, array[i]);
	CHECK(gt_me != gt_n - 1 || strcmp(message, "from zero") == 0, "%s", message);
	array[0] = -1;
	CHECK(*(volatile int *)array == -1, "globals must stay writable");
	gt_sleep_ms(gt_me * 5); /* others have exited meanwhile */
	CHECK(array[1] == GT_PREV * 10 + 1, "array[1] is %d after others have left", array[1]);
	return GT_END();
}
