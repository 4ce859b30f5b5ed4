/* The time stamp counter as programs read it, by instructions, is a clock in simulated worlds: it has one frequency, which a program finds as usual, and GASNet's ticks
 * agree with it. */
#include "../gt_tools.h"

#if defined(__x86_64__)
#include <x86intrin.h>

enum { WAIT = 200000 }; /* ns */

/* Counter and clock over some time, as programs find the frequency. */
static double calibrated(void)
{
	const uint64_t c0 = __rdtsc(), t0 = gt_ns();
	uint64_t c1, t1;

	do {
		c1 = __rdtsc();
		t1 = gt_ns();
	} while (t1 - t0 < WAIT);
	return (double)(c1 - c0) / (double)(t1 - t0);
}

/* A delay of so many ticks. */
static uint64_t delayed(uint64_t ticks)
{
	const uint64_t begin = gt_ns(), from = __rdtsc();

	while (__rdtsc() - from < ticks)
		;
	return gt_ns() - begin;
}

int main(void)
{
	unsigned processor = 0;
	double ghz;
	uint64_t last, now, took, ticks;

	gt_tools_begin();
	if (!gt_simulated())
		GT_SKIP("the counter is the processor's");
	ghz = calibrated();
	last = __rdtsc();
	for (int i = 0; i < 100; i++) {
		now = __rdtscp(&processor);
		CHECK(now >= last, "the counter goes back by %" PRIu64, last - now);
		last = now;
	}
	took = delayed((uint64_t)(1e5 * ghz));
	CHECK(took >= 100000 && took <= 100400, "a delay of 0.1 ms took %" PRIu64 " ns", took);
	ticks = gasnett_ticks_now();
	now = __rdtsc();
	took = delayed((uint64_t)(5e4 * ghz));
	now = __rdtsc() - now;
	ticks = gasnett_ticks_to_ns(gasnett_ticks_now() - ticks);
	CHECK((double)ticks >= (double)now / ghz * 0.999, "%" PRIu64 " ns around %" PRIu64 " ticks of the counter", ticks, now);
	CHECK((double)ticks <= (double)now / ghz + 400, "%" PRIu64 " ns around %" PRIu64 " ticks of the counter", ticks, now);
	MSG("%.6f GHz, processor %#x, 0.05 ms of delay took %" PRIu64 " ns, the counter shows %" PRIu64, ghz, processor, took, (uint64_t)__rdtsc());
	return GT_END();
}
#else
int main(void) { GT_SKIP("the counter of this processor is real in simulated worlds"); }
#endif
