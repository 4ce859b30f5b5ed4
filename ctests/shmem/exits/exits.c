/* exits HOW WHO STATUS [WAIT] - one PE ends in its own way while the others are busy in theirs; every PE has printed without flushing.
 *
 * HOW: return global exit _exit abort segv kill finalize hang. WHO: a PE, or -1 for all. WAIT: how the others wait: barrier sync wait lock sleep
 * compute return. */
#include "../../gt_shmem.h"

#include <signal.h>
#include <sys/resource.h>

static long never, lock;
static volatile double sink;

static void busy(const char *how)
{
	if (strcmp(how, "barrier") == 0)
		shmem_barrier_all();
	else if (strcmp(how, "sync") == 0)
		shmem_sync_all();
	else if (strcmp(how, "wait") == 0)
		shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
	else if (strcmp(how, "lock") == 0 && gt_me != 0) /* PE 0 has it */
		shmem_set_lock(&lock);
	else if (strcmp(how, "malloc") == 0)
		(void)shmem_malloc(100);
	else if (strcmp(how, "sleep") == 0 || strcmp(how, "lock") == 0)
		for (unsigned left = 1000; left;) /* the report of where ranks are interrupts it */
			left = sleep(left);
	else if (strcmp(how, "compute") == 0)
		for (;;)
			sink = sink * 1.0001 + 1;
	else if (strcmp(how, "finalize") == 0)
		shmem_finalize();
}

static void leave(const char *how, int status)
{
	if (strcmp(how, "global") == 0)
		shmem_global_exit(status);
	if (strcmp(how, "exit") == 0)
		exit(status);
	if (strcmp(how, "_exit") == 0) {
		fflush(NULL);
		_exit(status);
	}
	if (strcmp(how, "abort") == 0) {
		fflush(NULL);
		abort();
	}
	if (strcmp(how, "segv") == 0) {
		fflush(NULL);
		*(volatile int *)(uintptr_t)(status * 8) = 1;
	}
	if (strcmp(how, "kill") == 0) {
		fflush(NULL);
		kill(getpid(), status);
	}
	if (strcmp(how, "finalize") == 0)
		shmem_finalize();
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "return", *wait = argc > 4 ? argv[4] : "barrier";
	int who = argc > 2 ? atoi(argv[2]) : 0, status = argc > 3 ? atoi(argv[3]) : 0;

	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	gt_start();
	if (gt_me == 0)
		shmem_set_lock(&lock);
	shmem_barrier_all();
	printf("unflushed %d\n", gt_me); /* stays in the buffer when stdout is a file or a pipe */
	shmem_barrier_all();
	if (strcmp(how, "hang") == 0) {
		fflush(NULL);
		busy(gt_me == 0 && strcmp(wait, "barrier") == 0 ? "sleep" : wait); /* the others wait for PE 0 */
	}
	if (who >= 0 && gt_me != who) {
		busy(wait);
		return 0;
	}
	if (who >= 0) /* let the others get to where they wait */
		gt_sleep_ms(50);
	leave(how, status);
	return strcmp(how, "return") == 0 ? status : 0;
}
