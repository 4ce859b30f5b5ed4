/* sisci_sci.c - SISCI as on a cluster with SCI adapters (H. Su and others: GASNet Core API on SCI). Rank 0 measures with rank 1.
 *
 *   sisci_sci [-m stores|write|read|visible|dma|two|one] [-c ns] [-s ns] [curve options]
 *
 *   stores   plain stores to the other node, of words of 8 bytes, until a poll there finds the last one: half of a round trip
 *   write    SCIMemCpy to the other node, until a poll there finds the last byte: half of a round trip
 *   read     SCIMemCpy from the other node
 *   visible  SCIMemCpy to the other node, and SCICheckSequence
 *   dma      a transfer of the DMA queue to the other node, posted and waited for
 *   two      as write, of a message of 80 bytes and a payload, with a SCIMemCpy for each
 *   one      the same, after the payload has been copied behind the message, with one SCIMemCpy for both. The copy takes
 *            -c ns for each byte (4), and -s ns (600) to enter and leave the operating system, which makes it */
#include "../../ctests/gt_sisci.h"
#include "curve.h"

#define OPTIONS "[-m stores|write|read|visible|dma|two|one] [-c ns] [-s ns]"
#define DATA 1u
#define STAGING 2u
#define MESSAGE 80u /* bytes */

enum mode { STORES, WRITE, READ, VISIBLE, DMA, TWO, ONE, MODES };
static const char *const modes[] = {"stores", "write", "read", "visible", "dma", "two", "one"};

static sci_desc_t sd;
static sci_local_segment_t staging;
static sci_remote_segment_t remote;
static sci_map_t map;
static sci_sequence_t sequence;
static sci_dma_queue_t queue;
static volatile unsigned char *here, *there;
static unsigned char *from;

static double copy_ns = 4, switch_ns = 600;

static void write_to(size_t n) { GT_OK(SCIMemCpy(sequence, from, map, 0, n, 0, &gt_e)); }

/* Whole words. */
static void store(size_t n)
{
	const uint64_t *word = (const uint64_t *)(const void *)from;
	volatile uint64_t *to = (volatile uint64_t *)(volatile void *)there;

	for (size_t i = 0; i < (n + sizeof *word - 1) / sizeof *word; i++)
		to[i] = word[i];
}

/* A message and a payload, behind it at the other node. */
static void send(enum mode mode, size_t n)
{
	if (mode == STORES) {
		store(n);
	} else if (mode == WRITE) {
		write_to(n);
	} else if (mode == TWO) {
		write_to(MESSAGE);
		GT_OK(SCIMemCpy(sequence, from + MESSAGE, map, MESSAGE, n, 0, &gt_e));
	} else {
		curve_compute(switch_ns + copy_ns * (double)n);
		write_to(MESSAGE + n);
	}
}

/* Polls the last byte of a message, which differs from that of the round before. */
static void await(size_t n, unsigned char mark)
{
	while (here[n - 1] != mark)
		;
}

static void round_trip(enum mode mode, size_t n, long round)
{
	const unsigned char mark = (unsigned char)(1 + round % 250);
	const size_t end = mode == STORES || mode == WRITE ? n : MESSAGE + n;

	from[end - 1] = mark;
	if (gt_me == 0) {
		send(mode, n);
		await(end, mark);
	} else {
		await(end, mark);
		send(mode, n);
	}
}

static void once(enum mode mode, size_t n, long round)
{
	if (mode == STORES || mode == WRITE || mode == TWO || mode == ONE) {
		round_trip(mode, n, round);
		return;
	}
	if (gt_me != 0)
		return;
	switch (mode) {
	case READ: GT_OK(SCIMemCpy(sequence, from, map, 0, n, SCI_FLAG_BLOCK_READ, &gt_e)); break;
	case VISIBLE:
		write_to(n);
		if (SCICheckSequence(sequence, 0, &gt_e) != SCI_SEQ_OK)
			FATAL("stores have been lost");
		break;
	default: GT_OK(SCIEnqueueDMATransfer(queue, staging, remote, 0, 0, n, SCI_FLAG_DMA_POST | SCI_FLAG_DMA_WAIT | SCI_FLAG_DMA_RESET, &gt_e));
	}
}

int main(int argc, char **argv)
{
	struct curve c = CURVE_DEFAULT;
	int mode = STORES;
	sci_local_segment_t own;
	sci_map_t own_map, staging_map;

	gt_start();
	for (int o; (o = getopt(argc, argv, "m:c:s:" CURVE_OPTIONS)) != -1;)
		if (o == 'c' || o == 's')
			*(o == 'c' ? &copy_ns : &switch_ns) = strtod(optarg, NULL);
		else if (o == 'm' ? (mode = curve_mode(modes, MODES, optarg)) < 0 : !curve_option(&c, o, optarg))
			curve_usage(argv[0], OPTIONS);
	const size_t room = curve_room(&c) + MESSAGE;

	GT_OK(SCIOpen(&sd, 0, &gt_e));
	own = gt_segment(sd, DATA, room);
	GT_OK(here = SCIMapLocalSegment(own, &own_map, 0, room, NULL, 0, &gt_e));
	GT_OK(SCICreateSegment(sd, &staging, STAGING, room, NULL, NULL, 0, &gt_e));
	GT_OK(SCIPrepareSegment(staging, 0, SCI_FLAG_DMA_SOURCE_ONLY, &gt_e));
	GT_OK(from = SCIMapLocalSegment(staging, &staging_map, 0, room, NULL, 0, &gt_e));
	if (gt_me < 2 && gt_n > 1) {
		remote = gt_connect(sd, 1 - gt_me, DATA);
		GT_OK(there = SCIMapRemoteSegment(remote, &map, 0, room, NULL, 0, &gt_e));
		GT_OK(SCICreateMapSequence(map, &sequence, 0, &gt_e));
		GT_OK(SCICreateDMAQueue(sd, &queue, 0, 1, 0, &gt_e));
		curve_head("SISCI ", modes[mode], "");
		for (size_t n = 0; (n = curve_next(&c, n)) != 0;) {
			const long rounds = curve_repetitions(&c, n);

			gt_barrier();
			const double begin = curve_now();

			for (long i = 0; i < rounds; i++)
				once((enum mode)mode, n, i);
			curve_row(n, rounds, (double)n,
			          (curve_now() - begin) / (double)rounds / (mode == STORES || mode == WRITE || mode == TWO || mode == ONE ? 2 : 1));
			gt_barrier();
		}
		fflush(stdout);
	}
	return gt_stop();
}
