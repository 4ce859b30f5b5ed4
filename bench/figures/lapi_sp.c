/* lapi_sp.c - LAPI as on the IBM SP (G. Shah and others: Performance and Experience with LAPI, section 4). Task 0 measures with task 1.
 *
 *   lapi_sp [-m one-way|ping|interrupt|put-call|get-call|put|get|put-polled|get-polled] [curve options]
 *
 *   one-way    from the call of LAPI_Put at task 0, with a target and a completion counter, to the return of LAPI_Waitcntr at task 1, which waits for it
 *   ping       a put and one back, each with a target counter that the other task waits for: both together
 *   interrupt  an active message to a task that computes, whose completion handler puts an answer back; task 0 waits for it. Both together
 *   put-call   how long the call of LAPI_Put takes; its completion is waited for, but not counted
 *   get-call   the same for LAPI_Get
 *   put        LAPI_Put, until the completion counter; task 1 computes, and is interrupted
 *   get        LAPI_Get, until the origin counter; the same
 *   put-polled, get-polled   the same while task 1 waits in LAPI_Gfence, without interrupts */
#include "../../ctests/gt_lapi.h"
#include "curve.h"

#define OPTIONS "[-m one-way|ping|interrupt|put-call|get-call|put|get|put-polled|get-polled]"

enum mode { ONE_WAY, PING, INTERRUPT, PUT_CALL, GET_CALL, PUT, GET, PUT_POLLED, GET_POLLED, MODES };
static const char *const modes[] = {"one-way", "ping", "interrupt", "put-call", "get-call", "put", "get", "put-polled", "get-polled"};

static char *memory;
static lapi_cntr_t arrived, sent, complete;
static void *memories[4096], *counters[4096], *handlers[4096], *times[4096];
static double at; /* when the latest message was seen at the other task */
static volatile int answers;
static int expected;      /* answers */
static volatile int over; /* task 0 has measured */

static void answer(lapi_handle_t *h, void *info)
{
	(void)info;
	GT_OK(LAPI_Put(*h, 0, 4, memories[0], memory, counters[0], NULL, NULL));
	answers++;
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	(void)info;
	*comp = answer;
	return *msg_len ? memory : NULL;
}

static void *overs[4096];

static void put(uint to, size_t n, bool waits) { GT_OK(LAPI_Put(gt_h, to, n, memories[to], memory, counters[to], NULL, waits ? &complete : NULL)); }

static void await(lapi_cntr_t *c) { GT_OK(LAPI_Waitcntr(gt_h, c, 1, NULL)); }

/* Microseconds from a put to where it is seen: both tasks have the same clock. */
static double one_way(size_t n)
{
	double begin = 0, seen = 0;
	if (gt_me == 0) {
		curve_compute(1e6); /* task 1 waits by then, and has nothing else to do */
		begin = curve_now();
		put(1, n, true);
		await(&complete);
	} else if (gt_me == 1) {
		await(&arrived);
		at = curve_now();
	}
	GT_OK(LAPI_Gfence(gt_h));
	if (gt_me == 0) {
		GT_OK(LAPI_Get(gt_h, 1, sizeof seen, times[1], &seen, NULL, &sent));
		await(&sent);
	}
	GT_OK(LAPI_Gfence(gt_h));
	return seen - begin;
}

/* Microseconds of one of them, at task 0. */
static double timed(enum mode mode, size_t n, long repetitions)
{
	double begin, took = 0, sum = 0;
	GT_OK(LAPI_Gfence(gt_h));
	begin = curve_now();
	for (long i = 0; i < repetitions; i++)
		switch (mode) {
		case ONE_WAY: sum += one_way(n); break;
		case PING:
			if (gt_me == 0)
				put(1, n, false);
			await(&arrived);
			if (gt_me == 1)
				put(0, n, false);
			break;
		case INTERRUPT:
			if (gt_me == 0) {
				GT_OK(LAPI_Amsend(gt_h, 1, handlers[1], NULL, 0, memory, n, NULL, NULL, NULL));
				await(&arrived);
			} else {
				for (expected++; answers < expected;)
					curve_compute(1e3);
			}
			break;
		case PUT_CALL:
		case GET_CALL:
			took = curve_now();
			if (mode == PUT_CALL)
				put(1, n, true);
			else
				GT_OK(LAPI_Get(gt_h, 1, n, memories[1], memory, NULL, &complete));
			sum += curve_now() - took;
			await(&complete);
			break;
		case PUT:
		case PUT_POLLED:
			put(1, n, true);
			await(&complete);
			break;
		case GET:
		case GET_POLLED:
			GT_OK(LAPI_Get(gt_h, 1, n, memories[1], memory, NULL, &sent));
			await(&sent);
			break;
		default: break;
		}
	took = curve_now() - begin;
	if (mode == ONE_WAY || mode == PUT_CALL || mode == GET_CALL)
		took = sum;
	else if (mode == PUT || mode == GET) {
		int one = 1;
		GT_OK(LAPI_Put(gt_h, 1, sizeof one, overs[1], &one, NULL, NULL, &complete));
		await(&complete);
	}
	GT_OK(LAPI_Setcntr(gt_h, &arrived, 0));
	GT_OK(LAPI_Gfence(gt_h));
	return took / (double)repetitions;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int mode = PING;
	gt_start();
	for (int c; (c = getopt(argc, argv, "m:" CURVE_OPTIONS)) != -1;)
		if (c == 'm') {
			if ((mode = curve_mode(modes, MODES, optarg)) < 0)
				curve_usage(argv[0], OPTIONS);
		} else if (!curve_option(&curve, c, optarg)) {
			curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	if (gt_n < 2)
		GT_SKIP("needs 2 tasks");
	memory = malloc(curve_room(&curve));
	memset(memory, gt_me, curve_room(&curve));
	GT_OK(LAPI_Address_init(gt_h, memory, memories));
	GT_OK(LAPI_Address_init(gt_h, &arrived, counters));
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	GT_OK(LAPI_Address_init(gt_h, &at, times));
	GT_OK(LAPI_Address_init(gt_h, (void *)&over, overs));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, mode == INTERRUPT || mode == PUT || mode == GET));
	GT_OK(LAPI_Gfence(gt_h));
	curve_head("LAPI, ", modes[mode], "");
	const bool pair = mode == ONE_WAY || mode == PING || mode == INTERRUPT; /* task 1 takes part in each */
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		const long repetitions = curve_repetitions(&curve, n);
		if (gt_me == 0 || (pair && gt_me == 1)) {
			timed(mode, n, 2);
			curve_row(n, repetitions, (double)n, timed(mode, n, repetitions));
		} else {
			for (int i = 0; i < 4; i++) {
				const bool computes = gt_me == 1 && i % 2 == 1 && (mode == PUT || mode == GET);

				while (computes && !over)
					curve_compute(1e3);
				over = 0;
				GT_OK(LAPI_Gfence(gt_h));
			}
		}
	}
	return gt_stop();
}
