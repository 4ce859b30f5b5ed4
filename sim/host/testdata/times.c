/* Clocks are the world's. The driver adds 10 ns for a look at a clock, and time passes only if all ranks sleep. */
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <string.h>

#include "check.h"
#include "world.h"

static long now(void)
{
	struct timespec t;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

#define TAKES(ns, what)                                                   \
	do {                                                              \
		long from = now();                                        \
		what;                                                     \
		long took = now() - from;                                 \
		if (took < (ns) || took > (ns) + 1000)                    \
			fprintf(stderr, "%s took %ld ns\n", #what, took); \
		CHECK(took >= (ns) && took <= (ns) + 1000);               \
	} while (0)

int main(void)
{
	struct timespec t = {.tv_sec = 1000, .tv_nsec = 7}, bad = {.tv_nsec = -1}, at;
	struct timeval v, w;
	struct rusage u;
	struct tms m;
	time_t s;
	char host[100];

	CHECK(now() < 2000000000);
	TAKES(3600000000000L, CHECK(sleep(3600) == 0));
	TAKES(1000000, usleep(1000));
	TAKES(1000000000007L, CHECK(nanosleep(&t, NULL) == 0));
	CHECK(nanosleep(&bad, NULL) == -1);
	TAKES(1000000000007L, CHECK(clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL) == 0));
	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += 5;
	TAKES(5000000000L - 20, CHECK(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == 0));
	v = (struct timeval){.tv_sec = 2};
	TAKES(2000000000L, CHECK(select(0, NULL, NULL, NULL, &v) == 0));
	TAKES(3000000000L, CHECK(poll(NULL, 0, 3000) == 0));
	TAKES(0, sched_yield());
	s = time(NULL);
	CHECK(s > 5600 && s < 6000 && time(&s) == s);
	gettimeofday(&w, NULL);
	CHECK(w.tv_sec == s);
	CHECK(clock() > 5600 * CLOCKS_PER_SEC && times(&m) > 0 && m.tms_utime > 0);
	CHECK(getrusage(RUSAGE_SELF, &u) == 0 && u.ru_utime.tv_sec > 5600 && u.ru_maxrss > 0);
	CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0 && clock_gettime(CLOCK_TAI, &t) == 0 && clock_gettime(1000, &t) == -1);
	CHECK(clock_getres(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec == 1);
	CHECK(timespec_get(&t, TIME_UTC) == TIME_UTC);
	CHECK(gethostname(host, sizeof host) == 0 && strcmp(host, "nid00007") == 0);
	CHECK(getpid() == 10000 + world_rank());
	alarm(0);
	return 0;
}
