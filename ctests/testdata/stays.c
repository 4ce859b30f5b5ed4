/* testdata/stays.c - each PE waits forever in another place: the report of --timeout names it. */
#include <shmem.h>
#include <signal.h>
#include <unistd.h>

static long flag, lock;

static __attribute__((noinline)) void spins(void)
{
	for (volatile unsigned i = 0;; i++)
		;
}

int main(void)
{
	sigset_t all;

	shmem_init();
	if (shmem_my_pe() == 5)
		shmem_set_lock(&lock);
	shmem_barrier_all();
	switch (shmem_my_pe()) {
	case 0: shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 17); break;
	case 1: spins(); break;
	case 2: pause(); break;
	case 3: shmem_set_lock(&lock); break;
	case 4: /* nothing can interrupt it */
		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, NULL);
		spins();
		break;
	default: shmem_barrier_all();
	}
	shmem_finalize();
	return 0;
}
