/* dies_early.c - one rank ends before, during or after the start of the job: dies_early RANK HOW US. HOW is the number of a signal, or exit0 or exit3; it
 * happens after US microseconds. */
#include <shmem.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *rank = getenv("GASNETGO_RANK"); /* not set in a rank 0 that starts the others itself */

	if (argc != 4)
		return 2;
	if (strcmp(rank ? rank : "0", argv[1]) == 0) {
		const unsigned us = (unsigned)atoi(argv[3]);

		if (strncmp(argv[2], "exit", 4) == 0) {
			usleep(us);
			exit(atoi(argv[2] + 4));
		}
		if (fork() == 0) {
			usleep(us);
			kill(getppid(), atoi(argv[2]));
			_exit(0);
		}
	}
	shmem_init();
	for (;;)
		shmem_barrier_all();
}
