/* Mediums and Longs of 1 byte to 1 MB, up to 20 in flight, one way and both ways at once: each arrives once with its length and its bytes, and its reply has them as well. GASNet
 * orders no two messages, so they carry numbers; the segment of a Long's target is written before its handler runs. */
#include "../gt_gasnet.h"

enum { MEDIUM = 128, LONG, MEDIUM_BACK, LONG_BACK, DEPTH = 20, MOST = 1 << 20 };

static uint32_t came, back; /* a bit for each message of a burst */
static int base;            /* of the numbers of a burst: both sides have the same */
static char *source;

static const char *bytes_of(int from, int number) { return source + gt_mix((uint64_t)(from * 1000003 + number)) % 4096; }

static void *place(int owner, int i, size_t n) { return gt_at(owner, (size_t)i * n); }
static void *place_back(int owner, int i, size_t n) { return gt_at(owner, 2 * MOST + 4096 + (size_t)i * n); }

static void arrived(uint32_t *bits, const void *buf, size_t n, int from, int number, int wanted)
{
	const int i = number - base;

	if (i < 0 || i >= DEPTH || *bits & 1u << i)
		FATAL("message %d of %d comes twice, or in the burst from %d on", number, from, base);
	*bits |= 1u << i;
	CHECK((int)n == wanted && memcmp(buf, bytes_of(from, number), n) == 0, "message %d of %d: %zu of %d bytes", number, from, n, wanted);
}

static int source_of(gasnet_token_t t)
{
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(t, &from));
	return (int)from;
}

static void medium(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t number, gasnet_handlerarg_t wanted)
{
	arrived(&came, buf, n, source_of(t), number, wanted);
	GT_OK(gasnet_AMReplyMedium2(t, MEDIUM_BACK, buf, n, number, wanted));
}

static void longer(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t number, gasnet_handlerarg_t wanted)
{
	const int from = source_of(t);

	CHECK(buf == place(gt_me, number - base, n), "at %p", buf);
	arrived(&came, buf, n, from, number, wanted);
	GT_OK(gasnet_AMReplyLong2(t, LONG_BACK, buf, n, place_back(from, number - base, n), number, wanted));
}

static void back_again(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t number, gasnet_handlerarg_t wanted)
{
	(void)t;
	arrived(&back, buf, n, gt_me, number, wanted);
}

static void burst(bool isLong, size_t n, int depth, bool both)
{
	const int right = (gt_me + 1) % gt_n, left = (gt_me + gt_n - 1) % gt_n;
	const bool sends = both || gt_me % 2 == 0, receives = both || left % 2 == 0;
	const uint32_t whole = (1u << depth) - 1;

	came = back = 0;
	gt_barrier();
	for (int i = 0; i < depth && sends; i++) {
		char *from = (char *)bytes_of(gt_me, base + i);

		if (isLong)
			GT_OK(gasnet_AMRequestLong2((gasnet_node_t)right, LONG, from, n, place(right, i, n), base + i, (int)n));
		else
			GT_OK(gasnet_AMRequestMedium2((gasnet_node_t)right, MEDIUM, from, n, base + i, (int)n));
	}
	GASNET_BLOCKUNTIL((!receives || came == whole) && (!sends || back == whole));
	gt_barrier();
	base += DEPTH;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {MEDIUM, (void (*)())medium}, {LONG, (void (*)())longer}, {MEDIUM_BACK, (void (*)())back_again}, {LONG_BACK, (void (*)())back_again}};
	static const size_t sizes[] = {1, 8, 13, 100, 500, 512, 1000, 1984, 4096, 8193, 40000, 65536, MOST};
	static const int depths[] = {1, 2, 5, DEPTH};

	source = malloc(MOST + 4096);
	for (size_t k = 0; k < MOST + 4096; k++)
		source[k] = (char)gt_mix(k);
	gt_attach(&argc, &argv, table, 4, 2 * (2 * MOST + 4096));
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t f = 0; f < sizeof depths / sizeof *depths; f++)
			for (int way = 0; way < 4; way++) {
				const size_t most = way / 2 ? gasnet_AMMaxLongRequest() : gasnet_AMMaxMedium();

				if (sizes[s] <= most && sizes[s] <= gasnet_AMMaxLongReply() && sizes[s] * (size_t)depths[f] <= 2 * MOST)
					burst(way / 2, sizes[s], depths[f], way % 2);
			}
	gt_leave();
	return 0;
}
