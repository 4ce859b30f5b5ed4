/* libc_cores.c - how many cores a program has: those of its node in the simulated machine. */
#include "pthreads.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static int cores(void) { return ga_sim_now && ga_sim_now->cores ? ga_sim_now->cores : 0; }

static long sim_sysconf(int name) { return cores() && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) ? cores() : sysconf(name); }

static int sim_get_nprocs(void) { return cores() ? cores() : get_nprocs(); }

/* How many bytes of a set say it all, as the kernel answers; -1: too few. */
static int affinity(size_t bytes, cpu_set_t *set)
{
	const size_t need = ((size_t)cores() + 63) / 64 * 8;

	if (bytes < need || bytes % 8)
		return -1;
	memset(set, 0, bytes);
	for (int i = 0; i < cores(); i++)
		CPU_SET_S(i, bytes, set);
	return (int)need;
}

long ga_sim_affinity(size_t bytes, void *set)
{
	const int n = cores() ? affinity(bytes, set) : sched_getaffinity(0, bytes, set) == 0 ? (int)bytes : -1;

	return n < 0 ? -EINVAL : n;
}

static int sim_sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set)
{
	if (!cores())
		return sched_getaffinity(pid, bytes, set);
	return affinity(bytes, set) < 0 ? (errno = EINVAL, -1) : 0;
}

static int sim_pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *set)
{
	if (!cores())
		return ga_sim_now ? sched_getaffinity(0, bytes, set) == 0 ? 0 : errno : pthread_getaffinity_np(thread, bytes, set);
	return affinity(bytes, set) < 0 ? EINVAL : 0;
}

/* Threads stay on no particular core: what is asked for must be possible, and has no effect. */
static int sim_pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *set)
{
	if (!ga_sim_now)
		return pthread_setaffinity_np(thread, bytes, set);
	for (int i = 0; i < (cores() ? cores() : CPU_SETSIZE); i++)
		if ((size_t)i < 8 * bytes && CPU_ISSET_S(i, bytes, set))
			return 0;
	return EINVAL;
}

static int sim_pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t bytes, const cpu_set_t *set)
{
	(void)attr;
	return !ga_sim_now ? pthread_attr_setaffinity_np(attr, bytes, set) : bytes == 0 ? 0 : sim_pthread_setaffinity_np(0, bytes, set);
}

static int sim_sched_getcpu(void) { return cores() ? 0 : sched_getcpu(); }

const struct name ga_sim_core_names[] = {
    NAME(sysconf),
    {"__sysconf", (void *)sim_sysconf, 0},
    NAME(get_nprocs),
    {"get_nprocs_conf", (void *)sim_get_nprocs, 0},
    NAME(sched_getaffinity),
    NAME(pthread_getaffinity_np),
    NAME(pthread_setaffinity_np),
    NAME(pthread_attr_setaffinity_np),
    NAME(sched_getcpu),
    {0},
};
