/* A child that a rank forks is not a rank: it can compute and exit, and the job continues. */
#include "../gt_gasnet.h"

#include <sys/wait.h>

int main(int argc, char **argv)
{
	int status = -1;
	pid_t child;

	gt_attach(&argc, &argv, NULL, 0, GASNET_PAGESIZE);
	gasnet_put_val((gasnet_node_t)((gt_me + 1) % gt_n), gt_at((gt_me + 1) % gt_n, 0), 7, 4);
	gt_barrier();
	child = fork();
	if (child == 0)
		_exit(5);
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 5, "status %x", (unsigned)status);
	child = fork();
	if (child == 0)
		exit(6); /* runs exit handlers, ours among them */
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 6, "status %x", (unsigned)status);
	gt_barrier();
	CHECK(gasnet_get_val((gasnet_node_t)gt_me, gt_at(gt_me, 0), 4) == 7, "the job goes on");
	gt_leave();
	return 0;
}
