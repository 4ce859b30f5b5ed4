/* libc_refused.c - what a rank cannot do because it is no process: each ends the job with one sentence. What a program can live without fails with
 * ENOSYS instead. */
#include "rank.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void refuse(const char *why)
{
	if (ga_sim_now)
		ga_sim_end(GA_SIM_REFUSED, 1, why);
}

#define PROCESSES "a rank of the simulated world cannot start processes: all ranks share one"
#define TIMERS "signals by time are not supported in the simulated world"

#define REFUSE(name, reason)               \
	static long sim_##name(void)       \
	{                                  \
		refuse(#name ": " reason); \
		errno = ENOSYS;            \
		return -1;                 \
	}
#define FAIL(name)                   \
	static long sim_##name(void) \
	{                            \
		errno = ENOSYS;      \
		return -1;           \
	}

REFUSE(fork, PROCESSES)
REFUSE(vfork, PROCESSES)
REFUSE(clone, PROCESSES)
REFUSE(daemon, PROCESSES)
REFUSE(forkpty, PROCESSES)
REFUSE(execve, PROCESSES)
REFUSE(execv, PROCESSES)
REFUSE(execvp, PROCESSES)
REFUSE(execvpe, PROCESSES)
REFUSE(execl, PROCESSES)
REFUSE(execlp, PROCESSES)
REFUSE(execle, PROCESSES)
REFUSE(fexecve, PROCESSES)

static int sim_posix_spawn(void)
{
	refuse("posix_spawn: " PROCESSES);
	return ENOSYS;
}

/* system(NULL) only asks whether there is a shell: no. */
static int sim_system(const char *command)
{
	if (!command)
		return 0;
	refuse("system: " PROCESSES);
	errno = ENOSYS;
	return -1;
}

static FILE *sim_popen(void)
{
	refuse("popen: " PROCESSES);
	errno = ENOSYS;
	return NULL;
}

/* Turning off something that was never on succeeds. */
static unsigned sim_alarm(unsigned s)
{
	if (s)
		refuse("alarm: " TIMERS);
	return 0;
}

static useconds_t sim_ualarm(useconds_t us, useconds_t every)
{
	if (us || every)
		refuse("ualarm: " TIMERS);
	return 0;
}

static int sim_setitimer(int which, const struct itimerval *new, struct itimerval *old)
{
	(void)which;
	if (new && (new->it_value.tv_sec || new->it_value.tv_usec))
		refuse("setitimer: " TIMERS);
	if (old)
		*old = (struct itimerval){0};
	return 0;
}

static int sim_getitimer(int which, struct itimerval *now)
{
	(void)which;
	*now = (struct itimerval){0};
	return 0;
}

/* No signal from elsewhere ever comes. */
static int sim_sigwait(void)
{
	refuse("sigwait: a rank of the simulated world gets no signals from others");
	return EINVAL;
}

FAIL(timer_create)
FAIL(timerfd_create)
FAIL(eventfd)
FAIL(signalfd)
FAIL(perf_event_open)

const struct name ga_sim_refused_names[] = {
    NAME(fork),
    {"__fork", (void *)sim_fork, 0},
    {"_Fork", (void *)sim_fork, 0},
    NAME(vfork),
    {"__vfork", (void *)sim_vfork, 0},
    NAME(clone),
    NAME(daemon),
    NAME(forkpty),
    NAME(execve),
    NAME(execv),
    NAME(execvp),
    NAME(execvpe),
    NAME(execl),
    NAME(execlp),
    NAME(execle),
    NAME(fexecve),
    NAME(posix_spawn),
    {"posix_spawnp", (void *)sim_posix_spawn, 0},
    NAME(system),
    NAME(popen),
    NAME(alarm),
    NAME(ualarm),
    NAME(setitimer),
    NAME(getitimer),
    NAME(sigwait),
    {"sigwaitinfo", (void *)sim_sigwait, 0},
    {"sigtimedwait", (void *)sim_sigwait, 0},
    NAME(timer_create),
    NAME(timerfd_create),
    NAME(eventfd),
    NAME(signalfd),
    NAME(perf_event_open),
    {0},
};
