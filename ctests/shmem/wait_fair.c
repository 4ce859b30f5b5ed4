/* Repeated _any calls over a set that stays satisfied return every index sooner or later, in the waiting and the testing form. */
#include "../gt_shmem.h"

#define LEN 16

static long words[LEN], values[LEN];

static void fair(const char *what, const int *status, size_t expected, size_t (*any)(const int *))
{
	int seen[LEN] = {0};
	size_t distinct = 0;
	for (int i = 0; i < 100 * LEN && distinct < expected; i++) {
		size_t at = any(status);
		if (at >= LEN || (status != NULL && status[at]))
			FATAL("%s returned %zu", what, at);
		distinct += !seen[at]++;
	}
	CHECK(distinct == expected, "%s returned only %zu of %zu satisfied elements", what, distinct, expected);
}

static size_t until_any(const int *s) { return shmem_long_wait_until_any(words, LEN, s, SHMEM_CMP_NE, 0); }
static size_t test_any(const int *s) { return shmem_long_test_any(words, LEN, s, SHMEM_CMP_NE, 0); }
static size_t until_any_vector(const int *s) { return shmem_long_wait_until_any_vector(words, LEN, s, SHMEM_CMP_EQ, values); }
static size_t test_any_vector(const int *s) { return shmem_long_test_any_vector(words, LEN, s, SHMEM_CMP_EQ, values); }

int main(void)
{
	const int some[LEN] = {1, 0, 0, 1, 0, 1};

	gt_start();
	for (int i = 0; i < LEN; i++)
		shmem_long_p(&words[i], values[i] = i + 1, GT_NEXT);
	shmem_barrier_all();
	fair("wait_until_any", NULL, LEN, until_any);
	fair("test_any", NULL, LEN, test_any);
	fair("wait_until_any_vector", NULL, LEN, until_any_vector);
	fair("test_any_vector", NULL, LEN, test_any_vector);
	fair("wait_until_any, masked", some, LEN - 3, until_any);
	fair("test_any, masked", some, LEN - 3, test_any);

	/* a server with several clients: a client that sends requests all the time must not starve the others */
	static long request[1024], answer;
	shmem_barrier_all();
	if (gt_me == 0) {
		for (int served = 0; served < 50 * (gt_n - 1); served++) {
			size_t who = shmem_long_wait_until_any(request, (size_t)gt_n, NULL, SHMEM_CMP_NE, 0);
			if (who >= (size_t)gt_n)
				FATAL("request from %zu", who);
			request[who] = 0;
			shmem_long_atomic_inc(&answer, (int)who);
		}
	} else {
		for (int i = 1; i <= 50; i++) {
			shmem_long_p(&request[gt_me], 1, 0);
			shmem_long_wait_until(&answer, SHMEM_CMP_EQ, i);
		}
	}
	shmem_barrier_all();
	return gt_finish();
}
