/* Handlers installed by every function of the C library for that: each is called, and may call the library. */
#include "../gt_portals.h"

#include <signal.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* siginterrupt is */

typedef void handler(int);
extern int __sigaction(int, const struct sigaction *, struct sigaction *);
extern handler *__sysv_signal(int, handler *);
extern handler *bsd_signal(int, handler *);

static volatile sig_atomic_t calls, signals;

static void counts(int signal)
{
	ptl_process_id_t id;
	signals += signal;
	calls += PtlGetId(gt_ni, &id) == PTL_OK;
}

static void by(const char *name, int signal)
{
	calls = signals = 0;
	raise(signal);
	CHECK(calls == 1 && signals == signal, "%s: %d calls, signal %d", name, (int)calls, (int)signals);
}

int main(void)
{
	struct sigaction action;
	gt_start();
	memset(&action, 0, sizeof action);
	action.sa_handler = counts;
	CHECK(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
	by("sigaction", SIGUSR1);
	CHECK(__sigaction(SIGUSR2, &action, NULL) == 0, "__sigaction");
	by("__sigaction", SIGUSR2);
	CHECK(signal(SIGUSR1, SIG_DFL) == counts, "what was set before");
	CHECK(signal(SIGUSR1, counts) == SIG_DFL, "what was set before");
	by("signal", SIGUSR1);
	CHECK(bsd_signal(SIGUSR1, counts) == counts, "bsd_signal");
	by("bsd_signal", SIGUSR1);
	by("bsd_signal, again", SIGUSR1);
	CHECK(ssignal(SIGUSR1, counts) == counts, "ssignal");
	by("ssignal", SIGUSR1);
	CHECK(__sysv_signal(SIGUSR1, counts) == counts, "__sysv_signal");
	by("__sysv_signal", SIGUSR1);
	CHECK(signal(SIGUSR1, SIG_IGN) == SIG_DFL, "a handler of that kind is used once");
	CHECK(siginterrupt(SIGUSR2, 1) == 0, "siginterrupt");
	CHECK(sigaction(SIGUSR2, NULL, &action) == 0 && action.sa_handler == counts && !(action.sa_flags & SA_RESTART), "siginterrupt has no effect");
	CHECK(siginterrupt(SIGUSR2, 0) == 0, "siginterrupt");
	by("siginterrupt", SIGUSR2);
	CHECK(sigaction(SIGUSR2, NULL, &action) == 0 && (action.sa_flags & SA_RESTART), "siginterrupt has no effect");
	return gt_finish();
}
