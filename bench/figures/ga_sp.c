/* ga_sp.c - puts and gets of Global Arrays over ARMCI, as its authors measured them on the IBM SP (G. Shah and others: Performance and Experience with LAPI, section 5.4). Task 0 accesses parts of
 * an array of doubles at the other tasks in turn, each time another patch; they are not in the library, and are interrupted.
 *
 *   ga_sp [-m put-1d|put-2d|get-1d|get-2d] [-g ns] [curve options]
 *
 *   put, get   a request of so many bytes: of a piece of a column, or a square patch, whose columns are not adjacent
 *   -g         what Global Arrays takes for a request, besides ARMCI: to find the task that has the patch, its place there, and to check arguments
 *
 * A put is timed until it returns: its data may still be under way. A fence follows the series. */
#include "../../ctests/gt_armci.h"
#include "curve.h"

#include <math.h>
#include <unistd.h>

#define OPTIONS "[-m put-1d|put-2d|get-1d|get-2d] [-g request ns]"

enum mode { PUT_1D, PUT_2D, GET_1D, GET_2D, MODES };
static const char *const modes[] = {"put-1d", "put-2d", "get-1d", "get-2d"};

static double request; /* ns of Global Arrays for one */
static char **parts, *local;
static size_t room; /* bytes of a part of the array */
static int *over, one = 1;

/* One request: columns pieces of bytes each. Columns of the array are twice as long as those of a patch, and a patch begins where the one before has ended, as far as there is space. */
static void issue(enum mode mode, int to, size_t bytes, int columns, size_t at)
{
	int stride_here = (int)bytes, stride_there = (int)bytes * 2, counts[2] = {(int)bytes, columns};

	curve_compute(request);
	if (columns == 1) {
		if (mode == PUT_1D || mode == PUT_2D)
			GT_OK(ARMCI_Put(local, parts[to] + at, (int)bytes, to));
		else
			GT_OK(ARMCI_Get(parts[to] + at, local, (int)bytes, to));
	} else if (mode == PUT_2D) {
		GT_OK(ARMCI_PutS(local, &stride_here, parts[to] + at, &stride_there, counts, 1, to));
	} else {
		GT_OK(ARMCI_GetS(parts[to] + at, &stride_there, local, &stride_here, counts, 1, to));
	}
}

/* Microseconds of one, at task 0. */
static double timed(enum mode mode, size_t n, long repetitions, size_t *moved)
{
	const size_t side = mode == PUT_2D || mode == GET_2D ? (size_t)ceil(sqrt((double)n / 8)) : 1;
	const size_t bytes = side > 1 ? side * 8 : n, extent = side > 1 ? 2 * side * bytes : bytes;
	size_t at = 0;
	double took = 0;

	*moved = side * bytes;
	if (gt_me == 0) {
		curve_compute(2e6); /* the others have left the barrier */
		took = curve_now();
		for (long i = 0; i < repetitions; i++) {
			issue(mode, 1 + (int)(i % (gt_n - 1)), bytes, (int)side, at);
			if ((i + 1) % (gt_n - 1) == 0 && (at += (extent + 7) & ~(size_t)7) + extent > room)
				at = 0;
		}
		took = curve_now() - took;
		ARMCI_AllFence();
		for (int to = 1; to < gt_n; to++)
			GT_OK(ARMCI_Put(&one, parts[to] + room, sizeof one, to));
		ARMCI_AllFence();
	} else {
		while (!*(volatile int *)over)
			usleep(50);
		*over = 0;
	}
	ARMCI_Barrier();
	return took / (double)repetitions;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int mode = PUT_1D;
	gt_start();
	for (int c; (c = getopt(argc, argv, "m:g:" CURVE_OPTIONS)) != -1;)
		if (c == 'm') {
			if ((mode = curve_mode(modes, MODES, optarg)) < 0)
				curve_usage(argv[0], OPTIONS);
		} else if (c == 'g') {
			request = atof(optarg);
		} else if (!curve_option(&curve, c, optarg)) {
			curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n < 2)
		GT_SKIP("needs 2 tasks");
	room = 3 * curve_room(&curve) + (1 << 20);
	room &= ~(size_t)63;
	parts = (char **)gt_malloc(room + 64);
	local = parts[gt_me];
	over = (int *)(parts[gt_me] + room);
	ARMCI_Barrier();
	curve_head("Global Arrays, ", modes[mode], "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		const long repetitions = (curve_repetitions(&curve, n) + gt_n - 2) / (gt_n - 1) * (gt_n - 1);
		size_t moved;
		timed(mode, n, gt_n - 1, &moved);
		const double took = timed(mode, n, repetitions, &moved);
		curve_row(n, repetitions, (double)moved, took);
	}
	return gt_stop();
}
