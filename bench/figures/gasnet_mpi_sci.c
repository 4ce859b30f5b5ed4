/* gasnet_mpi_sci.c - the measurements of gasnet_sci.c with GASNet's messages as its mpi-conduit has them: over active messages over two-sided messages (am_mpi.h), over SISCI (mpi_sci.h).
 * Node 0 measures with node 1: half of a round trip.
 *
 *   gasnet_mpi_sci [-m message|short|medium] [-s send ns] [-r receive ns] [-c copy ns per byte] [-i] [curve options]
 *
 *   message  two-sided messages
 *   short    requests without arguments, each with a reply; the size counts for nothing
 *   medium   requests with a payload, each with a reply of the same payload
 *   -i       imports the other node's memory for each message */
#include "mpi_sci.h"

#include "am_mpi.h"

#define OPTIONS "[-m message|short|medium] " MPI_USAGE
#define MOST 944

enum mode { MESSAGE, SHORT, MEDIUM, MODES };
enum { REQUEST_SHORT, REQUEST_MEDIUM, REPLY, OVER };

static char from[MOST];
static long replies;
static bool over;

static void request_short(const uint32_t *a, char *payload, size_t n) { am_reply(REPLY, a, 0, payload, n); }
static void request_medium(const uint32_t *a, char *payload, size_t n) { am_reply(REPLY, a, 0, payload, n); }

static void reply(const uint32_t *a, char *payload, size_t n)
{
	(void)a, (void)payload, (void)n;
	replies++;
}

static void is_over(const uint32_t *a, char *payload, size_t n)
{
	over = true;
	am_reply(REPLY, a, 0, payload, n);
}

static void request(int handler, size_t n)
{
	const long all = replies + 1;

	am_request(handler, NULL, 0, from, n);
	while (replies != all)
		am_poll();
}

static void message(size_t n)
{
	struct mpi_request *r = mpi_irecv(from, sizeof from, 1 - gt_me, 1);

	if (gt_me == 0)
		mpi_wait(mpi_isend(from, n, 1, 1));
	mpi_received(r);
	if (gt_me == 1)
		mpi_wait(mpi_isend(from, n, 0, 1));
}

static void round_trip(enum mode mode, size_t n)
{
	switch (mode) {
	case MESSAGE: message(n); break;
	case SHORT: request(REQUEST_SHORT, 0); break;
	default: request(REQUEST_MEDIUM, n);
	}
}

static void measure(const struct curve *c, enum mode mode)
{
	for (size_t n = 0; (n = curve_next(c, n)) != 0;) {
		const long rounds = curve_repetitions(c, n);

		round_trip(mode, n); /* which may import */
		const double begin = curve_now();

		for (long i = 0; i < rounds; i++)
			round_trip(mode, n);
		if (gt_me == 0)
			curve_row(n, rounds, (double)n, (curve_now() - begin) / (double)rounds / 2);
	}
}

int main(int argc, char **argv)
{
	static const char *const modes[] = {"message", "short", "medium"};
	struct curve c = {1, MOST, 0, 100, {0}};
	int mode = SHORT;

	gt_start();
	for (int o; (o = getopt(argc, argv, "m:" MPI_OPTIONS CURVE_OPTIONS)) != -1;)
		if (o == 'm' ? (mode = curve_mode(modes, MODES, optarg)) < 0 : !mpi_option(o, optarg) && !curve_option(&c, o, optarg))
			curve_usage(argv[0], OPTIONS);
	if (c.largest + (size_t)c.perturbation > MOST)
		FATAL("messages of %zu bytes are too long", c.largest);
	if (gt_n != 2)
		FATAL("%d nodes instead of 2", gt_n);
	am_table[REQUEST_SHORT] = request_short, am_table[REQUEST_MEDIUM] = request_medium, am_table[REPLY] = reply, am_table[OVER] = is_over;
	curve_head("MPI ", modes[mode], "");
	if (mode == MESSAGE) {
		mpi_begin();
		measure(&c, MESSAGE);
	} else {
		am_begin(1 - gt_me);
		if (gt_me == 0) {
			measure(&c, (enum mode)mode);
			request(OVER, 0);
		}
		while (gt_me == 1 && !over)
			am_poll();
	}
	mpi_end();
	return gt_stop();
}
