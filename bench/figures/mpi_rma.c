/* mpi_rma.c - one-sided MPI-2 operations made of messages, as in the Cray XT3's MPICH2 (V. Tipparaju and others: Evaluation of Remote Memory
 * Access Communication on the Cray XT3, section 5): a put or get is only queued; the fence moves all data, after each rank has got the number of
 * operations that target it. A put's data is packed into a message with its parameters, and unpacked at the target; a get's is packed
 * there and unpacked here.
 *
 *   mpi_rma [-m put|get|overlap] [-s send ns] [-r receive ns] [-c copy ns per byte] [curve options]
 *
 *   put, get  an operation and its fence
 *   overlap   a get, computation, the fence: how much computation fits into them without making them longer, in percent of their time without it */
#include "mpi_portals.h"

#define OPTIONS "[-m put|get|overlap] " MPI_USAGE

enum mode { PUT, GET, OVERLAP };
enum { COUNT = 1, REQUEST = 2, REPLY = 3 };

/* The head of a request; a put's data follows. */
struct operation {
	uint64_t get, offset, length;
};

static char *window, *local, *packet, *arrived;
static size_t room;
static struct operation wanted;
static int count, peer; /* of operations since the last fence: no measure makes two */

static void copy(void *to, const void *from, size_t n)
{
	memcpy(to, from, n);
	curve_compute(mpi_costs.copy * (double)n);
}

static void put(size_t n) { wanted = (struct operation){0, 0, n}, count = 1; }
static void get(size_t n) { wanted = (struct operation){1, 0, n}, count = 1; }

/* The target's side of an operation. */
static void serve(void)
{
	struct operation o;
	mpi_recv(arrived, sizeof o + room, peer, REQUEST);
	memcpy(&o, arrived, sizeof o);
	if (!o.get) {
		copy(window + o.offset, arrived + sizeof o, o.length);
		return;
	}
	copy(packet, window + o.offset, o.length);
	mpi_send(packet, o.length, peer, REPLY);
}

static void fence(void)
{
	int theirs = 0;
	struct mpi_request *r = mpi_irecv(&theirs, sizeof theirs, peer, COUNT), *s = mpi_isend(&count, sizeof count, peer, COUNT);
	mpi_wait(s);
	mpi_received(r);
	if (count > 0) {
		size_t n = wanted.get ? 0 : wanted.length;
		memcpy(packet, &wanted, sizeof wanted);
		copy(packet + sizeof wanted, local, n);
		s = mpi_isend(packet, sizeof wanted + n, peer, REQUEST);
		if (wanted.get) {
			size_t got = mpi_recv(arrived, room, peer, REPLY);
			copy(local, arrived, got);
		}
		mpi_wait(s);
	}
	while (theirs-- > 0)
		serve();
	count = 0;
}

/* Microseconds of one operation; rank 1 is only its target. */
static double timed(int mode, size_t n, long repetitions, double nanoseconds)
{
	double begin = curve_now();
	for (long i = 0; i < repetitions; i++) {
		if (gt_me == 0) {
			mode == PUT ? put(n) : get(n);
			curve_compute(nanoseconds);
		}
		fence();
	}
	return (curve_now() - begin) / (double)repetitions;
}

int main(int argc, char **argv)
{
	static const char *names[] = {"put", "get", "overlap"};
	struct curve curve = CURVE_DEFAULT;
	int mode = PUT;
	gt_begin(cnos_get_rank(), cnos_get_size());
	for (int c; (c = getopt(argc, argv, "m:" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			mode = curve_mode(names, OVERLAP + 1, optarg);
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
	mpi_begin();
	peer = 1 - gt_me;
	room = curve_room(&curve) + sizeof(struct operation);
	window = malloc(room), local = malloc(room), packet = malloc(room), arrived = malloc(room);
	memset(window, gt_me, room), memset(local, 7, room);
	curve_head("MPI-2 ", names[mode], mode == OVERLAP ? "overlap" : "");
	for (size_t n = 0; gt_me < 2 && (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		timed(mode, n, 2, 0);
		double took = timed(mode, n, repetitions, 0);
		if (mode == OVERLAP)
			curve_row_and(n, repetitions, (double)n, took, curve_overlap(timed, OVERLAP, n, repetitions, took));
		else
			curve_row(n, repetitions, (double)n, took);
		const char *moved = mode == PUT ? window : local;
		if (gt_me == (mode == PUT) && (moved[0] != (mode == PUT ? 7 : 1) || moved[n - 1] != moved[0]))
			FATAL("%zu bytes have not been moved", n);
	}
	return gt_finish();
}
