/* allreduce.c - adds a vector over all ranks with Portals, in a ring, and verifies the sum.
 *
 *   allreduce [elements]
 *
 * The vector is cut into one part per rank. In steps 0..n-2 each rank puts a part to its right neighbour, which adds its own and passes the sum on; after them
 * each rank has the complete sum of one part. In steps n-1..2n-3 the complete parts travel round the ring once more. The match bits of a message are its
 * step, and each rank posts an entry for every step before the first message is sent: so every message finds its memory, and none is copied twice. */
#include <cnos_mpi_os.h>
#include <portals/portals3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PORTAL 4 /* the portal index of the entries */

static ptl_handle_ni_t interface;
static ptl_handle_eq_t events;
static int me, ranks;
static size_t elements;
static bool *arrived; /* by step: its message */

/* Ends this rank, and with it the job, if a call of Portals fails. */
static void ok(int code, const char *call)
{
	if (code == PTL_OK)
		return;
	fprintf(stderr, "allreduce: rank %d: %s gives %d\n", me, call, code);
	exit(1);
}
#define OK(call) ok(call, #call)

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Part p, counted round the ring, is elements [start, end). */
static size_t start_of(int p) { return elements * (size_t)p / (size_t)ranks; }
static int part(int p) { return (p % ranks + ranks) % ranks; }
static size_t length_of(int p) { return start_of(p + 1) - start_of(p); }

/* The part that this rank sends in a step; in the same step it receives the part before that. */
static int sent_in(int step) { return step < ranks - 1 ? part(me - step) : part(me + 1 - (step - (ranks - 1))); }

/* Posts an entry for the message of a step. It goes to memory of its own while it has to be added, and into the vector afterwards. */
static void post(int step, double *vector, double *arrivals)
{
	int p = part(sent_in(step) - 1);
	ptl_process_id_t anyone = {PTL_NID_ANY, PTL_PID_ANY};
	ptl_handle_me_t entry;
	ptl_handle_md_t descriptor;
	ptl_md_t md = {
	    .start = (step < ranks - 1 ? arrivals : vector) + start_of(p),
	    .length = length_of(p) * sizeof *vector,
	    .threshold = 1,
	    .options = PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE,
	    .eq_handle = events,
	};
	OK(PtlMEAttach(interface, PORTAL, anyone, (ptl_match_bits_t)step, 0, PTL_UNLINK, PTL_INS_AFTER, &entry));
	OK(PtlMDAttach(entry, md, PTL_UNLINK, &descriptor));
}

/* Waits for the message of a step. Portals matches the messages of one rank in order, but a later one may be complete before an earlier one. */
static void receive(int step)
{
	while (!arrived[step]) {
		ptl_event_t event;
		OK(PtlEQWait(events, &event));
		if (event.type != PTL_EVENT_PUT_END || event.ni_fail_type != PTL_NI_OK) {
			fprintf(stderr, "allreduce: rank %d: event %d, failure %d\n", me, (int)event.type, (int)event.ni_fail_type);
			exit(1);
		}
		arrived[event.match_bits] = true;
	}
}

static void allreduce(double *vector, const double *arrivals, ptl_handle_md_t source, ptl_process_id_t right)
{
	for (int step = 0; step < 2 * (ranks - 1); step++) {
		int p = sent_in(step);
		OK(PtlPutRegion(source, start_of(p) * sizeof *vector, length_of(p) * sizeof *vector, PTL_NOACK_REQ, right, PORTAL, 0,
		                (ptl_match_bits_t)step, 0, 0));
		receive(step);
		if (step >= ranks - 1)
			continue; /* the message is in its place */
		p = part(p - 1);
		for (size_t i = start_of(p); i < start_of(p) + length_of(p); i++)
			vector[i] += arrivals[i];
	}
}

/* Element i of a rank's vector. Sums of these are exact. */
static double element(int rank, size_t i) { return (double)((i * 7 + (size_t)rank * 13) % 1000); }

static size_t differences(const double *vector)
{
	size_t wrong = 0;
	for (size_t i = 0; i < elements; i++) {
		double sum = 0;
		for (int r = 0; r < ranks; r++)
			sum += element(r, i);
		wrong += vector[i] != sum;
	}
	return wrong;
}

int main(int argc, char **argv)
{
	int interfaces;
	cnos_nidpid_map_t *ids;
	ptl_handle_md_t source;
	OK(PtlInit(&interfaces));
	OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &interface));
	me = cnos_get_rank();
	ranks = cnos_get_nidpid_map(&ids);
	elements = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;

	double *vector = malloc((elements + 1) * sizeof *vector), *arrivals = malloc((elements + 1) * sizeof *arrivals);
	for (size_t i = 0; i < elements; i++)
		vector[i] = element(me, i);
	arrived = calloc((size_t)(2 * ranks), sizeof *arrived);
	OK(PtlEQAlloc(interface, (ptl_size_t)(2 * ranks + 2), PTL_EQ_HANDLER_NONE, &events));
	for (int step = 0; step < 2 * (ranks - 1); step++)
		post(step, vector, arrivals);
	ptl_md_t md = {.start = vector, .length = elements * sizeof *vector, .threshold = PTL_MD_THRESH_INF, .eq_handle = PTL_EQ_NONE};
	OK(PtlMDBind(interface, md, PTL_RETAIN, &source));

	cnos_barrier(); /* all entries are posted */
	double seconds = now();
	int right = (me + 1) % ranks;
	allreduce(vector, arrivals, source, (ptl_process_id_t){ids[right].nid, ids[right].pid});
	cnos_barrier(); /* all messages have arrived, so no source is read any more */
	seconds = now() - seconds;

	size_t wrong = differences(vector);
	if (me == 0) {
		double bytes = 2.0 * (ranks - 1) / ranks * (double)elements * sizeof *vector;
		printf("allreduce: %zu elements of 8 bytes on %d ranks\n", elements, ranks);
		if (seconds > 0)
			printf("  added in %.6f s: each rank sends %.1f MB, %.1f MB/s\n", seconds, 1e-6 * bytes, 1e-6 * bytes / seconds);
	}
	if (me == 0 || wrong)
		printf("  rank %d: compared with a serial sum: %zu differences: %s\n", me, wrong, wrong ? "WRONG" : "verified");
	OK(PtlMDUnlink(source));
	PtlFini();
	free(arrived), free(arrivals), free(vector);
	return wrong != 0;
}
