/* runtime/futex.c - sleeping on a word, and a clock for it. */
#define _GNU_SOURCE
#include "futex.h"

#include "../../sim/host/host.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint32_t ga_now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint32_t)((uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u);
}

bool ga_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns)
{
	if (ga_sim_running())
		return ga_sim_futex_wait(word, seen, timeout_ns);
	struct timespec t = {.tv_sec = (time_t)(timeout_ns / 1000000000u), .tv_nsec = (long)(timeout_ns % 1000000000u)};
	const int before = errno; /* programs see no error where there is none */
	const bool woken = syscall(SYS_futex, word, FUTEX_WAIT, seen, &t, NULL, 0) == 0 || errno != ETIMEDOUT;

	errno = before;
	return woken;
}

void ga_futex_wake(uint32_t *word, int sleepers)
{
	if (ga_sim_running())
		ga_sim_futex_wake(word, sleepers);
	else
		syscall(SYS_futex, word, FUTEX_WAKE, sleepers, NULL, NULL, 0);
}
