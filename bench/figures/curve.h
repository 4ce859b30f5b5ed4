/* curve.h - shared by programs that print a curve: sizes as in NetPIPE, repetitions, a column of numbers per size, and work that
 * takes time of the CPU. Ranks 0 and 1 measure, others are idle. Both sides derive sizes and repetitions from the same options, so they need not
 * exchange them. */
#ifndef CURVE_H
#define CURVE_H

#include "../../ctests/gt.h"

#include <getopt.h>

struct curve {
	size_t smallest, largest;
	int perturbation; /* each size is also measured with this number of bytes less and more */
	long repetitions; /* at most; fewer when they would move more than a few times 8 MB */
	size_t also[8];   /* further sizes, such as the first one after a step of the curve; 0 after the last */
};

#define CURVE_OPTIONS "l:u:p:n:a:"
#define CURVE_USAGE "[-l smallest] [-u largest] [-p perturbation] [-n repetitions] [-a size,...]"
#define CURVE_DEFAULT ((struct curve){1, 8 << 20, 3, 100, {0}})

/* Parses a list of further sizes. */
static inline bool curve_also(struct curve *c, const char *list)
{
	for (size_t i = 0; i < sizeof c->also / sizeof c->also[0] - 1; i++) {
		char *end;
		c->also[i] = strtoul(list, &end, 0);
		if (c->also[i] == 0 || (*end != ',' && *end != 0))
			return false;
		if (*end == 0)
			return true;
		list = end + 1;
	}
	return false;
}

/* Takes an option, if it is one of CURVE_OPTIONS. */
static inline bool curve_option(struct curve *c, int option, const char *value)
{
	switch (option) {
	case 'l': c->smallest = strtoul(value, NULL, 0); return c->smallest > 0;
	case 'u': c->largest = strtoul(value, NULL, 0); return c->largest > 0;
	case 'p': c->perturbation = atoi(value); return c->perturbation >= 0;
	case 'n': c->repetitions = atol(value); return c->repetitions > 0;
	case 'a': return curve_also(c, value);
	}
	return false;
}

/* The next size after one: 2^k and, halfway, 3*2^(k-1), each with the perturbation to both sides, and the further sizes. 0 after the last. */
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
	for (const size_t *n = c->also; *n; n++)
		if (*n > last && *n >= c->smallest && *n <= c->largest && (next == 0 || *n < next))
			next = *n;
	return next;
}

static inline long curve_repetitions(const struct curve *c, size_t n)
{
	long most = (long)((48 << 20) / n);
	return most < 3 ? 3 : most < c->repetitions ? most : c->repetitions;
}

static inline size_t curve_room(const struct curve *c) { return c->largest + (size_t)c->perturbation + 64; }

/* The index of text among the names; -1: none. */
static inline int curve_mode(const char *const *names, int count, const char *name)
{
	for (int mode = 0; mode < count; mode++)
		if (strcmp(name, names[mode]) == 0)
			return mode;
	return -1;
}

/* Prints the usage of a program, and ends it. */
static inline void curve_usage(const char *program, const char *options)
{
	if (gt_me == 0)
		fprintf(stderr, "usage: %s %s " CURVE_USAGE "\n", program, options);
	exit(2);
}

/* Prints the head of the table. library may be "". A further column is named if there is one. */
static inline void curve_head(const char *library, const char *mode, const char *column)
{
	if (gt_me == 0)
		printf("# %s%s\n#    bytes   rounds         MB/s           us%s%s\n", library, mode, *column ? "      " : "", column);
}

/* Prints a row: a message of n bytes, of which `bytes` count for the rate, took us microseconds. */
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

/* Computes for a time of this thread on its CPU. Interrupts add to that. */
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

/* Microseconds of one operation in a mode, with some nanoseconds of computation during it. */
typedef double curve_timed(int mode, size_t n, long repetitions, double compute);

/* How much can be computed during an operation of the given microseconds without making it more than 1 % longer: in percent of its time.
 * The number of bisection steps does not depend on results, so that ranks that only take part know it. */
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
