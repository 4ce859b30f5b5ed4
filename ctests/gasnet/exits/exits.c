/* Ends a job as its first argument says: HOW STATUS WAIT. One rank, the last, does it, or all; the others wait in the third way. A handler of SIGQUIT says that it
 * has been there, and may call gasnet_exit itself; GT_QUIT says which ranks have one. */
#define GASNET_PAR 1
#include "../../gt_gasnet.h"

#include <pthread.h>
#include <signal.h>

enum { EXIT = 200, PING };

static int status;

static void quit(int sig)
{
	static const char said[] = "SIGQUIT handler\n";

	(void)sig;
	if (write(2, said, sizeof said - 1) > 0)
		gasnet_exit(4);
}

static void leave(gasnet_token_t t, gasnet_handlerarg_t code)
{
	(void)t;
	gasnet_exit(code);
}

static void ping(gasnet_token_t t) { (void)t; }

static void *thread(void *arg)
{
	(void)arg;
	gasnet_exit(status);
}

static int *volatile nowhere;

static void raise_fault(void) { *nowhere = 1; }

static void wait_for_ever(const char *how)
{
	if (!strcmp(how, "barrier"))
		gt_barrier();
	else if (!strcmp(how, "spin"))
		for (volatile int i = 0;; i++)
			;
	else if (!strcmp(how, "sleep"))
		for (;;)
			sleep(100);
	else if (!strcmp(how, "count"))
		for (;;) {
			sleep(1);
			printf("waited\n");
		}
	else if (!strcmp(how, "traffic"))
		for (unsigned i = 0;; i++) {
			GT_OK(gasnet_AMRequestShort0((gasnet_node_t)(i % (unsigned)gt_n), PING));
			gasnet_put_val((gasnet_node_t)(i % (unsigned)gt_n), gt_at((int)(i % (unsigned)gt_n), 0), i, 8);
		}
	GASNET_BLOCKUNTIL(0);
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{EXIT, (void (*)())leave}, {PING, (void (*)())ping}};
	const char *how = argc > 1 ? argv[1] : "", *others = argc > 3 ? argv[3] : "poll", *quits = getenv("GT_QUIT");
	pthread_t one;
	int last;

	status = argc > 2 ? atoi(argv[2]) : 0;
	GT_OK(gasnet_init(&argc, &argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	last = gt_me == gt_n - 1;
	printf("unflushed %d\n", gt_me);
	if (!strcmp(how, "early") || (!strcmp(how, "early_one") && last))
		gasnet_exit(status);
	GT_OK(gasnet_attach(table, 2, GASNET_PAGESIZE, 0));
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
	if (quits && (strcmp(quits, "last") != 0 || last) && (strcmp(quits, "others") != 0 || !last))
		signal(SIGQUIT, quit);
	gt_barrier();
	if (!strcmp(how, "all"))
		gasnet_exit(status);
	if (!strcmp(how, "all_return"))
		return status;
	if (!strcmp(how, "each"))
		gasnet_exit(last ? status : 0);
	if (!strcmp(how, "handler_all")) {
		GT_OK(gasnet_AMRequestShort1((gasnet_node_t)((gt_me + 1) % gt_n), EXIT, status));
		wait_for_ever("poll");
	}
	if (!strcmp(how, "handler_many")) {
		GT_OK(gasnet_AMRequestShort1((gasnet_node_t)gt_n - 1, EXIT, status));
		wait_for_ever(others);
	}
	if (last) {
		gt_sleep_ms(100);
		if (!strcmp(how, "one"))
			gasnet_exit(status);
		if (!strcmp(how, "return"))
			return status;
		if (!strcmp(how, "exit"))
			exit(status);
		if (!strcmp(how, "thread")) {
			pthread_create(&one, NULL, thread, NULL);
			wait_for_ever("poll");
		}
		if (!strcmp(how, "handler"))
			GT_OK(gasnet_AMRequestShort1(0, EXIT, status));
		if (!strcmp(how, "loopback"))
			GT_OK(gasnet_AMRequestShort1((gasnet_node_t)gt_me, EXIT, status));
		if (!strcmp(how, "signal"))
			kill(getpid(), status);
		if (!strcmp(how, "signalled")) { /* and goes on */
			raise(SIGUSR1);
			gasnet_exit(status);
		}
		if (!strcmp(how, "raise"))
			raise(status);
		if (!strcmp(how, "abort"))
			abort();
		if (!strcmp(how, "segv"))
			raise_fault();
	}
	wait_for_ever(others);
	return 99;
}
