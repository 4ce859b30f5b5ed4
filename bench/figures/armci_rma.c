/* armci_rma.c - the times of puts and gets of ARMCI.
 *
 *   armci_rma [-m put|fence|get|overlap|acc|strided] [-b] [curve options]
 *
 *   put      a put, until it returns
 *   fence    a put and ARMCI_Fence
 *   get      a get
 *   overlap  a non-blocking get, computation, ARMCI_Wait: how much computation fits into the get's time without making it longer, in percent, in a
 *            further column (V. Tipparaju and others: Evaluation of Remote Memory Access Communication on the Cray XT3, section 6.1)
 *   acc      an accumulate of doubles and ARMCI_Fence; sizes are multiples of 8
 *   strided  a get of rows of 64 bytes, 128 bytes apart; sizes are multiples of 64
 *   -b       local memory is not ARMCI's own */
#include "curve.h"

#define ARMCI_WITHOUT_MPI 1
#include <armci.h>
#include <message.h>

#define OPTIONS "[-m put|fence|get|overlap|acc|strided] [-b]"

enum mode { PUT, FENCE, GET, OVERLAP, ACC, STRIDED, MODES };
enum { ROW = 64 };

static const char *const names[] = {"put", "fence", "get", "overlap", "acc", "strided"};
static const size_t units[] = {1, 1, 1, 1, sizeof(double), ROW};
static char *there, *here;
static int peer;

static void get_and_compute(size_t n, double nanoseconds)
{
	armci_hdl_t handle;
	ARMCI_INIT_HANDLE(&handle);
	if (ARMCI_NbGet(there, here, (int)n, peer, &handle) != 0)
		FATAL("ARMCI_NbGet");
	curve_compute(nanoseconds);
	ARMCI_Wait(&handle);
}

static void get_rows(size_t n)
{
	int stride = 2 * ROW, packed = ROW, counts[2] = {ROW, (int)(n / ROW)};
	if (ARMCI_GetS(there, &stride, here, &packed, counts, 1, peer) != 0)
		FATAL("ARMCI_GetS");
}

static void accumulate(size_t n)
{
	double one = 1;
	if (ARMCI_Acc(ARMCI_ACC_DBL, &one, here, there, (int)n, peer) != 0)
		FATAL("ARMCI_Acc");
	ARMCI_Fence(peer);
}

/* Microseconds of one operation. */
static double timed(int mode, size_t n, long repetitions, double compute)
{
	double begin = curve_now();
	for (long i = 0; i < repetitions; i++)
		switch (mode) {
		case PUT: ARMCI_Put(here, there, (int)n, peer); break;
		case FENCE: ARMCI_Put(here, there, (int)n, peer), ARMCI_Fence(peer); break;
		case GET: ARMCI_Get(there, here, (int)n, peer); break;
		case OVERLAP: get_and_compute(n, compute); break;
		case ACC: accumulate(n); break;
		case STRIDED: get_rows(n); break;
		}
	double took = (curve_now() - begin) / (double)repetitions;
	ARMCI_Fence(peer);
	return took;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int mode = PUT;
	bool foreign = false;
	if (ARMCI_Init() != 0)
		FATAL("ARMCI_Init");
	gt_begin(armci_msg_me(), armci_msg_nproc());
	for (int c; (c = getopt(argc, argv, "m:b" CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			mode = curve_mode(names, MODES, optarg);
			if (mode < 0)
				curve_usage(argv[0], OPTIONS);
			break;
		case 'b': foreign = true; break;
		default:
			if (!curve_option(&curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	const size_t room = (mode == STRIDED ? 2 : 1) * curve_room(&curve);
	void **all = calloc((size_t)gt_n, sizeof *all);
	if (all == NULL || ARMCI_Malloc(all, (armci_size_t)room) != 0)
		FATAL("no memory of %zu bytes", room);
	here = foreign ? malloc(room) : ARMCI_Malloc_local((armci_size_t)room);
	if (here == NULL)
		FATAL("no memory of %zu bytes", room);
	peer = gt_me == 0 ? 1 : 0, there = all[peer];
	memset(here, 0, room), memset(all[gt_me], 0, room);
	curve_head("", names[mode], mode == OVERLAP ? "overlap" : "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		if (n % units[mode] != 0)
			continue;
		ARMCI_Barrier();
		if (gt_me == 0) {
			timed(mode, n, 2, 0);
			double took = timed(mode, n, repetitions, 0);
			if (mode == OVERLAP)
				curve_row_and(n, repetitions, (double)n, took, curve_overlap(timed, OVERLAP, n, repetitions, took));
			else
				curve_row(n, repetitions, (double)n, took);
		}
		ARMCI_Barrier();
	}
	if (gt_me == 0) { /* what has been measured moves data */
		memset(here, 7, ROW);
		ARMCI_Put(here, there, ROW, peer);
		memset(here, 0, ROW);
		ARMCI_Get(there, here, ROW, peer);
		CHECK(here[0] == 7 && here[ROW - 1] == 7, "nothing has been moved");
	}
	ARMCI_Barrier();
	if (foreign)
		free(here);
	else
		ARMCI_Free_local(here);
	ARMCI_Free(all[gt_me]);
	ARMCI_Finalize();
	return gt_end();
}
