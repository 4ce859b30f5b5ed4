/* runtime/start.c - what happens around the start of the Go runtime, so that a C program does not notice it.
 *
 * Order inside the library's .init_array: before_go and reserve_addresses (priorities 101, 102), then the Go runtime's own entry, which starts a
 * thread that initialises Go, then wait_for_go. When main runs, Go is up and the fault handlers are settled; nothing changes under the program's feet
 * later. */
#define _GNU_SOURCE
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "addresses.h"
#include "edge.h"
#include "faults.h"
#include "futex.h"
#include "go.h"
#include "over.h"
#include "own.h"
#include "signals.h"

#define GO_START_NS 10000000000u

static bool pipe_was_default; /* SIGPIPE, before Go had it */
static sigset_t program_mask;
static int program_errno;

/* ga_held and ga_held_briefly. */
static void make_sets(void)
{
	static const int open[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}, ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

	sigfillset(&ga_held_briefly);
	for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
		sigdelset(&ga_held_briefly, open[i]);
	ga_held = ga_held_briefly;
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		sigdelset(&ga_held, ends[i]);
}

uint64_t ga_first_mask(void)
{
	uint64_t mask = 0;

	for (int sig = 1; sig <= 64; sig++)
		if (sigismember(&program_mask, sig) == 1)
			mask |= UINT64_C(1) << (sig - 1);
	return mask;
}

/* A rank spawned by another rank inherits the mask of its Go threads; restore the program's. */
static void take_mask(const char *text)
{
	const uint64_t mask = strtoull(text, NULL, 16);

	sigemptyset(&program_mask);
	for (int sig = 1; sig <= 64; sig++)
		if (mask >> (sig - 1) & 1)
			sigaddset(&program_mask, sig);
}

/* Go's threads inherit the mask of the thread that starts Go: with everything blocked, no signal of the program is ever delivered to one of them. */
__attribute__((constructor(101))) static void before_go(void)
{
	struct sigaction pipe;
	sigset_t all;

	program_errno = errno;
	ga_same_addresses();
	ga_signals_init();
	make_sets();
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &program_mask);
	if (getenv("GASNETGO_SIGNALS") && getenv("GASNETGO_RANK"))
		take_mask(getenv("GASNETGO_SIGNALS"));
	ga_faults_init();
	sigaction(SIGPIPE, NULL, &pipe);
	pipe_was_default = pipe.sa_handler == SIG_DFL;
}

/* Sets aside the addresses of the job's memory before anything else of the process can take some: Go's heap has a random place, and so may the
 * allocations of other libraries. Where the address space is limited, a job takes its chances. */
static uintptr_t reserved_at, reserved_bytes;

/* ThreadSanitizer computes where its shadow of an address is, and has one only for addresses where a program and its libraries usually lie. On x86-64
 * all its versions accept the lowest 512 GiB. */
extern void __tsan_init(void) __attribute__((weak));

static bool under_tsan(void) { return __tsan_init != NULL; }

uintptr_t ga_base(uintptr_t wanted) { return wanted == GA_DEFAULT_BASE && under_tsan() ? GA_TSAN_BASE : wanted; }

static void refuse_tsan(void)
{
#if !defined(__x86_64__)
	static const char why[] = "gasnetgo: ThreadSanitizer has no shadow memory for the addresses of a job's memory on this machine; "
				  "compile the program without -fsanitize=thread\n";

	if (under_tsan() && write(STDERR_FILENO, why, sizeof why - 1) >= 0)
		_exit(1);
#endif
}

__attribute__((constructor(102))) static void reserve_addresses(void)
{
	const char *text = getenv("GASNETGO_BASE");
	const uintptr_t at = ga_base(text && *text ? strtoull(text, NULL, 16) : GA_DEFAULT_BASE);
	const uintptr_t most = under_tsan() ? GA_TSAN_BYTES : (uintptr_t)1 << 45, least = under_tsan() ? GA_TSAN_BYTES : (uintptr_t)1 << 39;
	const char *preload = getenv("LD_PRELOAD");

	if (preload && strstr(preload, "vgpreload")) /* Valgrind keeps books about every reserved byte */
		return;

	refuse_tsan();
	for (uintptr_t bytes = most; bytes >= least && at; bytes /= 4) {
		/* Not mmap: a sanitizer would initialise its shadow of the whole range. */
		const long got = syscall(SYS_mmap, at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

		if (got == (long)at) {
			reserved_at = at;
			reserved_bytes = bytes;
			return;
		}
		if (got != -1)
			munmap((void *)got, bytes);
	}
}

uintptr_t ga_reserved(uintptr_t at) { return at == reserved_at ? reserved_bytes : 0; }

__attribute__((constructor)) static void wait_for_go(void)
{
	while (__atomic_load_n(&ga_go_up, __ATOMIC_ACQUIRE) == 0)
		if (!ga_futex_wait(&ga_go_up, 0, GO_START_NS))
			break; /* the first call will wait for it again; Go itself reports why it cannot start */
	ga_faults_catch_ends();
	pthread_sigmask(SIG_SETMASK, &program_mask, NULL);
	errno = program_errno; /* C programs start with 0 there */
}

bool ga_signal_is_default(int sig)
{
	struct sigaction is;

	return sigaction(sig, NULL, &is) == 0 &&
	       (is.sa_handler == SIG_DFL || (sig == SIGPIPE && pipe_was_default && ga_own_handler((uintptr_t)is.sa_handler)));
}

void ga_go_is_up(uintptr_t text, uintptr_t text_end)
{
	ga_own_text(text, text_end);
	ga_sysmon_find();
	__atomic_store_n(&ga_go_up, 1, __ATOMIC_RELEASE);
	ga_futex_wake(&ga_go_up, 1 << 30);
}

char **ga_environ(void) { return environ; }

/* A forked child must not write its parent's globals, which lie in shared memory: it gets a private copy at the same addresses, and it is no rank.
 * The copy is taken before the fork, so that the child sees the moment of the fork. Only system calls are made on the child's side. */
static void *fork_copy;
static uintptr_t globals; /* the program's, in shared memory */
static size_t globals_bytes;

void ga_globals_are_shared(uintptr_t base, size_t bytes)
{
	globals = base;
	globals_bytes = bytes;
}

static void before_fork(void)
{
	fork_copy = NULL;
	if (globals_bytes == 0)
		return;
	fork_copy = mmap(NULL, globals_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (fork_copy == MAP_FAILED)
		fork_copy = NULL;
	else
		memcpy(fork_copy, (void *)globals, globals_bytes);
}

static void in_parent(void)
{
	if (fork_copy)
		munmap(fork_copy, globals_bytes);
}

static void in_child(void)
{
	ga_forked = true;
	for (uint32_t api = 0; api < ga_api_count; api++)
		if (ga_apis[api].in_child)
			ga_apis[api].in_child();
	ga_signals_in_child();
	if (fork_copy)
		mremap(fork_copy, globals_bytes, globals_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)globals);
	else if (globals_bytes)
		_exit(127);
}

static pid_t owner;

/* The thread that leaves the job, and whether it has finished. Several threads may call exit at once, for example a server and main: each then
 * runs handlers that the others have not begun, and the first to find none ends the process, possibly while another is leaving. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool begun, over;
} leaving = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void set_leaving(bool over)
{
	pthread_mutex_lock(&leaving.lock);
	leaving.thread = pthread_self();
	leaving.begun = true;
	leaving.over = over;
	pthread_cond_broadcast(&leaving.changed);
	pthread_mutex_unlock(&leaving.lock);
}

static void at_exit(int status, void *handle)
{
	sigset_t before;

	if (getpid() != owner) /* a child made by a bare system call runs no fork handler */
		return;
	if (ga_ending()) { /* Go ends this process */
		if (ga_spans_hosts)
			ga_end_over(); /* the network between hosts does not survive the destructors of its libraries */
		set_leaving(true);
		return;
	}
	set_leaving(false);
	if (ga_go_begin(&before, false)) {
		gaAtExit(handle, status);
		ga_go_end();
	}
	set_leaving(true);
}

/* Comes after at_exit, or, where another thread has taken that, instead of it. */
static void after_leave(void)
{
	if (getpid() != owner)
		return;
	pthread_mutex_lock(&leaving.lock);
	while (!leaving.over && !(leaving.begun && pthread_equal(leaving.thread, pthread_self())))
		pthread_cond_wait(&leaving.changed, &leaving.lock);
	pthread_mutex_unlock(&leaving.lock);
}

void ga_follow_process(void *handle)
{
	owner = getpid();
	atexit(after_leave);
	on_exit(at_exit, handle);
}

/* From the start: also a child from before the first call has no Go. */
__attribute__((constructor)) static void follow_forks(void) { pthread_atfork(before_fork, in_parent, in_child); }
