/* each.h - times every operation of a short job. wait_bench.c and its twin without the library, plain/spin_bench.c, both use it, so it includes no header of the library.
 *
 * Between two operations there is one reading of the processor's counter and one store into memory that was touched before. Every time includes this cost,
 * so the program prints it, too. The histogram is computed after the last operation. */
#ifndef EACH_H
#define EACH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	EACH_STEPS = 32,             /* buckets of a histogram between a power of two and the next */
	EACH_EXACT = 2 * EACH_STEPS, /* below, in ns, each bucket is one value */
	EACH_MARKS = 1000,           /* readings for the cost of one */
};

static uint64_t *each_stamps; /* one more than operations */
static long each_count;
static uint64_t each_began_ns;

static inline uint64_t each_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static inline uint64_t each_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t t;
	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(t));
	return t;
#else
	return each_ns();
#endif
}

static inline void each_mark(void) { each_stamps[each_count++] = each_ticks(); }

/* Memory for the times of this number of operations, all of it touched. */
static inline void each_prepare(long operations)
{
	const size_t bytes = ((size_t)operations + 1 + EACH_MARKS) * sizeof *each_stamps;

	each_stamps = malloc(bytes);
	if (!each_stamps) {
		fprintf(stderr, "each.h: no memory for the times of %ld operations\n", operations);
		exit(1);
	}
	memset(each_stamps, 1, bytes);
}

static inline void each_begin(void)
{
	each_count = 0;
	each_began_ns = each_ns();
	each_mark();
}

/* Runs BODY this number of times, with i as its number, and stores each time. */
#define EACH(operations, BODY)                            \
	do {                                              \
		each_begin();                             \
		for (long i = 0; i < (operations); i++) { \
			BODY;                             \
			each_mark();                      \
		}                                         \
	} while (0)

/* The value that stands for all times of its bucket: true to 1/64. */
static inline uint64_t each_bucket(uint64_t ns)
{
	int shift;

	if (ns < EACH_EXACT)
		return ns;
	shift = 63 - __builtin_clzll(ns) - 5;
	return ((ns >> shift) << shift) + (1ULL << shift) / 2;
}

static inline int each_order(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Called right after the last operation. Prints, in ns, "job MEAN MARK", and "bucket NS COUNT" for each bucket that is not empty. */
static inline void each_report(void)
{
	const long operations = each_count - 1;
	const uint64_t ended_ns = each_ns(), ended = each_ticks();
	const uint64_t all = each_stamps[operations] - each_stamps[0];
	const double ns_per_tick = (double)(ended_ns - each_began_ns) / (double)(ended - each_stamps[0]);
	uint64_t begin = each_ns();

	for (int i = 0; i < EACH_MARKS; i++)
		each_mark();
	printf("job %.6g %.3g\n", (double)all * ns_per_tick / (double)operations, (double)(each_ns() - begin) / EACH_MARKS);
	for (long i = 0; i < operations; i++) {
		/* Counters of two cores may differ by some ticks. */
		const int64_t ticks = (int64_t)(each_stamps[i + 1] - each_stamps[i]);
		each_stamps[i] = each_bucket((uint64_t)((double)(ticks > 0 ? ticks : 0) * ns_per_tick + 0.5));
	}
	qsort(each_stamps, (size_t)operations, sizeof *each_stamps, each_order);
	for (long i = 0, first = 0; i < operations; i++)
		if (i + 1 == operations || each_stamps[i + 1] != each_stamps[i]) {
			printf("bucket %llu %ld\n", (unsigned long long)each_stamps[i], i + 1 - first);
			first = i + 1;
		}
}

#endif
