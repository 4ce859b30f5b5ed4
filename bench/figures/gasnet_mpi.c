/* gasnet_mpi.c - the measurements of gasnet_rma.c with GASNet's operations as its mpi-conduit has them: over active messages over two-sided messages (am_mpi.h).
 *
 *   gasnet_mpi [-m put|bulk|medium] [-s send ns] [-r receive ns] [-c copy ns per byte] [curve options] */
#include "mpi_portals.h"

#include "am_mpi.h"

#define OPTIONS "[-m put|bulk|medium] " MPI_USAGE

enum mode { PUT, BULK, MEDIUM };
enum { PUT_REQUEST, PUT_DONE, ECHO_REQUEST, ECHO_REPLY, OVER };

static char *here, *memory;
static long done;
static bool over;

/* Arguments: the operation at the initiator, and where the payload belongs. */
static void put_request(const uint32_t *a, char *payload, size_t n)
{
	memcpy((char *)((uintptr_t)a[2] | (uintptr_t)a[3] << 32), payload, n);
	curve_compute(mpi_costs.copy * (double)n);
	am_reply(PUT_DONE, a, 2, NULL, 0);
}

static void put_done(const uint32_t *a, char *payload, size_t n)
{
	(void)a, (void)payload, (void)n;
	done++;
}

static void echo_request(const uint32_t *a, char *payload, size_t n) { am_reply(ECHO_REPLY, a, 0, payload, n); }

static void is_over(const uint32_t *a, char *payload, size_t n)
{
	over = true;
	am_reply(PUT_DONE, a, 0, payload, n);
}

/* A put is a message for each AM_MOST bytes; the number of replies that it waits for. */
static long put(char *there, size_t n)
{
	long messages = 0;
	for (size_t at = 0; at < n; at += AM_MOST, messages++) {
		uintptr_t to = (uintptr_t)(there + at);
		uint32_t a[] = {0, 0, (uint32_t)to, (uint32_t)(to >> 32)};
		am_request(PUT_REQUEST, a, 4, here + at, n - at < AM_MOST ? n - at : AM_MOST);
	}
	return messages;
}

static void until(long count)
{
	while (done != count)
		am_poll();
}

/* Microseconds of one operation. */
static double timed(enum mode mode, char *there, size_t n, long repetitions)
{
	double begin = curve_now();
	long waits = done;
	for (long i = 0; i < repetitions; i++) {
		if (mode == MEDIUM) {
			am_request(ECHO_REQUEST, NULL, 0, here, n);
			waits++;
		} else {
			waits += put(there, n);
		}
		if (mode != BULK)
			until(waits);
	}
	until(waits);
	return (curve_now() - begin) / (double)repetitions;
}

int main(int argc, char **argv)
{
	static const char *names[] = {"put", "bulk", "medium"};
	struct curve curve = CURVE_DEFAULT;
	char *there = NULL;
	int mode = PUT;
	gt_begin(cnos_get_rank(), cnos_get_size());
	for (int c; (c = getopt(argc, argv, "m:" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			mode = curve_mode(names, MEDIUM + 1, optarg);
			if (mode < 0)
				curve_usage(argv[0], OPTIONS);
			break;
		default:
			if (!mpi_option(c, optarg) && !curve_option(&curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	gt_open();
	gt_barrier();
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	am_table[PUT_REQUEST] = put_request, am_table[PUT_DONE] = put_done, am_table[ECHO_REQUEST] = echo_request, am_table[ECHO_REPLY] = put_done;
	am_table[OVER] = is_over;
	here = malloc(curve_room(&curve)), memory = malloc(curve_room(&curve));
	memset(here, 1, curve_room(&curve)), memset(memory, 2, curve_room(&curve));
	am_begin(gt_me == 0 ? 1 : 0);
	curve_head("", names[mode], "");
	if (gt_me == 0)
		mpi_recv(&there, sizeof there, 1, 1);
	else if (gt_me == 1)
		mpi_send(&memory, sizeof memory, 0, 1);
	for (size_t n = 0; gt_me == 0 && (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		if (mode == MEDIUM && n > AM_MOST)
			break;
		timed(mode, there, n, 2);
		curve_row(n, repetitions, (double)n, timed(mode, there, n, repetitions));
	}
	if (gt_me == 0) {
		long before = done;
		am_request(OVER, NULL, 0, NULL, 0);
		until(before + 1);
	}
	while (gt_me == 1 && !over)
		am_poll();
	gt_barrier();
	if (mode != MEDIUM && gt_me == 1)
		CHECK(memory[0] == 1 && memory[curve.largest - 1] == 1, "nothing has been put");
	return gt_finish();
}
