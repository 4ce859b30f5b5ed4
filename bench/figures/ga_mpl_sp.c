/* ga_mpl_sp.c - puts and gets of Global Arrays over MPL, as they were on the IBM SP before LAPI (G. Shah and others: Performance and Experience with LAPI, section 5.2): requests interrupt their
 * target, whose rcvncall copies the data. Task 0 accesses parts of an array at the other tasks in turn, as ga_sp does.
 *
 *   ga_mpl_sp [-m put-1d|put-2d|get-1d|get-2d] [-g ns] [-s send ns] [-r receive ns] [-c copy ns per byte] [-x context ns] [curve options]
 *
 *   put   the data is copied behind the request, and the target copies it to its place
 *   get   the target sends data from its place; from a buffer, if it is a patch. The caller copies it to where it belongs
 *   -g    what Global Arrays takes for a request, besides MPL
 *
 * A put is timed until it returns: its data may still be under way. MP_EAGER_LIMIT: mpi_sp.h. */
#include "mpi_sp.h"

#include <unistd.h>

#define OPTIONS "[-m put-1d|put-2d|get-1d|get-2d] [-g request ns] " MPI_USAGE
#define REQUEST 100 /* bytes of a request: which array, which patch */

enum mode { PUT_1D, PUT_2D, GET_1D, GET_2D, MODES };
static const char *const modes[] = {"put-1d", "put-2d", "get-1d", "get-2d"};

static double request; /* ns of Global Arrays for one */
static char *memory, *buffer;
static enum mode mode;
static size_t size; /* of the data */
static volatile long served;

static void copy(void) { curve_compute(mpi_costs.copy * (double)size); }

static void serve(int from, size_t bytes)
{
	CHECK(bytes == (mode >= GET_1D ? REQUEST : REQUEST + size), "a request of %zu bytes for %zu", bytes, size);
	if (mode != GET_1D)
		copy();
	if (mode >= GET_1D)
		mpi_send(from, memory, size);
	served++;
}

static void issue(int to)
{
	curve_compute(request);
	if (mode < GET_1D) {
		copy();
		mpi_send(to, buffer, REQUEST + size);
		return;
	}
	mpi_send(to, buffer, REQUEST);
	CHECK(mpi_receive(to, memory) == size, "another size");
	copy();
}

/* Microseconds of one, at task 0. */
static double timed(long repetitions)
{
	double took = 0;

	served = 0;
	GT_OK(LAPI_Gfence(gt_h));
	if (gt_me == 0) {
		curve_compute(2e6); /* the others have left the barrier */
		took = curve_now();
		for (long i = 0; i < repetitions; i++)
			issue(1 + (int)(i % (gt_n - 1)));
		took = curve_now() - took;
	} else {
		while (served < repetitions / (gt_n - 1))
			usleep(50);
	}
	GT_OK(LAPI_Gfence(gt_h));
	return took / (double)repetitions;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int m = PUT_1D;
	gt_start();
	for (int c; (c = getopt(argc, argv, "m:g:" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		if (c == 'm') {
			if ((m = curve_mode(modes, MODES, optarg)) < 0)
				curve_usage(argv[0], OPTIONS);
		} else if (c == 'g') {
			request = atof(optarg);
		} else if (!mpi_option(c, optarg) && !curve_option(&curve, c, optarg)) {
			curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n < 2 || gt_n > MPI_TASKS)
		GT_SKIP("needs 2 tasks, and has space for 16");
	mode = (enum mode)m;
	memory = calloc(1, curve_room(&curve) + REQUEST);
	buffer = calloc(1, curve_room(&curve) + REQUEST);
	if (gt_me > 0) {
		mpi.function = serve;
		mpi.posted = buffer;
	}
	mpi_begin(true);
	curve_head("Global Arrays over MPL, ", modes[mode], "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		const long repetitions = (curve_repetitions(&curve, n) + gt_n - 2) / (gt_n - 1) * (gt_n - 1);

		size = n;
		timed(gt_n - 1);
		curve_row(n, repetitions, (double)n, timed(repetitions));
	}
	return gt_stop();
}
