/* isort.c - integer bucket sort with one-sided operations, verified against a serial sort of the same keys.
 *
 *   isort [keys per rank]
 *
 * The keys are the sum of four uniform numbers, as in the NAS IS benchmark, so most are near the middle. 1. Each rank adds its histogram to a
 * shared one with atomics, from which all compute the same cuts: one range of keys per rank, with about equal numbers of keys. 2. Each rank reserves space
 * in every rank's receive buffer with a fetch-add and puts its keys for that range there. 3. Each rank sorts the keys that it received. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEY_BITS 23
#define BINS 4096 /* of the histogram; each covers 2^(KEY_BITS-12) keys */
#define ROUNDS 3
#define BIN_SHIFT (KEY_BITS - 12)

static uint64_t histogram[BINS]; /* symmetric: bin i is on rank i % n */
static uint64_t filled;          /* symmetric: keys received or reserved */
static uint64_t key_sum, key_hash, bad;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static void generate(int32_t *keys, size_t count, int rank)
{
	uint64_t at = mix((uint64_t)rank + 1);
	for (size_t i = 0; i < count; i++) {
		uint64_t sum = 0, bits = mix(at += 0x9e3779b97f4a7c15u);
		for (int k = 0; k < 4; k++)
			sum += bits >> (16 * k) & 0xffff;
		keys[i] = (int32_t)(sum << (KEY_BITS - 18) | (bits & 31));
	}
}

/* Three passes of counting sort by 8 bits. The result is in keys. */
static void radix_sort(int32_t *keys, int32_t *spare, size_t count)
{
	for (int shift = 0; shift < KEY_BITS; shift += 8) {
		size_t start[257] = {0};
		for (size_t i = 0; i < count; i++)
			start[(keys[i] >> shift & 255) + 1]++;
		for (int d = 0; d < 256; d++)
			start[d + 1] += start[d];
		for (size_t i = 0; i < count; i++)
			spare[start[keys[i] >> shift & 255]++] = keys[i];
		memcpy(keys, spare, count * sizeof *keys);
	}
}

/* owner[bin]: the rank that gets the keys of that bin. The same on all ranks. */
static void choose_cuts(const int32_t *keys, size_t count, int *owner, int me, int n)
{
	static uint64_t mine[BINS];
	uint64_t total = (uint64_t)count * (uint64_t)n, before = 0;

	memset(mine, 0, sizeof mine);
	for (size_t i = 0; i < count; i++)
		mine[keys[i] >> BIN_SHIFT]++;
	for (int i = 0; i < BINS; i++) {
		int bin = (i + me * (BINS / n)) % BINS; /* start at different ranks, for less contention */
		if (mine[bin])
			shmem_uint64_atomic_add(&histogram[bin], mine[bin], bin % n);
	}
	shmem_barrier_all();
	for (int r = 0; r < n; r++)
		if (r != me)
			shmem_uint64_iget(&histogram[r], &histogram[r], n, n, (size_t)(BINS - r + n - 1) / (size_t)n, r);
	for (int bin = 0; bin < BINS; bin++) {
		owner[bin] = (int)((before + histogram[bin] / 2) * (uint64_t)n / total);
		before += histogram[bin];
	}
}

/* Groups the keys by owner, then sends each group in one put. */
static void exchange(const int32_t *keys, size_t count, const int *owner, int32_t *received, size_t room, int32_t *grouped, int me, int n)
{
	size_t *start = calloc((size_t)n + 1, sizeof *start), *at = calloc((size_t)n, sizeof *at);

	for (size_t i = 0; i < count; i++)
		start[owner[keys[i] >> BIN_SHIFT] + 1]++;
	for (int r = 0; r < n; r++)
		at[r] = start[r + 1] += start[r];
	for (int r = 0; r < n; r++)
		at[r] = start[r];
	for (size_t i = 0; i < count; i++)
		grouped[at[owner[keys[i] >> BIN_SHIFT]]++] = keys[i];
	for (int k = 0; k < n; k++) {
		int to = (me + k) % n;
		size_t keys_to = start[to + 1] - start[to];
		uint64_t place = shmem_uint64_atomic_fetch_add(&filled, keys_to, to);
		if (place + keys_to > room) {
			fprintf(stderr, "isort: rank %d got more than %zu keys\n", to, room);
			shmem_global_exit(3);
		}
		shmem_int32_put(received + place, grouped + start[to], keys_to, to);
	}
	free(start), free(at);
	shmem_barrier_all();
}

static void add_check(const int32_t *keys, size_t count, int sign)
{
	uint64_t sum = 0, hash = 0;
	for (size_t i = 0; i < count; i++)
		sum += (uint64_t)keys[i], hash += mix((uint64_t)keys[i] + 1);
	shmem_uint64_atomic_add(&key_sum, sign < 0 ? -sum : sum, 0);
	shmem_uint64_atomic_add(&key_hash, sign < 0 ? -hash : hash, 0);
}

/* Checks that the keys are sorted, not below the last key of the ranks before, and the same as at the start. */
static void verify(const int32_t *sorted, int me)
{
	uint64_t wrong = 0, theirs;
	for (uint64_t i = 1; i < filled; i++)
		wrong += sorted[i - 1] > sorted[i];
	for (int r = me - 1; r >= 0 && filled > 0; r--) {
		theirs = shmem_uint64_g(&filled, r);
		if (theirs > 0) {
			wrong += shmem_int32_g(&sorted[theirs - 1], r) > sorted[0];
			break;
		}
	}
	add_check(sorted, filled, -1);
	shmem_uint64_atomic_add(&bad, wrong, 0);
	shmem_barrier_all();
}

/* Rank 0 sorts all keys itself and compares them one by one. */
static uint64_t compare_with_serial(const int32_t *sorted, size_t count, int n, double *seconds)
{
	size_t total = count * (size_t)n, at = 0;
	uint64_t wrong = 0;
	int32_t *all = malloc(total * sizeof *all), *other = malloc(total * sizeof *other);

	*seconds = 0;
	for (int round = 0; round <= ROUNDS; round++) {
		for (int r = 0; r < n; r++)
			generate(all + (size_t)r * count, count, r);
		double start = now();
		radix_sort(all, other, total);
		if (round > 0)
			*seconds += (now() - start) / ROUNDS;
	}
	for (int r = 0; r < n; r++) {
		size_t theirs = shmem_uint64_g(&filled, r);
		if (at + theirs > total)
			return total;
		shmem_int32_get(other + at, sorted, theirs, r);
		at += theirs;
	}
	for (size_t i = 0; i < total; i++)
		wrong += i >= at || all[i] != other[i];
	free(all), free(other);
	return wrong;
}

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1 << 22;
	static int owner[BINS];

	shmem_init();
	int me = shmem_my_pe(), n = shmem_n_pes(), failed = 0;
	size_t room = 2 * count + 65536;
	int32_t *keys = malloc(count * sizeof *keys), *spare = malloc(room * sizeof *spare);
	int32_t *received = shmem_malloc(room * sizeof *received);
	if (keys == NULL || spare == NULL || received == NULL) {
		fprintf(stderr, "isort: no memory for %zu keys\n", count);
		shmem_global_exit(2);
	}
	generate(keys, count, me);
	add_check(keys, count, 1);

	double seconds = 0;
	for (int round = 0; round <= ROUNDS; round++) { /* the first pass, which touches the pages, does not count */
		memset(histogram, 0, sizeof histogram);
		filled = 0;
		shmem_barrier_all();
		double start = now();
		choose_cuts(keys, count, owner, me, n);
		exchange(keys, count, owner, received, room, spare, me, n);
		radix_sort(received, spare, filled);
		shmem_barrier_all();
		if (round > 0)
			seconds += (now() - start) / ROUNDS;
	}
	verify(received, me);

	if (me == 0) {
		double serial, total = (double)count * n;
		uint64_t wrong = compare_with_serial(received, count, n, &serial);
		failed = bad != 0 || key_sum != 0 || key_hash != 0 || wrong != 0;
		printf("isort: %.0f keys of %d bits, %d ranks\n", total, KEY_BITS, n);
		printf("  parallel %8.3f s  %8.1f million keys/s\n", seconds, 1e-6 * total / seconds);
		printf("  serial   %8.3f s  %8.1f million keys/s\n", serial, 1e-6 * total / serial);
		printf("  %llu keys out of order, %llu differ from the serial run, sums %s: %s\n", (unsigned long long)bad, (unsigned long long)wrong,
		       key_sum == 0 && key_hash == 0 ? "agree" : "differ", failed ? "WRONG" : "verified");
	}
	shmem_free(received);
	free(keys), free(spare);
	shmem_finalize();
	return failed;
}
