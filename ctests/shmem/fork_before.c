/* A program that has children before it starts the library. */
#include "../gt_shmem.h"

#include <sys/wait.h>

static int global = 3;

int main(void)
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0) {
		global = 4;
		_exit(13);
	}
	waitpid(pid, &status, 0);

	int refused = -1;
	if ((pid = fork()) == 0) {
		close(2); /* the line with the reason */
		shmem_init();
		_exit(14);
	}
	waitpid(pid, &refused, 0);
	gt_start();
	CHECK(WIFEXITED(refused) && WEXITSTATUS(refused) == 1, "a child that calls the library: %x", refused);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 13 && global == 3, "%x, global %d", status, global);
	shmem_barrier_all();
	shmem_int_p(&global, gt_me + 100, GT_NEXT);
	shmem_barrier_all();
	CHECK(global == GT_PREV + 100, "%d", global);
	return gt_finish();
}
