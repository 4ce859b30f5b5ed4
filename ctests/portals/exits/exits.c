/* Jobs that end in the middle of things: exits HOW, 3 ranks. */
#include "../../gt_portals.h"

#include <pthread.h>
#include <signal.h>

#define SIZE (256 << 10)

static char *memory;
static ptl_handle_eq_t eq;

/* Puts and gets of all sizes between all ranks, without end. */
static void storm(void)
{
	struct gt_end t =
	    gt_offer_md(PT, 0, ALL_BITS, gt_md(memory, SIZE, PTL_MD_THRESH_INF, BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE), PTL_UNLINK);
	struct gt_end s = gt_bind_md(gt_md(memory, SIZE, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	(void)t;
	gt_barrier();
	for (uint64_t i = 0;; i++) {
		ptl_process_id_t to = gt_id((int)(i % (uint64_t)gt_n));
		size_t n = (size_t)1 << gt_range(0, 18);
		if (i % 3)
			OK(PtlPutRegion(s.h, 0, n, PTL_ACK_REQ, to, PT, 0, 1, 0, 0));
		else
			OK(PtlGetRegion(s.h, 0, n, to, PT, 0, 1, 0));
		if (i % 8 == 7)
			for (int k = 0; k < 16; k++)
				NEXT_EVENT(eq);
	}
}

static void *in_the_middle(void *how)
{
	gt_sleep_ms(150);
	if (strcmp(how, "kill") == 0)
		raise(SIGKILL);
	if (strcmp(how, "segv") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "exit") == 0)
		exit(3);
	if (strcmp(how, "_exit") == 0)
		_exit(8);
	return NULL;
}

/* Two threads of rank 0 call exit at once, while rank 1 continues for a moment and then fails: rank 0, which has started it, waits for its status. */
static volatile int ready;

static void *exits_too(void *unused)
{
	(void)unused;
	for (ready++; ready < 2;)
		sched_yield();
	exit(0);
}

static void exits_twice(void)
{
	pthread_t thread;

	gt_barrier();
	if (gt_me == 0) {
		pthread_create(&thread, NULL, exits_too, NULL);
		while (ready < 1)
			sched_yield();
		ready++;
		exit(0);
	}
	gt_sleep_ms(300);
	exit(5);
}

static void *waits_for_ever(void *unused)
{
	ptl_event_t e;
	(void)unused;
	PtlEQWait(eq, &e);
	ERR("an event of no operation");
	return NULL;
}

int main(int argc, char **argv)
{
	char *how = argc > 1 ? argv[1] : "leave";
	pthread_t thread;

	gt_start();
	printf("unflushed %d\n", gt_me);
	fflush(stdout);
	eq = gt_eq(1000);
	memory = calloc(1, SIZE);
	if (strcmp(how, "leave") == 0) {
		struct gt_end t = gt_offer(1, memory, SIZE, PTL_MD_OP_PUT, eq);
		(void)t;
		gt_barrier();
		return gt_end();
	}
	if (strcmp(how, "wait") == 0)
		waits_for_ever(NULL);
	if (strcmp(how, "twice") == 0)
		exits_twice();
	if (strcmp(how, "server") == 0) {
		pthread_create(&thread, NULL, waits_for_ever, NULL);
		gt_sleep_ms(50);
		gt_barrier();
		exit(0);
	}
	if (gt_me == 1)
		pthread_create(&thread, NULL, in_the_middle, how);
	storm();
	return 1;
}
