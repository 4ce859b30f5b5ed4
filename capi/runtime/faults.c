/* runtime/faults.c - signals of faults, and those that end a program: for Go, for the report of a crash, or for the program. */
#define _GNU_SOURCE
#include "faults.h"

#include <stddef.h>
#include <ucontext.h>

#include "crash.h"
#include "edge.h"
#include "next.h"
#include "own.h"
#include "start.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE};
enum { FAULTS = sizeof faults / sizeof faults[0] };

static struct sigaction program_action[FAULTS], go_action[FAULTS];

static uintptr_t fault_pc(const void *context)
{
#if defined(__x86_64__)
	return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
#error "which register is the program counter?"
#endif
}

static int fault_index(int sig)
{
	int i = 0;

	while (i < FAULTS && faults[i] != sig)
		i++;
	return i < FAULTS ? i : -1;
}

/* What the APIs and this rank say of a signal that ends the program. */
static void report(int sig, const siginfo_t *info, const void *context)
{
	for (uint32_t api = 0; api < ga_api_count; api++)
		if (ga_apis[api].at_fault)
			ga_apis[api].at_fault(sig);
	ga_crash_happened(sig, info, context);
}

/* A fault in Go code is Go's: it becomes a panic, then one line. A fault in C is the program's, as if the library were not there. A signal that was sent
 * (kill, raise) is the program's too, wherever it arrives: the kernel may deliver it to one of Go's threads. */
static void on_fault(int sig, siginfo_t *info, void *context)
{
	const int i = fault_index(sig);

	if (info->si_code > 0 && ga_own_handler(fault_pc(context))) {
		go_action[i].sa_sigaction(sig, info, context);
		return;
	}
	if (program_action[i].sa_handler == SIG_DFL)
		report(sig, info, context);
	ga_next_sigaction(sig, &program_action[i], NULL);
	if (info->si_code <= 0) /* sent, not caused: returning would not cause it again */
		raise(sig);
}

/* Signals that end a program, that Go has no handler for. */
static const int ends[] = {SIGABRT, SIGILL};

static void on_end(int sig, siginfo_t *info, void *context)
{
	const struct sigaction usual = {.sa_handler = SIG_DFL};

	report(sig, info, context);
	ga_next_sigaction(sig, &usual, NULL);
	if (info->si_code <= 0)
		raise(sig);
}

/* The program sees the default action where this handler is. */
void ga_faults_catch_ends(void)
{
	struct sigaction act = {.sa_sigaction = on_end, .sa_flags = SA_SIGINFO | SA_ONSTACK}, now;

	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		if (ga_next_sigaction(ends[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
			ga_next_sigaction(ends[i], &act, NULL);
}

bool ga_go_handles(int sig, const struct sigaction *act, struct sigaction *instead)
{
	const int i = fault_index(sig);

	if (i < 0 || __atomic_load_n(&ga_go_up, __ATOMIC_RELAXED) || !(act->sa_flags & SA_SIGINFO) || !ga_own_handler((uintptr_t)act->sa_sigaction))
		return false;
	go_action[i] = *act;
	*instead = *act;
	instead->sa_sigaction = on_fault;
	return true;
}

void ga_faults_init(void)
{
	ga_own[GA_OWN_FAULT] = (uintptr_t)on_fault;
	ga_own[GA_OWN_END] = (uintptr_t)on_end;
	for (int i = 0; i < FAULTS; i++)
		ga_next_sigaction(faults[i], NULL, &program_action[i]);
}
