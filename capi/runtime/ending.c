/* runtime/ending.c - see ending.h. */
#define _GNU_SOURCE
#include "ending.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "crash.h"
#include "edge.h"
#include "futex.h"
#include "program.h"
#include "signals.h"
#include "start.h"

#define SECOND_NS UINT64_C(1000000000)

/* Streams of C++ that have a buffer of their own after sync_with_stdio(false), and their flush(): libstdc++'s and libc++'s. */
static const char *const cxx[][2] = {
    {"_ZSt4cout", "_ZNSo5flushEv"},
    {"_ZSt4cerr", "_ZNSo5flushEv"},
    {"_ZSt4clog", "_ZNSo5flushEv"},
    {"_ZSt5wcout", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZSt5wcerr", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZSt5wclog", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZNSt3__14coutE", "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flushEv"},
    {"_ZNSt3__14clogE", "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flushEv"},
    {"_ZNSt3__15wcoutE", "_ZNSt3__113basic_ostreamIwNS_11char_traitsIwEEE5flushEv"},
    {"_ZNSt3__15wclogE", "_ZNSt3__113basic_ostreamIwNS_11char_traitsIwEEE5flushEv"},
};

/* A simulated rank's C++ streams write through C's. */
void ga_flush_c(void)
{
	for (size_t i = 0; !ga_simulated && i < sizeof cxx / sizeof cxx[0]; i++) {
		void *const stream = dlsym(RTLD_DEFAULT, cxx[i][0]);
		/* Where no file of the program includes <iostream>, the streams have not been constructed: there is no table of virtual functions. */
		const bool there = stream && *(void **)stream;
		void *(*const flush)(void *) = there ? (void *(*)(void *))dlsym(RTLD_DEFAULT, cxx[i][1]) : NULL;

		if (flush)
			flush(stream);
	}
	ga_libc()->fflush(NULL);
}

/* FLUSH without a unit: all of them. */
void ga_flush_fortran(void)
{
	void (*const flush)(const int32_t *unit) = (void (*)(const int32_t *))dlsym(RTLD_DEFAULT, "_gfortran_flush_i4");

	if (flush)
		flush(NULL);
}

static struct {
	uint32_t begun; /* exit handlers run */
	uint32_t over;  /* they have; futex */
	int status;
	pid_t thread, process;
	bool waits; /* the main thread is in a system call that waits */
} ending;

bool ga_ending(void) { return __atomic_load_n(&ending.begun, __ATOMIC_ACQUIRE); }

static bool begin(int status)
{
	uint32_t none = 0;

	if (!__atomic_compare_exchange_n(&ending.begun, &none, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return false;
	ending.status = status;
	ending.thread = gettid();
	return true;
}

static _Noreturn void wait_for_end(void)
{
	for (uint32_t never = 0;;)
		ga_futex_wait(&never, 0, SECOND_NS);
}

void ga_end_over(void)
{
	if (!ga_ending() || ending.thread != gettid() || ending.process != getpid())
		return;
	__atomic_store_n(&ending.over, 1, __ATOMIC_RELEASE);
	ga_futex_wake(&ending.over, 1 << 30);
	wait_for_end();
}

void ga_end_wait(uint64_t ns)
{
	const uint32_t begun = ga_now_us();

	while (!__atomic_load_n(&ending.over, __ATOMIC_ACQUIRE) && (ga_now_us() - begun) * UINT64_C(1000) < ns)
		ga_futex_wait(&ending.over, 0, SECOND_NS / 100);
}

static void leave(void) { exit(ending.status); }

void ga_end_here(int status)
{
	if (begin(status))
		ga_with_signals(leave);
	wait_for_end();
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
	ending.process = getpid();
	on_exit(last, NULL);
}

static bool in_library(uintptr_t at)
{
	extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
	const uintptr_t base = (uintptr_t)&__ehdr_start;
	const ElfW(Phdr) *h = (const ElfW(Phdr) *)(base + __ehdr_start.e_phoff);

	for (int i = 0; i < __ehdr_start.e_phnum; i++)
		if (h[i].p_type == PT_LOAD && h[i].p_flags & PF_X && at - base - h[i].p_vaddr < h[i].p_memsz)
			return true;
	return false;
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
	if (in_library(pc) ? ga_own_handler(pc) : !ending.waits || !at_system_call(pc))
		return;
	if (begin(ending.status)) {
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

	if (sigaction(sig, NULL, &now) != 0 || (now.sa_handler != SIG_DFL && !ga_is_where_handler((uintptr_t)now.sa_sigaction)) ||
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
