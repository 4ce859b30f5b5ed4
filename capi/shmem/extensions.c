/* shmem/extensions.c - the clock and the host's name, as the program that called has them. */
#include <shmemx.h>

#include <pshmemx.h>

#include "../runtime/program.h"

double pshmemx_wtime(void)
{
	struct timespec now = {0};

	ga_libc()->clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
extern __typeof__(pshmemx_wtime) shmemx_wtime __attribute__((__weak__, __alias__("pshmemx_wtime")));

/* The same for all ranks that share a process: a simulated machine has no names for its nodes. Threads that come at once write the same. */
char *pshmemx_nodename(void)
{
	static char name[SHMEM_MAX_NAME_LEN];

	if (!name[0] && ga_libc()->gethostname(name, sizeof name - 1) != 0)
		name[0] = '?';
	return name;
}
extern __typeof__(pshmemx_nodename) shmemx_nodename __attribute__((__weak__, __alias__("pshmemx_nodename")));
