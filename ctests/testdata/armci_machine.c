/* armci_machine.c - ARMCI where calls take time: armci_machine WHAT, on at least 3 processes.
 *
 *   progress  processes compute for some milliseconds, one if none are given, while process 0 uses their memory in all ways
 *   lock      process 0 ends a wait for a mutex that nobody unlocks: a deadlock
 *   notify    process 0 waits for a notification that nobody sends
 *   beside    OpenSHMEM, ARMCI and Portals in one program */
#include "../gt_portals.h"

#define ARMCI_WITHOUT_MPI 1
#include <armci.h>
#include <message.h>
#include <shmem.h>

enum { WORDS = 512 };

static void **all;

/* Microseconds since the program has begun to measure. */
static double now(void) { return (double)gt_ns() / 1e3; }

static void use_all(int proc)
{
	double *there = all[proc], here[WORDS], one = 1;
	int stride = 16, packed = 8, counts[2] = {8, WORDS / 2};
	long ticket;

	for (int i = 0; i < WORDS; i++)
		here[i] = i;
	ARMCI_Put(here, there, (int)sizeof here, proc);
	ARMCI_Acc(ARMCI_ACC_DBL, &one, here, there, (int)sizeof here, proc);
	ARMCI_Fence(proc);
	memset(here, 0, sizeof here);
	ARMCI_GetS(there + 1, &stride, here, &packed, counts, 1, proc);
	for (int i = 0; i < WORDS / 2; i++)
		CHECK(here[i] == 2 * (2 * i + 1), "element %d is %g", i, here[i]);
	ARMCI_Lock(0, proc);
	ARMCI_Unlock(0, proc);
	ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &ticket, there + WORDS, 5, proc);
	CHECK(ticket == 0, "a counter was %ld", ticket);
}

static void progress(double computes)
{
	double begin = now();
	if (gt_me == 0) {
		for (int proc = 1; proc < gt_n; proc++)
			use_all(proc);
		double took = now() - begin;
		CHECK(took > 20 * (gt_n - 1) && took < computes, "%g us", took);
		printf("%.3f us\n", took);
	} else {
		struct timespec t;
		double until;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
		until = (double)t.tv_sec * 1e9 + (double)t.tv_nsec + computes * 1e3;
		do
			clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
		while ((double)t.tv_sec * 1e9 + (double)t.tv_nsec < until);
		CHECK(now() - begin > computes + 5, "requests have not interrupted this process: %g us", now() - begin);
	}
}

static void beside(void)
{
	static long from_shmem = -1;
	long from_armci = -1, mine = gt_me, from_portals = -1;
	int next = (gt_me + 1) % gt_n, last = (gt_me + gt_n - 1) % gt_n;

	shmem_init();
	gt_open();
	struct gt_end target = gt_offer(1, &from_portals, sizeof from_portals, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE);
	ptl_handle_eq_t events = gt_eq(8);
	ptl_handle_md_t md = gt_bind_md(gt_md(&mine, sizeof mine, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, events), PTL_RETAIN).h;
	shmem_barrier_all();
	for (int round = 0; round < 10; round++) {
		shmem_long_p(&from_shmem, gt_me + round, next);
		ARMCI_Put(&mine, all[next], sizeof mine, next);
		OK(PtlPut(md, PTL_ACK_REQ, gt_id(next), PT, 0, 1, 0, 0));
		for (int i = 0; i < 2; i++) {
			ptl_event_t e;
			CHECK(PtlEQWait(events, &e) == PTL_OK, "no event");
		}
		shmem_barrier_all();
		ARMCI_Barrier();
		memcpy(&from_armci, all[gt_me], sizeof from_armci);
		CHECK(from_shmem == last + round && from_armci == last && from_portals == last, "from %ld, %ld, %ld instead of %d", from_shmem,
		      from_armci, from_portals, last);
		shmem_barrier_all();
	}
	OK(PtlMDUnlink(md));
	gt_close(&target);
	shmem_finalize();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	ARMCI_Init();
	gt_begin(armci_msg_me(), armci_msg_nproc());
	all = calloc((size_t)gt_n, sizeof *all);
	ARMCI_Malloc(all, (WORDS + 1) * sizeof(double));
	ARMCI_Create_mutexes(1);
	memset(all[gt_me], 0, (WORDS + 1) * sizeof(double));
	ARMCI_Barrier();
	if (!strcmp(what, "progress"))
		progress(1e3 * (argc > 2 ? atof(argv[2]) : 1));
	else if (!strcmp(what, "beside"))
		beside();
	else if (!strcmp(what, "lock")) {
		if (gt_me == 1)
			ARMCI_Lock(0, 0);
		ARMCI_Barrier();
		if (gt_me == 0)
			ARMCI_Lock(0, 0);
	} else if (gt_me == 0) {
		int count;
		armci_notify_wait(1, &count);
	}
	ARMCI_Barrier();
	ARMCI_Destroy_mutexes();
	ARMCI_Free(all[gt_me]);
	ARMCI_Finalize();
	return gt_end();
}
