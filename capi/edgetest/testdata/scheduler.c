/* The third way of a stub: ranks are stacks in one thread, a call packs a frame and switches to the scheduler, which answers it and later switches
 * back.
 *
 * The scheduler here is the simplest that can be: round robin, one symmetric array per rank, barriers. It prints every frame that it answers. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include "runtime/edge.h"
#include "shmem/zshmem_frames.h"

enum { RANKS = 3, STACK = 64 << 10, WORDS = 8 };

static long memory[RANKS][WORDS]; /* rank r's symmetric array; the program knows it as memory[0] */

static struct rank {
	ucontext_t context;
	struct ga_head *frame; /* what it waits for, NULL while it may run */
	int done;
	char stack[STACK];
} ranks[RANKS];

static ucontext_t scheduler;
static int running;

/* What a stub does in this world: no state but the stack it is on. */
static void enter_scheduler(struct ga_head *head)
{
	struct rank *r = &ranks[running];

	r->frame = head;
	swapcontext(&r->context, &scheduler);
}

void (*ga_enter)(struct ga_head *) = enter_scheduler;

static void program(void)
{
	long *array = memory[0], answer;
	int me, n;

	shmem_init();
	me = shmem_my_pe();
	n = shmem_n_pes();
	shmem_long_p(&array[0], 100 + me, (me + 1) % n);
	shmem_barrier_all();
	answer = shmem_long_g(&array[0], me);
	printf("program %d: of %d, got %ld\n", me, n, answer);
	answer = shmem_long_atomic_fetch_add(&array[1], 10 + me, 0);
	shmem_barrier_all();
	printf("program %d: fetched %ld, rank 0 has %d\n", me, answer, shmem_int_g((int *)&array[1], 0));
	shmem_finalize();
	ranks[me].done = 1;
}

static char *at(const void *addr, int pe) { return (char *)memory[pe] + ((const char *)addr - (const char *)memory[0]); }

/* Answers rank r's frame; 0 if it has to wait. */
static int answer(int r)
{
	struct ga_head *head = ranks[r].frame;

	printf("frame %d: %s\n", r, head->fn);
	switch (head->op) {
	case GA_OP_SHMEM_INIT:
	case GA_OP_SHMEM_FINALIZE: return 1;
	case GA_OP_SHMEM_QUERY: {
		struct ga_shmem_query *f = (void *)head;
		f->value = f->what == GA_SHMEM_QUERY_MY_PE ? r : RANKS;
		return 1;
	}
	case GA_OP_SHMEM_PUT: {
		struct ga_shmem_put *f = (void *)head;
		memcpy(at(f->dest, f->pe), f->source, f->bytes);
		return 1;
	}
	case GA_OP_SHMEM_GET: {
		struct ga_shmem_get *f = (void *)head;
		memcpy(f->dest, at(f->source, f->pe), f->bytes);
		return 1;
	}
	case GA_OP_SHMEM_AMO: {
		struct ga_shmem_amo *f = (void *)head;
		uint64_t *word = (void *)at(f->target, f->pe);
		if (f->op != GA_SHMEM_AMO_ADD || f->type != GA_SHMEM_TYPE_I64)
			abort();
		f->result = *word;
		*word += f->value;
		return 1;
	}
	case GA_OP_SHMEM_BARRIER_ALL: return 0;
	default: printf("unexpected op %u\n", head->op); exit(1);
	}
}

int main(void)
{
	static int left = RANKS, waiting;

	for (int r = 0; r < RANKS; r++) {
		getcontext(&ranks[r].context);
		ranks[r].context.uc_stack.ss_sp = ranks[r].stack;
		ranks[r].context.uc_stack.ss_size = STACK;
		ranks[r].context.uc_link = &scheduler;
		makecontext(&ranks[r].context, program, 0);
	}
	while (left > 0) {
		for (int r = 0; r < RANKS; r++) {
			if (ranks[r].done || ranks[r].frame)
				continue;
			running = r;
			swapcontext(&scheduler, &ranks[r].context);
			if (ranks[r].done) {
				left--;
				continue;
			}
			if (answer(r))
				ranks[r].frame = NULL;
			else
				waiting++;
		}
		if (waiting == RANKS) {
			waiting = 0;
			for (int r = 0; r < RANKS; r++)
				ranks[r].frame = NULL;
			puts("barrier complete");
		}
	}
	return 0;
}
