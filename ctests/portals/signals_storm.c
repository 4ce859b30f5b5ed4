/* Handlers of every kind, installed and called while the main thread makes one short call after the other: with and without an alternate stack,
 * with a large frame, calling the library, jumping out. */
#include "../gt_portals.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* sigset */

#define LARGE (64 << 10)
#define ROUND_MS 40

static pthread_t main_thread;
static volatile sig_atomic_t count[NSIG], jumps, stop, want_jump;
static sigjmp_buf out;
static struct gt_end from;
static char byte;

/* Far more than a goroutine has, all of it written. */
static void use_stack(void)
{
	volatile char large[LARGE];
	for (int i = 0; i < LARGE; i += 512)
		large[i] = (char)i;
	CHECK(large[512] == 0, "large");
}

static void on_signal(int sig)
{
	count[sig]++;
	use_stack();
}

static void on_info(int sig, siginfo_t *info, void *context)
{
	CHECK(info->si_signo == sig && context, "signal %d says %d", sig, info->si_signo);
	if (info->si_code == SI_QUEUE)
		CHECK(info->si_value.sival_int == 77 && info->si_pid == getpid(), "value %d of %d", info->si_value.sival_int, info->si_pid);
	on_signal(sig);
}

/* As communication libraries end a job. */
static void on_call(int sig)
{
	ptl_uid_t uid = 0;
	int rc = PtlGetUid(gt_ni, &uid);
	CHECK(rc == PTL_OK && uid == getuid(), "a call in a handler gives %s, %u", gt_code(rc), uid);
	on_signal(sig);
}

static void on_jump(int sig)
{
	count[sig]++;
	if (want_jump && pthread_equal(pthread_self(), main_thread)) {
		jumps++;
		siglongjmp(out, 1);
	}
}

static void act(int sig, void (*handler)(int), int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
	CHECK(sigaction(sig, &action, NULL) == 0, "sigaction %d", sig);
}

static void act_info(int sig, int flags)
{
	struct sigaction action = {.sa_sigaction = on_info, .sa_flags = flags | SA_SIGINFO};
	CHECK(sigaction(sig, &action, NULL) == 0, "sigaction %d", sig);
}

/* Sends a signal to the main thread repeatedly, immediately after the handler is installed. */
static void pester(int sig, int times)
{
	for (int i = 0; i < times; i++) {
		pthread_kill(main_thread, sig);
		for (volatile int k = (int)gt_range(0, 2000); k > 0; k--)
			;
	}
}

/* The main thread may have had no time of a CPU yet. */
static void await(volatile sig_atomic_t *what)
{
	for (int ms = 0; ms < 20000 && !*what; ms++)
		gt_sleep_ms(1);
}

static void *installer(void *arg)
{
	(void)arg;
	/* signals that can be delayed */
	for (int i = 0; i < 20; i++) {
		act(SIGINT, on_call, i % 2 ? SA_RESTART : SA_NODEFER);
		pester(SIGINT, 20);
		act_info(SIGTERM, i % 2 ? SA_ONSTACK : 0);
		pester(SIGTERM, 20);
		pthread_sigqueue(main_thread, SIGTERM, (union sigval){.sival_int = 77});
		signal(SIGCHLD, on_signal);
		pester(SIGCHLD, 20);
		gt_sleep_ms(1);
		if (i == 0)
			await(&count[SIGCHLD]); /* it is ignored from here on */
		CHECK(signal(SIGCHLD, SIG_IGN) == on_signal, "what signal answers");
	}
	/* the first that must be blocked */
	switch (gt_rand() % 5) {
	case 0: act(SIGUSR1, on_signal, 0); break;
	case 1: act_info(SIGUSR1, SA_RESTART); break;
	case 2: act(SIGUSR1, on_signal, SA_ONSTACK); break;
	case 3: signal(SIGUSR1, on_signal); break;
	default: sigset(SIGUSR1, on_signal); break;
	}
	pester(SIGUSR1, 500);
	act(SIGUSR2, on_call, SA_ONSTACK);
	pester(SIGUSR2, 200);
	for (int i = 0; i < 10; i++) {
		act(SIGRTMIN, on_signal, SA_RESETHAND);
		int before = count[SIGRTMIN];
		pthread_kill(main_thread, SIGRTMIN);
		for (int k = 0; k < 2000 && count[SIGRTMIN] == before; k++)
			gt_sleep_ms(1);
		CHECK(count[SIGRTMIN] == before + 1, "a handler for once ran %d times", count[SIGRTMIN] - before);
	}
	act(SIGALRM, on_signal, 0); /* without SA_RESTART */
	struct itimerval every = {{0, 100}, {0, 100}};
	setitimer(ITIMER_REAL, &every, NULL);
	gt_sleep_ms(ROUND_MS);
	await(&count[SIGALRM]);
	act(SIGALRM, on_jump, 0);
	want_jump = 1;
	gt_sleep_ms(ROUND_MS);
	await(&jumps);
	want_jump = 0;
	act(SIGALRM, on_signal, SA_RESTART);
	act(SIGINT, on_jump, 0);
	want_jump = 1;
	for (int i = 0; i < 50; i++) {
		pester(SIGINT, 1);
		gt_sleep_ms(1);
	}
	want_jump = 0;
	stop = 1;
	return NULL;
}

static uint64_t calls;

static void call_some(void)
{
	ptl_uid_t uid = 0;
	ptl_md_t md = gt_md(&byte, 1, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, PTL_EQ_NONE);
	ptl_handle_md_t h;

	for (int i = 0; i < 50; i++) {
		calls++;
		CHECK(PtlGetUid(gt_ni, &uid) == PTL_OK && uid == getuid(), "uid");
	}
	if (!want_jump) {
		OK(PtlMDBind(gt_ni, md, PTL_UNLINK, &h));
		OK(PtlMDUnlink(h));
		OK(PtlPut(from.h, PTL_NOACK_REQ, gt_id(gt_me), PT + 1, 0, 0, 0, 0)); /* there is no entry at this index */
	}
}

int main(void)
{
	pthread_t thread;

	gt_start();
	gt_srand((uint64_t)getpid()); /* another first handler in every run */
	from = gt_bind(&byte, 1, PTL_EQ_NONE);
	main_thread = pthread_self();
	pthread_create(&thread, NULL, installer, NULL);
	while (!stop) {
		if (sigsetjmp(out, 1) == 0)
			while (!stop)
				call_some();
	}
	pthread_join(thread, NULL);
	setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
	signal(SIGALRM, SIG_IGN);
	MSG("%" PRIu64 " calls, %d %d %d %d %d %d, %d jumps", calls, (int)count[SIGINT], (int)count[SIGTERM], (int)count[SIGCHLD],
	    (int)count[SIGUSR1], (int)count[SIGUSR2], (int)count[SIGALRM], (int)jumps);
	CHECK(count[SIGINT] && count[SIGTERM] && count[SIGCHLD] && count[SIGUSR1] && count[SIGUSR2] && count[SIGALRM], "a handler was never called");
	CHECK(jumps, "no jump");
	return gt_finish();
}
