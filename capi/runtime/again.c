/* runtime/again.c - what happens between two attempts at a call. */
#define _GNU_SOURCE
#include "again.h"

#include <sched.h>
#include <time.h>

#include "futex.h"

#define YIELDS 100u
#define NAP_NS 100000u
#define SERIES_US 4000u /* attempts further apart than this belong to different waits */

/* Yields at first; a wait that lasts naps. */
static void pause_briefly(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local uint32_t tries, last;
	const uint32_t now = ga_now_us();

	if (now - last > SERIES_US)
		tries = 0;
	last = now;
	if (tries < YIELDS) {
		tries++;
		sched_yield();
	} else {
		nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
		last = ga_now_us();
	}
}

bool ga_make_again(const struct ga_head *head, int32_t rc)
{
	if (rc == GA_AGAIN_HANDLER)
		ga_apis[head->op >> 8].run_handler();
	else
		pause_briefly();
	return true;
}
