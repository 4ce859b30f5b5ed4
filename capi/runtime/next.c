/* runtime/next.c - see next.h. */
#define _GNU_SOURCE
#include "next.h"

#include <dlfcn.h>

#include "edge.h"

const char *const ga_next_names[GA_NEXT_CALLS] = {
    "sigaction", "__sigaction", "signal", "bsd_signal", "ssignal", "sysv_signal", "__sysv_signal", "sigset", "siginterrupt", "sigaltstack",
};
static void *nexts[GA_NEXT_CALLS];

void *ga_next(int call)
{
	void *f = __atomic_load_n(&nexts[call], __ATOMIC_RELAXED);

	if (GA_UNLIKELY(!f)) {
		f = dlsym(RTLD_NEXT, ga_next_names[call]);
		__atomic_store_n(&nexts[call], f, __ATOMIC_RELAXED);
	}
	return f;
}
