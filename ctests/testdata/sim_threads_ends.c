/* What threads of a simulated rank do wrong, and how its program ends by one of them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <shmem.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *crosses(void *arg)
{
	pthread_mutex_lock(&b);
	usleep(3);
	pthread_mutex_lock(&a);
	return arg;
}

static void *crashes(void *arg)
{
	usleep(1);
	*(volatile int *)8 = 1;
	return arg;
}

static void *sinks(void *arg)
{
	volatile char frame[100000];

	frame[0] = 1;
	return frame[0] ? (char *)sinks(arg) + frame[0] : arg;
}

static void *leaves(void *arg)
{
	(void)arg;
	usleep(5);
	exit(3);
}

static void *late(void *arg)
{
	usleep(50);
	printf("late\n");
	return arg;
}

/* Spends time: a thousand reads of the clock. */
static void *spends(void *arg)
{
	struct timespec t;

	for (int i = 0; i < 1000; i++)
		clock_gettime(CLOCK_MONOTONIC, &t);
	return arg;
}

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static pthread_t begin(void *(*fn)(void *))
{
	pthread_t t;

	if (pthread_create(&t, NULL, fn, NULL) != 0)
		abort();
	return t;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	shmem_init();
	if (strcmp(how, "cores") == 0) {
		const int n = atoi(argv[2]);
		pthread_t threads[16];
		const long from = now();

		for (int i = 0; i < n; i++)
			threads[i] = begin(spends);
		for (int i = 0; i < n; i++)
			pthread_join(threads[i], NULL);
		printf("%d: %ld ns\n", shmem_my_pe(), now() - from);
	} else if (strcmp(how, "cross") == 0) {
		begin(crosses);
		pthread_mutex_lock(&a);
		usleep(3);
		pthread_mutex_lock(&b);
	} else if (strcmp(how, "self") == 0) {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&a);
	} else if (strcmp(how, "joins") == 0) {
		printf("%d\n", pthread_join(pthread_self(), NULL));
	} else if (strcmp(how, "crash") == 0) {
		pthread_join(begin(crashes), NULL);
	} else if (strcmp(how, "sink") == 0) {
		pthread_join(begin(sinks), NULL);
	} else if (strcmp(how, "exit") == 0) {
		pthread_join(begin(leaves), NULL);
	} else if (strcmp(how, "behind") == 0) {
		begin(late);
		shmem_finalize();
		pthread_exit(NULL);
	} else if (strcmp(how, "return") == 0) {
		begin(late);
	}
	shmem_finalize();
	return 0;
}
