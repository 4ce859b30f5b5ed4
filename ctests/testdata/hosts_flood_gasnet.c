/* hosts_flood_gasnet.c - active messages and puts to a node that takes none for a second. */
#include "../gt_gasnet.h"

#include "hosts_flood.h"

enum { MEDIUM = 200, LONG, SHORT };

static int next[1024], longs, shorts;

static void medium(gasnet_token_t token, void *data, size_t bytes)
{
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(token, &from));
	if (bytes != WORDS * sizeof(uint64_t) || flood_number(data, (int)from) != next[from]++)
		FATAL("message %d of %d has %zu bytes", next[from] - 1, (int)from, bytes);
}

static void long_message(gasnet_token_t token, void *data, size_t bytes)
{
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(token, &from));
	if (bytes != WORDS * sizeof(uint64_t) || flood_number(data, (int)from) % 8 != 0)
		FATAL("a long message of %d has %zu bytes", (int)from, bytes);
	longs++;
}

static void short_message(gasnet_token_t token)
{
	(void)token;
	shorts++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{MEDIUM, (void (*)())medium}, {LONG, (void (*)())long_message}, {SHORT, (void (*)())short_message}};
	const int per = (int)sizeof(uint64_t[WORDS]);

	gt_attach(&argc, &argv, table, 3, 1 << 20);
	const int last = gt_n - 1;
	flood_begin(argc, argv);
	gt_barrier();
	if (flood_last()) {
		flood_away();
		for (int r = 0; r < last; r++)
			GASNET_BLOCKUNTIL(next[r] == flood_messages);
		GASNET_BLOCKUNTIL(longs == last * ((flood_messages + 7) / 8) && shorts == last * ((flood_messages + 63) / 64));
	} else {
		uint64_t words[WORDS];

		for (int i = 0; i < flood_messages; i++) {
			flood_fill(words, gt_me, i);
			GT_OK(gasnet_AMRequestMedium0((gasnet_node_t)last, MEDIUM, words, sizeof words));
			if (i % 8 == 0)
				GT_OK(gasnet_AMRequestLong0((gasnet_node_t)last, LONG, words, sizeof words,
				                            gt_at(last, (size_t)(gt_me * 128 + i / 8 % 128) * (size_t)per)));
			if (i % 64 == 0)
				GT_OK(gasnet_AMRequestShort0((gasnet_node_t)last, SHORT));
		}
		flood_sent();
	}
	gt_leave();
}
