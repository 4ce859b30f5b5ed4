/* lapi/with_shmem.c - LAPI on SHMEM's memory, which a task reaches by itself: puts, gets and read-modify-writes of all sizes, and counters there, beside private memory. */
#include <shmem.h>
#include <unistd.h>

#include "../gt_lapi.h"

#define MOST (1 << 20)

struct place {
	unsigned char *window, *private, *global;
	lapi_cntr_t *symmetric, *hidden, *fixed;
	long *word, *hidden_word;
};

static unsigned char global[MOST], local[MOST];
static lapi_cntr_t fixed, org, cmpl;

static unsigned char byte(size_t i, int task, unsigned seed) { return (unsigned char)(i * 5 + (i >> 9) + (unsigned)task * 11 + seed); }

static void fill(unsigned char *at, size_t n, int task, unsigned seed)
{
	for (size_t i = 0; i < n; i++)
		at[i] = byte(i, task, seed);
}

static void compare(const unsigned char *at, size_t n, int task, unsigned seed, const char *what)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] != byte(i, task, seed))
			FATAL("%s of %zu: byte %zu is %d", what, n, i, at[i]);
}

int main(void)
{
	static const size_t sizes[] = {1, 4, 8, 13, 64, 4096, 8192, 8193, 100000, MOST};
	struct place mine, *all;
	int next, before;

	if (getenv("GT_SIMULATED")) {
		puts("the network of the simulated SP carries LAPI only");
		return GT_SKIPPED;
	}
	shmem_init();
	gt_start();
	next = (gt_me + 1) % gt_n;
	before = (gt_me + gt_n - 1) % gt_n;
	mine = (struct place){shmem_malloc(MOST),
	                      malloc(MOST),
	                      global,
	                      shmem_calloc(1, sizeof(lapi_cntr_t)),
	                      calloc(1, sizeof(lapi_cntr_t)),
	                      &fixed,
	                      shmem_calloc(1, sizeof(long)),
	                      calloc(1, sizeof(long))};
	all = shmem_malloc((size_t)gt_n * sizeof *all);
	for (int t = 0; t < gt_n; t++)
		shmem_putmem(&all[gt_me], &mine, sizeof mine, t);
	shmem_barrier_all();

	unsigned char *const mines[] = {mine.window, mine.private, mine.global};
	unsigned char *const tos[] = {all[next].window, all[next].private, all[next].global};
	lapi_cntr_t *const counters[] = {all[next].symmetric, all[next].hidden, all[next].fixed};
	lapi_cntr_t *const own[] = {mine.symmetric, mine.hidden, mine.fixed};

	for (int kind = 0; kind < 3; kind++)
		for (int c = 0; c < 3; c++)
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				const size_t n = sizes[s];
				const unsigned seed = (unsigned)(kind * 3 + c);

				fill(local, n, gt_me, seed);
				GT_OK(LAPI_Put(gt_h, (uint)next, n, tos[kind], local, counters[c], &org, &cmpl));
				gt_wait(&org, 1);
				gt_wait(&cmpl, 1);
				gt_wait(own[c], 1);
				compare(mines[kind], n, before, seed, "put");
				GT_OK(LAPI_Gfence(gt_h));
				fill(mines[kind], n, gt_me, seed + 100);
				GT_OK(LAPI_Gfence(gt_h));
				GT_OK(LAPI_Get(gt_h, (uint)next, n, tos[kind], local, counters[c], &org));
				gt_wait(&org, 1);
				compare(local, n, next, seed + 100, "get");
				gt_wait(own[c], 1);
				GT_OK(LAPI_Gfence(gt_h));
			}

	/* The owner of the words and its peers change the same words. */
	for (int i = 0; i < 500; i++) {
		long long one = 1, old;

		GT_OK(LAPI_Rmw64(gt_h, FETCH_AND_ADD, 0, (long long *)all[0].word, &one, &old, &org));
		GT_OK(LAPI_Rmw64(gt_h, FETCH_AND_ADD, 0, (long long *)all[0].hidden_word, &one, &old, &org));
		shmem_long_inc(mine.word, 0);
	}
	gt_wait(&org, 1000);
	GT_OK(LAPI_Gfence(gt_h));
	shmem_barrier_all();
	CHECK(gt_me || (*mine.word == 1000L * gt_n && *mine.hidden_word == 500L * gt_n), "words %ld %ld", *mine.word, *mine.hidden_word);

	long long pair[2] = {1000LL * gt_n, 7}, swapped = -1;

	shmem_barrier_all();
	GT_OK(LAPI_Rmw64(gt_h, COMPARE_AND_SWAP, (uint)gt_me, (long long *)mine.word, pair, &swapped, &org));
	gt_wait(&org, 1);
	CHECK(gt_me ? !swapped && *mine.word == 0 : swapped == 1 && *mine.word == 7, "swapped %lld, %ld", swapped, *mine.word);

	/* A target that sleeps until its counter has grown is woken. */
	for (int i = 0; i < 20; i++) {
		if (gt_me % 2 == 0)
			usleep(20000);
		GT_OK(LAPI_Put(gt_h, (uint)next, 1, all[next].window, local, all[next].symmetric, NULL, NULL));
		gt_wait(mine.symmetric, 1);
		GT_OK(LAPI_Gfence(gt_h));
	}
	shmem_barrier_all();
	const int rc = gt_stop();

	shmem_finalize();
	return rc;
}
