/* Each PE but the first writes its output to a file of its own, in one of the ways that programs have. Argument: a folder. */
#include "../../gt_shmem.h"

#include <errno.h>
#include <fcntl.h>

int main(int argc, char **argv)
{
	char path[4096];
	int fd;

	gt_start();
	if (argc < 2)
		FATAL("no folder");
	snprintf(path, sizeof path, "%s/out%d", argv[1], gt_me);
	printf("before\n");
	fflush(stdout);
	switch (gt_me % 4) {
	case 1:
		if (!freopen(path, "w", stdout))
			FATAL("freopen: %s", strerror(errno));
		break;
	case 2:
		fd = open(path, O_CREAT | O_WRONLY, 0666);
		CHECK(dup2(fd, 1) == 1 && close(fd) == 0, "dup2: %s", strerror(errno));
		break;
	case 3:
		close(1);
		CHECK(open(path, O_CREAT | O_WRONLY, 0666) == 1, "not the lowest number: %s", strerror(errno));
		break;
	}
	for (int i = 0; i < 3; i++) {
		printf("line %d\n", i);
		shmem_barrier_all();
	}
	shmem_finalize();
	return gt_errs != 0;
}
