/* shmem_rma.c - the times of puts and gets of SHMEM.
 *
 *   shmem_rma [-m ping|put|quiet|get|overlap] [curve options]
 *
 *   ping     a put there and one back; the target of each polls its last word; time is half of that; sizes are
 *            multiples of 4
 *   put      a put, until it returns
 *   quiet    a put and shmem_quiet
 *   get      a get
 *   overlap  a non-blocking get, computation, shmem_quiet: how much computation fits into the get's time without making it longer, in percent, in a
 * further column (V. Tipparaju and others: Evaluation of Remote Memory Access Communication on the Cray XT3, section 6.1) */
#include "curve.h"

#include <shmem.h>

#define OPTIONS "[-m ping|put|quiet|get|overlap]"

enum mode { PING, PUT, QUIET, GET, OVERLAP };

static char *there, *here;
static int peer;

/* Both sides count the rounds. */
static void ping(size_t n, long repetitions)
{
	int *mine = (int *)(here + n) - 1, *other = (int *)(there + n) - 1;
	for (int i = 1; i <= repetitions; i++) {
		*mine = i;
		if (gt_me == 0)
			shmem_putmem(there, here, n, peer);
		shmem_int_wait_until(other, SHMEM_CMP_EQ, i);
		if (gt_me == 1)
			shmem_putmem(there, here, n, peer);
	}
	shmem_quiet();
}

static void get_and_compute(size_t n, double nanoseconds)
{
	shmem_getmem_nbi(here, there, n, peer);
	curve_compute(nanoseconds);
	shmem_quiet();
}

/* Microseconds of one operation. */
static double timed(int mode, size_t n, long repetitions, double compute)
{
	double begin = curve_now();
	switch (mode) {
	case PING: ping(n, repetitions); break;
	case PUT:
		for (long i = 0; i < repetitions; i++)
			shmem_putmem(there, here, n, peer);
		break;
	case QUIET:
		for (long i = 0; i < repetitions; i++) {
			shmem_putmem(there, here, n, peer);
			shmem_quiet();
		}
		break;
	case GET:
		for (long i = 0; i < repetitions; i++)
			shmem_getmem(here, there, n, peer);
		break;
	case OVERLAP:
		for (long i = 0; i < repetitions; i++)
			get_and_compute(n, compute);
		break;
	}
	double took = (curve_now() - begin) / (double)repetitions;
	shmem_quiet();
	return mode == PING ? took / 2 : took;
}

int main(int argc, char **argv)
{
	static const char *names[] = {"ping", "put", "quiet", "get", "overlap"};
	struct curve curve = CURVE_DEFAULT;
	int mode = PING;
	shmem_init();
	gt_begin(shmem_my_pe(), shmem_n_pes());
	for (int c; (c = getopt(argc, argv, "m:" CURVE_OPTIONS)) != -1;)
		if (c == 'm') {
			mode = curve_mode(names, OVERLAP + 1, optarg);
			if (mode < 0)
				curve_usage(argv[0], OPTIONS);
		} else if (!curve_option(&curve, c, optarg))
			curve_usage(argv[0], OPTIONS);
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n < 2)
		GT_SKIP("needs 2 PEs");
	peer = 1 - gt_me;
	there = shmem_malloc(curve_room(&curve)), here = shmem_malloc(curve_room(&curve));
	if (there == NULL || here == NULL)
		FATAL("no symmetric memory of 2 * %zu bytes: SHMEM_SYMMETRIC_SIZE gives more", curve_room(&curve));
	memset(here, 0, curve_room(&curve));
	curve_head("", names[mode], mode == OVERLAP ? "overlap" : "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		if (mode == PING && n % sizeof(int) != 0)
			continue;
		memset(there, 0, curve_room(&curve));
		shmem_barrier_all();
		if (gt_me == 0 || (gt_me == 1 && mode == PING)) {
			if (mode != PING)
				timed(mode, n, 2, 0);
			double took = timed(mode, n, repetitions, 0);
			if (mode == OVERLAP)
				curve_row_and(n, repetitions, (double)n, took, curve_overlap(timed, OVERLAP, n, repetitions, took));
			else
				curve_row(n, repetitions, (double)n, took);
		}
		shmem_barrier_all();
	}
	shmem_finalize();
	return gt_end();
}
