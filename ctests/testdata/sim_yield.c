// A thread that yields until another has done its work. Prints how often it yielded, and the virtual time of the work.
#include <pthread.h>
#include <sched.h>
#include <shmem.h>
#include <stdio.h>
#include <time.h>

static volatile int done, yields;

static void *idle(void *unused)
{
	while (!done) {
		sched_yield();
		yields++;
	}
	return unused;
}

static long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(void)
{
	pthread_t thread;
	shmem_init();
	pthread_create(&thread, NULL, idle, NULL);
	long begin = now(), end = begin;
	for (int i = 0; i < 100; i++) {
		sched_yield();
		end = now();
	}
	done = 1;
	pthread_join(thread, NULL);
	printf("%d yields, %ld ns\n", yields, end - begin);
	shmem_finalize();
	return 0;
}
