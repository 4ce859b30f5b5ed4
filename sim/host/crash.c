/* crash.c - signals that a rank's own code causes or raises. A signal without a handler ends the job: its location is recorded, and the thread
 * returns to the caller of ga_sim_resume. Faults elsewhere go to the handlers that were installed before. */
#include "rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#define HANDLER_STACK (128u << 10)

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, GA_SIM_STOP_SIGNAL, GA_SIM_STEP_SIGNAL};
static struct sigaction before[NSIG];

static __typeof__(_Unwind_Backtrace) *walk;
static __typeof__(_Unwind_GetIPInfo) *ip_of;

struct walk {
	struct ga_sim_crash *crash;
	uint64_t from;
	bool there; /* from has been seen: frames that it called are left out */
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	int interrupted = 0;
	const uint64_t pc = ip_of(context, &interrupted);

	w->there |= pc == w->from;
	if (!w->there)
		return _URC_NO_REASON;
	if (w->crash->depth == GA_SIM_TRACE || (pc == 0 && w->crash->depth))
		return _URC_END_OF_STACK;
	if (interrupted)
		w->crash->interrupted |= UINT64_C(1) << w->crash->depth;
	w->crash->trace[w->crash->depth++] = pc;
	return _URC_NO_REASON;
}

static bool on_stack(const struct ga_sim_rank *r, uint64_t at) { return at >= (uint64_t)r->stack && at <= (uint64_t)r->stack + r->stack_bytes - 8; }

static struct ga_sim_crash *crash_of(struct ga_sim_rank *r, int sig)
{
	static struct ga_sim_crash last;
	struct ga_sim_crash *c = &last;

	*c = (struct ga_sim_crash){.signal = sig};
	r->state.crash = c;
	r->state.status = 128 + sig;
	return c;
}

static bool handle(struct ga_sim_rank *r, int sig, siginfo_t *info, void *context)
{
	struct sigaction a;
	const sigset_t mask = r->mask;

	if (!r->actions)
		return false;
	a = r->actions[sig];
	if (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN)
		return false;
	if (a.sa_flags & (int)SA_RESETHAND)
		r->actions[sig].sa_handler = SIG_DFL;
	sigorset(&r->mask, &r->mask, &a.sa_mask);
	if (!(a.sa_flags & SA_NODEFER))
		sigaddset(&r->mask, sig);
	a.sa_sigaction(sig, info, context);
	r->mask = mask;
	return true;
}

/* Where a rank has been found running, for another thread. */
static struct {
	struct ga_sim_crash at;
	const struct ga_sim_rank *of; /* stored last, taken first */
} peeked;

static volatile bool in_timer; /* the handler of the time slices' signal runs */

static void note(struct ga_sim_rank *r, uint64_t pc)
{
	struct walk w = {.crash = &peeked.at, .from = pc};

	if (__atomic_load_n(&peeked.of, __ATOMIC_ACQUIRE))
		return;
	peeked.at.depth = 0;
	r->crashing = true;
	if (walk)
		walk(step, &w);
	r->crashing = false;
	if (peeked.at.depth == 0)
		peeked.at.trace[peeked.at.depth++] = pc;
	__atomic_store_n(&peeked.of, r, __ATOMIC_RELEASE);
}

const struct ga_sim_crash *ga_sim_peeked(const struct ga_sim_rank *r)
{
	static struct ga_sim_crash taken;
	const struct ga_sim_rank *of = __atomic_load_n(&peeked.of, __ATOMIC_ACQUIRE);

	if (!of)
		return NULL;
	taken = peeked.at;
	__atomic_store_n(&peeked.of, NULL, __ATOMIC_RELEASE);
	return of == r ? &taken : NULL;
}

/* Whether the signal is one of timers, whose handlers set them again. It does not interrupt itself: on a host that takes a core away whenever a timer is set, handlers would pile up until their stack is full. */
static bool of_timers(int sig) { return sig == GA_SIM_STOP_SIGNAL || sig == GA_SIM_STEP_SIGNAL; }

static void timers_mask(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, GA_SIM_STOP_SIGNAL);
	sigaddset(set, GA_SIM_STEP_SIGNAL);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	struct ga_sim_rank *r = ga_sim_now;
	mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
	const enum ga_sim_watched watched = sig == SIGSEGV ? ga_sim_watch_fault(r, info, context) : GA_SIM_UNWATCHED;
#if defined(__x86_64__)
	const uint64_t sp = m->gregs[REG_RSP];
	uint64_t pc = m->gregs[REG_RIP];
#else
	const uint64_t sp = m->sp;
	uint64_t pc = m->pc;
#endif
	struct ga_sim_crash *c;
	struct walk w;

	if (watched == GA_SIM_WATCHED)
		return;
	/* This is before all else: programs may have handlers of their own. */
	if (sig == SIGILL && info->si_code > 0 && (r || ga_sim_mapping) && ga_sim_interrupt_counter(r ? r : ga_sim_mapping, r, context))
		return;
	if (sig == SIGTRAP && ga_sim_steps_trap(r, info, context))
		return;
	if (sig == GA_SIM_STEP_SIGNAL && info->si_code == SI_TIMER) {
		ga_sim_steps_timer(r, context);
		return;
	}
	if (sig == GA_SIM_STOP_SIGNAL && info->si_code == SI_TIMER) {
		bool over;

		if (info->si_value.sival_int == GA_SIM_CLOSE) {
			ga_sim_watch_timer(r, pc);
			return;
		}
		in_timer = true;
		over = ga_sim_slice_over(r);
		in_timer = false;
		if (over)
			ga_sim_interrupt_slice(r, context);
		return;
	}
	if (sig == GA_SIM_STOP_SIGNAL && (!r || r->crashing))
		return;
	if (sig == GA_SIM_STOP_SIGNAL && info->si_code == SI_QUEUE && info->si_value.sival_int == GA_SIM_PEEK) {
		if (!in_timer) /* it would find this function, not the program; the caller tries again */
			note(r, pc);
		return;
	}
	if (of_timers(sig)) { /* no timer's: its handler may be left */
		sigset_t set;

		timers_mask(&set);
		pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	}
	if (!r) {
		const struct sigaction *b = &before[sig];

		if (b->sa_flags & SA_SIGINFO) {
			b->sa_sigaction(sig, info, context);
		} else if (b->sa_handler != SIG_DFL && b->sa_handler != SIG_IGN) {
			b->sa_handler(sig);
		} else {
			sigaction(sig, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
			if (info->si_code <= 0)
				raise(sig);
		}
		return;
	}
	if (r->watched)
		pc = ga_sim_in_copy(r, m, pc);
	if (r->crashing) /* while walking the stack: what there is of it will do */
		ga_sim_leave_handler();
	if (handle(r, sig, info, context) && sig != SIGABRT)
		return;
	r->crashing = true;
	c = crash_of(r, sig);
	c->code = info->si_code;
	if (sig == SIGSEGV || sig == SIGBUS) {
		c->address = (uint64_t)info->si_addr;
		c->overflow = watched == GA_SIM_WATCHED_FULL || c->address - ((uint64_t)r->stack - GUARD) < GUARD || ga_sim_below_stack(r, sp);
	}
	w = (struct walk){.crash = c, .from = pc};
	if (walk && (on_stack(r, sp) || c->overflow))
		walk(step, &w);
	if (c->depth == 0)
		c->trace[c->depth++] = pc;
	if (c->depth == 1 && on_stack(r, sp)) { /* a call that led nowhere: its return address is still there */
#if defined(__x86_64__)
		c->trace[c->depth++] = *(uint64_t *)sp;
#else
		c->trace[c->depth++] = m->regs[30];
#endif
	}
	ga_sim_leave_handler();
}

void ga_sim_die(struct ga_sim_rank *r, int sig)
{
	struct ga_sim_crash *c = crash_of(r, sig);
	struct walk w = {.crash = c, .from = (uint64_t)__builtin_return_address(0)};

	r->crashing = true;
	if (walk)
		walk(step, &w);
	ga_sim_tell(GA_SIM_CRASHED, NULL);
	__builtin_trap();
}

void ga_sim_overflow(struct ga_sim_rank *r)
{
	struct ga_sim_crash *c = crash_of(r, SIGSEGV);
	struct walk w = {.crash = c, .from = (uint64_t)__builtin_return_address(0)};

	r->crashing = true;
	c->overflow = 1;
	c->code = SEGV_ACCERR;
	c->address = (uint64_t)__builtin_frame_address(0);
	if (walk)
		walk(step, &w);
	ga_sim_tell(GA_SIM_CRASHED, NULL);
	__builtin_trap();
}

void ga_sim_trace(struct ga_sim_rank *r)
{
	struct walk w = {.crash = crash_of(r, 0), .from = (uint64_t)__builtin_return_address(0)};

	r->crashing = true;
	if (walk)
		walk(step, &w);
	r->crashing = false;
}

/* The innermost program counter in the rank's own code: program, or a library that it has for itself. */
static _Unwind_Reason_Code own(struct _Unwind_Context *context, void *arg)
{
	uint64_t *const site = arg;
	int interrupted = 0;
	const uint64_t pc = ip_of(context, &interrupted);

	if (ga_sim_object_at(ga_sim_now, pc - !interrupted) < 0)
		return _URC_NO_REASON;
	*site = pc;
	return _URC_END_OF_STACK;
}

uint64_t ga_sim_own_site(void)
{
	uint64_t site = 0;

	if (walk)
		walk(own, &site);
	return site;
}

int ga_sim_raise(struct ga_sim_rank *r, int sig)
{
	siginfo_t info = {.si_signo = sig, .si_code = SI_TKILL};
	static const int harmless[] = {SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};

	if (sigismember(&r->mask, sig) == 1 && sig != SIGKILL) {
		sigaddset(&r->pending, sig);
		return 0;
	}
	if (handle(r, sig, &info, NULL) || (r->actions && r->actions[sig].sa_handler == SIG_IGN))
		return 0;
	for (size_t i = 0; i < COUNT(harmless); i++)
		if (sig == harmless[i])
			return 0;
	ga_sim_die(r, sig);
}

void ga_sim_handle_here(int sig)
{
	struct sigaction ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};

	if (of_timers(sig)) {
		ours.sa_flags &= ~SA_NODEFER;
		timers_mask(&ours.sa_mask);
	}
	sigaction(sig, &ours, NULL);
}

/* Handlers run beside the stack that may have overflowed. Go gives each of its own threads an alternate stack; other threads get one here. */
void ga_sim_crash_setup(void)
{
	static bool done;
	void *unwinder;
	stack_t has;

	if (sigaltstack(NULL, &has) == 0 && has.ss_flags & SS_DISABLE) {
		void *stack = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (stack != MAP_FAILED)
			sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = HANDLER_STACK}, NULL);
	}
	if (done)
		return;
	done = true;
	unwinder = dlopen("libgcc_s.so.1", RTLD_NOW);
	if (unwinder) {
		walk = (__typeof__(walk))dlsym(unwinder, "_Unwind_Backtrace");
		ip_of = (__typeof__(ip_of))dlsym(unwinder, "_Unwind_GetIPInfo");
		if (!ip_of)
			walk = NULL;
	}
	for (size_t i = 0; i < COUNT(faults); i++) {
		sigaction(faults[i], NULL, &before[faults[i]]);
		ga_sim_handle_here(faults[i]);
	}
}
