/* lapi_polling.c - what a put of one word takes between two tasks in polling mode (INTERRUPT_SET is 0): its call, and until the target has seen it. Task 1 looks in several ways, three times
 * each. The sender waits for the completion counter, or leaves the acknowledgement to its next call. */
#include "../gt_lapi.h"

enum way { WAITCNTR, PROBE, PROBE_GETCNTR, WAYS };
static const char *const ways[] = {"LAPI_Waitcntr", "LAPI_Probe", "LAPI_Probe, LAPI_Getcntr"};

static volatile long word;
static long seen;
static lapi_cntr_t arrived;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void look(enum way way, long wanted)
{
	int value = 0;

	switch (way) {
	case WAITCNTR: gt_wait(&arrived, 1); break;
	case PROBE:
		while (word != wanted)
			GT_OK(LAPI_Probe(gt_h));
		break;
	default:
		while (value < 1) {
			GT_OK(LAPI_Probe(gt_h));
			value = gt_count(&arrived);
		}
	}
}

int main(void)
{
	void *words[2], *times[2], *counters[2];
	long one = 0;

	gt_start();
	GT_OK(LAPI_Address_init(gt_h, (void *)&word, words));
	GT_OK(LAPI_Address_init(gt_h, &seen, times));
	GT_OK(LAPI_Address_init(gt_h, &arrived, counters));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, 0));
	for (int i = 0; i < 2 * WAYS * 3; i++) {
		const enum way way = i / 3 % WAYS;
		const bool completes = i / 3 < WAYS;
		lapi_cntr_t origin = {0}, complete = {0}, got = {0};
		long begin = 0, returned = 0, at = 0;

		GT_OK(LAPI_Setcntr(gt_h, &arrived, 0));
		GT_OK(LAPI_Gfence(gt_h));
		one++;
		if (gt_me == 0) {
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* the other task looks by then */
			begin = now();
			GT_OK(LAPI_Put(gt_h, 1, sizeof one, words[1], &one, counters[1], &origin, completes ? &complete : NULL));
			returned = now();
			if (completes)
				gt_wait(&complete, 1);
		} else {
			look(way, one);
			seen = now();
		}
		GT_OK(LAPI_Gfence(gt_h));
		if (gt_me == 0) {
			GT_OK(LAPI_Get(gt_h, 1, sizeof at, times[1], &at, NULL, &got));
			gt_wait(&got, 1);
			printf("%s, %s: call %ld, seen %ld\n", ways[way], completes ? "completion" : "none", returned - begin, at - begin);
		}
	}
	return gt_stop();
}
