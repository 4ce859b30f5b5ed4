/* The threads of the library do not disturb the program: soon after the start, Go's monitoring thread gives way to all others. The
 * program's own threads keep their priority. */
#include "../gt_portals.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

static int niceness(pid_t task)
{
	errno = 0;
	return getpriority(PRIO_PROCESS, (id_t)task);
}

static void *started_later(void *arg)
{
	*(int *)arg = niceness(0);
	return NULL;
}

static int yielding(int before)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *e;
	int n = 0;

	while (tasks && (e = readdir(tasks)) != NULL)
		n += e->d_name[0] != '.' && niceness((pid_t)atoi(e->d_name)) > before;
	if (tasks)
		closedir(tasks);
	return n;
}

/* The number of threads with the initial scheduling policy of Go's monitoring thread. */
static int batch(void)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *e;
	int n = 0;

	while (tasks && (e = readdir(tasks)) != NULL)
		n += e->d_name[0] != '.' && sched_getscheduler((pid_t)atoi(e->d_name)) == SCHED_BATCH;
	if (tasks)
		closedir(tasks);
	return n;
}

int main(void)
{
	int before = niceness(0), later = -100, n = 0;
	pthread_t thread;

	gt_start();
	if (before >= 19 || sched_getscheduler(0) != SCHED_OTHER)
		GT_SKIP("this job runs at the lowest priority already, or under another policy");
	CHECK(niceness(0) == before, "the program's thread has niceness %d, was %d", niceness(0), before);
	pthread_create(&thread, NULL, started_later, &later);
	pthread_join(thread, NULL);
	CHECK(later == before, "a thread started now has niceness %d, not %d", later, before);
	for (int tries = 0; tries < 1000 && (n = yielding(before)) == 0; tries++)
		gt_sleep_ms(10);
	CHECK(n == 1, "%d threads yield, not 1", n);
	CHECK(batch() == 0, "%d threads have stayed batch threads", batch());
	return gt_finish();
}
