/* curve.h - what programs that print a curve share: sizes after the fashion of NetPIPE, repetitions, a column of numbers per size, and work that
 * takes time of the CPU. Ranks 0 and 1 measure, others stand by. Both sides derive sizes and repetitions from the same options, so nobody has to tell
 * the other. */
#ifndef CURVE_H
#define CURVE_H

#include "../../ctests/gt.h"

#include <getopt.h>

struct curve {
	size_t smallest, largest;
	int perturbation; /* each size is measured with so many bytes less and more as well */
	long repetitions; /* at most; fewer when they would move more than a few times 8 MB */
};

#define CURVE_OPTIONS "l:u:p:n:"
#define CURVE_USAGE "[-l smallest] [-u largest] [-p perturbation] [-n repetitions]"
#define CURVE_DEFAULT ((struct curve){1, 8 << 20, 3, 100})

/* Takes an option, if it is one of CURVE_OPTIONS. */
static inline bool curve_option(struct curve *c, int option, const char *value)
{
	switch (option) {
	case 'l': c->smallest = strtoul(value, NULL, 0); return c->smallest > 0;
	case 'u': c->largest = strtoul(value, NULL, 0); return c->largest > 0;
	case 'p': c->perturbation = atoi(value); return c->perturbation >= 0;
	case 'n': c->repetitions = atol(value); return c->repetitions > 0;
	}
	return false;
}

/* The next size after one: 2^k and, halfway, 3*2^(k-1), each with the perturbation to both sides. 0 after the last. */
static inline size_t curve_next(const struct curve *c, size_t last)
{
	size_t next = 0;
	for (int k = 0; k < 40; k++)
		for (int half = 0; half < 2; half++)
			for (int side = -1; side <= 1; side++) {
				size_t middle = half ? ((size_t)3 << k) / 2 : (size_t)1 << k, skew = (size_t)c->perturbation;
				size_t n = side < 0 ? (middle > skew ? middle - skew : 0) : side > 0 ? middle + skew : middle;
				if (n > last && n >= c->smallest && middle <= c->largest && (next == 0 || n < next))
					next = n;
			}
	return next;
}

static inline long curve_repetitions(const struct curve *c, size_t n)
{
	long most = (long)((48 << 20) / n);
	return most < 3 ? 3 : most < c->repetitions ? most : c->repetitions;
}

static inline size_t curve_room(const struct curve *c) { return c->largest + (size_t)c->perturbation + 64; }

/* Which of these names it is; -1: none. */
static inline int curve_mode(const char *const *names, int count, const char *name)
{
	for (int mode = 0; mode < count; mode++)
		if (strcmp(name, names[mode]) == 0)
			return mode;
	return -1;
}

/* Says what a program takes besides the options of all, and ends it. */
static inline void curve_usage(const char *program, const char *options)
{
	if (gt_me == 0)
		fprintf(stderr, "usage: %s %s " CURVE_USAGE "\n", program, options);
	exit(2);
}

/* What is measured is `library`, which may be "", in a mode. A further column is named if there is one. */
static inline void curve_head(const char *library, const char *mode, const char *column)
{
	if (gt_me == 0)
		printf("# %s%s\n#    bytes   rounds         MB/s           us%s%s\n", library, mode, *column ? "      " : "", column);
}

/* One message of n bytes, of which `bytes` count for the rate, took so many microseconds. */
static inline void curve_row(size_t n, long repetitions, double bytes, double microseconds)
{
	if (gt_me == 0) {
		printf("%10zu %8ld %12.3f %12.3f\n", n, repetitions, bytes / microseconds, microseconds);
		fflush(stdout);
	}
}

/* The same, with the number of a further column. */
static inline void curve_row_and(size_t n, long repetitions, double bytes, double microseconds, double more)
{
	if (gt_me == 0)
		printf("%10zu %8ld %12.3f %12.3f %12.1f\n", n, repetitions, bytes / microseconds, microseconds, more);
}

static inline double curve_now(void) { return (double)gt_ns() / 1e3; }

/* Computes for so long: time of this thread on its CPU. What interrupts take of it comes on top. */
static inline void curve_compute(double nanoseconds)
{
	struct timespec t;
	double begin;
	if (nanoseconds <= 0)
		return;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	begin = (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while ((double)t.tv_sec * 1e9 + (double)t.tv_nsec - begin < nanoseconds);
}

/* Microseconds of one operation in a mode, with so many nanoseconds of computation beside it. */
typedef double curve_timed(int mode, size_t n, long repetitions, double compute);

/* How much can be computed beside an operation that takes so many microseconds alone without making it more than 1 % longer: in percent of its time.
 * An interval is halved as often whichever half is taken, so that ranks which only go along know how often. */
static inline double curve_overlap(curve_timed *timed, int mode, size_t n, long repetitions, double alone)
{
	double low = 0, high = 100;
	while (high - low > 0.5) {
		double percent = (low + high) / 2;
		if (timed(mode, n, repetitions, percent / 100 * alone * 1e3) <= 1.01 * alone)
			low = percent;
		else
			high = percent;
	}
	return low;
}

#endif
