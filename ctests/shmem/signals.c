/* The program's own signal handling works: a periodic SIGALRM during all calls, SIGUSR1, SIGINT, a SIGSEGV handler that jumps back, its
 * alternate stack, blocked signals; the library's threads do not receive them. */
#include "../gt_shmem.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks, users, interrupts, faults, on_alternate;
static sigjmp_buf back;
static char alternate[64 << 10];
static long word;

static void on_tick(int s) { (void)s, ticks++; }
static void on_user(int s) { (void)s, users++; }
static void on_interrupt(int s) { (void)s, interrupts++; }
static void on_fault(int s)
{
	char here;
	(void)s;
	faults++;
	on_alternate = &here >= alternate && &here < alternate + sizeof alternate;
	siglongjmp(back, 1);
}

static void fault(volatile char *where)
{
	int before = faults;
	if (sigsetjmp(back, 1) == 0) {
		*where = 1;
		FATAL("no fault at %p", (void *)where);
	}
	CHECK(faults == before + 1, "handler was not called");
	CHECK(on_alternate == 1, "handler ran on another stack");
}

static void set_handlers(void)
{
	struct sigaction tick = {.sa_handler = on_tick}, segv = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
	stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
	sigaltstack(&stack, NULL);
	sigaction(SIGALRM, &tick, NULL); /* without SA_RESTART: system calls of the library are interrupted */
	sigaction(SIGSEGV, &segv, NULL);
	signal(SIGUSR1, on_user);
	signal(SIGINT, on_interrupt);
}

int main(int argc, char **argv)
{
	bool before_init = argc > 1 && strcmp(argv[1], "before") == 0;
	if (before_init)
		set_handlers();
	gt_start();
	if (!before_init)
		set_handlers();

	char *unmapped = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 20; i++) {
		fault(unmapped + 100);
		fault(NULL);
		raise(SIGUSR1);
		kill(getpid(), SIGINT);
		shmem_barrier_all();
	}
	for (int i = 0; i < 100 && interrupts == 0; i++)
		gt_sleep_ms(1);
	CHECK(users == 20, "%d of 20 SIGUSR1", (int)users);
	CHECK(interrupts >= 1, "no SIGINT");

	struct itimerval every = {{0, 500}, {0, 500}};
	setitimer(ITIMER_REAL, &every, NULL);
	for (int i = 1; i <= 2000; i++) {
		shmem_long_p(&word, i, GT_NEXT);
		shmem_long_wait_until(&word, SHMEM_CMP_GE, i);
		if (i % 10 == 0)
			shmem_barrier_all();
		if (i % 100 == 0) {
			void *p = shmem_malloc(1000);
			CHECK(p != NULL, "malloc");
			shmem_free(p);
		}
	}
	for (int i = 0; i < 1000 && ticks < 3; i++)
		pause();
	memset(&every, 0, sizeof every);
	setitimer(ITIMER_REAL, &every, NULL);
	CHECK(ticks >= 3, "%d ticks", (int)ticks);
	shmem_barrier_all();
	fault(unmapped + 5000);
	return gt_finish();
}
