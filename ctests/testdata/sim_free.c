/* Threads of simulated ranks beside one that repeats calls which take no time, on a machine without costs; and a thread that waits for a time. */
#define GASNET_PAR 1
#include "../gt_gasnet.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { DONE = 200 };

static volatile int done, stop;
static long turns;

static void handle_done(gasnet_token_t token)
{
	(void)token;
	done = 1;
}

/* Only this thread calls the library: its puts must serve the message that ends them. */
static void *puts_until_done(void *arg)
{
	const gasnet_node_t other = (gasnet_node_t)(1 - gt_me);
	int value = 1;

	while (!done)
		gasnet_put(other, gt_segments[other].addr, &value, sizeof value);
	return arg;
}

static void *puts_until_stopped(void *arg)
{
	const gasnet_node_t other = (gasnet_node_t)(1 - gt_me);
	int value = 1;

	for (turns = 0; !stop; turns++)
		gasnet_put(other, gt_segments[other].addr, &value, sizeof value);
	return arg;
}

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *yields_until_late(void *arg)
{
	const long end = now() + 100000000;

	for (turns = 0; now() < end; turns++)
		sched_yield();
	return arg;
}

static pthread_t begin(void *(*fn)(void *))
{
	pthread_t t;

	CHECK(pthread_create(&t, NULL, fn, NULL) == 0, "no thread");
	return t;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{DONE, (void (*)())handle_done}};
	const struct timespec pause = {0, 10000};
	pthread_t thread;
	long at;

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	gt_barrier();
	thread = begin(puts_until_done);
	GT_OK(gasnet_AMRequestShort0((gasnet_node_t)gt_me, DONE));
	pthread_join(thread, NULL);
	gt_barrier();

	thread = begin(puts_until_stopped);
	at = now();
	nanosleep(&pause, NULL);
	stop = 1;
	at = now() - at;
	pthread_join(thread, NULL);
	printf("%d: %ld puts, slept %ld ns\n", gt_me, turns, at);
	gt_barrier();

	at = now();
	thread = begin(yields_until_late);
	pthread_join(thread, NULL);
	printf("%d: %ld yields, %ld ns\n", gt_me, turns, now() - at);
	fflush(stdout);
	gt_barrier();
	gasnet_exit(0);
	return 0;
}
