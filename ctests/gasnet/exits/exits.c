/* Ends a job: HOW STATUS WAIT. The last rank, or all ranks, end as HOW says; the others wait as WAIT says. A handler of SIGQUIT prints that it
 * runs, and calls gasnet_exit(4), or does what GT_QUITS says; GT_QUIT lists the ranks that have one. */
#define GASNET_PAR 1
#include "../../gt_gasnet.h"

#include <gasnet_tools.h>

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

enum { EXIT = 200, PING, ASK, EXIT_REPLY, MANY = 4 };

static int status;

static const char *quits;
static int *volatile nowhere;

static void raise_fault(void) { *nowhere = 1; }

/* Writes past a block, to the end of the heap; the next allocation there makes malloc call abort, with its lock held. */
static void spoil_heap(void)
{
	enum { SIZE = 1000, MANY_BLOCKS = 1000 };
	char *block = malloc(SIZE), *past = block + malloc_usable_size(block);

	memset(past, 0xff, (size_t)((char *)sbrk(0) - past));
	for (int i = 0; i < MANY_BLOCKS; i++) {
		void *volatile more = malloc(SIZE);

		(void)more;
	}
}

static void quit(int sig)
{
	static const char said[] = "SIGQUIT handler\n";

	(void)sig;
	if (write(2, said, sizeof said - 1) < 0)
		return;
	if (!strcmp(quits, "returns"))
		return;
	if (!strcmp(quits, "faults"))
		raise_fault();
	if (!strcmp(quits, "_exit"))
		_exit(4);
	if (!strcmp(quits, "zero"))
		gasnet_exit(0);
	if (!strcmp(quits, "late")) /* but in time */
		gt_sleep_ms(100);
	gasnet_exit(4);
}

static void leave(gasnet_token_t t, gasnet_handlerarg_t code)
{
	(void)t;
	gasnet_exit(code);
}

static void ask(gasnet_token_t t, gasnet_handlerarg_t code) { GT_OK(gasnet_AMReplyShort1(t, EXIT_REPLY, code)); }

static void ping(gasnet_token_t t) { (void)t; }

static void *thread(void *arg)
{
	(void)arg;
	gasnet_exit(status);
}

static void *crash(void *how)
{
	if (!strcmp(how, "segv"))
		raise_fault();
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "fatalerror"))
		gasnett_fatalerror("the end, %d", status);
	return NULL;
}

static void alarmed(int sig)
{
	(void)sig;
	gasnet_exit(status);
}

static void last_words(void) { gasnet_exit(status); }

static void wait_for_ever(const char *how)
{
	if (!strcmp(how, "barrier"))
		gt_barrier();
	else if (!strcmp(how, "spin"))
		for (volatile int i = 0;; i++)
			;
	else if (!strcmp(how, "block")) {
		GT_OK(gasnet_set_waitmode(GASNET_WAIT_BLOCK));
		gt_barrier();
	} else if (!strcmp(how, "coll"))
		gasnet_coll_barrier(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_ANONYMOUS);
	else if (!strcmp(how, "puts"))
		for (unsigned i = 0;; i++)
			gasnet_put_val((gasnet_node_t)(i % (unsigned)gt_n), gt_at((int)(i % (unsigned)gt_n), 0), i, 8);
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
	gasnet_handlerentry_t table[] = {
	    {EXIT, (void (*)())leave}, {PING, (void (*)())ping}, {ASK, (void (*)())ask}, {EXIT_REPLY, (void (*)())leave}};
	gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
	const char *how = argc > 1 ? argv[1] : "", *others = argc > 3 ? argv[3] : "poll", *quit_on = getenv("GT_QUIT");
	pthread_t one;
	int last;

	status = argc > 2 ? atoi(argv[2]) : 0;
	GT_OK(gasnet_init(&argc, &argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	last = gt_me == gt_n - 1;
	printf("unflushed %d\n", gt_me);
	if (!strcmp(how, "early") || (!strcmp(how, "early_one") && last))
		gasnet_exit(status);
	GT_OK(gasnet_attach(table, 4, GASNET_PAGESIZE, 0));
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
	quits = getenv("GT_QUITS") ? getenv("GT_QUITS") : "exits";
	if (quit_on && (strcmp(quit_on, "last") != 0 || last) && (strcmp(quit_on, "others") != 0 || !last) &&
	    (strcmp(quit_on, "0") != 0 || gt_me == 0))
		signal(SIGQUIT, quit);
	if (!strcmp(others, "coll"))
		gasnet_coll_init(NULL, 0, NULL, 0, 0);
	gt_barrier();
	if (getenv("GT_READY"))
		fflush(stdout);
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
	if (!strcmp(how, "threads")) {
		for (int i = 0; i < MANY; i++)
			pthread_create(&one, NULL, thread, NULL);
		wait_for_ever(others);
	}
	if (!strcmp(how, "fine_then")) { /* one exits with 0, another fails after that */
		if (last)
			gasnet_exit(0);
		gt_sleep_ms(300);
		if (gt_me == 1 && status > 128)
			raise(status - 128);
		if (gt_me == 1)
			gasnet_exit(status);
	}
	if (last) {
		gt_sleep_ms(100);
		if (!strcmp(how, "reply"))
			GT_OK(gasnet_AMRequestShort1(0, ASK, status));
		if (!strcmp(how, "locked")) {
			gasnet_hsl_lock(&lock);
			gasnet_exit(status);
		}
		if (!strcmp(how, "region")) {
			gasnet_begin_nbi_accessregion();
			gasnet_exit(status);
		}
		if (!strcmp(how, "alarm")) {
			signal(SIGALRM, alarmed);
			alarm(1);
		}
		if (!strcmp(how, "atexit")) {
			atexit(last_words);
			exit(0);
		}
		if (!strcmp(how, "_exit")) {
			fflush(stdout);
			_exit(status);
		}
		if (!strcmp(how, "killed"))
			gasnett_killmyprocess(status);
		if (!strcmp(how, "child")) { /* not a rank: its end does not affect the job */
			const pid_t child = fork();

			if (child == 0)
				exit(77);
			waitpid(child, NULL, 0);
			gasnet_exit(status);
		}
		if (!strncmp(how, "thread_", 7)) {
			pthread_create(&one, NULL, crash, (void *)(uintptr_t)(how + 7));
			wait_for_ever(others);
		}
		if (!strcmp(how, "fatalerror"))
			crash((void *)(uintptr_t)how);
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
		if (!strcmp(how, "heap"))
			spoil_heap();
		if (!strcmp(how, "segv"))
			raise_fault();
	}
	wait_for_ever(others);
	return 99;
}
