/* hashtable.c - counts keys in a hash table spread over all ranks, with GASNet's active messages, and verifies it against a serial count.
 *
 *   hashtable [keys per rank]
 *
 * Each key belongs to the rank that its hash selects. A rank collects its keys by owner and sends each full batch as a Medium message, whose handler inserts
 * the keys into the owner's part of the table and replies. Handlers run in the owner's own calls of GASNet, so the table needs no lock. When a rank has got
 * all its replies, all its keys are in the table. The parts are in GASNet segments, from which rank 0 gets them in the end. */
#include <gasnet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INSERT = 200, INSERTED = 201, BATCH = 512 };

#define DISTINCT 50000 /* keys are below this number */

struct slot {
	uint32_t key, count; /* empty while count is 0 */
};

struct batch {
	uint32_t count, keys[BATCH];
};

static struct slot *table; /* this rank's part, in its segment */
static uint32_t slots;     /* of each part: a power of two */
static volatile int replies;

/* Ends the job if a call of GASNet fails. */
static void ok(int code, const char *call)
{
	if (code == GASNET_OK)
		return;
	fprintf(stderr, "hashtable: %s: %s\n", call, gasnet_ErrorDesc(code));
	gasnet_exit(1);
}
#define OK(call) ok(call, #call)

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static gasnet_node_t owner(uint32_t key) { return (gasnet_node_t)((mix(key) >> 32) % gasnet_nodes()); }

/* Key number i of a rank. Small keys are more frequent than large ones. */
static uint32_t key_of(gasnet_node_t rank, uint32_t i)
{
	uint64_t bits = mix(((uint64_t)rank << 32 | i) + 0x9e3779b97f4a7c15u);
	uint64_t a = (bits >> 32) % DISTINCT, b = (bits & 0xffffffff) % DISTINCT;
	return (uint32_t)(a < b ? a : b);
}

static void insert(uint32_t key)
{
	uint32_t i = (uint32_t)mix(key) & (slots - 1);
	while (table[i].count && table[i].key != key)
		i = (i + 1) & (slots - 1);
	table[i].key = key;
	table[i].count++;
}

static void insert_handler(gasnet_token_t token, void *keys, size_t bytes)
{
	for (size_t i = 0; i < bytes / sizeof(uint32_t); i++)
		insert(((uint32_t *)keys)[i]);
	OK(gasnet_AMReplyShort0(token, INSERTED));
}

static void inserted_handler(gasnet_token_t token)
{
	(void)token;
	replies++;
}

/* Sends a batch to its owner, and returns the number of replies to expect. */
static int flush(struct batch *b, gasnet_node_t to)
{
	if (b->count == 0)
		return 0;
	OK(gasnet_AMRequestMedium0(to, INSERT, b->keys, b->count * sizeof b->keys[0]));
	b->count = 0;
	return 1;
}

static void barrier(void)
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	OK(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS));
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The number of keys whose count in the table is wrong, or whose slot is on the wrong rank. */
static int verify(const gasnet_seginfo_t *parts, uint32_t keys)
{
	uint32_t *expected = calloc(DISTINCT, sizeof *expected);
	int wrong = 0;
	for (gasnet_node_t r = 0; r < gasnet_nodes(); r++)
		for (uint32_t i = 0; i < keys; i++)
			expected[key_of(r, i)]++;
	struct slot *part = malloc(slots * sizeof *part);
	for (gasnet_node_t r = 0; r < gasnet_nodes(); r++) {
		gasnet_get(part, r, parts[r].addr, slots * sizeof *part);
		for (uint32_t i = 0; i < slots; i++)
			if (part[i].count) {
				wrong += owner(part[i].key) != r || expected[part[i].key] != part[i].count;
				expected[part[i].key] = 0;
			}
	}
	for (int k = 0; k < DISTINCT; k++)
		wrong += expected[k] != 0;
	free(part), free(expected);
	return wrong;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t handlers[] = {{INSERT, (void (*)())insert_handler}, {INSERTED, (void (*)())inserted_handler}};
	OK(gasnet_init(&argc, &argv));
	uint32_t keys = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1000000;
	for (slots = 1024; slots < 4 * DISTINCT / gasnet_nodes(); slots *= 2)
		;
	size_t bytes = slots * sizeof *table;
	OK(gasnet_attach(handlers, 2, (bytes + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE, 0));
	gasnet_node_t me = gasnet_mynode(), n = gasnet_nodes();
	gasnet_seginfo_t *parts = malloc(n * sizeof *parts);
	OK(gasnet_getSegmentInfo(parts, (int)n));
	table = parts[me].addr;
	memset(table, 0, bytes);
	struct batch *batches = calloc(n, sizeof *batches);

	barrier();
	double seconds = now();
	int sent = 0;
	for (uint32_t i = 0; i < keys; i++) {
		uint32_t key = key_of(me, i);
		struct batch *b = &batches[owner(key)];
		b->keys[b->count++] = key;
		if (b->count == BATCH)
			sent += flush(b, owner(key));
	}
	for (gasnet_node_t r = 0; r < n; r++)
		sent += flush(&batches[r], r);
	GASNET_BLOCKUNTIL(replies == sent);
	barrier();
	seconds = now() - seconds;

	int wrong = 0;
	if (me == 0) {
		wrong = verify(parts, keys);
		printf("hashtable: %u keys on each of %d ranks, %d distinct\n", keys, (int)n, DISTINCT);
		if (seconds > 0)
			printf("  counted in %.3f s, %.1f million keys/s\n", seconds, 1e-6 * keys * n / seconds);
		printf("  compared with a serial count: %d differences: %s\n", wrong, wrong ? "WRONG" : "verified");
	}
	barrier();
	free(batches), free(parts);
	gasnet_exit(wrong != 0);
}
