/* hosts_bench.c - the measures of gasnetgo bench hosts: 2 ranks on two hosts. Each measure and a bare libfabric program that does the same alternate in the same processes,
 * over the same provider.
 *
 *   hosts_bench pair PROVIDER TRIALS [MEASURE...]
 *   hosts_bench open PROVIDER          the bare program: opens an endpoint and closes it
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial: in microseconds, GB/s or per second. */
#define _GNU_SOURCE
#define GASNET_SEQ 1
#include <time.h>

#include <gasnet.h>
#include <shmem.h>

#include "bare.h"

enum {
	ROUNDS = 25,    /* round trips at a time: shorter than the time slice of a busy core */
	WARM = 3,       /* round trips before those: the other rank may come late to where it waits */
	FLOOD = 2000,   /* small puts at a time */
	COPIES = 3,     /* large puts at a time */
	LARGE = 1 << 20 /* bytes of one */
};

enum { PING = 200, PONG };

static int me;
static long over; /* turns that rank 0 has finished; symmetric */
static volatile long pongs;
static char *memory; /* symmetric; the bare program's, too */
static char *local;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void ping(gasnet_token_t t, void *b, size_t n) { gasnet_AMReplyMedium0(t, PONG, b, n); }
static void pong(gasnet_token_t t, void *b, size_t n)
{
	(void)t;
	(void)b;
	(void)n;
	pongs++;
}

/* The library's: rank 0 does it, and returns ns. */
static double put(void)
{
	double begin = 0;
	for (long i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			begin = now();
		shmem_putmem(memory, &i, 8, 1);
		shmem_quiet();
	}
	return (now() - begin) / ROUNDS;
}

static double get(void)
{
	long word;
	double begin = 0;
	for (long i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			begin = now();
		shmem_getmem(&word, memory, 8, 1);
	}
	return (now() - begin) / ROUNDS;
}

static double medium(void)
{
	double begin = 0;
	pongs = -WARM;
	for (long i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			begin = now();
		gasnet_AMRequestMedium0(1, PING, local, 8);
		GASNET_BLOCKUNTIL(pongs == i + 1);
	}
	return (now() - begin) / ROUNDS;
}

static double put_large(void)
{
	const double begin = now();
	for (int i = 0; i < COPIES; i++) {
		shmem_putmem(memory, local, LARGE, 1);
		shmem_quiet();
	}
	return (now() - begin) / COPIES;
}

static double flood(void)
{
	const double begin = now();
	for (long i = 0; i < FLOOD; i++)
		shmem_putmem_nbi(memory + 8 * (i % 1024), &i, 8, 1);
	shmem_quiet();
	return (now() - begin) / FLOOD;
}

/* Runs the library's side of a measure on rank 0. Rank 1 waits, in a call of the library. */
static double library(double (*measure)(void))
{
	static long turn;
	double ns = 0;

	turn++;
	if (me == 0) {
		ns = measure();
		shmem_long_p(&over, turn, 1);
	} else if (measure == medium) {
		GASNET_BLOCKUNTIL(*(volatile long *)&over == turn);
	} else {
		shmem_long_wait_until(&over, SHMEM_CMP_EQ, turn);
	}
	return ns;
}

/* The bare program's: both ranks do it. */
static double bare_trips(void)
{
	double begin = 0;
	for (long i = -WARM; i < ROUNDS; i++) {
		const long before = bare.received;
		if (i == 0)
			begin = now();
		if (me == 0)
			bare_send(&i, 8);
		bare_await(before + 1);
		if (me == 1)
			bare_send(&i, 8);
	}
	return (now() - begin) / ROUNDS;
}

static double bare_large(void)
{
	const long before = bare.received;
	const double begin = now();

	if (me == 1) {
		bare_await(before + 1);
		return 0;
	}
	for (int i = 0; i < COPIES; i++)
		bare_write(local, LARGE);
	const double ns = (now() - begin) / COPIES;
	bare_send(&before, 8);
	return ns;
}

static double bare_flood(void)
{
	const long before = bare.received;
	const double begin = now();

	if (me == 1) {
		bare_await(before + FLOOD);
		bare_send(&before, 8);
		return 0;
	}
	for (long i = 0; i < FLOOD; i++)
		bare_send(&i, 8);
	bare_await(before + 1);
	return (now() - begin) / FLOOD;
}

static const struct measure {
	const char *name;
	double (*lib)(void), (*raw)(void);
	double scale; /* the number printed is ns / scale, or with a negative one -scale / ns */
} measures[] = {
    {"put", put, bare_trips, 1000},          {"get", get, bare_trips, 1000},
    {"am_medium", medium, bare_trips, 1000}, {"put_bw", put_large, bare_large, -LARGE},
    {"put_rate", flood, bare_flood, -1e9},
};

static double scaled(const struct measure *m, double ns) { return m->scale < 0 ? -m->scale / ns : ns / m->scale; }

static double timed(bool lib, const struct measure *m)
{
	shmem_barrier_all();
	return lib ? library(m->lib) : m->raw();
}

static bool chosen(const char *name, char **words)
{
	if (!*words)
		return true;
	while (*words && strcmp(*words, name) != 0)
		words++;
	return *words != NULL;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{PING, (void (*)())ping}, {PONG, (void (*)())pong}};
	struct bare_card mine, *cards;

	if (argc == 3 && strcmp(argv[1], "open") == 0) {
		static char bytes[4096];
		bare_open(argv[2], bytes, sizeof bytes, &mine);
		bare_close();
		return 0;
	}
	const int trials = argc >= 4 && strcmp(argv[1], "pair") == 0 ? atoi(argv[3]) : 0;
	if (trials < 1) {
		fprintf(stderr, "hosts_bench: pair PROVIDER TRIALS [MEASURE...], on 2 ranks; or open PROVIDER\n");
		return 2;
	}
	shmem_init();
	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(table, 2, GASNET_PAGESIZE, 0) != GASNET_OK)
		return 1;
	me = shmem_my_pe();
	memory = shmem_malloc(LARGE);
	cards = shmem_malloc(sizeof *cards);
	local = malloc(LARGE);
	memset(local, 1, LARGE);
	memset(memory, 1, LARGE);
	bare_open(argv[2], memory, LARGE, &mine);
	shmem_putmem(cards, &mine, sizeof mine, 1 - me);
	shmem_barrier_all();
	bare_connect(cards);
	for (int trial = -2; trial < trials; trial++) { /* two to warm up */
		for (size_t m = 0; m < sizeof measures / sizeof measures[0]; m++) {
			double lib = 0, raw = 0;
			if (!chosen(measures[m].name, argv + 4))
				continue;
			for (int turn = 0; turn < 4; turn++)
				if ((turn == 0 || turn == 3) == (trial % 2 == 0))
					lib += timed(true, &measures[m]) / 2;
				else
					raw += timed(false, &measures[m]) / 2;
			if (me == 0 && trial >= 0)
				printf("%s %.6g %.6g\n", measures[m].name, scaled(&measures[m], lib), scaled(&measures[m], raw));
		}
	}
	shmem_barrier_all();
	bare_close();
	fflush(stdout);
	shmem_finalize();
	return 0;
}
