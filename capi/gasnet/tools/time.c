/* gasnet/tools/time.c - ticks: the processor's counter where it can be trusted, else nanoseconds of the system's clock; in a simulated world
 * nanoseconds of virtual time. */
#include <gasnet_tools.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

#include "../../plane/plane.h"
#include "../../runtime/program.h"

#define SECOND UINT64_C(1000000000)
#define CALIBRATION (10 * (SECOND / 1000)) /* two readings this far apart, each good to some 50 ns, are wrong by 10 in a million */

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	ga_libc()->clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

#if defined(__x86_64__)
static uint64_t counter(void) { return __rdtsc(); }
#elif defined(__aarch64__)
static uint64_t counter(void)
{
	uint64_t t;

	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(t));
	return t;
}
#endif

/* ns = ticks * scale >> 32. Without a counter ticks are ns. */
static bool use_counter;
static uint64_t first_ticks, first_ns, scale = UINT64_C(1) << 32;

#if defined(__x86_64__)
/* The counter runs at one rate in all power states, and the kernel has found it the same on all processors or takes its own clock from it. */
static bool counter_is_good(void)
{
	static const char *const by_counter[] = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page"};
	unsigned a, b, c, d;
	char name[64];
	ssize_t n;
	int fd;

	if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d >> 8 & 1))
		return false;
	fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, name, sizeof name - 1);
	close(fd);
	name[n > 0 ? n : 0] = '\0';
	name[strcspn(name, "\n")] = '\0';
	for (size_t i = 0; i < sizeof by_counter / sizeof by_counter[0]; i++)
		if (strcmp(name, by_counter[i]) == 0)
			return true;
	return false;
}
#elif defined(__aarch64__)
static bool counter_is_good(void) { return true; }
#endif

/* Counter and clock at the same moment: the closest of a few tries. */
static void read_both(uint64_t *ticks, uint64_t *ns)
{
	uint64_t closest = UINT64_MAX;

	*ticks = *ns = 0;
	for (int i = 0; i < 8; i++) {
		const uint64_t before = counter(), at = clock_ns(CLOCK_MONOTONIC), after = counter();

		if (after - before < closest) {
			closest = after - before;
			*ticks = before + closest / 2;
			*ns = at;
		}
	}
}

/* As early as can be, so that the first conversion need not wait. */
__attribute__((constructor)) static void begin(void)
{
	use_counter = counter_is_good();
	if (use_counter)
		read_both(&first_ticks, &first_ns);
}

static void calibrate(void)
{
#if defined(__aarch64__)
	uint64_t rate;

	__asm__ __volatile__("mrs %0, cntfrq_el0" : "=r"(rate));
	scale = (uint64_t)(((unsigned __int128)SECOND << 32) / rate);
#else
	uint64_t ticks, ns;

	if (!use_counter)
		return;
	do
		read_both(&ticks, &ns);
	while (ns - first_ns < CALIBRATION);
	scale = (uint64_t)(((unsigned __int128)(ns - first_ns) << 32) / (ticks - first_ticks));
#endif
}

gasnett_tick_t gasnett_ticks_now(void)
{
	if (GA_LIKELY(use_counter && !ga_simulated))
		return counter();
	return clock_ns(CLOCK_MONOTONIC);
}

uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (ga_simulated || !use_counter)
		return ticks;
	pthread_once(&once, calibrate);
	return (uint64_t)(((unsigned __int128)ticks * scale) >> 32);
}

uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks) { return gasnett_ticks_to_ns(ticks) / 1000; }

/* What ticks are good for, measured on this machine. In microseconds. */
static double granularity, overhead;

static void measure(void)
{
	enum { READINGS = 1000, WARM = 100 };
	gasnett_tick_t smallest = GASNETT_TICK_MAX, last, first;

	for (int i = 0; i < WARM; i++)
		(void)gasnett_ticks_now();
	first = last = gasnett_ticks_now();
	for (int i = 0; i < READINGS; i++) {
		const gasnett_tick_t now = gasnett_ticks_now();

		if (now != last && now - last < smallest)
			smallest = now - last;
		last = now;
	}
	/* A thousand times as many, since conversions are to whole nanoseconds. */
	granularity = (double)gasnett_ticks_to_ns(smallest * 1000) / 1e6;
	overhead = (double)gasnett_ticks_to_ns(last - first) / READINGS / 1e3;
}

static void measured(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (ga_simulated) /* readings cost nothing there, and are a nanosecond apart */
		granularity = overhead = 0.001;
	else
		pthread_once(&once, measure);
}

double gasnett_tick_granularityus(void)
{
	measured();
	return granularity;
}

double gasnett_tick_overheadus(void)
{
	measured();
	return overhead;
}

int gasnett_nsleep(uint64_t ns)
{
	struct timespec t = {.tv_sec = (time_t)(ns / SECOND), .tv_nsec = (long)(ns % SECOND)};
	int r;

	do
		r = ga_libc()->nanosleep(&t, &t);
	while (r != 0 && errno == EINTR);
	return r;
}

uint64_t gasnett_gettimeofday_us(void) { return clock_ns(CLOCK_REALTIME) / 1000; }
