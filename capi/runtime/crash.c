/* runtime/crash.c - the report of a rank that a signal ends: crash.h. */
#define _GNU_SOURCE
#include "crash.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "edge.h"
#include "futex.h"
#include "next.h"
#include "over.h"
#include "own.h"
#include "signals.h"

#define SECOND_NS UINT64_C(1000000000)

struct ga_crash ga_crash;

static uint32_t *waiters;         /* NULL before this process has joined its job */
static uint32_t seconds_left = 1; /* for a report */

void ga_crash_follow(uint32_t *word, uint32_t seconds)
{
	__atomic_store_n(&seconds_left, seconds, __ATOMIC_RELAXED);
	__atomic_store_n(&waiters, word, __ATOMIC_RELEASE);
}

void ga_crash_reported(void)
{
	__atomic_store_n(&ga_crash.state, GA_CRASH_REPORTED, __ATOMIC_RELEASE);
	ga_futex_wake(&ga_crash.state, 1 << 30);
}

struct walk {
	uint64_t from; /* frames that this one called are left out: they are the handler's */
	bool there;
	uint32_t depth;
	uint64_t *trace;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	const uint64_t pc = _Unwind_GetIP(context);

	w->there |= pc == w->from;
	if (!w->there)
		return _URC_NO_REASON;
	if (w->depth == GA_TRACE || pc == 0)
		return _URC_END_OF_STACK;
	w->trace[w->depth++] = pc;
	return _URC_NO_REASON;
}

static uint64_t counter_of(const void *context, uint64_t *sp)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
	*sp = (uint64_t)m->gregs[REG_RSP];
	return (uint64_t)m->gregs[REG_RIP];
#else
	*sp = m->sp;
	return m->pc;
#endif
}

/* The calls that led to a context. A call that led nowhere has no frame, but its return address is still there. */
static uint32_t trace_of(const void *context, uint64_t *trace, uint64_t *sp)
{
	const uint64_t pc = counter_of(context, sp);
	struct walk w = {.from = pc, .trace = trace};
	Dl_info info;

	if (pc != 0 && dladdr((void *)pc, &info))
		_Unwind_Backtrace(step, &w);
	if (w.depth == 0)
		trace[w.depth++] = pc;
#if defined(__x86_64__)
	if (w.depth == 1 && (pc == 0 || !dladdr((void *)pc, &info)))
		trace[w.depth++] = *(const uint64_t *)*sp;
#else
	if (w.depth == 1 && (pc == 0 || !dladdr((void *)pc, &info)))
		trace[w.depth++] = ((const ucontext_t *)context)->uc_mcontext.regs[30];
#endif
	return w.depth;
}

/* Before this process has joined a job: addresses in files, as addr2line understands them. */
static void plain_report(const struct ga_crash *c)
{
	const char *how = getenv("SHMEM_BACKTRACE");

	if (how && strcmp(how, "none") == 0)
		return;
	dprintf(STDERR_FILENO, "gasnetgo: pid %d crashed before it was a rank of a job: signal %d\n", (int)getpid(), c->signal);
	for (uint32_t i = 0; i < c->depth; i++) {
		Dl_info info = {0};

		dprintf(STDERR_FILENO, "  #%u 0x%jx", i, (uintmax_t)c->trace[i]);
		if (!dladdr((void *)c->trace[i], &info) || !info.dli_fname)
			dprintf(STDERR_FILENO, " (no code that is known)\n");
		else if (info.dli_sname)
			dprintf(STDERR_FILENO, " in %s+0x%jx (%s)\n", info.dli_sname, (uintmax_t)(c->trace[i] - (uintptr_t)info.dli_saddr),
			        info.dli_fname);
		else
			dprintf(STDERR_FILENO, " at 0x%jx (%s)\n", (uintmax_t)(c->trace[i] - (uintptr_t)info.dli_fbase), info.dli_fname);
	}
}

void ga_crash_happened(int sig, const siginfo_t *info, const void *context)
{
	uint32_t none = GA_CRASH_NONE;
	uint32_t *const word = __atomic_load_n(&waiters, __ATOMIC_ACQUIRE);

	ga_end_over(); /* in an exit handler of a job that is over */
	if (ga_forked || ga_simulated || __atomic_load_n(&seconds_left, __ATOMIC_RELAXED) == 0)
		return;
	/* From another process: where this one is does not say why. From kill: the thread that has called it goes on, so the process is to end at once. */
	if (info->si_code <= 0 && (info->si_code != SI_TKILL || info->si_pid != getpid()))
		return;
	if (__atomic_compare_exchange_n(&ga_crash.state, &none, GA_CRASH_BEING_STORED, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
		ga_crash.signal = sig;
		ga_crash.code = info->si_code;
		ga_crash.address = sig == SIGSEGV || sig == SIGBUS ? (uint64_t)info->si_addr : 0;
		ga_crash.depth = trace_of(context, ga_crash.trace, &ga_crash.sp);
		__atomic_store_n(&ga_crash.state, GA_CRASH_STORED, __ATOMIC_RELEASE);
		if (!word) {
			plain_report(&ga_crash);
			ga_crash_reported();
			return;
		}
		ga_futex_wake(word, 1 << 30);
	}
	/* A wake-up may come before the thread sleeps again, so it is repeated. Several threads may crash at once: one is reported. The job may end meanwhile. */
	for (uint32_t i = 0, state; i < 10 * __atomic_load_n(&seconds_left, __ATOMIC_RELAXED); i++) {
		if ((state = __atomic_load_n(&ga_crash.state, __ATOMIC_ACQUIRE)) == GA_CRASH_REPORTED)
			break;
		ga_futex_wait(&ga_crash.state, state, SECOND_NS / 10);
		if (word)
			ga_futex_wake(word, 1 << 30);
	}
}

/* Where the main thread is. */
static struct {
	struct ga_where where;
	uint32_t over; /* futex */
} asked;

static void on_where(int sig, siginfo_t *info, void *context)
{
	const struct ga_head *frame;
	uint64_t sp;

	(void)sig;
	(void)info;
	if (gettid() != getpid() || __atomic_load_n(&asked.over, __ATOMIC_ACQUIRE))
		return;
	if (ga_me && (frame = ga_me->frame) && frame->bytes <= sizeof asked.where.frame) {
		memcpy(asked.where.frame, frame, frame->bytes);
		memcpy(asked.where.above, (const char *)frame + frame->bytes, sizeof asked.where.above);
		asked.where.framed = 1;
	}
	asked.where.depth = trace_of(context, asked.where.trace, &sp);
	__atomic_store_n(&asked.over, 1, __ATOMIC_RELEASE);
	ga_futex_wake(&asked.over, 1);
}

const struct ga_where *ga_where_is_main(void)
{
	const int sig = SIGRTMAX - 2, before = errno;
	struct sigaction act = {.sa_sigaction = on_where, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK}, now;

	ga_own[GA_OWN_WHERE] = (uintptr_t)on_where;
	sigemptyset(&act.sa_mask);
	if (ga_next_sigaction(sig, NULL, &now) == 0 && now.sa_handler == SIG_DFL && ga_next_sigaction(sig, &act, NULL) == 0 &&
	    syscall(SYS_tgkill, getpid(), getpid(), sig) == 0)
		for (int i = 0; i < 10 && !__atomic_load_n(&asked.over, __ATOMIC_ACQUIRE); i++)
			ga_futex_wait(&asked.over, 0, SECOND_NS / 20);
	errno = before;
	return &asked.where;
}
