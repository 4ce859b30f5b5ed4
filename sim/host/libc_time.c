/* libc_time.c - clocks and sleeping: the world says what time it is. A call that does not come from a rank is the C library's. */
#include "rank.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

static int64_t now(int clock, const char *fn) { return ga_sim_ask(GA_SIM_NOW, clock, 0, fn); }

static void nap(int64_t ns, const char *fn) { ga_sim_ask(GA_SIM_SLEEP, 0, ns, fn); }

static int64_t from(const struct timespec *t) { return t->tv_sec > INT64_MAX / SECOND - 1 ? INT64_MAX : t->tv_sec * SECOND + t->tv_nsec; }

static bool is_time(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < SECOND; }

static int sim_clock_gettime(clockid_t clock, struct timespec *t)
{
	int64_t ns;

	if (!ga_sim_now)
		return clock_gettime(clock, t);
	if (clock > CLOCK_TAI)
		return errno = EINVAL, -1;
	ns = now(clock, __func__ + 4);
	t->tv_sec = ns / SECOND;
	t->tv_nsec = ns % SECOND;
	return 0;
}

static int sim_clock_getres(clockid_t clock, struct timespec *t)
{
	if (clock > CLOCK_TAI)
		return errno = EINVAL, -1;
	if (t)
		*t = (struct timespec){.tv_nsec = 1};
	return 0;
}

static int sim_clock_settime(clockid_t clock, const struct timespec *t)
{
	(void)clock, (void)t;
	return errno = EPERM, -1;
}

static int sim_gettimeofday(struct timeval *t, void *zone)
{
	int64_t ns;

	if (!ga_sim_now)
		return gettimeofday(t, zone);
	ns = now(CLOCK_REALTIME, __func__ + 4);
	if (t)
		*t = (struct timeval){.tv_sec = ns / SECOND, .tv_usec = ns % SECOND / 1000};
	if (zone)
		memset(zone, 0, sizeof(struct timezone));
	return 0;
}

static time_t sim_time(time_t *t)
{
	time_t s;

	if (!ga_sim_now)
		return time(t);
	s = now(CLOCK_REALTIME, __func__ + 4) / SECOND;
	if (t)
		*t = s;
	return s;
}

static int sim_timespec_get(struct timespec *t, int base)
{
	if (!ga_sim_now || base != TIME_UTC)
		return timespec_get(t, base);
	sim_clock_gettime(CLOCK_REALTIME, t);
	return base;
}

static int sim_ftime(struct timeb *t)
{
	struct timespec at;
	int64_t ns;

	if (ga_sim_now) {
		ns = now(CLOCK_REALTIME, __func__ + 4);
	} else {
		clock_gettime(CLOCK_REALTIME, &at);
		ns = from(&at);
	}
	*t = (struct timeb){.time = ns / SECOND, .millitm = ns % SECOND / 1000000};
	return 0;
}

static clock_t sim_clock(void) { return ga_sim_now ? now(CLOCK_PROCESS_CPUTIME_ID, __func__ + 4) / (SECOND / CLOCKS_PER_SEC) : clock(); }

static clock_t sim_times(struct tms *t)
{
	const long tick = SECOND / sysconf(_SC_CLK_TCK);

	if (!ga_sim_now)
		return times(t);
	if (t)
		*t = (struct tms){.tms_utime = now(CLOCK_PROCESS_CPUTIME_ID, __func__ + 4) / tick};
	return now(CLOCK_MONOTONIC, __func__ + 4) / tick;
}

/* Other clocks are those of the process. */
static int sim_getrusage(int who, struct rusage *u)
{
	const int rc = getrusage(who, u);
	int64_t ns;

	if (!ga_sim_now || rc != 0)
		return rc;
	ns = who == RUSAGE_CHILDREN ? 0 : now(CLOCK_PROCESS_CPUTIME_ID, __func__ + 4);
	u->ru_utime = (struct timeval){.tv_sec = ns / SECOND, .tv_usec = ns % SECOND / 1000};
	u->ru_stime = (struct timeval){0};
	return 0;
}

static unsigned sim_sleep(unsigned s)
{
	if (!ga_sim_now)
		return sleep(s);
	nap(s * SECOND, __func__ + 4);
	return 0;
}

static int sim_usleep(useconds_t us)
{
	if (!ga_sim_now)
		return usleep(us);
	nap(us * INT64_C(1000), __func__ + 4);
	return 0;
}

static int sim_clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left)
{
	int64_t ns;

	if (!ga_sim_now)
		return clock_nanosleep(clock, flags, t, left);
	if (!is_time(t) || clock > CLOCK_TAI)
		return EINVAL;
	ns = from(t) - (flags & TIMER_ABSTIME ? now(clock, __func__ + 4) : 0);
	nap(ns > 0 ? ns : 0, __func__ + 4);
	return 0;
}

static int sim_nanosleep(const struct timespec *t, struct timespec *left)
{
	if (!ga_sim_now)
		return nanosleep(t, left);
	if (!is_time(t))
		return errno = EINVAL, -1;
	nap(from(t), __func__ + 4);
	return 0;
}

static int sim_sched_yield(void)
{
	if (!ga_sim_now)
		return sched_yield();
	ga_sim_ask(GA_SIM_YIELD, 0, 0, __func__ + 4);
	return 0;
}

static int sim_pause(void)
{
	if (!ga_sim_now)
		return pause();
	ga_sim_ask(GA_SIM_PAUSE, 0, 0, __func__ + 4);
	return errno = EINTR, -1;
}

static int sim_sigsuspend(const sigset_t *set)
{
	(void)set;
	return sim_pause();
}

/* With nothing to wait for these are ways to sleep. With descriptors they look, and then the time passes: what others of the simulation do is not
 * seen through descriptors. */
static int sim_poll(struct pollfd *all, nfds_t n, int ms)
{
	int rc;

	if (!ga_sim_now)
		return poll(all, n, ms);
	if (n == 0 && ms < 0)
		return sim_pause();
	rc = n && ms >= 0 ? poll(all, n, 0) : n ? poll(all, n, ms) : 0;
	if (rc == 0 && ms > 0)
		nap(ms * INT64_C(1000000), __func__ + 4);
	return rc;
}

static int sim___poll_chk(struct pollfd *all, nfds_t n, int ms, size_t bytes)
{
	(void)bytes;
	return sim_poll(all, n, ms);
}

static int sim_ppoll(struct pollfd *all, nfds_t n, const struct timespec *t, const sigset_t *mask)
{
	int rc;

	if (!ga_sim_now || !t)
		return n || !ga_sim_now ? ppoll(all, n, t, mask) : sim_pause();
	rc = n ? ppoll(all, n, &(struct timespec){0}, NULL) : 0;
	if (rc == 0 && from(t) > 0)
		nap(from(t), __func__ + 4);
	return rc;
}

static int sim_select(int n, fd_set *in, fd_set *out, fd_set *err, struct timeval *t)
{
	int64_t ns;
	int rc = 0;

	if (!ga_sim_now || !t)
		return !ga_sim_now || in || out || err ? select(n, in, out, err, t) : sim_pause();
	ns = t->tv_sec * SECOND + t->tv_usec * INT64_C(1000);
	if (in || out || err)
		rc = select(n, in, out, err, &(struct timeval){0});
	if (rc == 0 && ns > 0)
		nap(ns, __func__ + 4);
	if (rc == 0)
		*t = (struct timeval){0};
	return rc;
}

static int sim_pselect(int n, fd_set *in, fd_set *out, fd_set *err, const struct timespec *t, const sigset_t *mask)
{
	struct timeval v;

	if (!ga_sim_now || !t)
		return !ga_sim_now || in || out || err ? pselect(n, in, out, err, t, mask) : sim_pause();
	v = (struct timeval){.tv_sec = t->tv_sec, .tv_usec = t->tv_nsec / 1000};
	return sim_select(n, in, out, err, &v);
}

const struct name ga_sim_time_names[] = {
    NAME(clock_gettime),
    {"__clock_gettime", (void *)sim_clock_gettime, 0},
    NAME(clock_getres),
    NAME(clock_settime),
    NAME(gettimeofday),
    {"__gettimeofday", (void *)sim_gettimeofday, 0},
    NAME(time),
    NAME(timespec_get),
    NAME(ftime),
    NAME(clock),
    NAME(times),
    NAME(getrusage),
    NAME(sleep),
    NAME(usleep),
    NAME(nanosleep),
    {"__nanosleep", (void *)sim_nanosleep, 0},
    NAME(clock_nanosleep),
    NAME(sched_yield),
    {"pthread_yield", (void *)sim_sched_yield, 0},
    {"thrd_yield", (void *)sim_sched_yield, 0},
    NAME(pause),
    NAME(sigsuspend),
    NAME(poll),
    NAME(__poll_chk),
    NAME(ppoll),
    NAME(select),
    NAME(pselect),
    {0},
};
