/* runtime/ending.c - see ending.h. */
#define _GNU_SOURCE
#include "ending.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "edge.h"
#include "futex.h"
#include "over.h"
#include "own.h"
#include "signals.h"

#define SECOND_NS UINT64_C(1000000000)

static struct {
	int status;
	bool waits; /* the main thread is in a system call that waits */
} ending;

static void leave(void) { exit(ending.status); }

void ga_end_here(int status)
{
	if (ga_end_begin()) {
		ending.status = status;
		ga_with_signals(leave);
	}
	ga_end_sleep();
}

/* A handler that is registered this early runs after all others, and after the destructors of libraries. */
static void last(int status, void *nothing)
{
	(void)status;
	(void)nothing;
	ga_end_over();
}

__attribute__((constructor)) static void follow_exit(void)
{
	ga_end_follow();
	on_exit(last, NULL);
}

/* Whether a handler was entered from a system call that the kernel has broken off, or will make again. */
static bool at_system_call(uintptr_t pc)
{
#if defined(__x86_64__)
	const unsigned char *const p = (const unsigned char *)pc;

	return (p[-2] == 0x0f && p[-1] == 0x05) || (p[0] == 0x0f && p[1] == 0x05);
#else
	const uint32_t *const p = (const uint32_t *)pc;

	return p[-1] == 0xd4000001u || p[0] == 0xd4000001u;
#endif
}

static void on_ended(int sig, siginfo_t *info, void *context)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;
	const struct ga_caller *me = ga_me;
	const int before = errno;
#if defined(__x86_64__)
	const uintptr_t pc = (uintptr_t)m->gregs[REG_RIP];
#else
	const uintptr_t pc = m->pc;
#endif

	(void)info;
	if (gettid() != getpid() || (me && (me->frame || me->in_go)))
		return;
	if (ga_in_library(pc) ? ga_own_handler(pc) : !ending.waits || !at_system_call(pc))
		return;
	if (ga_end_begin()) {
		sigset_t one;

		sigemptyset(&one);
		sigaddset(&one, sig);
		pthread_sigmask(SIG_UNBLOCK, &one, NULL);
		exit(ending.status);
	}
	errno = before;
}

/* Calls that wait without holding a lock of the C library's. The first word of the file is the call's number, or "running". */
static bool waits_in_system(void)
{
	static const long waiting[] = {
		SYS_futex,
		SYS_nanosleep,
		SYS_clock_nanosleep,
		SYS_rt_sigsuspend,
		SYS_rt_sigtimedwait,
		SYS_ppoll,
		SYS_pselect6,
		SYS_epoll_pwait,
		SYS_sched_yield,
		SYS_wait4,
		SYS_waitid,
#if defined(__x86_64__)
		SYS_pause,
		SYS_poll,
		SYS_select,
		SYS_epoll_wait,
#endif
	};
	char path[64], text[32];
	ssize_t n = -1;
	int fd;
	long call;

	snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)getpid());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, sizeof text - 1);
		close(fd);
	}
	if (n <= 0)
		return false;
	text[n] = 0;
	if (text[0] < '0' || text[0] > '9')
		return false;
	call = strtol(text, NULL, 10);
	for (size_t i = 0; i < sizeof waiting / sizeof waiting[0]; i++)
		if (call == waiting[i])
			return true;
	return false;
}

bool ga_end_main(int status)
{
	enum { TRIES = 50 };
	const int sig = SIGRTMAX - 2; /* also asks where the main thread is: crash.c */
	const struct sigaction act = {.sa_sigaction = on_ended, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
	struct sigaction now;

	if (sigaction(sig, NULL, &now) != 0 || (now.sa_handler != SIG_DFL && (uintptr_t)now.sa_sigaction != ga_own[GA_OWN_WHERE]) ||
	    sigaction(sig, &act, NULL) != 0)
		return false;
	ending.status = status;
	for (int i = 0; i < TRIES && !ga_ending(); i++) {
		uint32_t never = 0;

		ending.waits = waits_in_system();
		if (syscall(SYS_tgkill, getpid(), getpid(), sig) != 0)
			return false;
		ga_futex_wait(&never, 0, SECOND_NS / 500);
	}
	return ga_ending();
}
