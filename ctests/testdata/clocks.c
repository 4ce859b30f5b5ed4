/* clocks.c - what reads of clocks take on a simulated machine, without a library. First each way to read one, 1000 times between two others; then loops that add up differences of a clock that shows
 * microseconds, begun at several moments. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

static long nanoseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static long microseconds(void)
{
	struct timeval t;

	gettimeofday(&t, NULL);
	return t.tv_sec * 1000000L + t.tv_usec;
}

#define READ(call)                                                    \
	do {                                                          \
		const long begin = nanoseconds();                     \
		for (int i = 0; i < 1000; i++)                        \
			(void)(call);                                 \
		printf("%s: %ld ns\n", #call, nanoseconds() - begin); \
	} while (0)

int main(void)
{
	struct timespec s;
	struct timeval v;
	struct rusage u;

	READ(clock_gettime(CLOCK_MONOTONIC, &s));
	READ(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &s));
	READ(timespec_get(&s, TIME_UTC));
	READ(gettimeofday(&v, NULL));
	READ(time(NULL));
	READ(clock());
	READ(times(NULL));
	READ(getrusage(RUSAGE_SELF, &u));
	for (int phase = 0; phase < 10; phase++) {
		long sum = 0, pairs = 0;
		const long start = microseconds();

		while (sum < 100 && pairs < 1000000) {
			const long before = microseconds(), after = microseconds();

			sum += after - before;
			pairs++;
		}
		printf("phase %d: %ld us in %ld pairs, %ld us passed\n", phase, sum, pairs, microseconds() - start);
		nanosleep(&(struct timespec){.tv_nsec = 100}, NULL);
	}
	return 0;
}
