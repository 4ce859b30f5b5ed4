/* sysmon.c - Go's scheduler keeps a thread that looks after the others. It wakes every 20 us for a while whenever one of them has stayed in C for 10 ms, which
 * threads of a program do all the time, and each time it pushes a rank that polls off its core. Nothing it does is urgent here. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include "start.h"

#define LEAST_URGENT 19 /* runs when a core is free, else about one part in seventy of the time */

static pid_t sysmon;

/* Go starts that thread from the one that initialises it, before any other. So it is the next younger one; should thread ids have wrapped around in that
 * very moment, another thread of Go's is less urgent instead. */
void ga_sysmon_find(void)
{
	const pid_t creator = gettid();
	pid_t next = 0;
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *e;

	if (!tasks)
		return;
	while ((e = readdir(tasks)) != NULL) {
		const pid_t task = (pid_t)strtol(e->d_name, NULL, 10);

		if (task > creator && (next == 0 || task < next))
			next = task;
	}
	closedir(tasks);
	sysmon = next;
}

void ga_sysmon_yields(void)
{
	if (sysmon != 0)
		setpriority(PRIO_PROCESS, (id_t)sysmon, LEAST_URGENT);
}
