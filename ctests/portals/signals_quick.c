/* The calls that block the program's signals, found with a filter for the system call. A program without handlers, or with handlers for
 * rare signals only, must not have this cost; one with any other handler needs it.
 *
 * The argument selects the handler and the time of its installation. If the program is not linked with the library but started with LD_PRELOAD, or with
 * the library as a second argument, it finds the functions by name. */
#include "../gt.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <portals/portals3.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define CALLS 1000
#define SA_RESTORER 0x4000000 /* the C library's own business */

static volatile sig_atomic_t holds, handled;

/* Every change of the mask traps to this handler instead of entering the kernel. */
static void on_call(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	if (info->si_syscall == SYS_rt_sigprocmask)
		holds++;
#ifdef __x86_64__
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = 0;
#else
	((ucontext_t *)context)->uc_mcontext.regs[0] = 0;
#endif
}

static void filter(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigprocmask, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof code[0], code};
	struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};

	sigaction(SIGSYS, &action, NULL);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		GT_SKIP("no seccomp: %s", strerror(errno));
}

static char *volatile last_frame;

static void on_signal(int sig)
{
	char here;
	(void)sig;
	last_frame = &here;
	handled++;
}

/* The kernel's own structure, without any library. */
static void raw_handler(int sig)
{
	struct {
		void (*handler)(int);
		unsigned long flags;
		void (*restorer)(void);
		uint64_t mask;
	} action = {on_signal, 0, NULL, 0};
	syscall(SYS_rt_sigaction, sig, &action, NULL, 8);
}

static void install(const char *what)
{
	struct sigaction action = {.sa_handler = on_signal};

	if (strcmp(what, "late") == 0) {
		const int late[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGCHLD, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
		for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
			CHECK(signal(late[i], on_signal) != SIG_ERR, "signal %d", late[i]);
			CHECK(signal(late[i], SIG_DFL) == on_signal, "signal %d forgets", late[i]);
			CHECK(sigaction(late[i], &action, NULL) == 0, "sigaction %d", late[i]);
			CHECK(sigaction(late[i], NULL, &action) == 0 && action.sa_handler == on_signal && !(action.sa_flags & ~SA_RESTORER),
			      "sigaction %d tells %p %x", late[i], (void *)action.sa_handler, action.sa_flags);
		}
		raise(SIGINT), raise(SIGTERM), raise(SIGCHLD);
		CHECK(handled == 3, "%d of 3 handled", (int)handled);
	} else if (strcmp(what, "ignore") == 0) {
		signal(SIGALRM, SIG_IGN);
		signal(SIGUSR1, SIG_DFL);
		action.sa_handler = SIG_IGN;
		sigaction(SIGUSR2, &action, NULL);
	} else if (strcmp(what, "sigaction") == 0) {
		sigaction(SIGALRM, &action, NULL);
	} else if (strcmp(what, "onstack") == 0) {
		action.sa_flags = SA_ONSTACK;
		sigaction(SIGRTMIN, &action, NULL);
	} else if (strcmp(what, "once") == 0) {
		action.sa_flags = SA_RESETHAND;
		sigaction(SIGTERM, &action, NULL);
	} else if (strcmp(what, "signal") == 0) {
		signal(SIGUSR1, on_signal);
	} else if (strcmp(what, "sysv") == 0) {
		sysv_signal(SIGINT, on_signal);
	} else if (strcmp(what, "stack") == 0) { /* too small for handlers that do not request it */
		static char stack[4096 * 4];
		signal(SIGTERM, on_signal);
		CHECK(sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL) == 0, "sigaltstack");
		signal(SIGINT, on_signal);
		raise(SIGINT), raise(SIGTERM);
		CHECK(handled == 2 && (last_frame < stack || last_frame >= stack + sizeof stack), "frame at %p", (void *)last_frame);
		action.sa_flags = SA_ONSTACK;
		sigaction(SIGHUP, &action, NULL);
		raise(SIGHUP);
		CHECK(last_frame >= stack && last_frame < stack + sizeof stack, "frame at %p", (void *)last_frame);
		CHECK(sigaction(SIGTERM, NULL, &action) == 0 && action.sa_handler == on_signal && !(action.sa_flags & SA_ONSTACK),
		      "sigaction tells %p %x", (void *)action.sa_handler, action.sa_flags);
	} else if (strcmp(what, "raw") == 0) {
		raw_handler(SIGUSR2);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "none", *when = argc > 2 ? argv[2] : "after";
	void *lib = argc > 3 ? dlopen(argv[3], RTLD_NOW | RTLD_LOCAL) : RTLD_DEFAULT;
	int (*init)(int *) = (int (*)(int *))dlsym(lib, "PtlInit");
	int (*ni_init)(ptl_interface_t, ptl_pid_t, ptl_ni_limits_t *, ptl_ni_limits_t *, ptl_handle_ni_t *) =
	    (int (*)(ptl_interface_t, ptl_pid_t, ptl_ni_limits_t *, ptl_ni_limits_t *, ptl_handle_ni_t *))dlsym(lib, "PtlNIInit");
	int (*get_uid)(ptl_handle_ni_t, ptl_uid_t *) = (int (*)(ptl_handle_ni_t, ptl_uid_t *))dlsym(lib, "PtlGetUid");
	const bool quick = lib == RTLD_DEFAULT && (strcmp(what, "none") == 0 || strcmp(what, "late") == 0 || strcmp(what, "ignore") == 0);
	ptl_handle_ni_t ni;
	ptl_uid_t uid = 0;
	int n;

	if (!init || !ni_init || !get_uid)
		FATAL("the library is not there: %s", dlerror());
	if (strcmp(when, "before") == 0)
		install(what);
	if (init(&n) != PTL_OK || ni_init(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni) != PTL_OK)
		FATAL("start");
	for (int i = 0; i < 10; i++)
		get_uid(ni, &uid);
	if (strcmp(when, "after") == 0)
		install(what);

	filter();
	errno = 4711;
	for (int i = 0; i < CALLS; i++)
		if (get_uid(ni, &uid) != PTL_OK || uid != getuid())
			FATAL("call %d", i);
	CHECK(errno == 4711, "errno is %d", errno);
	if (quick) /* Go may start a thread */
		CHECK(holds < CALLS / 10, "%d times", (int)holds);
	else
		CHECK(holds >= 2 * CALLS, "%d times instead of %d", (int)holds, 2 * CALLS);
	fflush(NULL);
	_exit(GT_END());
}
