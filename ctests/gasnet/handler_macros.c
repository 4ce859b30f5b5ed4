/* gasnet_handler.h: handlers that take pointers, written with its macros. */
#include "../gt_gasnet.h"

#define GASNETI_HANDLER_SCOPE static
#include <gasnet_handler.h>

enum { _hidx_ask = 130, _hidx_back, _hidx_medium, _hidx_large, _hidx_plain };

static int word;
static volatile int came;
static int *volatile seen;

static void back_inner(gasnet_token_t token, void *ptr, gasnet_handlerarg_t n)
{
	(void)token;
	seen = (int *)ptr;
	CHECK(n == -3, "%d", n);
	came++;
}
SHORT_HANDLER(back, 2, 3, (token, UNPACK(a0), a1), (token, UNPACK2(a0, a1), a2));

static void ask_inner(gasnet_token_t token, void *ptr) { GT_OK(SHORT_REP(2, 3, (token, gasneti_handleridx(back), PACK(ptr), -3))); }
SHORT_HANDLER(ask, 1, 2, (token, UNPACK(a0)), (token, UNPACK2(a0, a1)));

static void medium_inner(gasnet_token_t token, void *buf, size_t n, void *ptr)
{
	CHECK(n == 5 && memcmp(buf, "five", 5) == 0, "%zu", n);
	GT_OK(SHORT_REP(2, 3, (token, gasneti_handleridx(back), PACK(ptr), -3)));
}
MEDIUM_HANDLER(medium, 1, 2, (token, addr, nbytes, UNPACK(a0)), (token, addr, nbytes, UNPACK2(a0, a1)));

static void large_inner(gasnet_token_t token, void *buf, size_t n, void *ptr)
{
	CHECK(n == 5 && memcmp(buf, "long", 5) == 0, "%zu", n);
	GT_OK(SHORT_REP(2, 3, (token, gasneti_handleridx(back), PACK(ptr), -3)));
}
LONG_HANDLER(large, 1, 2, (token, addr, nbytes, UNPACK(a0)), (token, addr, nbytes, UNPACK2(a0, a1)));

SHORT_HANDLER_NOBITS_DECL(plain, 0);
static void plain(gasnet_token_t token)
{
	(void)token;
	came++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
		gasneti_handler_tableentry_with_bits(ask),   gasneti_handler_tableentry_with_bits(back), gasneti_handler_tableentry_with_bits(medium),
		gasneti_handler_tableentry_with_bits(large), gasneti_handler_tableentry_no_bits(plain),
	};
	gasnet_node_t next;
	static char five[] = "five", four[] = "long";

	gt_attach(&argc, &argv, table, 5, GASNET_PAGESIZE);
	next = (gasnet_node_t)((gt_me + 1) % gt_n);
	for (int way = 0; way < 4; way++) {
		const int before = came;

		seen = NULL;
		switch (way) {
		case 0: GT_OK(SHORT_REQ(1, 2, (next, gasneti_handleridx(ask), PACK(&word)))); break;
		case 1: GT_OK(MEDIUM_REQ(1, 2, (next, gasneti_handleridx(medium), five, sizeof five, PACK(&word)))); break;
		case 2: GT_OK(LONG_REQ(1, 2, (next, gasneti_handleridx(large), four, sizeof four, gt_at((int)next, 0), PACK(&word)))); break;
		default: GT_OK(LONGASYNC_REQ(1, 2, (next, gasneti_handleridx(large), four, sizeof four, gt_at((int)next, 0), PACK(&word))));
		}
		GASNET_BLOCKUNTIL(came > before);
		CHECK(seen == &word, "way %d: %p instead of %p", way, (void *)seen, (void *)&word);
	}
	GT_OK(SHORT_REQ(0, 0, (next, gasneti_handleridx(plain))));
	GASNET_BLOCKUNTIL(came == 5);
	gt_leave();
	return 0;
}
