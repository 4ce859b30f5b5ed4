/* shmemx.h: the clock, the host's name, extensions that 1.6 has adopted. */
#include "../gt_shmem.h"

#include <pshmemx.h>
#include <shmemx.h>

#define LEN 8

static struct gt_ctx with[GT_CONTEXTS];

/* Two blocks of two elements to the next PE and back. */
#define BLOCKS(WHAT, T, PUT, GET, CTX_PUT, CTX_GET)                                                                                     \
	{                                                                                                                               \
		static T there[LEN];                                                                                                    \
		for (int c = 0; c <= GT_CONTEXTS; c++) {                                                                                \
			T out[LEN], in[LEN], want[LEN];                                                                                 \
			gt_fill(out, sizeof out, gt_me, c);                                                                             \
			gt_fill(want, sizeof want, GT_PREV, c);                                                                         \
			memset(there, 0, sizeof there);                                                                                 \
			memset(in, 0, sizeof in);                                                                                       \
			shmem_barrier_all();                                                                                            \
			if (c < GT_CONTEXTS)                                                                                            \
				CTX_PUT(with[c].ctx, there, out, 4, 3, 2, 2, with[c].next), shmem_ctx_quiet(with[c].ctx);               \
			else                                                                                                            \
				PUT(there, out, 4, 3, 2, 2, GT_NEXT);                                                                   \
			shmem_barrier_all();                                                                                            \
			CHECK(!memcmp(there, want, 2 * sizeof(T)) && !memcmp(there + 4, want + 3, 2 * sizeof(T)), WHAT " ibput %d", c); \
			if (c < GT_CONTEXTS)                                                                                            \
				CTX_GET(with[c].ctx, in, there, 2, 4, 2, 2, with[c].next);                                              \
			else                                                                                                            \
				GET(in, there, 2, 4, 2, 2, GT_NEXT);                                                                    \
			CHECK(!memcmp(in, out, 2 * sizeof(T)) && !memcmp(in + 2, out + 3, 2 * sizeof(T)), WHAT " ibget %d", c);         \
			shmem_barrier_all();                                                                                            \
		}                                                                                                                       \
	}
#define TYPED_BLOCKS(NAME, T) BLOCKS(#NAME, T, shmemx_##NAME##_ibput, shmemx_##NAME##_ibget, shmemx_ctx_##NAME##_ibput, shmemx_ctx_##NAME##_ibget)
#define SIZED_BLOCKS(BITS, T) BLOCKS(#BITS " bits", T, shmemx_ibput##BITS, shmemx_ibget##BITS, shmemx_ctx_ibput##BITS, shmemx_ctx_ibget##BITS)

static uint64_t thread_id(void) { return 1; }

static void signals(void)
{
	static uint64_t sig[GT_CONTEXTS + 1];

	for (int c = 0; c < GT_CONTEXTS; c++) {
		shmemx_ctx_signal_set(with[c].ctx, &sig[c], 5, with[c].next);
		shmem_ctx_fence(with[c].ctx);
		shmemx_ctx_signal_add(with[c].ctx, &sig[c], 2, with[c].next);
		CHECK(shmem_signal_wait_until(&sig[c], SHMEM_CMP_EQ, 7) == 7, "context %d", c);
		shmem_barrier_all();
		shmemx_signal_add(with[c].ctx, &sig[c], 1, with[c].next); /* the generic name */
		shmem_ctx_quiet(with[c].ctx);
		CHECK(shmem_signal_wait_until(&sig[c], SHMEM_CMP_EQ, 8) == 8, "generic, context %d", c);
	}
	(shmemx_signal_set)(&sig[GT_CONTEXTS], 5, GT_NEXT);
	shmem_fence();
	(shmemx_signal_add)(&sig[GT_CONTEXTS], 2, GT_NEXT);
	CHECK(shmem_signal_wait_until(&sig[GT_CONTEXTS], SHMEM_CMP_EQ, 7) == 7, "without a context");
	shmem_barrier_all();
}

/* Words of 64 bits, since the program does not define SHMEM_C_GENERIC_32. */
static void untyped(void)
{
	static long from[4], to[4], psync[SHMEM_BCAST_SYNC_SIZE];
	const int root = gt_n - 1;

	for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
		psync[i] = SHMEM_SYNC_VALUE;
	for (int i = 0; i < 4; i++)
		from[i] = ((long)gt_me << 40) + i;
	shmem_barrier_all();
	shmemx_put_nb(to, from, 3, GT_NEXT, NULL);
	shmem_barrier_all();
	for (int i = 0; i < 4; i++)
		CHECK(to[i] == (i < 3 ? ((long)GT_PREV << 40) + i : 0), "put_nb: word %d is %lx", i, to[i]);
	shmem_barrier_all();
	shmemx_get_nb(to, from, 4, GT_NEXT, NULL);
	shmem_quiet();
	CHECK(to[3] == ((long)GT_NEXT << 40) + 3, "get_nb: %lx", to[3]);
	to[0] = to[2] = -1;
	shmem_barrier_all();
	shmemx_broadcast(to, from, 2, root, 0, 0, gt_n, psync);
	CHECK(to[0] == (gt_me == root ? -1 : (long)root << 40) && to[2] == -1, "broadcast in a set: %lx and %lx", to[0], to[2]);
	shmem_barrier_all();
	shmemx_broadcast(SHMEM_TEAM_WORLD, to, from, 3, root);
	CHECK(to[2] == ((long)root << 40) + 2, "broadcast in a team: %lx", to[2]);
}

int main(void)
{
	double before = shmemx_wtime();

	gt_start();
	gt_contexts(with);
	shmemx_register_gettid(thread_id);
	CHECK(shmemx_nodename() != NULL && *shmemx_nodename() != 0, "a host without a name");
	CHECK(strcmp(shmemx_nodename(), pshmemx_nodename()) == 0, "two names");
	GT_RMA_TYPES(TYPED_BLOCKS)
	GT_RMA_SIZES(SIZED_BLOCKS)
	signals();
	untyped();
	static int word, words[4], two[] = {1, 2};
	CHECK(shmemx_lookup_remote_addr(&word, gt_me) == &word, "myself");
	CHECK(shmemx_lookup_remote_addr(&word, GT_NEXT) == shmem_ptr(&word, GT_NEXT), "the next PE");
	shmemx_ibput(words, two, 2, 1, 1, 2, GT_NEXT);
	shmem_barrier_all();
	CHECK(words[0] == 1 && words[2] == 2, "generic ibput");
	int in[2];
	shmemx_ibget(with[1].ctx, in, words, 1, 2, 1, 2, with[1].next);
	CHECK(in[0] == 1 && in[1] == 2, "generic ibget on a context");
	shmem_ctx_t bounce;
	CHECK(shmem_ctx_create(SHMEMX_CTX_BOUNCE_BUFFER, &bounce) == 0, "an option that is a hint");
	shmem_ctx_destroy(bounce);
	CHECK(shmem_team_my_pe(SHMEMX_TEAM_NODE) == shmem_team_my_pe(SHMEM_TEAM_SHARED), "the PEs of a host");
#if !defined(SHMEM_DEF_H) || !defined(SHMEM_FUNCTION_ATTRIBUTES)
	CHECK(0, "programs tell libraries apart by these macros");
#endif
#ifndef HAVE_SHMEMX_WTIME
	CHECK(0, "programs ask whether there is a clock");
#endif
	CHECK(shmemx_wtime() >= before, "time went back");
	struct timespec nap = {0, 2000000};
	before = shmemx_wtime();
	while (nanosleep(&nap, &nap) != 0)
		;
	double slept = shmemx_wtime() - before;
	CHECK(slept >= 0.0019 && slept < 10, "2 ms are %g s", slept);
	return gt_finish();
}
