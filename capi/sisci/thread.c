/* sisci/thread.c - the library's threads: one serves packets while no thread of the program does, others run callbacks and make copies. None is ever joined, and no lock is
 * held while a callback runs, which may not return: before it runs one, the last thread that has nothing to do starts another. */
#define _GNU_SOURCE
#include "thread.h"

#include <pthread.h>
#include <signal.h>

#include "../runtime/futex.h"

#define STACK_BYTES (4u << 20)
#define SERVE_NAP_NS 50000000u /* deaths ring no bell */
#define WORK_NAP_NS 1000000000u
#define MOST_IDLE 4u

static uint32_t idle; /* threads that have no callback */
static void start(void *(*f)(void *));

static void *serve(void *unused)
{
	static const char name[] = "SISCI's thread of packets";
	struct ga_mail *m = ga_sisci.mail;

	for (;;) {
		const uint32_t seen = __atomic_load_n(&m->bell, __ATOMIC_SEQ_CST);
		struct ga_sisci_serve f = {GA_FRAME(serve, SERVE, name)};

		if (__atomic_load_n(&m->pollers, __ATOMIC_SEQ_CST) == 0)
			ga_call(&f.head);
		__atomic_add_fetch(&m->server, 1, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&m->wanted, __ATOMIC_RELAXED))
			ga_futex_wait(&m->bell, seen, 1000000u); /* a mailbox is full */
		else if (!ga_mail_came(m, ga_sisci.mask) || __atomic_load_n(&m->pollers, __ATOMIC_SEQ_CST) > 0)
			ga_futex_wait(&m->bell, seen, SERVE_NAP_NS);
		__atomic_sub_fetch(&m->server, 1, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

static uint32_t run(int32_t what, const struct ga_sisci_job *j)
{
	void *arg = (void *)j->argument;
	const uintptr_t h = (uintptr_t)j->handle;
	const sci_error_t code = (sci_error_t)j->code;
	const sci_segment_cb_reason_t reason = (sci_segment_cb_reason_t)j->reason;

	switch (what) {
	case GA_SISCI_JOB_LOCAL: return ((sci_cb_local_segment_t)j->function)(arg, (sci_local_segment_t)h, reason, j->node, j->adapter, code);
	case GA_SISCI_JOB_REMOTE: return ((sci_cb_remote_segment_t)j->function)(arg, (sci_remote_segment_t)h, reason, code);
	case GA_SISCI_JOB_QUEUE: return ((sci_cb_dma_t)j->function)(arg, (sci_dma_queue_t)h, code);
	case GA_SISCI_JOB_INTERRUPT: return ((sci_cb_interrupt_t)j->function)(arg, (sci_local_interrupt_t)h, code);
	case GA_SISCI_JOB_DATA_INTERRUPT:
		return ((sci_cb_data_interrupt_t)j->function)(arg, (sci_local_data_interrupt_t)h, (void *)j->data, j->length, code);
	}
	((sci_cb_block_transfer_t)j->function)(arg, (sci_block_transfer_t)h, code);
	return SCI_CALLBACK_CONTINUE;
}

static void *work(void *unused)
{
	static const char name[] = "SISCI's thread of callbacks";
	_Alignas(16) char data[GA_SISCI_MESSAGE];
	struct ga_mail *m = ga_sisci.mail;

	for (;;) {
		const uint32_t seen = __atomic_load_n(&m->work, __ATOMIC_SEQ_CST);
		struct ga_sisci_job job = {.data = GA_F(data)};
		struct ga_sisci_next f = {GA_FRAME(next, NEXT, name), .job = &job};

		ga_call(&f.head);
		if (f.what == GA_SISCI_JOB_WORK)
			continue;
		if (f.what != GA_SISCI_JOB_NONE) {
			struct ga_sisci_returned r = {GA_FRAME(returned, RETURNED, name), .token = job.token};

			if (__atomic_sub_fetch(&idle, 1, __ATOMIC_SEQ_CST) == 0)
				start(work);
			r.action = run(f.what, &job);
			ga_call(&r.head);
			if (__atomic_add_fetch(&idle, 1, __ATOMIC_SEQ_CST) <= MOST_IDLE)
				continue;
			__atomic_sub_fetch(&idle, 1, __ATOMIC_SEQ_CST);
			return NULL;
		}
		__atomic_add_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
		ga_futex_wait(&m->work, seen, WORK_NAP_NS);
		__atomic_sub_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
	}
}

void ga_sisci_thread(void *unused)
{
	static const char name[] = "SISCI's thread of callbacks";
	_Alignas(16) char data[GA_SISCI_MESSAGE];

	for (;;) {
		struct ga_sisci_job job = {.data = GA_F(data)};
		struct ga_sisci_next f = {GA_FRAME(next, NEXT, name), .job = &job};

		ga_call(&f.head);
		struct ga_sisci_returned r = {GA_FRAME(returned, RETURNED, name), .token = job.token, .action = run(f.what, &job)};

		ga_call(&r.head);
	}
}

static void start(void *(*f)(void *))
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;
	size_t stack;

	if (f == work)
		__atomic_add_fetch(&idle, 1, __ATOMIC_SEQ_CST);
	sigfillset(&all); /* signals are for the program's threads, except those that a callback causes itself */
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&all, own[i]);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_attr_getstacksize(&attr, &stack) == 0 && stack < STACK_BYTES)
		pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const int rc = pthread_create(&thread, &attr, f, NULL);

	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (rc != 0)
		ga_fatal(1, "SCIInitialize: no thread for callbacks");
}

void ga_sisci_begin(void)
{
	static bool begun;

	if (__atomic_exchange_n(&begun, true, __ATOMIC_SEQ_CST))
		return;
	start(serve);
	start(work);
}
