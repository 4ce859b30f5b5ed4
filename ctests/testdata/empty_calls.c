/* empty_calls.c - ranks that wait by calls of Portals that find nothing. argv[1]: poll (PtlEQPoll of three queues), get (PtlEQGet), both (one, then the other), yield (PtlEQPoll and sched_yield), count (counts its calls),
 * record (counts them in memory), flag (looks at memory, too, which a message without an event changes), clock (until a time has come), calls (in a function that is called with other registers each time), never (PtlEQPoll, and nothing is sent).
 * Even ranks wait for messages of the next rank, which computes and waits in other ways. Prints what came when. */
#include <portals/portals3.h>
#include <cnos_mpi_os.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { QUEUES = 3, ROUNDS = 6, PT = 4 };

static ptl_handle_eq_t queues[QUEUES];
static struct {
	volatile long flag, data[7];
} box;
static long counted;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void must(int rc, const char *what)
{
	if (rc != PTL_OK) {
		fprintf(stderr, "%s: %d\n", what, rc);
		exit(1);
	}
}
#define OK(call) must(call, #call)

static int poll_all(ptl_event_t *event)
{
	int which;

	return PtlEQPoll(queues, QUEUES, 0, event, &which);
}

static __attribute__((noinline)) int deep(int depth, ptl_event_t *event)
{
	volatile int here = depth;

	return depth == 0 ? poll_all(event) : deep(depth - 1, event) + here - depth;
}

/* Returns how often it has called, as far as it has counted. */
static long wait_for(const char *mode, int round, ptl_event_t *event)
{
	long calls = 0;
	const long until = now() + 3000;

	if (!strcmp(mode, "get")) {
		while (PtlEQGet(queues[1], event) == PTL_EQ_EMPTY)
			;
	} else if (!strcmp(mode, "both")) {
		while (PtlEQGet(queues[0], event) == PTL_EQ_EMPTY && poll_all(event) == PTL_EQ_EMPTY)
			;
	} else if (!strcmp(mode, "yield")) {
		while (poll_all(event) == PTL_EQ_EMPTY)
			sched_yield();
	} else if (!strcmp(mode, "count")) {
		while (poll_all(event) == PTL_EQ_EMPTY)
			calls++;
	} else if (!strcmp(mode, "record")) {
		while (poll_all(event) == PTL_EQ_EMPTY)
			counted++;
		calls = counted;
	} else if (!strcmp(mode, "flag")) {
		while (box.flag <= round)
			poll_all(event);
	} else if (!strcmp(mode, "clock")) {
		while (now() < until)
			poll_all(event);
		while (poll_all(event) == PTL_EQ_EMPTY)
			;
	} else if (!strcmp(mode, "calls")) {
		while (deep(round % 3, event) == PTL_EQ_EMPTY)
			;
	} else {
		while (poll_all(event) == PTL_EQ_EMPTY)
			;
	}
	return calls;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "poll";
	const int silent = !strcmp(mode, "flag");
	const ptl_process_id_t any = {PTL_NID_ANY, PTL_PID_ANY};
	ptl_process_id_t peer;
	cnos_nidpid_map_t *map;
	ptl_handle_ni_t ni;
	ptl_handle_me_t me;
	ptl_handle_md_t in, out;
	int interfaces, rank;

	OK(PtlInit(&interfaces));
	OK(PtlNIInit(CRAY_USER_NAL, PTL_PID_ANY, NULL, NULL, &ni));
	rank = cnos_get_rank();
	cnos_get_nidpid_map(&map);
	peer = (ptl_process_id_t){map[rank ^ 1].nid, map[rank ^ 1].pid};
	for (int i = 0; i < QUEUES; i++)
		OK(PtlEQAlloc(ni, 32, PTL_EQ_HANDLER_NONE, &queues[i]));
	OK(PtlMEAttach(ni, PT, any, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &me));
	ptl_md_t md = {.start = (void *)&box,
	               .length = sizeof box,
	               .threshold = PTL_MD_THRESH_INF,
	               .options = PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE | (silent ? PTL_MD_EVENT_END_DISABLE : 0),
	               .eq_handle = queues[1]};
	OK(PtlMDAttach(me, md, PTL_RETAIN, &in));
	md.eq_handle = PTL_EQ_NONE;
	OK(PtlMDBind(ni, md, PTL_RETAIN, &out));
	cnos_barrier();
	for (int i = 0; i < ROUNDS; i++) {
		ptl_event_t event = {0};

		if (rank & 1 && !strcmp(mode, "never")) {
			cnos_barrier();
		} else if (rank & 1) {
			usleep(20 + 7 * i + rank);
			box.flag = i + 1;
			OK(PtlPut(out, PTL_NOACK_REQ, peer, PT, 0, 1, 0, i));
		} else {
			const long calls = wait_for(mode, i, &event);

			printf("%d: round %d: %ld ns, %ld calls, data %d, flag %ld\n", rank, i, now() % 1000000000, calls, (int)event.hdr_data,
			       box.flag);
		}
	}
	cnos_barrier();
	return 0;
}
