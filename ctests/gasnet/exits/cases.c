/* The cases of GASNet's public test of exits, by number: 1 to 18 and 100 to 113. The handler of SIGQUIT calls gasnet_exit(4), or prints where the
 * program is, and returns. */
#define GASNET_PAR 1
#include "../../gt_gasnet.h"

#include <gasnet_tools.h>

#include <pthread.h>
#include <signal.h>

enum { EXIT = 201, NOTHING, PING, THREADS = 4, LARGE = 65536, TRACES = 100, MANY_TRACES = 107 };

static int wanted;
static volatile int trace;
static pthread_barrier_t meet;

static void leave(gasnet_token_t t, gasnet_handlerarg_t code)
{
	(void)t;
	gasnet_exit(code);
}

static void nothing(gasnet_token_t t, void *buf, size_t n)
{
	(void)t;
	(void)buf;
	(void)n;
}

static void ping(gasnet_token_t t, void *buf, size_t n)
{
	static gasnett_atomic_t turns = gasnett_atomic_init(0);
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(t, &from));
	gasnett_atomic_increment(&turns, 0);
	if (gasnett_atomic_read(&turns, 0) & 1)
		GT_OK(gasnet_AMReplyMedium0(t, NOTHING, buf, n));
	else
		GT_OK(gasnet_AMReplyLong0(t, NOTHING, buf, n, gt_at((int)from, 0)));
}

static void quit(int sig)
{
	static const char said[] = "SIGQUIT handler\n";

	if (sig != SIGQUIT)
		gasnett_fatalerror("signal %d", sig);
	if (trace == 1) {
		gasnett_print_backtrace(STDERR_FILENO);
		trace = 2;
		return;
	}
	if (write(2, said, sizeof said - 1) > 0)
		gasnet_exit(4);
}

static _Noreturn void spin(void)
{
	for (volatile int i = 0;; i++)
		;
}

static _Noreturn void poll(void)
{
	for (;;)
		GT_OK(gasnet_AMPoll());
}

static _Noreturn void traffic(gasnet_node_t peer)
{
	char *mine = calloc(1, LARGE), *there = gt_at((int)peer, 0);
	unsigned seed = 1;
	int word = 0;

	for (;;) {
		const size_t n = rand_r(&seed) & 1 ? 4 : LARGE - 4096;
		const gasnet_handler_t to = rand_r(&seed) & 1 ? NOTHING : PING;

		switch (rand_r(&seed) % 8) {
		case 0: GT_OK(gasnet_AMPoll()); break;
		case 1: GT_OK(gasnet_AMRequestMedium0(peer, to, mine, n)); break;
		case 2: GT_OK(gasnet_AMRequestLong0(peer, to, mine, n, there)); break;
		case 3: gasnet_put(peer, there, n == 4 ? (void *)&word : mine, n); break;
		case 4: gasnet_get(n == 4 ? (void *)&word : mine, peer, there, n); break;
		case 5: gasnet_put_nbi(peer, there, mine, n); break;
		case 6: gasnet_get_nbi(mine, peer, there, n); break;
		case 7: gasnet_wait_syncnbi_all(); break;
		}
	}
}

static int *volatile nowhere;
static volatile int zero;

/* Actions of the last rank while the others wait in a barrier. The last two are no error on some machines, so the signal is sent, too. */
static void crash(int how)
{
	switch (how) {
	case TRACES:
		gt_sleep_ms(100);
		gasnett_print_backtrace(STDERR_FILENO);
		break;
	case TRACES + 1:
		gt_sleep_ms(100);
		trace = 1;
		kill(getpid(), SIGQUIT);
		while (trace != 2)
			gasnett_sched_yield();
		break;
	case TRACES + 2: gasnett_fatalerror("Synthetic fatal error");
	case TRACES + 3: abort();
	case TRACES + 4: *nowhere = 1; break;
	case TRACES + 5: kill(getpid(), SIGBUS); break;
	case TRACES + 6:
#if defined(__x86_64__)
		zero = 16 / zero;
#endif
		kill(getpid(), SIGFPE);
		break;
	}
}

/* The last rank calls one barrier fewer than the others in 101, and none in 102 and later. */
static void crash_test(int how)
{
	const int last = gt_me == gt_n - 1;

	if (last)
		crash(how);
	else if (how != TRACES)
		gt_barrier();
	gt_barrier();
	gasnet_exit(0);
}

static void *work(void *arg)
{
	const int me = (int)(intptr_t)arg, one = gt_me == 0 && me == 0;

	pthread_barrier_wait(&meet);
	if (wanted >= MANY_TRACES) {
		if (me == 0)
			crash_test(wanted - (MANY_TRACES - TRACES));
		pthread_barrier_wait(&meet);
	}
	if (wanted == 14)
		gasnet_exit(wanted);
	if (one) {
		gt_sleep_ms(100);
		gasnet_exit(wanted);
	}
	if (wanted == 15 && gt_me == 0 && me == 1)
		gt_barrier();
	if ((wanted == 15 && gt_me > 0 && me == 0) || wanted == 17)
		poll();
	if (wanted == 18)
		traffic((gasnet_node_t)(gt_me ^ 1) < (gasnet_node_t)gt_n ? (gasnet_node_t)(gt_me ^ 1) : (gasnet_node_t)gt_me);
	spin();
	return NULL;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{EXIT, (void (*)())leave}, {NOTHING, (void (*)())nothing}, {PING, (void (*)())ping}};
	pthread_t threads[THREADS];
	gasnet_node_t peer;
	int last;

	GT_OK(gasnet_init(&argc, &argv));
	wanted = argc > 1 ? atoi(argv[1]) : 0;
	last = gasnet_mynode() == gasnet_nodes() - 1;
	peer = (gasnet_mynode() ^ 1) < gasnet_nodes() ? gasnet_mynode() ^ 1 : gasnet_mynode();
	printf("unflushed %u\n", gasnet_mynode());
	if (wanted == 6 || (wanted == 7 && last)) {
		gt_sleep_ms(100);
		gasnet_exit(wanted);
	}
	GT_OK(gasnet_attach(table, 3, LARGE, 0));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
	gasnett_reghandler(SIGQUIT, quit);
	gt_barrier();
	switch (wanted) {
	case 1: gasnet_exit(wanted);
	case 2: return wanted;
	case 3:
	case 4:
	case 5:
	case 8:
	case 9:
		if (!last && (wanted == 5 || wanted == 9))
			spin();
		if (!last)
			gt_barrier();
		gt_sleep_ms(100);
		if (wanted >= 8)
			return wanted;
		if (wanted != 4)
			gasnet_exit(wanted);
		kill(getpid(), SIGINT);
		for (;;)
			gasnett_sched_yield();
	case 10:
	case 13: GT_OK(gasnet_AMRequestShort1(wanted == 10 ? peer : (gasnet_node_t)gt_n - 1, EXIT, wanted)); poll();
	case 11:
		if (gt_me == 0)
			GT_OK(gasnet_AMRequestShort1((gasnet_node_t)gt_n - 1, EXIT, wanted));
		poll();
	case 12:
		if (last)
			GT_OK(gasnet_AMRequestShort1((gasnet_node_t)gt_me, EXIT, wanted));
		poll();
	}
	if (wanted >= TRACES && wanted < MANY_TRACES)
		crash_test(wanted);
	pthread_barrier_init(&meet, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 99;
}
