/* SIGALRM and longjmp out of a blocked wait, repeatedly; the library continues to work. */
#include "../gt_shmem.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

static sigjmp_buf out;
static volatile sig_atomic_t alarms;
static long never, array[4], later;

static void on_alarm(int sig)
{
	(void)sig;
	alarms++;
	siglongjmp(out, 1);
}

static void alarm_in(long us)
{
	struct itimerval t = {{0, 0}, {us / 1000000, us % 1000000}};
	setitimer(ITIMER_REAL, &t, NULL);
}

static void blocked(int which)
{
	size_t index[4];
	switch (which) {
	case 0: shmem_long_wait_until(&never, SHMEM_CMP_NE, 0); break;
	case 1: shmem_long_wait_until_all(array, 4, NULL, SHMEM_CMP_EQ, 1); break;
	case 2: shmem_long_wait_until_any(array, 4, NULL, SHMEM_CMP_EQ, 1); break;
	case 3: shmem_long_wait_until_some(array, 4, index, NULL, SHMEM_CMP_EQ, 1); break;
	default: shmem_long_wait(&never, 0);
	}
}

int main(void)
{
	struct sigaction action = {.sa_handler = on_alarm};

	gt_start();
	sigaction(SIGALRM, &action, NULL);
	for (int i = 0; i < 40; i++) {
		if (sigsetjmp(out, 1) == 0) {
			alarm_in(i % 4 == 0 ? 50000 : 300 + 300 * i); /* while it spins, yields or sleeps */
			blocked(i % 5);
			FATAL("wait %d returned, the words are %ld %ld", i % 5, never, array[0]);
		}
		CHECK(alarms == i + 1, "alarms %d of %d", (int)alarms, i + 1);

		/* everything still works */
		shmem_long_atomic_inc(&later, GT_NEXT);
		shmem_long_wait_until(&later, SHMEM_CMP_GE, i + 1);
		if (i % 10 == 0) {
			shmem_barrier_all();
			CHECK(shmem_long_g(&later, GT_NEXT) >= i + 1, "after round %d", i);
			shmem_barrier_all();
		}
	}
	signal(SIGALRM, SIG_DFL);
	shmem_barrier_all();
	void *p = shmem_malloc(100);
	CHECK(p != NULL, "heap");
	shmem_free(p);
	return gt_finish();
}
