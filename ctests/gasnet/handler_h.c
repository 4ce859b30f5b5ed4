/* gasnet_handler.h: handlers with pointers, of all kinds, as in runtimes of languages. */
#include "../gt_gasnet.h"

#include <gasnet_handler.h>

#define _hidx_gt_add 130
#define _hidx_gt_added 131
#define _hidx_gt_fill 132
#define _hidx_gt_store 133
#define _hidx_gt_plain 134

static volatile int answers;

SHORT_HANDLER_DECL(gt_added, 2, 3);
MEDIUM_HANDLER_DECL(gt_fill, 1, 2);
LONG_HANDLER_DECL(gt_store, 1, 2);
SHORT_HANDLER_NOBITS_DECL(gt_plain, 2);

static void gt_add_inner(gasnet_token_t token, void *where, int by)
{
	CHECK(where != NULL, "no pointer");
	SHORT_REP(2, 3, (token, gasneti_handleridx(gt_added), PACK(where), by + 1));
}
SHORT_HANDLER(gt_add, 2, 3, (token, (void *)0, a1), (token, UNPACK2(a0, a1), a2));

static void gt_added_inner(gasnet_token_t token, void *where, int by)
{
	(void)token;
	*(int *)where += by;
	answers++;
}
SHORT_HANDLER(gt_added, 2, 3, (token, (void *)0, a1), (token, UNPACK2(a0, a1), a2));

static void gt_fill_inner(gasnet_token_t token, void *addr, size_t nbytes, void *where)
{
	int n = (int)nbytes, first = *(unsigned char *)addr;
	CHECK(n == 10 && first == 'm', "%d bytes from %d", n, first);
	SHORT_REP(2, 3, (token, gasneti_handleridx(gt_added), PACK(where), first));
}
MEDIUM_HANDLER(gt_fill, 1, 2, (token, addr, nbytes, (void *)0), (token, addr, nbytes, UNPACK2(a0, a1)));

static void gt_store_inner(gasnet_token_t token, void *addr, size_t nbytes, void *where)
{
	CHECK(addr == gt_at(gt_me, 64) && nbytes == 100, "%p, %zu bytes", addr, nbytes);
	SHORT_REP(2, 3, (token, gasneti_handleridx(gt_added), PACK(where), 1000));
}
LONG_HANDLER(gt_store, 1, 2, (token, addr, nbytes, (void *)0), (token, addr, nbytes, UNPACK2(a0, a1)));

void gt_plain(gasnet_token_t token ARGS2)
{
	(void)token;
	CHECK(a0 == -3 && a1 == 0x7fffffff, "%d %d", a0, a1);
	answers++;
}

/* Parameters and names of parameters for any number of arguments. */
static int sum(int first ARGS16);
static int sum(int first ARGS16) { return first + a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + a13 + a14 + a15; }
static int again(int first ARGS16) { return sum(first ARGNAMES16); }
static int none(int first ARGS0) { return first; }

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    gasneti_handler_tableentry_with_bits(gt_add),  gasneti_handler_tableentry_with_bits(gt_added),
	    gasneti_handler_tableentry_with_bits(gt_fill), gasneti_handler_tableentry_with_bits(gt_store),
	    gasneti_handler_tableentry_no_bits(gt_plain),
	};
	gasneti_handler_fn_t fn = table[4].fnptr;
	void *ends[] = {NULL, (void *)UINTPTR_MAX, (void *)(uintptr_t)0x80000000u, (void *)(uintptr_t)0x123456789abcdef0u};
	char text[100] = "medium...";
	int value = 7;
	gasnet_node_t next;

	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		gasnet_handlerarg_t both[] = {PACK(ends[i])};
		CHECK(UNPACK2(both[0], both[1]) == ends[i], "%p", ends[i]);
		CHECK(GASNETI_MAKEWORD(GASNETI_HIWORD(ends[i]), GASNETI_LOWORD(ends[i])) == (uintptr_t)ends[i], "%p", ends[i]);
	}
	CHECK(again(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) == 136 && none(3) == 3 && fn == (gasneti_handler_fn_t)gt_plain,
	      "arguments");

	gt_attach(&argc, &argv, table, sizeof table / sizeof table[0], 4096);
	next = (gasnet_node_t)((gt_me + 1) % gt_n);
	GT_OK(SHORT_REQ(2, 3, (next, gasneti_handleridx(gt_add), PACK(&value), 5)));
	GASNET_BLOCKUNTIL(answers == 1);
	CHECK(value == 13, "%d", value);
	GT_OK(MEDIUM_REQ(1, 2, (next, gasneti_handleridx(gt_fill), text, 10, PACK(&value))));
	GASNET_BLOCKUNTIL(answers == 2);
	CHECK(value == 13 + 'm', "%d", value);
	GT_OK(LONG_REQ(1, 2, (next, gasneti_handleridx(gt_store), text, 100, gt_at((int)next, 64), PACK(&value))));
	GASNET_BLOCKUNTIL(answers == 3);
	GT_OK(LONGASYNC_REQ(1, 2, (next, gasneti_handleridx(gt_store), text, 100, gt_at((int)next, 64), PACK(&value))));
	GASNET_BLOCKUNTIL(answers == 4);
	CHECK(value == 2013 + 'm', "%d", value);
	gt_barrier();
	GT_OK(SHORT_REQ(2, 2, (next, gasneti_handleridx(gt_plain), -3, 0x7fffffff)));
	GASNET_BLOCKUNTIL(answers == 5);
	gt_leave();
	return 0;
}
