/* futex.c - futexes of a rank's program: of libraries that wait by the system call (libgomp, libstdc++'s std::atomic), by way of the C library's function syscall. */
#include "pthreads.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BITS_OF_OP = ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME) };

/* FUTEX_WAIT has how long, FUTEX_WAIT_BITSET until when. */
static struct ga_sim_until until_of(int op, const struct timespec *t)
{
	struct ga_sim_until u;

	if (!t)
		return GA_SIM_FOREVER;
	if ((op & BITS_OF_OP) == FUTEX_WAIT_BITSET)
		return ga_sim_until(op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, t);
	u = ga_sim_until(CLOCK_MONOTONIC, t);
	if (u.clock >= 0)
		u.ns += ga_sim_ask(GA_SIM_NOW, CLOCK_MONOTONIC, 0, "futex");
	return u;
}

static long futex(const uint32_t *at, int op, uint32_t value, const struct timespec *t, uint32_t mask)
{
	struct ga_sim_until until;

	switch (op & BITS_OF_OP) {
	case FUTEX_WAIT: mask = UINT32_MAX; /* fall through */
	case FUTEX_WAIT_BITSET:
		if (!mask || (t && !ga_sim_is_time(t)))
			return -EINVAL;
		until = until_of(op, t);
		if (__atomic_load_n(at, __ATOMIC_SEQ_CST) != value)
			return -EAGAIN;
		until.firm = true;
		ga_sim_line_up(at);
		ga_sim_thread_self()->mask = mask;
		return ga_sim_await(until, "futex") ? 0 : -ETIMEDOUT;
	case FUTEX_WAKE: return ga_sim_wake(at, (int)value, UINT32_MAX);
	case FUTEX_WAKE_BITSET: return mask ? ga_sim_wake(at, (int)value, mask) : -EINVAL;
	case FUTEX_CMP_REQUEUE:
		if (__atomic_load_n(at, __ATOMIC_SEQ_CST) != mask)
			return -EAGAIN;
		/* fall through */
	case FUTEX_REQUEUE: return ga_sim_wake(at, GA_SIM_ALL, UINT32_MAX); /* they look again, and wait where they have to */
	}
	return -ENOSYS;
}

bool ga_sim_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns)
{
	const struct timespec t = {.tv_sec = (time_t)(timeout_ns / 1000000000), .tv_nsec = (long)(timeout_ns % 1000000000)};

	return futex(word, FUTEX_WAIT, seen, &t, 0) != -ETIMEDOUT;
}

void ga_sim_futex_wake(uint32_t *word, int sleepers) { ga_sim_wake(word, sleepers, UINT32_MAX); }

/* Calls of the system that concern threads are ours, as the functions of the C library for them are. */
long ga_sim_system_call(const long c[7])
{
	const int error = errno;
	long answer;

	switch (c[0]) {
	case SYS_futex: return futex((const uint32_t *)c[1], (int)c[2], (uint32_t)c[3], (const struct timespec *)c[4], (uint32_t)c[6]);
	case SYS_gettid: return ga_sim_tid(ga_sim_thread_self());
	case SYS_sched_getaffinity: return ga_sim_affinity((size_t)c[2], (cpu_set_t *)c[3]);
	case SYS_sched_setaffinity: return 0;
	case SYS_sched_yield: ga_sim_fruitless("sched_yield"); return 0;
	}
	answer = syscall(c[0], c[1], c[2], c[3], c[4], c[5], c[6]);
	if (answer == -1)
		answer = -errno;
	errno = error;
	return answer;
}

static long sim_syscall(long number, ...)
{
	long c[7] = {number}, answer;
	va_list args;

	va_start(args, number);
	for (int i = 1; i < 7; i++)
		c[i] = va_arg(args, long);
	va_end(args);
	if (!ga_sim_now)
		return syscall(number, c[1], c[2], c[3], c[4], c[5], c[6]);
	answer = ga_sim_system_call(c);
	return answer < 0 && answer > -4096 ? (errno = (int)-answer, -1) : answer;
}

static pid_t sim_gettid(void) { return ga_sim_now ? ga_sim_tid(ga_sim_thread_self()) : (pid_t)syscall(SYS_gettid); }

const struct name ga_sim_futex_names[] = {NAME(syscall), NAME(gettid), {0}};
