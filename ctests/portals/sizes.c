/* Any size, 0 to 8 MB, between any two kinds of memory: heap, stack, globals, mapped, read-only, shared, symmetric, in pieces. Bytes are checked at both
 * endpoints. GT_COUNT: how many transfers each rank starts. */
#include "../gt_portals.h"

#include <shmem.h>
#include <sys/mman.h>

#define MOST (8 << 20)
#define EDGE 64 /* around a target that must not be touched */

enum kind { HEAP, STACK, GLOBAL, MAPPED, SHARED, SYMMETRIC, READONLY, KINDS };

static unsigned char global[MOST + 2 * EDGE];

static unsigned char *memory[KINDS];

static size_t draw_size(void)
{
	switch (gt_range(0, 9)) {
	case 0: return gt_range(0, 16);
	case 1: return (size_t)1 << gt_range(0, 23);
	case 2: return ((size_t)1 << gt_range(1, 22)) + gt_range(0, 2) - 1;
	case 3:
	case 4: return gt_range(0, 300);
	case 5:
	case 6: return gt_range(0, 10000);
	case 7: return gt_range(0, 200000);
	case 8: return gt_range(0, 1 << 20);
	default: return gt_range(0, 20) ? gt_range(0, 2 << 20) : gt_range(0, MOST);
	}
}

static void transfers(int count, unsigned char *stack)
{
	ptl_handle_eq_t eq = gt_eq(64), there = gt_eq(64);
	static const char *const names[] = {"heap", "stack", "globals", "mapped", "shared", "symmetric", "read-only"};

	memory[STACK] = stack;
	gt_srand(4242); /* all ranks draw the same numbers, so each knows the transfers of GT_PREV */
	for (int i = 0; i < count; i++) {
		enum kind from = (enum kind)gt_range(0, KINDS - 1), to = (enum kind)gt_range(0, KINDS - 2);
		bool get = gt_range(0, 1);
		size_t n = i == 0 ? 0 : i == 1 ? MOST : draw_size(), skew_from = gt_range(0, 15), skew_to = gt_range(0, 15);
		if (from == STACK || to == STACK)
			n %= 1 << 20;
		if (n + 15 > MOST)
			n -= 15;
		/* the source is at the initiator of a put and at the target of a get */
		unsigned char *source = memory[from] + (from == READONLY ? 0 : EDGE) + skew_from, *target = memory[to] + EDGE + skew_to;
		if (from == to)
			target = memory[to == HEAP ? MAPPED : HEAP] + EDGE + skew_to, to = to == HEAP ? MAPPED : HEAP;
		int round = from == READONLY ? 0 : i;
		if (from != READONLY)
			gt_fill(source, n, gt_me, i);
		memset(target - EDGE, 0xee, n + 2 * EDGE - 15);
		struct gt_end s = gt_bind_md(gt_md(get ? target : source, n, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
		struct gt_end t = gt_offer(1, get ? source : target, n, (get ? PTL_MD_OP_GET : PTL_MD_OP_PUT) | PTL_MD_EVENT_START_DISABLE, there);
		gt_barrier();
		if (get) {
			OK(PtlGet(s.h, NEXT_ID, PT, 0, 1, 0));
			TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .rlength = n, .mlength = n);
			TAKE(eq, PTL_EVENT_REPLY_END, &s, .bits = 1, .rlength = n, .mlength = n);
			TAKE(there, PTL_EVENT_GET_END, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = n);
		} else {
			OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
			TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .rlength = n, .mlength = n);
			TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .rlength = n, .mlength = n);
			TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = n);
		}
		size_t wrong = n, who = (size_t)(get ? GT_NEXT : GT_PREV);
		if (from == READONLY) {
			for (wrong = 0; wrong < n && target[wrong] == gt_byte(0, 0, wrong + skew_from); wrong++)
				;
		} else
			wrong = gt_differs(target, n, (int)who, round);
		CHECK(wrong == n, "transfer %d, %s of %zu bytes, %s to %s: byte %zu", i, get ? "get" : "put", n, names[from], names[to], wrong);
		bool edges = true;
		for (int k = 1; k <= EDGE; k++)
			edges = edges && target[-k] == 0xee;
		for (int k = 0; k < EDGE - 15; k++)
			edges = edges && target[n + (size_t)k] == 0xee;
		CHECK(edges, "transfer %d, %s of %zu bytes, %s to %s: bytes beside the target", i, get ? "get" : "put", n, names[from], names[to]);
		gt_barrier();
		gt_close(&s);
		gt_close(&t);
	}
	NOTHING(eq);
	NOTHING(there);
}

int main(void)
{
	const char *word = getenv("GT_COUNT");
	unsigned char stack[(1 << 20) + 4 * EDGE];

	shmem_init();
	gt_start();
	size_t room = MOST + 2 * EDGE;
	memory[HEAP] = malloc(room);
	memory[GLOBAL] = global;
	memory[MAPPED] = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memory[SHARED] = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	memory[SYMMETRIC] = shmem_malloc(room);
	memory[READONLY] = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < KINDS; i++)
		if (i != STACK && (memory[i] == NULL || memory[i] == MAP_FAILED))
			FATAL("memory of kind %d", i);
	gt_fill(memory[READONLY], MOST, 0, 0);
	mprotect(memory[READONLY], room, PROT_READ);
	transfers(word ? atoi(word) : 60, stack);
	gt_barrier();
	shmem_barrier_all();
	int status = gt_finish();
	shmem_finalize();
	return status;
}
