/* Sandia's counters of operations: which operations count, on which context, and when they are complete; and the counter of arrived writes. */
#include "../gt_shmem.h"

#include <shmemx.h>

static long word, words[8];
static uint64_t sig;

static void is(shmem_ctx_t ctx, uint64_t writes, uint64_t reads, const char *after)
{
	uint64_t issued_write = 99, issued_read = 99, completed_write = 99, completed_read = 99;
	shmemx_pcntr_t all = {99, 99, 99, 99, 99};

	shmem_ctx_quiet(ctx);
	shmemx_pcntr_get_issued_write(ctx, &issued_write);
	shmemx_pcntr_get_issued_read(ctx, &issued_read);
	shmemx_pcntr_get_completed_write(ctx, &completed_write);
	shmemx_pcntr_get_completed_read(ctx, &completed_read);
	CHECK(issued_write == writes && issued_read == reads, "after %s %llu writes and %llu reads, not %llu and %llu", after,
	      (unsigned long long)issued_write, (unsigned long long)issued_read, (unsigned long long)writes, (unsigned long long)reads);
	CHECK(completed_write == writes && completed_read == reads, "after %s %llu writes and %llu reads are complete", after,
	      (unsigned long long)completed_write, (unsigned long long)completed_read);
	shmemx_pcntr_get_all(ctx, &all);
	CHECK(all.pending_put == writes && all.pending_get == reads && all.completed_put == writes && all.completed_get == reads,
	      "all at once, after %s", after);
}

/* One of each, on a context with PEs in the job's order; the default context has functions of its own. */
static void one_of_each(shmem_ctx_t ctx, uint64_t w, uint64_t r)
{
	const int to = GT_NEXT;
	long in[8], fetched;

	shmem_ctx_long_p(ctx, &word, 1, to);
	is(ctx, w + 1, r, "p");
	shmem_ctx_putmem_nbi(ctx, words, in, sizeof words, to);
	is(ctx, w + 2, r, "put_nbi");
	shmem_ctx_long_iput(ctx, words, in, 2, 1, 4, to);
	is(ctx, w + 3, r, "iput");
	shmem_ctx_putmem_signal(ctx, words, in, sizeof words, &sig, 1, SHMEM_SIGNAL_ADD, to);
	is(ctx, w + 4, r, "put_signal");
	shmem_ctx_long_atomic_inc(ctx, &word, to);
	shmem_ctx_long_atomic_set(ctx, &word, 5, to);
	is(ctx, w + 6, r, "inc and set");
	CHECK(shmem_ctx_long_g(ctx, &words[7], to) == words[7] || gt_n > 1, "g");
	is(ctx, w + 6, r + 1, "g");
	shmem_ctx_getmem(ctx, in, words, sizeof in, to);
	shmem_ctx_getmem_nbi(ctx, in, words, sizeof in, to);
	is(ctx, w + 6, r + 3, "get and get_nbi");
	shmem_ctx_long_iget(ctx, in, words, 1, 2, 4, to);
	is(ctx, w + 6, r + 4, "iget");
	shmem_ctx_long_atomic_fetch(ctx, &word, to);
	shmem_ctx_long_atomic_fetch_add(ctx, &word, 1, to);
	shmem_ctx_long_atomic_fetch_inc_nbi(ctx, &fetched, &word, to);
	is(ctx, w + 6, r + 7, "atomics that fetch");
	shmem_ctx_putmem(ctx, words, in, 0, to);
	is(ctx, w + 6, r + 7, "a put of nothing");
}

/* The number of writes that have arrived here since the last call; all PEs call it. */
static uint64_t arrived(void)
{
	static uint64_t before;
	uint64_t now, again;

	shmem_barrier_all();
	shmemx_pcntr_get_completed_target(&now);
	shmemx_pcntr_get_completed_target(SHMEM_CTX_DEFAULT, &again); /* the older form */
	CHECK(again == now, "%llu and %llu writes have arrived", (unsigned long long)now, (unsigned long long)again);
	shmem_barrier_all();
	again = now - before;
	before = now;
	return again;
}

#define ARRIVED(n, after)                                                                                                    \
	do {                                                                                                                 \
		const uint64_t came = arrived();                                                                             \
		CHECK(came == (uint64_t)(n), "after %s %llu writes have arrived, not %llu", after, (unsigned long long)came, \
		      (unsigned long long)(n));                                                                              \
	} while (0)

/* The default context has counted the earlier operations of main. */
static void arrivals(shmem_ctx_t ctx)
{
	static char many[100000], more[100000];
	static long heap_word, lock, *heap;
	long in[8] = {0};
	const int to = GT_NEXT;

	ARRIVED(19, "all operations on three contexts");
	ARRIVED(0, "nothing");
	for (int i = 0; i < 10; i++)
		shmem_long_p(&word, i, to);
	ARRIVED(10, "p");
	heap = shmem_malloc(8 * sizeof *heap);
	ARRIVED(0, "malloc");
	shmem_long_put(heap, in, 8, to);
	shmem_long_put_nbi(heap, in, 8, to);
	shmem_putmem(many, more, sizeof many, to);
	shmem_putmem_nbi(many, more, sizeof many, to);
	shmem_ctx_putmem(ctx, many, more, 5000, to);
	shmem_ctx_quiet(ctx);
	ARRIVED(5, "puts to the heap and to globals, short and long");
	shmem_long_iput(heap, in, 2, 1, 4, to);
	shmem_long_iput(words, in, 1, 2, 3, to);
	ARRIVED(2, "strided puts");
	shmem_putmem_signal(heap, in, 64, &sig, 1, SHMEM_SIGNAL_ADD, to);
	shmem_putmem_signal(heap, in, 64, &sig, 1, SHMEM_SIGNAL_SET, to);
	shmem_putmem_signal_nbi(many, more, sizeof many, &sig, 1, SHMEM_SIGNAL_SET, to);
	shmem_putmem_signal(heap, in, 0, &sig, 1, SHMEM_SIGNAL_ADD, to);
	ARRIVED(4, "puts with a signal");
	shmem_long_atomic_add(heap, 3, to);
	shmem_long_atomic_inc(&heap_word, to);
	shmem_ulong_atomic_or((unsigned long *)heap, 5, to);
	shmem_long_atomic_set(heap, 3, to);
	shmem_long_atomic_set(&word, 3, to);
	ARRIVED(5, "atomics that return nothing");
	shmem_long_atomic_fetch_add(heap, 3, to);
	shmem_long_atomic_swap(heap, 3, to);
	shmem_long_atomic_compare_swap(heap, 3, 4, to);
	shmem_long_atomic_fetch(heap, to);
	shmem_long_get(in, heap, 8, to);
	shmem_long_iget(in, heap, 1, 2, 4, to);
	shmem_long_g(heap, to);
	ARRIVED(0, "reads");
	shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, words, 8);
	shmem_broadcastmem(SHMEM_TEAM_WORLD, many, more, sizeof many, 0);
	shmem_set_lock(&lock);
	shmem_clear_lock(&lock);
	ARRIVED(0, "collectives and a lock");
	shmem_putmem(heap, in, 0, to);
	ARRIVED(0, "a put of nothing");
	for (int pe = 0; pe < gt_n; pe++) {
		if (gt_me >= pe)
			shmem_long_p(heap, 1, pe);
	}
	ARRIVED(gt_n - gt_me, "different numbers of writes from all PEs");
	shmem_free(heap);
}

int main(void)
{
	uint64_t after;
	shmem_ctx_t one, other;
	long in[8] = {0};
	void *handle;

	gt_start();
	is(SHMEM_CTX_DEFAULT, 0, 0, "shmem_init");
	one_of_each(SHMEM_CTX_DEFAULT, 0, 0);
	if (shmem_ctx_create(0, &one) || shmem_ctx_create(SHMEM_CTX_PRIVATE, &other))
		FATAL("no contexts");
	one_of_each(one, 0, 0);
	one_of_each(one, 6, 7);
	is(other, 0, 0, "work on another context");
	is(SHMEM_CTX_DEFAULT, 6, 7, "work on other contexts");
	shmem_ctx_destroy(one);
	if (shmem_ctx_create(0, &one))
		FATAL("no context");
	is(one, 0, 0, "being made");
	static long dest, source;
	CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1) == 0, "a reduction");
	static long lock;
	shmem_set_lock(&lock);
	shmem_clear_lock(&lock);
	is(SHMEM_CTX_DEFAULT, 6, 7, "a reduction and a lock");
	shmem_long_put_nb(words, in, 8, GT_NEXT, &handle);
	shmem_long_get_nb(in, words, 8, GT_NEXT, &handle);
	is(SHMEM_CTX_DEFAULT, 7, 8, "transfers with handles");

	uint64_t old[4] = {99, 99, 99, 99};
	shmemx_pcntr_get_pending_put(SHMEM_CTX_DEFAULT, &old[0]);
	shmemx_pcntr_get_pending_get(SHMEM_CTX_DEFAULT, &old[1]);
	shmemx_pcntr_get_completed_put(SHMEM_CTX_DEFAULT, &old[2]);
	shmemx_pcntr_get_completed_get(SHMEM_CTX_DEFAULT, &old[3]);
	CHECK(old[0] == 7 && old[1] == 8 && old[2] == 7 && old[3] == 8, "the older names: %d, %d, %d, %d", (int)old[0], (int)old[1], (int)old[2],
	      (int)old[3]);

	shmem_barrier_all();
	arrivals(one);
	shmem_ctx_destroy(one);
	shmem_ctx_destroy(other);
	shmem_finalize();

	shmem_init();
	is(SHMEM_CTX_DEFAULT, 0, 0, "another shmem_init");
	shmemx_pcntr_get_completed_target(&after);
	CHECK(after == 0, "%llu writes have arrived before any", (unsigned long long)after);
	shmem_barrier_all();
	return gt_finish();
}
