/* testdata/crash.c - rank 1 dies of its own fault, in one of many ways; the last argument "early" is before it has joined its job. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int *nowhere;

static __attribute__((noinline)) int deep(volatile int n)
{
	volatile char frame[4096];

	frame[0] = (char)n;
	return n < 0 ? 0 : deep(n + 1) + frame[0];
}

static void *in_thread(void *arg)
{
	(void)arg;
	*nowhere = 1; /* thread */
	return NULL;
}

static void own_handler(int sig)
{
	static const char text[] = "own handler\n";

	(void)sig;
	if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
		abort();
	_exit(9);
}

static __attribute__((noinline)) void crashes(const char *how)
{
	struct sigaction act;
	pthread_t thread;

	if (strcmp(how, "segv") == 0) {
		*nowhere = 1; /* segv */
	} else if (strcmp(how, "abort") == 0) {
		abort();
	} else if (strcmp(how, "assert") == 0) {
		assert(nowhere);
	} else if (strcmp(how, "illegal") == 0) {
		__builtin_trap();
	} else if (strcmp(how, "stack") == 0) {
		printf("%d\n", deep(0));
	} else if (strcmp(how, "raise") == 0) {
		raise(SIGFPE);
	} else if (strcmp(how, "thread") == 0) {
		pthread_create(&thread, NULL, in_thread, NULL);
		pthread_join(thread, NULL);
	} else if (strcmp(how, "handler") == 0) {
		signal(SIGSEGV, own_handler);
		signal(SIGABRT, own_handler);
		*nowhere = 1;
	} else if (strcmp(how, "query") == 0) { /* what the program sees is the default action */
		if (sigaction(SIGABRT, NULL, &act) != 0 || act.sa_handler != SIG_DFL || signal(SIGILL, own_handler) != SIG_DFL)
			_exit(10);
		raise(SIGILL);
	} else if (strcmp(how, "killed") == 0) {
		kill(getpid(), SIGTERM);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (argc > 2)
		crashes(argv[1]);
	shmem_init();
	if (shmem_my_pe() == 1)
		crashes(argv[1]);
	shmem_barrier_all();
	shmem_finalize();
	return 0;
}
