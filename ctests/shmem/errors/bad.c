/* bad MODE - makes one wrong call on PE 0 (or on all, for collective calls) while the other PEs wait in a barrier.
 *
 * If the call returns, the program prints "came back" and exits with status 50, unless the mode expects the call to return. */
#include "../../gt_shmem.h"

#include <gasnetgo.h>

static long global[10];
static int int_global;
static long *heap;
static char *private_memory;
static long stack_like_value = 5;

static shmem_ctx_t context;
static shmem_team_t team, alone; /* each PE by itself */

static void before_or_after(const char *how)
{
	if (!strcmp(how, "put"))
		shmem_long_put(global, &stack_like_value, 1, 0);
	else if (!strcmp(how, "p"))
		shmem_long_p(global, 1, 0);
	else if (!strcmp(how, "g"))
		(void)shmem_long_g(global, 0);
	else if (!strcmp(how, "amo"))
		shmem_long_atomic_inc(global, 0);
	else if (!strcmp(how, "my_pe"))
		(void)shmem_my_pe();
	else if (!strcmp(how, "n_pes"))
		(void)shmem_n_pes();
	else if (!strcmp(how, "malloc"))
		(void)shmem_malloc(8);
	else if (!strcmp(how, "free"))
		shmem_free(global);
	else if (!strcmp(how, "barrier"))
		shmem_barrier_all();
	else if (!strcmp(how, "quiet"))
		shmem_quiet();
	else if (!strcmp(how, "wait"))
		shmem_long_wait_until(global, SHMEM_CMP_EQ, 0);
	else if (!strcmp(how, "lock"))
		shmem_set_lock(global);
	else if (!strcmp(how, "ptr"))
		(void)shmem_ptr(global, 0);
	else if (!strcmp(how, "finalize"))
		shmem_finalize();
	else
		exit(51);
}

#define MODE(name) else if (strcmp(mode, name) == 0)

static void one_pe(const char *mode)
{
	long local[10] = {0};
	char *over = (char *)heap + (512 << 20); /* the driver gives the heap 512M or less */

	if (strcmp(mode, "none") == 0)
		exit(0);
	/* PE out of range */
	MODE("put-pe") shmem_long_put(heap, local, 1, 9);
	MODE("put-pe-negative") shmem_long_put(heap, local, 1, -1);
	MODE("put-pe-zero-length") shmem_long_put(heap, local, 0, 9);
	MODE("get-pe") shmem_long_get(local, heap, 1, 9);
	MODE("p-pe") shmem_long_p(heap, 1, 9);
	MODE("g-pe")(void) shmem_long_g(heap, 9);
	MODE("putmem-pe") shmem_putmem(heap, local, 8, 1 << 30);
	MODE("put32-pe") shmem_put32(heap, local, 1, 9);
	MODE("put-nbi-pe") shmem_double_put_nbi((double *)heap, (double *)local, 1, 9);
	MODE("iput-pe") shmem_long_iput(heap, local, 1, 1, 1, 9);
	MODE("iget-pe") shmem_long_iget(local, heap, 1, 1, 1, 9);
	MODE("amo-pe") shmem_long_atomic_add(heap, 1, 9);
	MODE("amo-fetch-pe")(void) shmem_long_atomic_fetch_add(heap, 1, 9);
	MODE("amo-old-pe")(void) shmem_long_fadd(heap, 1, 9);
	MODE("cswap-pe")(void) shmem_int_atomic_compare_swap(&int_global, 1, 2, -3);
	/* addresses that are not symmetric */
	MODE("put-stack") shmem_long_put(local, local, 1, 1);
	MODE("put-malloc") shmem_long_put((long *)private_memory, local, 1, 1);
	MODE("get-stack") shmem_long_get(heap, local, 1, 1);
	MODE("p-stack") shmem_long_p(local, 1, 1);
	MODE("g-stack")(void) shmem_long_g(local, 1);
	MODE("amo-stack") shmem_long_atomic_inc(local, 1);
	MODE("iput-stack") shmem_long_iput(local, global, 1, 1, 2, 1);
	MODE("put-beyond-heap") shmem_long_put((long *)over, local, 1, 1);
	MODE("put-over-the-end") shmem_putmem(heap, private_memory, (size_t)600 << 20, 1);
	MODE("iput-over-the-end") shmem_long_iput(heap, local, 1 << 28, 1, 3, 1);
	MODE("put-huge") shmem_long_put(heap, local, SIZE_MAX / 2, 1);
	MODE("put-null-dest") shmem_long_put(NULL, local, 1, 1);
	MODE("put-null-source") shmem_long_put(heap, NULL, 1, 1);
	MODE("get-null-dest") shmem_long_get(NULL, heap, 1, 1);
	MODE("get-null-source") shmem_long_get(local, NULL, 1, 1);
	MODE("p-null") shmem_long_p(NULL, 1, 1);
	MODE("amo-null") shmem_long_atomic_inc(NULL, 1);
	MODE("amo-misaligned") shmem_long_atomic_inc((long *)((char *)heap + 1), 1);
	/* strides, comparisons, waiting */
	MODE("iput-stride") shmem_long_iput(heap, local, 0, 1, 2, 1);
	MODE("iput-source-stride") shmem_long_iput(heap, local, 1, -1, 2, 1);
	MODE("iget-stride") shmem_long_iget(local, heap, 1, 0, 2, 1);
	MODE("wait-cmp") shmem_long_wait_until(heap, 77, 0);
	MODE("test-cmp")(void) shmem_long_test(heap, -1, 0);
	MODE("wait-any-cmp")(void) shmem_long_wait_until_any(heap, 2, NULL, 42, 0);
	MODE("wait-null") shmem_long_wait_until(NULL, SHMEM_CMP_EQ, 0);
	MODE("wait-some-null-indices")(void) shmem_long_wait_until_some(heap, 1, NULL, NULL, SHMEM_CMP_EQ, 0);
	/* locks */
	MODE("lock-stack") shmem_set_lock(local);
	MODE("lock-null") shmem_set_lock(NULL);
	MODE("unlock-unheld") shmem_clear_lock(&global[5]);
	MODE("lock-twice") shmem_set_lock(&global[6]), shmem_set_lock(&global[6]);
	/* collectives */
	MODE("broadcast-root") shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, 2);
	MODE("broadcast-root-negative") shmem_broadcast64(heap, global, 1, -1, 0, 0, 2, global);
	MODE("broadcast-stack") shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, local, 1, 0);
	MODE("reduce-stack") shmem_long_sum_reduce(SHMEM_TEAM_WORLD, local, global, 1);
	MODE("reduce-null") shmem_double_max_reduce(SHMEM_TEAM_WORLD, (double *)heap, NULL, 2);
	MODE("reduce-huge") shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, SIZE_MAX / 4);
	MODE("to-all-negative") shmem_int_sum_to_all(&int_global, &int_global, -1, 0, 0, 2, NULL, global);
	MODE("scan-stack") shmem_long_sum_inscan(SHMEM_TEAM_WORLD, heap, local, 1);
	MODE("collect-stack") shmem_long_collect(SHMEM_TEAM_WORLD, heap, local, 1);
	MODE("fcollect-over-the-end") shmem_fcollectmem(SHMEM_TEAM_WORLD, heap, heap, 400 << 20);
	MODE("alltoalls-stride") shmem_long_alltoalls(SHMEM_TEAM_WORLD, heap, global, 0, 1, 1);
	MODE("alltoall-malloc") shmem_alltoallmem(SHMEM_TEAM_WORLD, private_memory, heap, 4);
	MODE("sync-no-team") shmem_team_sync(SHMEM_TEAM_INVALID);
	MODE("sync-bad-team") shmem_team_sync((shmem_team_t)(uintptr_t)0x12345);
	MODE("set-start") shmem_barrier(2, 0, 1, global);
	MODE("set-size") shmem_barrier(0, 0, 3, global);
	MODE("set-stride") shmem_sync(0, 1, 2, global);
	MODE("set-without-me") shmem_broadcast64(heap, heap, 1, 0, 1, 0, 1, global);
	/* queries */
	MODE("info-name-null") shmem_info_get_name(NULL);
	/* contexts, teams, signals */
	MODE("ctx-invalid-put") shmem_ctx_long_put(SHMEM_CTX_INVALID, heap, local, 1, 1);
	MODE("ctx-nonsense") shmem_ctx_long_p((shmem_ctx_t)12345, heap, 1, 1);
	MODE("ctx-destroyed") shmem_ctx_create(0, &context), shmem_ctx_destroy(context), shmem_ctx_quiet(context);
	MODE("ctx-destroy-default") shmem_ctx_destroy(SHMEM_CTX_DEFAULT);
	MODE("ctx-create-null") shmem_ctx_create(0, NULL);
	MODE("ctx-pe") shmem_ctx_create(0, &context), shmem_ctx_long_p(context, heap, 1, 2);
	MODE("ctx-team-pe") shmem_team_create_ctx(alone, 0, &context), shmem_ctx_long_atomic_inc(context, heap, 1);
	MODE("ctx-session-null") shmem_ctx_session_start(SHMEM_CTX_DEFAULT, 0, NULL, SHMEM_CTX_SESSION_TOTAL_OPS);
	MODE("pe-quiet-pe") shmem_pe_quiet((int[]){0, 7}, 2);
	MODE("pe-quiet-null") shmem_pe_quiet(NULL, 1);
	MODE("team-nonsense")(void) shmem_team_my_pe((shmem_team_t)98765);
	MODE("team-destroyed") shmem_team_destroy(alone), (void)shmem_team_n_pes(alone);
	MODE("team-destroy-world") shmem_team_destroy(SHMEM_TEAM_WORLD);
	MODE("team-destroy-shared") shmem_team_destroy(SHMEM_TEAM_SHARED);
	MODE("team-config-null")(void) shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, NULL);
	MODE("team-split-null")(void) shmem_team_split_strided(alone, 0, 1, 1, NULL, 0, NULL);
	MODE("team-2d-null")(void) shmem_team_split_2d(alone, 1, NULL, 0, &team, NULL, 0, NULL);
	MODE("team-split-config-null")(void) shmem_team_split_strided(alone, 0, 1, 1, NULL, SHMEM_TEAM_NUM_CONTEXTS, &team);
	MODE("signal-stack") shmem_long_put_signal(heap, local, 1, (uint64_t *)local, 1, SHMEM_SIGNAL_SET, 1);
	MODE("signal-misaligned") shmem_signal_add((uint64_t *)((char *)heap + 4), 1, 1);
	MODE("signal-op") shmem_long_put_signal(heap, local, 1, (uint64_t *)heap + 1, 1, 5, 1);
	MODE("signal-pe") shmem_signal_set((uint64_t *)heap, 1, -1);
	MODE("signal-put-stack") shmem_long_put_signal(local, local, 1, (uint64_t *)heap, 1, SHMEM_SIGNAL_SET, 1);
	MODE("signal-fetch-stack")(void) shmem_signal_fetch((uint64_t *)local);
	MODE("signal-wait-cmp")(void) shmem_signal_wait_until((uint64_t *)heap, 9, 0);
	MODE("ibput-stride") shmem_long_ibput(heap, local, 2, 3, 3, 2, 1);
	MODE("mswap-pe")(void) shmem_int_mswap(&int_global, 1, 1, 4);
	else exit(51);
}

/* NULL is a valid result: the Mellanox verifier expects it of a freed block. */
static int refused(void *p)
{
	fprintf(gt_me == 0 ? stderr : stdout, "%s\n", gasnetgo_error());
	return p == NULL ? 60 : 50;
}

static int all_pes(const char *mode)
{
	const bool last = gt_me == gt_n - 1;

	if (strcmp(mode, "free-global") == 0)
		shmem_free(global);
	MODE("free-malloc") shmem_free(private_memory);
	MODE("free-interior") shmem_free((char *)heap + 16);
	MODE("free-twice") shmem_free(heap), shmem_free(heap);
	MODE("free-beyond") shmem_free((char *)heap + (400 << 20));
	MODE("realloc-interior") return refused(shmem_realloc((char *)heap + 16, 100));
	MODE("realloc-freed")
	{
		shmem_free(heap);
		return refused(shmem_realloc(heap, 100));
	}
	MODE("heap-exhausted")
	{
		void *p = shmem_malloc((size_t)2 << 30);
		if (p != NULL)
			return 50;
		fprintf(gt_me == 0 ? stderr : stdout, "%s\n", gasnetgo_error());
		return 61;
	}
	MODE("pointer-to-nothing") shmem_info_get_name((char *)0x123456789000);
	MODE("pointer-near-null") shmem_info_get_name((char *)8);
	MODE("malloc-sizes-differ")
	{
		(void)shmem_malloc(gt_me == 0 ? 1000 : 2000);
		shmem_barrier_all(); /* a PE can only check the next one */
	}
	MODE("collectives-differ")
	{
		if (gt_me == 0)
			shmem_long_fcollect(SHMEM_TEAM_WORLD, heap, global, 1);
		else
			shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	MODE("lengths-differ") shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, gt_me == 0 ? 2 : 1);
	MODE("roots-differ")
	{
		shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, gt_me);
		shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	MODE("roots-differ-and-barrier")
	{
		shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, gt_me % 2);
		shmem_barrier_all();
	}
	MODE("roots-differ-and-sync")
	{
		shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, heap, 3, gt_me % 2);
		shmem_sync_all();
	}
	MODE("roots-differ-and-finalize")
	{
		shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, gt_me % 2);
		shmem_finalize();
	}
	MODE("roots-differ-large")
	{
		long *big = shmem_calloc(30000, sizeof *big);
		shmem_long_broadcast(SHMEM_TEAM_WORLD, big, big, 30000, gt_me);
		shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	MODE("roots-swapped") shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, 1 - gt_me);
	MODE("broadcast-against-reduce")
	{
		if (gt_me == 0)
			shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, 1, 1);
		else
			shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	/* the last PE does something else; a call that returns is followed by a barrier, which the others do not reach */
	MODE("lengths-zero")
	{
		shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, last ? 0 : 1);
		shmem_barrier_all();
	}
	MODE("broadcast-zero")
	{
		shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, global, last ? 0 : 1, gt_n - 1);
		shmem_barrier_all();
	}
	MODE("sync-against-reduce")
	{
		if (last)
			shmem_team_sync(SHMEM_TEAM_WORLD);
		else
			shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
		shmem_barrier_all();
	}
	MODE("sync-against-fcollect")
	{
		long *big = shmem_calloc(30000 * (size_t)gt_n, sizeof *big);
		if (last)
			shmem_team_sync(SHMEM_TEAM_WORLD);
		else
			shmem_long_fcollect(SHMEM_TEAM_WORLD, big, big, 30000);
		shmem_barrier_all();
	}
	MODE("left-out")
	{
		if (!last)
			shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
		shmem_barrier_all();
	}
	MODE("left-out-and-exit")
	{
		if (last)
			exit(0);
		shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	MODE("barrier-against-sync")
	{
		if (last)
			shmem_barrier_all();
		else
			shmem_team_sync(SHMEM_TEAM_WORLD);
	}
	MODE("team-against-team")
	{
		shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team);
		shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &alone);
		shmem_team_sync(last ? team : alone);
	}
	MODE("set-against-team")
	{
		static long sync[SHMEM_SYNC_SIZE];
		if (last)
			shmem_sync(0, 0, gt_n, sync);
		else
			shmem_team_sync(SHMEM_TEAM_WORLD);
	}
	MODE("split-against-reduce")
	{
		if (last)
			shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team);
		else
			shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, global, 1);
	}
	MODE("destroy-against-sync")
	{
		shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team);
		if (last)
			shmem_team_destroy(team);
		else
			shmem_team_sync(team);
	}
	MODE("collect-dest") shmem_long_collect(SHMEM_TEAM_WORLD, NULL, global, 1);
	MODE("finalize-twice")
	{
		shmem_finalize();
		shmem_finalize();
		if (gt_me != 0)
			gt_sleep_ms(300); /* PE 0 prints the line, and the first PE that exits ends the job */
	}
	else return -1;
	return 50;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "none";

	if (strncmp(mode, "before-", 7) == 0) {
		before_or_after(mode + 7);
		printf("came back\n");
		return 50;
	}
	if (strcmp(mode, "env") == 0) {
		int provided, status = shmem_init_thread(SHMEM_THREAD_SINGLE, &provided);
		fprintf(stderr, "%s\n", gasnetgo_error());
		return status != 0 ? 62 : 50;
	}
	shmem_init();
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	if (strncmp(mode, "after-", 6) == 0) {
		shmem_finalize();
		before_or_after(mode + 6);
		printf("came back\n");
		return 50;
	}
	heap = shmem_calloc(100, sizeof *heap);
	private_memory = malloc(4096);
	shmem_team_split_2d(SHMEM_TEAM_WORLD, 1, NULL, 0, &alone, NULL, 0, &team);
	int status = all_pes(mode);
	if (status >= 0) {
		printf("came back\n");
		return status;
	}
	if (gt_me == 0) {
		one_pe(mode);
		printf("came back\n");
		exit(50);
	}
	shmem_barrier_all();
	return 0;
}
