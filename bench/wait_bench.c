/* wait_bench.c - the jobs of gasnetgo bench wait: two ranks wait for each other in one way for a short time; each operation is timed from the first one on.
 *
 *   wait_bench MODE OPERATIONS
 *
 *   barrier          shmem_barrier, two pSyncs in turn
 *   until            shmem_long_p in both directions, each awaited with shmem_long_wait_until
 *   gasnet_am        a Short request and its reply, both awaited with GASNET_BLOCKUNTIL
 *   gasnet_barrier   GASNet's named barrier
 *   portals_put      PtlPut in both directions, each awaited with PtlEQWait
 *   armci_barrier    ARMCI_Barrier
 *
 * The kernel chooses the cores of the ranks, no time is discarded, and a job uses one API only, as programs do. Rank 0 prints the lines of each.h.
 * plain/spin_bench.c is the same without the library. */
#define _GNU_SOURCE
#define ARMCI_WITHOUT_MPI 1
#define GASNET_SEQ 1
#include "bench_portals.h"
#include "each.h"

#include <armci.h>
#include <gasnet.h>
#include <shmem.h>

static long operations;

/* The ways of SHMEM. */

static long flag;
static long psync[2][SHMEM_BARRIER_SYNC_SIZE];

static int in_shmem(void)
{
	shmem_init();
	for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
		psync[0][i] = psync[1][i] = SHMEM_SYNC_VALUE;
	shmem_barrier_all();
	return shmem_my_pe();
}

static void out_of_shmem(void) { shmem_finalize(); }

static void barriers(int me)
{
	(void)me;
	EACH(operations, shmem_barrier(0, 0, 2, psync[i % 2]));
}

static void until(int me)
{
	if (me == 0)
		EACH(operations, {
			shmem_long_p(&flag, i + 1, 1);
			shmem_long_wait_until(&flag, SHMEM_CMP_EQ, i + 1);
		});
	else
		EACH(operations, {
			shmem_long_wait_until(&flag, SHMEM_CMP_EQ, i + 1);
			shmem_long_p(&flag, i + 1, 0);
		});
}

/* The ways of GASNet. */

enum { PING = 200, PONG };

static volatile long pings, pongs;

static void ping(gasnet_token_t t)
{
	pings++;
	gasnet_AMReplyShort0(t, PONG);
}

static void pong(gasnet_token_t t)
{
	(void)t;
	pongs++;
}

static void meet(int id, int flags)
{
	gasnet_barrier_notify(id, flags);
	if (gasnet_barrier_wait(id, flags) != GASNET_OK)
		gasnet_exit(1);
}

static int in_gasnet(void)
{
	gasnet_handlerentry_t table[] = {{PING, (void (*)())ping}, {PONG, (void (*)())pong}};

	if (gasnet_init(NULL, NULL) != GASNET_OK || gasnet_attach(table, 2, GASNET_PAGESIZE, 0) != GASNET_OK)
		exit(1);
	meet(0, GASNET_BARRIERFLAG_ANONYMOUS);
	return (int)gasnet_mynode();
}

static void out_of_gasnet(void)
{
	fflush(stdout);
	meet(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_exit(0);
}

static void messages(int me)
{
	if (me == 0)
		EACH(operations, {
			gasnet_AMRequestShort0(1, PING);
			GASNET_BLOCKUNTIL(pongs == i + 1);
		});
	else
		GASNET_BLOCKUNTIL(pings == operations);
}

static void named_barriers(int me)
{
	(void)me;
	EACH(operations, meet((int)i, 0));
}

/* The way of Portals. */

enum { INDEX = 40, EVENTS = 64 };

static long word;
static ptl_handle_md_t from;
static ptl_process_id_t there;

static int in_portals(void)
{
	const int me = cnos_get_rank();
	ptl_process_id_t *map;

	open_interface(EVENTS);
	cnos_get_nidpid_map(&map);
	there = map[1 - me];
	offer(INDEX, 1, memory(&word, sizeof word, 0, eq));
	from = bind(memory(&word, sizeof word, 0, PTL_EQ_NONE));
	cnos_barrier();
	return me;
}

static void out_of_portals(void)
{
	cnos_barrier();
	PtlNIFini(ni);
	PtlFini();
}

static void send(void) { MUST(PtlPut(from, PTL_NOACK_REQ, there, INDEX, 0, 1, 0, 0)); }

static void await(void)
{
	ptl_event_t e;

	do
		MUST(PtlEQWait(eq, &e));
	while (e.type != PTL_EVENT_PUT_END);
}

static void puts_both_ways(int me)
{
	if (me == 0)
		EACH(operations, {
			send();
			await();
		});
	else
		EACH(operations, {
			await();
			send();
		});
}

/* The way of ARMCI. */

static int in_armci(void)
{
	if (ARMCI_Init())
		exit(1);
	ARMCI_Barrier();
	return armci_msg_me();
}

static void out_of_armci(void) { ARMCI_Finalize(); }

static void armci_barriers(int me)
{
	(void)me;
	EACH(operations, ARMCI_Barrier());
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*in)(void);
		void (*wait)(int me);
		void (*out)(void);
	} modes[] = {
	    {"barrier", in_shmem, barriers, out_of_shmem},
	    {"until", in_shmem, until, out_of_shmem},
	    {"gasnet_am", in_gasnet, messages, out_of_gasnet},
	    {"gasnet_barrier", in_gasnet, named_barriers, out_of_gasnet},
	    {"portals_put", in_portals, puts_both_ways, out_of_portals},
	    {"armci_barrier", in_armci, armci_barriers, out_of_armci},
	};

	operations = argc == 3 ? atol(argv[2]) : 0;
	for (size_t m = 0; operations > 0 && m < sizeof modes / sizeof modes[0]; m++)
		if (!strcmp(argv[1], modes[m].name)) {
			each_prepare(operations);
			const int me = modes[m].in();
			modes[m].wait(me);
			if (me == 0)
				each_report();
			modes[m].out();
			return 0;
		}
	fprintf(stderr,
	        "wait_bench: barrier, until, gasnet_am, gasnet_barrier, portals_put or armci_barrier, and a number of operations; on 2 ranks\n");
	return 2;
}
