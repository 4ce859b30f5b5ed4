/* libc_shared.c - what the process has one of, and a rank cannot have for itself: a program that changes it is warned, once in a job for each. And handlers of
 * C++, which each rank has. */
#include "rank.h"

#include <dlfcn.h>
#include <grp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

void ga_sim_notice(enum ga_sim_shared what, const char *format, ...)
{
	static bool reported[GA_SIM_SHARED];
	char line[512];
	va_list args;
	int n;

	if (!ga_sim_now || reported[what])
		return;
	reported[what] = true;
	n = snprintf(line, sizeof line, "gasnetgo: rank %d ", ga_sim_now->id);
	va_start(args, format);
	n += vsnprintf(line + n, sizeof line - n - 1, format, args);
	va_end(args);
	if (n > (int)sizeof line - 2)
		n = sizeof line - 2;
	line[n++] = '\n';
	ga_sim_hide();
	(void)!write(2, line, n);
}

/* The function, as the program wrote it, and what it changes. */
#define TELL(what, fn) ga_sim_notice(what, "calls " fn ", which is for the whole process: all ranks of a simulated job share it")

/* No rank that runs notices another size of core files, which programs set to 0. */
static bool matters(__rlimit_resource_t what) { return what != RLIMIT_CORE; }

static int sim_setrlimit(__rlimit_resource_t what, const struct rlimit *limit)
{
	struct rlimit now;

	if (limit && matters(what) && getrlimit(what, &now) == 0 && (now.rlim_cur != limit->rlim_cur || now.rlim_max != limit->rlim_max))
		TELL(GA_SIM_SHARED_LIMITS, "setrlimit");
	return setrlimit(what, limit);
}

static int sim_prlimit(pid_t pid, __rlimit_resource_t what, const struct rlimit *limit, struct rlimit *old)
{
	if (limit && matters(what))
		TELL(GA_SIM_SHARED_LIMITS, "prlimit");
	return prlimit(ga_sim_now && pid == 10000 + ga_sim_now->id ? 0 : pid, what, limit, old);
}

#define SHARED(what, type, name, params, ...)      \
	static type sim_##name params              \
	{                                          \
		TELL(GA_SIM_SHARED_##what, #name); \
		return name(__VA_ARGS__);          \
	}
SHARED(PRIORITY, int, nice, (int by), by)
SHARED(PRIORITY, int, setpriority, (__priority_which_t which, id_t who, int to), which, who, to)
SHARED(CPUS, int, sched_setaffinity, (pid_t pid, size_t n, const cpu_set_t *set), pid, n, set)
SHARED(CPUS, int, sched_setscheduler, (pid_t pid, int policy, const struct sched_param *p), pid, policy, p)
SHARED(USER, int, setuid, (uid_t id), id)
SHARED(USER, int, seteuid, (uid_t id), id)
SHARED(USER, int, setreuid, (uid_t real, uid_t effective), real, effective)
SHARED(USER, int, setgid, (gid_t id), id)
SHARED(USER, int, setegid, (gid_t id), id)
SHARED(USER, int, setregid, (gid_t real, gid_t effective), real, effective)
SHARED(USER, int, setgroups, (size_t n, const gid_t *all), n, all)
SHARED(SESSION, int, setpgid, (pid_t pid, pid_t group), pid, group)
SHARED(SESSION, pid_t, setsid, (void), )
SHARED(ROOT, int, chroot, (const char *path), path)

/* C++'s handlers: libstdc++ has those of the rank that runs. */
typedef void (*handler)(void);
static const char *const setters[GA_SIM_CXX] = {"_ZSt13set_terminatePFvvE", "_ZSt14set_unexpectedPFvvE", "_ZSt15set_new_handlerPFvvE"};
static struct {
	handler (*set)(handler);
	handler home, now;
	bool changed;
} cxx[GA_SIM_CXX];

void ga_sim_handlers_of(const struct ga_sim_rank *r)
{
	for (int i = 0; i < GA_SIM_CXX; i++) {
		const handler want = r->cxx_set & 1 << i ? r->cxx[i] : cxx[i].home;

		if (cxx[i].set && want != cxx[i].now)
			cxx[i].set(cxx[i].now = want);
	}
}

static handler set(int i, handler to)
{
	struct ga_sim_rank *r = ga_sim_now;
	void *const library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_NOLOAD);
	handler before;

	if (!cxx[i].set && library)
		cxx[i].set = (handler(*)(handler))dlsym(library, setters[i]);
	if (!cxx[i].set)
		return NULL;
	before = cxx[i].set(to);
	if (!cxx[i].changed)
		cxx[i].home = before;
	cxx[i].changed = true;
	cxx[i].now = to;
	if (r) {
		r->cxx[i] = to;
		r->cxx_set |= 1 << i;
		ga_sim_apart = true;
	}
	return before;
}

static handler set_terminate(handler to) { return set(0, to); }
static handler set_unexpected(handler to) { return set(1, to); }
static handler set_new_handler(handler to) { return set(2, to); }

const struct name ga_sim_shared_names[] = {
    OWN_NAME(setrlimit),
    {"setrlimit64", (void *)sim_setrlimit, PROGRAM_ONLY},
    OWN_NAME(prlimit),
    {"prlimit64", (void *)sim_prlimit, PROGRAM_ONLY},
    OWN_NAME(nice),
    OWN_NAME(setpriority),
    OWN_NAME(sched_setaffinity),
    OWN_NAME(sched_setscheduler),
    OWN_NAME(setuid),
    OWN_NAME(seteuid),
    OWN_NAME(setreuid),
    OWN_NAME(setgid),
    OWN_NAME(setegid),
    OWN_NAME(setregid),
    OWN_NAME(setgroups),
    OWN_NAME(setpgid),
    OWN_NAME(setsid),
    OWN_NAME(chroot),
    {"_ZSt13set_terminatePFvvE", (void *)set_terminate, PROGRAM_ONLY},
    {"_ZSt14set_unexpectedPFvvE", (void *)set_unexpected, PROGRAM_ONLY},
    {"_ZSt15set_new_handlerPFvvE", (void *)set_new_handler, PROGRAM_ONLY},
    {0},
};
