/* Ticks against the C library's clock, which brackets them: they never go back, and elapsed ticks are elapsed time. */
#include "../gt_tools.h"

enum { READINGS = 100000, INTERVALS = 20 };

static void monotonic(void)
{
	gasnett_tick_t last = gasnett_ticks_now();
	CHECK(last > GASNETT_TICK_MIN && last < GASNETT_TICK_MAX, "%" PRIu64, last);
	for (int i = 0; i < READINGS; i++) {
		gasnett_tick_t now = gasnett_ticks_now();
		if (now < last) {
			ERR("ticks go back by %" PRIu64, last - now);
			break;
		}
		last = now;
	}
}

/* An inner interval is shorter than the interval around it, except for the error of the conversion. */
static void inside(const char *what, uint64_t inner, uint64_t outer)
{
	CHECK((double)inner <= (double)outer * 1.0001 + 1000, "%s: %" PRIu64 " ns inside %" PRIu64, what, inner, outer);
}

static void interval(long ms)
{
	uint64_t c0 = gt_ns(), c1, c2, c3;
	gasnett_tick_t t0 = gasnett_ticks_now(), t1;
	c1 = gt_ns();
	gt_sleep_ms(ms);
	c2 = gt_ns();
	t1 = gasnett_ticks_now();
	c3 = gt_ns();
	inside("ticks within the clock", gasnett_ticks_to_ns(t1 - t0), c3 - c0);
	inside("clock within ticks", c2 - c1, gasnett_ticks_to_ns(t1 - t0));
	if (gt_simulated()) /* virtual time advances by the sleep, and a little for reading clocks */
		CHECK(gasnett_ticks_to_ns(t1 - t0) - (uint64_t)ms * 1000000 <= 4096, "%" PRIu64 " ns in %ld ms", gasnett_ticks_to_ns(t1 - t0), ms);
}

static void conversion(void)
{
	gasnett_tick_t a = gasnett_ticks_now(), b;
	int64_t apart;
	gt_sleep_ms(3);
	b = gasnett_ticks_now();
	apart = (int64_t)(gasnett_ticks_to_us(b) - gasnett_ticks_to_us(a)) - (int64_t)gasnett_ticks_to_us(b - a);
	CHECK(apart >= -1 && apart <= 1, "us(b) - us(a) and us(b - a) are %" PRId64 " apart", apart);
	CHECK(gasnett_ticks_to_ns(b) / 1000 - gasnett_ticks_to_us(b) <= 1, "ns and us of %" PRIu64, b);
	CHECK(gasnett_ticks_to_ns(0) == 0 && gasnett_ticks_to_us(0) == 0, "0");
	/* large readings do not overflow on the way */
	CHECK(gasnett_ticks_to_ns(b * 1000) / gasnett_ticks_to_ns(b) - 999 <= 1, "%" PRIu64 " and 1000 times that", b);
}

static void wall(void)
{
	struct timespec t;
	uint64_t before, between, after;
	clock_gettime(CLOCK_REALTIME, &t);
	before = (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
	between = gasnett_gettimeofday_us();
	clock_gettime(CLOCK_REALTIME, &t);
	after = (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
	CHECK(before <= between && between <= after, "%" PRIu64 " %" PRIu64 " %" PRIu64, before, between, after);
}

static void asleep(void)
{
	for (uint64_t ns = 1; ns < 30000000; ns *= 30) {
		uint64_t begin = gt_ns(), slept;
		CHECK(gasnett_nsleep(ns) == 0, "%" PRIu64 " ns: %s", ns, strerror(errno));
		slept = gt_ns() - begin;
		CHECK(slept >= ns, "%" PRIu64 " ns instead of %" PRIu64, slept, ns);
	}
}

int main(void)
{
	gt_tools_begin();
	monotonic();
	for (int i = 0; i < INTERVALS; i++)
		interval(i % 5);
	conversion();
	wall();
	asleep();
	CHECK(gasnett_tick_granularityus() > 0 && gasnett_tick_granularityus() < 1000, "granularity %g us", gasnett_tick_granularityus());
	CHECK(gasnett_tick_overheadus() > 0 && gasnett_tick_overheadus() < 1000, "overhead %g us", gasnett_tick_overheadus());
	MSG0("granularity %g us, overhead %g us", gasnett_tick_granularityus(), gasnett_tick_overheadus());
	return GT_END();
}
