/* mpi_sp.c - MPI and MPL of the IBM SP (mpi_sp.h), as measured against LAPI.
 *
 *   mpi_sp [-m one-way|ping|interrupt|bandwidth] [-s send ns] [-r receive ns] [-c copy ns per byte] [-x context ns] [curve options]
 *
 *   one-way    half of a message and one back, for which both tasks wait in a receive
 *   ping       all of it
 *   interrupt  the same with MPL's rcvncall at task 1, which computes: the function that is called sends back
 *   bandwidth  a message, until an empty one has come back */
#include "mpi_sp.h"

#define OPTIONS "[-m one-way|ping|interrupt|bandwidth] " MPI_USAGE

enum mode { ONE_WAY, PING, INTERRUPT, BANDWIDTH, MODES };
static const char *const modes[] = {"one-way", "ping", "interrupt", "bandwidth"};

static char *memory;
static volatile int answers;
static int expected; /* answers */

static void answer(int from, size_t bytes)
{
	mpi_send(from, memory, bytes);
	answers++;
}

static double timed(enum mode mode, size_t n, long repetitions)
{
	double begin;

	GT_OK(LAPI_Gfence(gt_h));
	begin = curve_now();
	for (long i = 0; i < repetitions; i++) {
		if (gt_me == 0) {
			mpi_send(1, memory, n);
			mpi_receive(1, memory);
		} else if (mode == INTERRUPT) {
			for (expected++; answers < expected;)
				curve_compute(1e3);
		} else {
			mpi_receive(0, memory);
			mpi_send(0, memory, mode == BANDWIDTH ? 0 : n);
		}
	}
	begin = (curve_now() - begin) / (double)repetitions;
	GT_OK(LAPI_Gfence(gt_h));
	return mode == ONE_WAY ? begin / 2 : begin;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int mode = PING;
	gt_start();
	for (int c; (c = getopt(argc, argv, "m:" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		if (c == 'm') {
			if ((mode = curve_mode(modes, MODES, optarg)) < 0)
				curve_usage(argv[0], OPTIONS);
		} else if (!mpi_option(c, optarg) && !curve_option(&curve, c, optarg)) {
			curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n != 2)
		GT_SKIP("needs 2 tasks");
	memory = malloc(curve_room(&curve));
	memset(memory, gt_me, curve_room(&curve));
	if (mode == INTERRUPT && gt_me == 1) {
		mpi.function = answer;
		mpi.posted = memory;
	}
	mpi_begin(mode == INTERRUPT);
	curve_head(mode == INTERRUPT ? "MPL, " : "MPI, ", modes[mode], "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		const long repetitions = curve_repetitions(&curve, n);
		timed(mode, n, 2);
		curve_row(n, repetitions, (double)n, timed(mode, n, repetitions));
	}
	return gt_stop();
}
