/* mpi_netpipe.c - latency and bandwidth of two-sided messages, as NetPIPE's MPI module measures them, over the MPI-like layer of mpi_portals.h.
 *
 *   mpi_netpipe [-m ping|stream|window|both|ack] [-s send ns] [-r receive ns] [-c copy ns per byte] [-e eager bytes] [-f] [curve options]
 *
 *   ping    there and back; time is half of that
 *   stream  one blocking send after the other, and a reply at the end
 *   window  windows of 64 messages in one direction, with receives posted for them, and a reply after each window, as in osu_bw
 *   both    a message in each direction at a time, receives posted before
 *   ack     there, and nothing back: the time of both, which is what a put and its acknowledgement are over two-sided messages
 *
 *   -f      ranks 0 and the last one measure: those that are furthest from each other on a line of nodes */
#include "mpi_portals.h"

#define OPTIONS "[-m ping|stream|window|both|ack] " MPI_USAGE " [-e eager bytes] [-f]"

enum mode { PING, STREAM, WINDOWS, BOTH, ACK };
enum { WINDOW = 64, TAG = 1, ANSWER = 2 };

static char *out, *in;
static int peer;

static void ping(size_t n, size_t back, long repetitions)
{
	for (long i = 0; i < repetitions; i++)
		if (gt_me == 0) {
			mpi_send(out, n, peer, TAG);
			mpi_recv(in, back, peer, TAG);
		} else {
			mpi_recv(in, n, peer, TAG);
			mpi_send(out, back, peer, TAG);
		}
}

static void stream(size_t n, long repetitions)
{
	for (long i = 0; i < repetitions; i++)
		if (gt_me == 0)
			mpi_send(out, n, peer, TAG);
		else
			mpi_recv(in, n, peer, TAG);
	if (gt_me == 0)
		mpi_recv(in, 4, peer, ANSWER);
	else
		mpi_send(out, 4, peer, ANSWER);
}

static void windows(size_t n, long windows)
{
	struct mpi_request *r[WINDOW];
	for (long w = 0; w < windows; w++) {
		for (int i = 0; i < WINDOW; i++)
			r[i] = gt_me == 0 ? mpi_isend(out, n, peer, TAG) : mpi_irecv(in, n, peer, TAG);
		for (int i = 0; i < WINDOW; i++)
			gt_me == 0 ? mpi_wait(r[i]) : mpi_received(r[i]);
		if (gt_me == 0)
			mpi_recv(in, 4, peer, ANSWER);
		else
			mpi_send(out, 4, peer, ANSWER);
	}
}

static void both(size_t n, long repetitions)
{
	for (long i = 0; i < repetitions; i++) {
		struct mpi_request *r = mpi_irecv(in, n, peer, TAG), *s = mpi_isend(out, n, peer, TAG);
		mpi_wait(s);
		mpi_received(r);
	}
}

/* Microseconds of one message. */
static double timed(enum mode mode, size_t n, long repetitions)
{
	double begin = curve_now();
	switch (mode) {
	case PING: ping(n, n, repetitions); break;
	case STREAM: stream(n, repetitions); break;
	case WINDOWS: windows(n, repetitions); break;
	case BOTH: both(n, repetitions); break;
	case ACK: ping(n, 0, repetitions); break;
	}
	double took = (curve_now() - begin) / (double)repetitions;
	return mode == PING ? took / 2 : mode == WINDOWS ? took / WINDOW : took;
}

int main(int argc, char **argv)
{
	static const char *names[] = {"ping", "stream", "window", "both", "ack"};
	struct curve curve = CURVE_DEFAULT;
	int mode = PING;
	bool far = false;
	gt_begin(cnos_get_rank(), cnos_get_size());
	for (int c; (c = getopt(argc, argv, "m:e:f" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			mode = curve_mode(names, ACK + 1, optarg);
			if (mode < 0)
				curve_usage(argv[0], OPTIONS);
			break;
		case 'f': far = true; break;
		case 'e': mpi_costs.eager = strtoul(optarg, NULL, 0); break;
		default:
			if (!mpi_option(c, optarg) && !curve_option(&curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc || mpi_costs.eager > MPI_BLOCK)
		curve_usage(argv[0], OPTIONS);
	gt_open();
	gt_barrier();
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	mpi_begin();
	int other = far ? gt_n - 1 : 1;
	peer = gt_me == 0 ? other : 0;
	out = malloc(curve_room(&curve)), in = malloc(curve_room(&curve));
	memset(out, 1, curve_room(&curve)), memset(in, 2, curve_room(&curve));
	curve_head("", names[mode], "");
	for (size_t n = 0; (gt_me == 0 || gt_me == other) && (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, mode == WINDOWS ? n * WINDOW : n);
		timed(mode, n, 1);
		curve_row(n, repetitions, mode == BOTH ? 2.0 * (double)n : (double)n, timed(mode, n, repetitions));
	}
	return gt_finish();
}
