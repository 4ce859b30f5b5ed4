/* runtime/program.c - which C library the program that called has: the process's, or what a simulated rank gets in its place. */
#define _GNU_SOURCE
#include "program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../sim/host/host.h"
#include "edge.h"

static const struct ga_libc here = {getenv, setenv, unsetenv, clock_gettime, nanosleep, sched_yield, gethostname,
                                    signal, raise,  abort,    _exit,         on_exit,   fflush,      write};
static struct ga_libc there;

static void find(void)
{
	void *f;

	there = here;
#define FIND(member, name)                       \
	if ((f = ga_sim_function(name)) != NULL) \
	__builtin_memcpy(&there.member, &f, sizeof f)
	FIND(getenv, "getenv");
	FIND(setenv, "setenv");
	FIND(unsetenv, "unsetenv");
	FIND(clock_gettime, "clock_gettime");
	FIND(nanosleep, "nanosleep");
	FIND(sched_yield, "sched_yield");
	FIND(gethostname, "gethostname");
	FIND(signal, "signal");
	FIND(raise, "raise");
	FIND(abort, "abort");
	FIND(leave, "_exit");
	FIND(on_exit, "on_exit");
	FIND(fflush, "fflush");
	FIND(write, "write");
#undef FIND
}

const struct ga_libc *ga_libc(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (GA_LIKELY(!ga_simulated))
		return &here;
	pthread_once(&once, find);
	return &there;
}

void *ga_program_symbol(const char *name, void *weak) { return ga_simulated ? ga_sim_program(name) : weak; }

const char *ga_library_path(void)
{
	Dl_info info;

	return dladdr((void *)(uintptr_t)&ga_library_path, &info) && info.dli_fname ? info.dli_fname : "";
}
