/* slice.c - turns of limited length, for ranks that compute for long: a timer interrupts them (interrupt.c). */
#include "rank.h"

#include <errno.h>
#include <time.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define FIRST INT64_C(100000) /* ns */
#define LONGEST INT64_C(10000000)
#define SECOND INT64_C(1000000000)

bool ga_sim_slicing;
static timer_t timer;       /* of real time: those of CPU time are as coarse as the kernel's ticks */
static volatile bool armed; /* handlers change it */
static int64_t turn_began;  /* CPU time */

/* Setting a timer costs more than most turns take. So for a rank that is not known to compute for long it is set only if it is not set already, by an earlier turn; what it finds when
 * it ends is then mostly a turn that has just begun. The more often in a row, the later it looks again. */
static int64_t interval = FIRST;

static int64_t length(const struct ga_sim_rank *r)
{
	const int64_t ns = r->hurry ? FIRST : FIRST << (r->slices < 10 ? r->slices : 10);

	return ns < LONGEST ? ns : LONGEST;
}

static void arm(int64_t ns)
{
	const struct itimerspec at = {.it_value = {.tv_nsec = ns}};

	armed = true;
	timer_settime(timer, 0, &at, NULL);
}

static int64_t nanoseconds(clockid_t clock)
{
	struct timespec t;

	return clock_gettime(clock, &t) == 0 ? t.tv_sec * SECOND + t.tv_nsec : 0;
}

void ga_sim_slice_begin(const struct ga_sim_rank *r, int64_t began)
{
	turn_began = began;
	if (r->slices > 0)
		arm(length(r));
	else if (!armed)
		arm(interval);
}

bool ga_sim_slice_over(const struct ga_sim_rank *r)
{
	const int error = errno;
	int64_t has;

	armed = false;
	if (!r || r->crashing)
		return false; /* the next turn sets it */
	has = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - turn_began;
	if (has >= length(r) - length(r) / 8) {
		interval = FIRST;
	} else if (r->slices > 0) {
		arm(length(r) - has);
	} else {
		interval = 2 * interval < LONGEST ? 2 * interval : LONGEST;
		arm(interval);
	}
	errno = error;
	return !armed;
}

void ga_sim_slice_again(const struct ga_sim_rank *r)
{
	const int error = errno;

	arm(length(r) / 2);
	errno = error;
}

/* The timer is left as it is: if it ends before another rank runs, nothing happens. */
void ga_sim_slice_end(struct ga_sim_rank *r)
{
	const struct ga_sim_request *request = r->state.frame;

	if (r->state.event == GA_SIM_REQUEST && request->op == GA_SIM_SPIN)
		r->slices++;
	else
		r->slices = 0;
}

void ga_sim_hurry(struct ga_sim_rank *r, bool on) { r->hurry = on; }

bool ga_sim_slice(void)
{
#if defined(__x86_64__)
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = GA_SIM_STOP_SIGNAL};

	event.sigev_notify_thread_id = ga_sim_thread();
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return false;
	__atomic_store_n(&ga_sim_slicing, true, __ATOMIC_RELEASE);
	arm(1);
	return true;
#else
	errno = ENOSYS;
	return false;
#endif
}

int64_t ga_sim_cpu(void)
{
	const pid_t id = ga_sim_thread();

	/* The kernel's number for the CPU clock of a thread (clock_getres(2), "dynamic clocks", and pthread_getcpuclockid, which wants another name of the thread). */
	return id ? nanoseconds((clockid_t)(~(unsigned)id << 3 | 6)) : 0;
}
