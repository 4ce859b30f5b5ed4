/* mpi_pingpong.c - ranks that wait as an MPI library does: a condition, a loop over functions that make progress, and in one of them PtlEQPoll of two queues until there is no event. Ranks 0 and 1 exchange messages of argv[1]
 * bytes argv[2] times; with argv[3] "all" all pairs do, otherwise the others wait for the end. Prints the time of a message. */
#include <portals/portals3.h>
#include <cnos_mpi_os.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PT = 4, DATA = 1, END = 2 };

static ptl_handle_eq_t queues[2]; /* of messages received, and sent */
static struct request {
	volatile int complete;
} sent, received, end;

static void must(int rc, const char *what)
{
	if (rc != PTL_OK) {
		fprintf(stderr, "%s: %d\n", what, rc);
		exit(1);
	}
}
#define OK(call) must(call, #call)

static int portals_progress(void)
{
	int found = 0;

	for (;;) {
		ptl_event_t event;
		int which;
		const int rc = PtlEQPoll(queues, 2, 0, &event, &which);

		if (rc == PTL_EQ_EMPTY)
			return found;
		must(rc, "PtlEQPoll");
		found++;
		if (event.type == PTL_EVENT_PUT_END)
			(event.match_bits == END ? &end : &received)->complete = 1;
		else if (event.type == PTL_EVENT_SEND_END)
			sent.complete = 1;
	}
}

static int other_progress(void) { return 0; }

static int (*volatile callbacks[])(void) = {portals_progress, other_progress};
static volatile int callbacks_len = 2;

static __attribute__((noinline)) int progress(void)
{
	int events = 0;

	for (int i = 0; i < callbacks_len; i++)
		events += callbacks[i]();
	return events;
}

static void wait_for(struct request *r)
{
	while (!r->complete)
		progress();
	r->complete = 0;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static ptl_handle_md_t attach(ptl_handle_ni_t ni, ptl_match_bits_t bits, void *at, size_t bytes)
{
	const ptl_process_id_t any = {PTL_NID_ANY, PTL_PID_ANY};
	ptl_md_t md = {.start = at,
	               .length = bytes,
	               .threshold = PTL_MD_THRESH_INF,
	               .options = PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE,
	               .eq_handle = queues[0]};
	ptl_handle_me_t me;
	ptl_handle_md_t h;

	OK(PtlMEAttach(ni, PT, any, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &me));
	OK(PtlMDAttach(me, md, PTL_RETAIN, &h));
	return h;
}

int main(int argc, char **argv)
{
	const size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 0) : 8;
	const int rounds = argc > 2 ? atoi(argv[2]) : 10;
	const int all = argc > 3 && !strcmp(argv[3], "all");
	char *in = calloc(bytes + 1, 1), *out = calloc(bytes + 1, 1), last;
	cnos_nidpid_map_t *map;
	ptl_handle_ni_t ni;
	ptl_handle_md_t md;
	int interfaces, rank, size;

	OK(PtlInit(&interfaces));
	OK(PtlNIInit(CRAY_USER_NAL, PTL_PID_ANY, NULL, NULL, &ni));
	rank = cnos_get_rank();
	size = cnos_get_nidpid_map(&map);
	OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &queues[0]));
	OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &queues[1]));
	attach(ni, DATA, in, bytes);
	attach(ni, END, &last, 1);
	ptl_md_t send = {
	    .start = out, .length = bytes, .threshold = PTL_MD_THRESH_INF, .options = PTL_MD_EVENT_START_DISABLE, .eq_handle = queues[1]};
	OK(PtlMDBind(ni, send, PTL_RETAIN, &md));
	cnos_barrier();
	if (rank < 2 || all) {
		const ptl_process_id_t peer = {map[rank ^ 1].nid, map[rank ^ 1].pid};
		const double begin = now();

		for (int i = 0; i < rounds; i++) {
			if (rank & 1)
				wait_for(&received);
			OK(PtlPut(md, PTL_NOACK_REQ, peer, PT, 0, DATA, 0, i));
			wait_for(&sent);
			if (!(rank & 1))
				wait_for(&received);
		}
		if (rank == 0)
			printf("%zu bytes: %.3f us\n", bytes, (now() - begin) / rounds / 2);
	}
	if (rank == 0)
		for (int i = 1; i < size; i++)
			OK(PtlPutRegion(md, 0, 0, PTL_NOACK_REQ, (ptl_process_id_t){map[i].nid, map[i].pid}, PT, 0, END, 0, 0));
	else
		wait_for(&end);
	cnos_barrier();
	return 0;
}
