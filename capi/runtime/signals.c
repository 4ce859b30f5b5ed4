/* runtime/signals.c - the C library's ways to install a signal handler, seen on their way past. What for: signals.h. */
#define _GNU_SOURCE
#include "signals.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "faults.h"
#include "next.h"
#include "own.h"
#include "start.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* deprecated functions are intercepted, too */

#define PAGE 4096 /* the guard below a stack */
#define SHOWN __attribute__((visibility("default")))

typedef void handler(int);

static struct ga_caller *callers; /* only grows */
static uint32_t nothing_late;     /* late signals are like others */
static uint32_t settled;          /* no thread is in a quick entry that began before the handlers */
static pid_t owner;
static bool have_membarrier;

/* Signals that end a program or tell it something once in a while. All that this costs a handler is some hundred nanoseconds and that it runs on an
 * alternate stack. Anything that may tick, switch contexts or scan stacks is not here. */
static const int late_signals[GA_LATE] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGCHLD};

static struct {
	void (*handler)(int, siginfo_t *, void *);
	int flags;
} wanted[GA_LATE];              /* what the program installed */
static bool interrupt[GA_LATE]; /* siginterrupt's last word */

void ga_signals_init(void)
{
	owner = getpid();
	have_membarrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
	for (int call = 0; call < GA_NEXT_CALLS; call++)
		ga_next(call);
}

/* From here on every new entry holds signals, and entries that do not have ended when this returns. A child, even one that shares memory with its
 * parent, has no other threads to wait for; and a thread cannot wait for itself. */
static void hold_from_now_on(void)
{
	const int before = errno;

	if (__atomic_load_n(&settled, __ATOMIC_ACQUIRE) || getpid() != owner)
		return;
	__atomic_store_n(&ga_handlers, GA_HOLD, __ATOMIC_SEQ_CST);
	if (have_membarrier) { /* without membarrier no entry ever skips holding */
		syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
		for (struct ga_caller *c = __atomic_load_n(&callers, __ATOMIC_ACQUIRE); c; c = c->next)
			while (c != ga_me && __atomic_load_n(&c->in_go, __ATOMIC_ACQUIRE))
				sched_yield();
	}
	__atomic_store_n(&settled, 1, __ATOMIC_RELEASE);
	errno = before;
}

static void on_late(int sig, siginfo_t *info, void *context);

/* A handler that is the program's, not Go's nor ours. */
static bool is_program(handler *h)
{
	return h != SIG_DFL && h != SIG_IGN && h != SIG_HOLD && h != SIG_ERR && (void *)h != on_late && !ga_own_handler((uintptr_t)h);
}

static int late_index(int sig)
{
	int i = 0;

	while (i < GA_LATE && late_signals[i] != sig)
		i++;
	return i < GA_LATE ? i : -1;
}

/* A handler for one of these is never held off by holding signals: what they report is in the thread's own code, or it is the end. */
static bool is_fault(int sig)
{
	return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE || sig == SIGILL || sig == SIGTRAP || sig == SIGABRT || sig == SIGSYS;
}

/* The handler of all late signals; always with SA_ONSTACK. In Go the signal is blocked and comes again when the entry is over. The program's
 * handler may take fewer arguments, which no calling convention minds. */
static void on_late(int sig, siginfo_t *info, void *context)
{
	struct ga_caller *me = ga_me;
	const int i = late_index(sig);

	if (me && me->in_go) {
		me->info[i] = *info;
		__atomic_fetch_or(&me->late, 1u << i, __ATOMIC_RELAXED);
		sigaddset(&((ucontext_t *)context)->uc_sigmask, sig);
		return;
	}
	__atomic_load_n(&wanted[i].handler, __ATOMIC_RELAXED)(sig, info, context);
}

void ga_late_signals(struct ga_caller *me)
{
	const int before = errno;

	for (int i = 0; i < GA_LATE && me->in_go == 0; i++) {
		const int sig = late_signals[i];
		sigset_t one;

		if (!(__atomic_fetch_and(&me->late, ~(1u << i), __ATOMIC_RELAXED) & 1u << i))
			continue;
		if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), sig, &me->info[i]) != 0)
			raise(sig);
		sigemptyset(&one);
		sigaddset(&one, sig);
		pthread_sigmask(SIG_UNBLOCK, &one, NULL); /* delivers it */
	}
	errno = before;
}

/* Late signals that have come in this entry are blocked (on_late), and are delivered here. */
bool ga_quick_to_held(sigset_t *before)
{
	struct ga_caller *me = ga_me;
	uint32_t late;

	if (!me || me->in_go == 0)
		return false;
	pthread_sigmask(SIG_BLOCK, &ga_held, before);
	__atomic_store_n(&me->in_go, 0, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	late = __atomic_load_n(&me->late, __ATOMIC_RELAXED);
	for (int i = 0; i < GA_LATE; i++)
		if (late & 1u << i)
			sigdelset(before, late_signals[i]);
	if (late)
		ga_late_signals(me);
	return true;
}

/* The program set the alternate stack, which may be small: handlers without SA_ONSTACK must not run there. */
static void foreign_stack(void)
{
	ga_sigaction *const then = ga_next(GA_NEXT_SIGACTION);

	hold_from_now_on();
	if (__atomic_exchange_n(&nothing_late, 1, __ATOMIC_SEQ_CST) || getpid() != owner)
		return;
	for (int i = 0; i < GA_LATE; i++) {
		struct sigaction now;

		if (then(late_signals[i], NULL, &now) != 0 || now.sa_sigaction != on_late)
			continue;
		now.sa_sigaction = wanted[i].handler;
		now.sa_flags = wanted[i].flags;
		then(late_signals[i], &now, NULL);
	}
}

/* Go gives a thread without an alternate stack a small one, where handlers with SA_ONSTACK would run that used the whole stack before: install a
 * large one first. */
static void have_stack(struct ga_caller *me)
{
	stack_t has;

	if (syscall(SYS_sigaltstack, NULL, &has) != 0)
		return;
	if (!(has.ss_flags & SS_DISABLE)) {
		foreign_stack();
		return;
	}
	if (!me->stack) {
		me->stack = mmap(NULL, GA_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (me->stack == MAP_FAILED) {
			me->stack = NULL;
			return;
		}
		mprotect(me->stack, PAGE, PROT_NONE);
	}
	syscall(SYS_sigaltstack, &(stack_t){.ss_sp = me->stack + PAGE, .ss_size = GA_STACK_BYTES - PAGE}, NULL);
}

static pthread_key_t at_thread_end;

/* In the second round of destructors: Go's own needs the stack in the first. */
static void thread_ends(void *arg)
{
	struct ga_caller *me = arg;
	stack_t has;

	if (!me->ending) {
		me->ending = true;
		pthread_setspecific(at_thread_end, me);
		return;
	}
	ga_me = NULL;
	if (me->stack && syscall(SYS_sigaltstack, NULL, &has) == 0 && has.ss_sp == me->stack + PAGE)
		syscall(SYS_sigaltstack, &(stack_t){.ss_flags = SS_DISABLE}, NULL);
	__atomic_store_n(&me->used, 0, __ATOMIC_RELEASE);
}

static void make_key(void) { pthread_key_create(&at_thread_end, thread_ends); }

static struct ga_caller *new_caller(void)
{
	struct ga_caller *me;

	for (me = __atomic_load_n(&callers, __ATOMIC_ACQUIRE); me; me = me->next) {
		uint32_t unused = 0;
		if (__atomic_compare_exchange_n(&me->used, &unused, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return me;
	}
	me = aligned_alloc(_Alignof(struct ga_caller), sizeof *me);
	if (!me)
		return NULL;
	memset(me, 0, sizeof *me);
	me->used = 1;
	me->next = __atomic_load_n(&callers, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&callers, &me->next, me, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return me;
}

void ga_know_me(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct ga_caller *me;
	sigset_t all, before;

	if (GA_LIKELY(ga_me))
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before); /* a handler may call us, too */
	pthread_once(&once, make_key);
	me = ga_me ? NULL : new_caller();
	if (me) {
		me->ending = false;
		me->tid = gettid();
		have_stack(me);
		pthread_setspecific(at_thread_end, me);
		ga_me = me;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

const struct ga_caller *ga_caller_of(int32_t tid)
{
	const struct ga_caller *c = __atomic_load_n(&callers, __ATOMIC_ACQUIRE);

	while (c && !(__atomic_load_n(&c->used, __ATOMIC_ACQUIRE) && c->tid == tid))
		c = c->next;
	return c;
}

void ga_signals_in_child(void) { __atomic_store_n(&ga_handlers, GA_HOLD, __ATOMIC_RELAXED); }

SHOWN int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	ga_sigaction *then = ga_next(GA_NEXT_SIGACTION);
	const int i = late_index(sig);
	__typeof__(wanted[0]) before = {0};
	struct sigaction late;
	int rc;

	if (i >= 0)
		before = wanted[i];
	if (act && ga_go_handles(sig, act, &late))
		act = &late;
	if (act && is_program(act->sa_handler) && !is_fault(sig)) {
		if (i < 0 || act->sa_flags & (int)SA_RESETHAND || __atomic_load_n(&nothing_late, __ATOMIC_RELAXED)) {
			hold_from_now_on();
		} else {
			late = *act;
			late.sa_sigaction = on_late;
			late.sa_flags |= SA_SIGINFO | SA_ONSTACK;
			wanted[i].flags = act->sa_flags;
			__atomic_store_n(&wanted[i].handler, act->sa_sigaction, __ATOMIC_RELAXED);
			act = &late;
		}
	}
	rc = then(sig, act, old);
	if (rc == 0 && old && old->sa_sigaction == on_late) {
		old->sa_sigaction = before.handler;
		old->sa_flags = before.flags;
	}
	if (rc == 0 && old && ga_is_end_handler((uintptr_t)old->sa_sigaction)) {
		old->sa_handler = SIG_DFL;
		old->sa_flags = 0;
	}
	return rc;
}

SHOWN int __sigaction(int sig, const struct sigaction *act, struct sigaction *old) { return sigaction(sig, act, old); }

static handler *install(int call, int sig, handler *h, bool bsd)
{
	handler *(*const then)(int, handler *) = ga_next(call);
	const int i = late_index(sig);
	void *const before = i >= 0 ? wanted[i].handler : NULL;
	handler *was;

	if (!then)
		return errno = ENOSYS, SIG_ERR;
	if (is_program(h) && !is_fault(sig)) {
		if (bsd && i >= 0) {
			struct sigaction act = {.sa_handler = h, .sa_flags = interrupt[i] ? 0 : SA_RESTART}, old;

			sigaddset(&act.sa_mask, sig);
			return sigaction(sig, &act, &old) == 0 ? old.sa_handler : SIG_ERR;
		}
		hold_from_now_on();
	}
	was = then(sig, h);
	if (ga_is_end_handler((uintptr_t)was))
		return SIG_DFL;
	return (void *)was == on_late ? before : was;
}

SHOWN handler *signal(int sig, handler *h) { return install(GA_NEXT_SIGNAL, sig, h, true); }
SHOWN handler *bsd_signal(int sig, handler *h) { return install(GA_NEXT_BSD_SIGNAL, sig, h, true); }
SHOWN handler *ssignal(int sig, handler *h) { return install(GA_NEXT_SSIGNAL, sig, h, true); }
SHOWN handler *sysv_signal(int sig, handler *h) { return install(GA_NEXT_SYSV_SIGNAL, sig, h, false); }
SHOWN handler *__sysv_signal(int sig, handler *h) { return install(GA_NEXT_SYSV_SIGNAL2, sig, h, false); }
SHOWN handler *sigset(int sig, handler *h) { return install(GA_NEXT_SIGSET, sig, h, false); }

SHOWN int siginterrupt(int sig, int yes)
{
	const int i = late_index(sig);

	if (i >= 0)
		interrupt[i] = yes;
	return ((int (*)(int, int))ga_next(GA_NEXT_SIGINTERRUPT))(sig, yes);
}

/* Go's handlers, too, run on the stack that a thread has here: they must not come while it is a small one or none. */
SHOWN int sigaltstack(const stack_t *new, stack_t *old)
{
	if (new)
		foreign_stack();
	return ((int (*)(const stack_t *, stack_t *))ga_next(GA_NEXT_SIGALTSTACK))(new, old);
}

/* Whether the program finds our definitions of these names, and had no handler before the library was loaded. go build links with -Bsymbolic:
 * names in this file mean the definitions above whatever the program finds, and RTLD_DEFAULT would find them, too. */
static bool sees_handlers(void)
{
	void *const ours[GA_NEXT_CALLS] = {sigaction,   __sigaction,   signal, bsd_signal,   ssignal,
	                                   sysv_signal, __sysv_signal, sigset, siginterrupt, sigaltstack};
	void *const program = dlopen(NULL, RTLD_NOW);
	struct sigaction now;

	for (int call = 0; call < GA_NEXT_CALLS; call++)
		if (ga_next(call) && (!program || dlsym(program, ga_next_names[call]) != ours[call]))
			return false;
	for (int sig = 1; sig < NSIG; sig++)
		if (!is_fault(sig) && ((ga_sigaction *)ga_next(GA_NEXT_SIGACTION))(sig, NULL, &now) == 0 && is_program(now.sa_handler))
			return false;
	return true;
}

void ga_prove_handlers(void)
{
	uint32_t unproven = GA_UNPROVEN;
	const int before = errno;

	if (ga_ranks == 0) /* the next call may have to wait for other ranks */
		return;
	__atomic_compare_exchange_n(&ga_handlers, &unproven, have_membarrier && sees_handlers() ? GA_FREE : GA_HOLD, false, __ATOMIC_SEQ_CST,
	                            __ATOMIC_RELAXED);
	errno = before;
}
