/* gt.h - helpers that every test program needs.
 *
 *   int main(void)
 *   {
 *           shmem_init();
 *           GT_BEGIN(shmem_my_pe(), shmem_n_pes());
 *           CHECK(x == 3, "x is %d", x);
 *           shmem_finalize();
 *           return GT_END();
 *   }
 *
 * Exit codes: 0 pass, 77 skip with a printed reason, anything else fail. Include it first. Random numbers are the same in every run; GT_SEED=n in
 * the environment gives others, and a failing program prints the seed it used. */
#ifndef GT_H
#define GT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GT_UNUSED __attribute__((unused))
#define GT_PASS 0
#define GT_SKIPPED 77
#define GT_MOST_LINES 20 /* failures printed per rank; the rest are counted */

static int gt_me GT_UNUSED = 0, gt_n GT_UNUSED = 1, gt_errs GT_UNUSED = 0;
static uint64_t gt_seed GT_UNUSED = 1, gt_random_state GT_UNUSED = 1;

/* One write per line, so that lines of different ranks do not mix. */
__attribute__((format(printf, 4, 5), unused)) static void gt_say(FILE *to, const char *what, const char *cond, const char *format, ...)
{
	char line[1024];
	va_list args;
	int n = snprintf(line, sizeof line, "[%d/%d] %s%s%s", gt_me, gt_n, what, cond, *cond ? ": " : "");

	va_start(args, format);
	n += vsnprintf(line + n, sizeof line - (size_t)n - 1, format, args);
	va_end(args);
	if (n > (int)sizeof line - 2)
		n = (int)sizeof line - 2;
	line[n] = '\n';
	line[n + 1] = 0;
	fputs(line, to);
	fflush(to);
}

#define MSG(...) gt_say(stdout, "", "", __VA_ARGS__)
#define MSG0(...) ((void)(gt_me == 0 ? (gt_say(stdout, "", "", __VA_ARGS__), 0) : 0))
#define GT_TEXT2(x) #x
#define GT_TEXT(x) GT_TEXT2(x)

/* Counts a failure and continues, so that one run reports all failures. */
#define GT_FAILED(cond, ...)                                                                               \
	((void)(__sync_fetch_and_add(&gt_errs, 1) < GT_MOST_LINES                                          \
	            ? (gt_say(stderr, "ERROR " __FILE__ ":" GT_TEXT(__LINE__) ": ", cond, __VA_ARGS__), 0) \
	            : 0))
#define ERR(...) GT_FAILED("", __VA_ARGS__)
#define CHECK(cond, ...) ((cond) ? (void)0 : GT_FAILED(#cond, __VA_ARGS__))

/* A failure after which the program cannot continue. */
#define FATAL(...) (ERR(__VA_ARGS__), exit(1))

#define GT_SKIP(...) (gt_say(stdout, "SKIP ", "", __VA_ARGS__), exit(GT_SKIPPED))

static inline uint64_t gt_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* Restarts the sequence. Ranks with the same seed draw the same numbers, which collective calls need. */
static inline void gt_srand(uint64_t stream) { gt_random_state = gt_mix(gt_seed) ^ gt_mix(stream); }

static inline uint64_t gt_rand(void) { return gt_mix(gt_random_state++); }

/* lo to hi, both included */
static inline uint64_t gt_range(uint64_t lo, uint64_t hi) { return lo + gt_rand() % (hi - lo + 1); }

static inline uint64_t gt_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void gt_sleep_ms(long ms)
{
	struct timespec t = {ms / 1000, (ms % 1000) * 1000000};
	while (nanosleep(&t, &t) != 0)
		;
}

/* A byte that depends on its writer, the round and its position. */
static inline unsigned char gt_byte(int writer, int round, size_t at)
{
	return (unsigned char)gt_mix((uint64_t)writer * 1000003u + (uint64_t)round * 7919u + at);
}

static inline void gt_fill(void *to, size_t bytes, int writer, int round)
{
	unsigned char *p = (unsigned char *)to;
	for (size_t i = 0; i < bytes; i++)
		p[i] = gt_byte(writer, round, i);
}

/* The first position that differs from gt_fill, or bytes if none does. */
static inline size_t gt_differs(const void *from, size_t bytes, int writer, int round)
{
	const unsigned char *p = (const unsigned char *)from;
	for (size_t i = 0; i < bytes; i++)
		if (p[i] != gt_byte(writer, round, i))
			return i;
	return bytes;
}

static inline void gt_begin(int me, int n)
{
	const char *s = getenv("GT_SEED");
	gt_me = me;
	gt_n = n;
	if (s != NULL)
		gt_seed = strtoull(s, NULL, 0);
	gt_srand((uint64_t)me + 1);
}

static inline int gt_end(void)
{
	if (gt_errs == 0)
		return GT_PASS;
	gt_say(stderr, "", "", "%d errors, GT_SEED=%" PRIu64, gt_errs, gt_seed);
	return 1;
}

#define GT_BEGIN(me, n) gt_begin(me, n)
#define GT_END() gt_end()

#endif
