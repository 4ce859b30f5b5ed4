/* libc_signal.c - signals of a rank: those that it raises itself, and those that its own code causes. It receives no others. */
#include "rank.h"

#include <errno.h>
#include <setjmp.h>
#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

typedef void handler(int);

static struct sigaction *action(struct ga_sim_rank *r, int sig)
{
	if (sig < 1 || sig >= NSIG || sig == SIGKILL || sig == SIGSTOP)
		return errno = EINVAL, NULL;
	if (!r->actions)
		r->actions = calloc(NSIG, sizeof *r->actions);
	return r->actions ? &r->actions[sig] : NULL;
}

/* Libraries that ranks share install handlers, too, on behalf of the rank that runs, as libgfortran does for crashes. The process's own handlers stay. */
static int sim_sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sigaction *a, before;

	if (!ga_sim_now)
		return sigaction(sig, act, old);
	a = action(ga_sim_now, sig);
	if (!a)
		return -1;
	before = *a;
	if (act)
		*a = *act;
	if (old)
		*old = before;
	return 0;
}

static handler *install(int sig, handler *h, int flags)
{
	struct sigaction *a = action(ga_sim_now, sig);
	handler *before;

	if (!a)
		return SIG_ERR;
	before = a->sa_handler;
	*a = (struct sigaction){.sa_handler = h, .sa_flags = flags};
	return before;
}

static handler *sim_signal(int sig, handler *h) { return ga_sim_now ? install(sig, h, SA_RESTART) : signal(sig, h); }
static handler *sim_sysv_signal(int sig, handler *h) { return ga_sim_now ? install(sig, h, SA_RESETHAND | SA_NODEFER) : sysv_signal(sig, h); }

static int sim_siginterrupt(int sig, int yes)
{
	(void)yes;
	return action(ga_sim_now, sig) ? 0 : -1;
}

/* Blocked signals are remembered and come when they are let in; there is one bit each, as for a process. */
static int sim_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	struct ga_sim_rank *r = ga_sim_now;
	const sigset_t before = r->mask;

	if (set) {
		if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
			return errno = EINVAL, -1;
		if (how == SIG_SETMASK)
			r->mask = *set;
		else
			for (int s = 1; s < NSIG; s++)
				if (sigismember(set, s) == 1)
					how == SIG_BLOCK ? sigaddset(&r->mask, s) : sigdelset(&r->mask, s);
	}
	if (old)
		*old = before;
	for (int s = 1; s < NSIG; s++)
		if (sigismember(&r->pending, s) == 1 && sigismember(&r->mask, s) == 0) {
			sigdelset(&r->pending, s);
			ga_sim_raise(r, s);
		}
	return 0;
}

static int sim_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return sim_sigprocmask(how, set, old) == 0 ? 0 : errno; }

static int sim_sigpending(sigset_t *set)
{
	*set = ga_sim_now->pending;
	return 0;
}

static int sim_sigaltstack(const stack_t *new, stack_t *old)
{
	(void)new;
	if (old)
		*old = (stack_t){.ss_flags = SS_DISABLE};
	return 0;
}

static int sim_raise(int sig)
{
	if (!ga_sim_now)
		return raise(sig);
	if (sig < 0 || sig >= NSIG)
		return errno = EINVAL, -1;
	return sig ? ga_sim_raise(ga_sim_now, sig) : 0;
}

static int sim_kill(pid_t pid, int sig)
{
	if (!ga_sim_now)
		return kill(pid, sig);
	if (pid != 0 && pid != 10000 + ga_sim_now->id)
		return errno = pid >= 10000 || pid < 0 ? EPERM : ESRCH, -1;
	return sim_raise(sig);
}

static int sim_tgkill(pid_t pid, pid_t tid, int sig)
{
	(void)tid;
	return sim_kill(pid, sig);
}

static int sim_pthread_kill(pthread_t thread, int sig)
{
	(void)thread;
	return sim_raise(sig) == 0 ? 0 : errno;
}

static int sim_sigqueue(pid_t pid, int sig, union sigval value)
{
	(void)value;
	return sim_kill(pid, sig);
}

const struct name ga_sim_signal_names[] = {
    NAME(sigaction),
    {"__sigaction", (void *)sim_sigaction, 0},
    NAME(signal),
    {"bsd_signal", (void *)sim_signal, 0},
    {"ssignal", (void *)sim_signal, 0},
    NAME(sysv_signal),
    {"__sysv_signal", (void *)sim_sysv_signal, 0},
    {"sigset", (void *)sim_signal, PROGRAM_ONLY},
    OWN_NAME(siginterrupt),
    OWN_NAME(sigprocmask),
    OWN_NAME(pthread_sigmask),
    OWN_NAME(sigpending),
    OWN_NAME(sigaltstack),
    NAME(raise),
    NAME(kill),
    OWN_NAME(tgkill),
    OWN_NAME(pthread_kill),
    OWN_NAME(sigqueue),
    {0},
};
