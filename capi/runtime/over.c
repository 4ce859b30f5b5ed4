/* runtime/over.c - how far the end of a rank by its job has come: over.h. */
#define _GNU_SOURCE
#include "over.h"

#include <signal.h>
#include <unistd.h>

#include "futex.h"

#define SECOND_NS UINT64_C(1000000000)

static struct {
	uint32_t begun; /* exit handlers run */
	uint32_t over;  /* they have; futex */
	pid_t thread, process;
} ending;

bool ga_ending(void) { return __atomic_load_n(&ending.begun, __ATOMIC_ACQUIRE); }

bool ga_end_begin(void)
{
	uint32_t none = 0;

	if (!__atomic_compare_exchange_n(&ending.begun, &none, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return false;
	ending.thread = gettid();
	return true;
}

_Noreturn void ga_end_sleep(void)
{
	for (uint32_t never = 0;;)
		ga_futex_wait(&never, 0, SECOND_NS);
}

void ga_end_over(void)
{
	if (!ga_ending() || ending.thread != gettid() || ending.process != getpid())
		return;
	__atomic_store_n(&ending.over, 1, __ATOMIC_RELEASE);
	ga_futex_wake(&ending.over, 1 << 30);
	ga_end_sleep();
}

void ga_end_wait(uint64_t ns)
{
	const uint32_t begun = ga_now_us();

	while (!__atomic_load_n(&ending.over, __ATOMIC_ACQUIRE) && (ga_now_us() - begun) * UINT64_C(1000) < ns)
		ga_futex_wait(&ending.over, 0, SECOND_NS / 100);
}

void ga_end_follow(void) { ending.process = getpid(); }
