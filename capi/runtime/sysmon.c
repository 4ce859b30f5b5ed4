/* runtime/sysmon.c - Go's scheduler keeps a thread that looks after the others. It wakes every 20 us for a while whenever one of them has stayed in C for 10 ms, which
 * threads of a program do all the time, and each time it pushes a rank that polls off its core. Nothing it does is urgent here. */
#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include "start.h"

#define LEAST_URGENT 19 /* runs when a core is free, else about one part in seventy of the time */

static pid_t sysmon;

/* Calls visit with each thread of this process. */
static void each_thread(void (*visit)(pid_t))
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *e;

	if (!tasks)
		return;
	while ((e = readdir(tasks)) != NULL) {
		const pid_t task = (pid_t)strtol(e->d_name, NULL, 10);

		if (task > 0)
			visit(task);
	}
	closedir(tasks);
}

static void find(pid_t task)
{
	if (task > gettid() && (sysmon == 0 || task < sysmon))
		sysmon = task;
}

static void set_policy(pid_t task, int policy) { sched_setscheduler(task, policy, &(struct sched_param){0}); }

static void be_ordinary(pid_t task)
{
	if (sched_getscheduler(task) == SCHED_BATCH)
		set_policy(task, SCHED_OTHER);
}

/* Go starts that thread from the one that initialises it, before any other. So it is the next younger one; should thread ids have wrapped around in that
 * very moment, another thread of Go's is less urgent instead.
 *
 * At first it is a batch thread, which does not preempt another thread when it wakes up. Threads that it starts inherit that, as they would a priority; but unlike a
 * priority it can be taken back. */
void ga_sysmon_find(void)
{
	each_thread(find);
	if (sysmon != 0 && sched_getscheduler(0) == SCHED_OTHER)
		set_policy(sysmon, SCHED_BATCH);
	else
		sysmon = 0; /* the user has chosen a policy for all of this process */
}

void ga_sysmon_yields(void)
{
	if (sysmon == 0)
		return;
	each_thread(be_ordinary);
	setpriority(PRIO_PROCESS, (id_t)sysmon, LEAST_URGENT);
}
