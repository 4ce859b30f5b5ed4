/* Messages between two processes are received in the order in which they are sent, each with its length and its bytes: of 0 bytes to 1 MB, up to 20 in flight, one way and both
 * ways at once, of one size and mixed, with puts and read-modify-writes between them. */
#include "../gt_armci.h"

#include <message.h>

enum { MOST = 1 << 20, DEPTH = 20, TAG = 5 };

static char out[MOST], in[MOST];
static int right, left;
static void **all; /* a word for counts, and room for puts */

/* Byte k of message i of a series is pattern[k + its start]. */
static char pattern[MOST + 4096];

static const char *start_of(int from, int series, int i) { return pattern + gt_mix((uint64_t)(from * 1000003 + series * 101 + i)) % 4096; }

static void send(int to, int series, int i, int n)
{
	memcpy(out, start_of(gt_me, series, i), (size_t)n);
	armci_msg_snd(TAG, out, n, to);
}

static void receive(int from, int series, int i, int n)
{
	int length = -1;

	armci_msg_rcv(TAG, in, MOST, &length, from);
	if (length != n || memcmp(in, start_of(from, series, i), (size_t)n) != 0)
		FATAL("series %d, message %d of process %d: %d of %d bytes, wrong data: %d", series, i, from, length, n,
		      memcmp(in, start_of(from, series, i), (size_t)n) != 0);
}

/* The same for both, and drawn by sender and receiver alike: -1 is a size of the message's own. */
static int size_of(int from, int series, int i, int n)
{
	static const int some[] = {0, 1, 100, 8167, 8168, 8169, 32672, 40000, 0, 100000};

	return n >= 0 ? n : some[gt_mix((uint64_t)(from * 7919 + series * 31 + i)) % (sizeof some / sizeof *some)];
}

/* What else goes to the same process: a put, whose descriptor is freed in its completion, and a count. */
static void disturb(int to, int i)
{
	long one = 0;

	if (i % 3 == 0)
		GT_OK(ARMCI_Put(out, (char *)all[to] + 64, 200 + i, to));
	if (i % 3 == 1)
		GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &one, all[to], 1, to));
}

static void series(int number, int n, int depth, bool both, bool disturbed)
{
	const bool sends = both || gt_me % 2 == 0, receives = both || left % 2 == 0;

	for (int i = 0; i < depth && sends; i++) {
		send(right, number, i, size_of(gt_me, number, i, n));
		if (disturbed)
			disturb(right, i);
	}
	for (int i = 0; i < depth && receives; i++)
		receive(left, number, i, size_of(left, number, i, n));
}

int main(void)
{
	/* a slot has room for 8,168 bytes of a message, and there are four */
	static const int sizes[] = {1, 8, 100, 1000, 8167, 8168, 8169, 16336, 24505, 32671, 32672, 32673, 40000, 65336, 100000, MOST},
			 depths[] = {1, 2, 3, 4, 5, 20};
	int number = 0;

	gt_start();
	right = (gt_me + 1) % gt_n, left = (gt_me + gt_n - 1) % gt_n;
	for (size_t k = 0; k < sizeof pattern; k++)
		pattern[k] = (char)gt_mix(k);
	all = gt_malloc(4096);
	*(long *)all[gt_me] = 0;
	ARMCI_Barrier();
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t f = 0; f < sizeof depths / sizeof *depths; f++)
			if ((long)sizes[s] * depths[f] <= 2 * MOST || (gt_n <= 2 && f == 0) || (s % 5 == 0 && gt_n == 2))
				for (int way = 0; way < 2; way++)
					series(number++, sizes[s], depths[f], way, s % 2);
	for (int i = 0; i < 40; i++) {
		series(number++, -1, 1 + i % DEPTH, i % 3, i % 2);
		if (i % 10 == 9)
			ARMCI_Barrier();
	}
	armci_msg_barrier();
	gt_free(all);
	return gt_stop();
}
