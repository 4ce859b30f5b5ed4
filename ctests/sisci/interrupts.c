/* sisci/interrupts.c - interrupts and data interrupts: triggers from another node, waits, callbacks, numbers, errors. */
#include "../gt_sisci.h"

#define NEXT ((gt_me + 1) % gt_n)
#define BEFORE ((gt_me + gt_n - 1) % gt_n)
#define NUMBER 1234u

static sci_desc_t sd;

static sci_remote_interrupt_t join(unsigned int number)
{
	sci_remote_interrupt_t i = NULL;

	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull;; gt_sleep_ms(2)) {
		SCIConnectInterrupt(sd, &i, gt_node(NEXT), 0, number, SCI_INFINITE_TIMEOUT, 0, &gt_e);
		if (gt_e != SCI_ERR_NO_SUCH_INTNO || gt_ns() > end)
			break;
	}
	if (gt_e != SCI_ERR_OK)
		FATAL("connecting with interrupt %u: %s", number, SCIGetErrorString(gt_e));
	return i;
}

static sci_remote_data_interrupt_t join_data(unsigned int number)
{
	sci_remote_data_interrupt_t i = NULL;

	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull;; gt_sleep_ms(2)) {
		SCIConnectDataInterrupt(sd, &i, gt_node(NEXT), 0, number, SCI_INFINITE_TIMEOUT, 0, &gt_e);
		if (gt_e != SCI_ERR_NO_SUCH_INTNO || gt_ns() > end)
			break;
	}
	if (gt_e != SCI_ERR_OK)
		FATAL("connecting with data interrupt %u: %s", number, SCIGetErrorString(gt_e));
	return i;
}

static void waits(void)
{
	sci_local_interrupt_t own, other = NULL;
	sci_remote_interrupt_t remote;
	unsigned int number = NUMBER, some = 0;

	GT_OK(SCICreateInterrupt(sd, &own, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &gt_e));
	CHECK(number == NUMBER, "%u", number);
	GT_CODE(SCICreateInterrupt(sd, &other, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &gt_e), SCI_ERR_INTNO_USED);
	GT_OK(SCICreateInterrupt(sd, &other, 0, &some, NULL, NULL, 0, &gt_e));
	CHECK(some != NUMBER, "%u", some);
	GT_OK(SCIRemoveInterrupt(other, 0, &gt_e));
	GT_CODE(SCIWaitForInterrupt(own, 10, 0, &gt_e), SCI_ERR_TIMEOUT);
	remote = join(NUMBER);
	gt_barrier();
	GT_OK(SCITriggerInterrupt(remote, 0, &gt_e));
	gt_barrier(); /* the trigger may come before the wait: it is not lost */
	GT_OK(SCIWaitForInterrupt(own, GT_WAIT_MS, 0, &gt_e));
	gt_barrier();
	for (int round = 0; round < 50; round++) { /* a token goes round */
		if (gt_me != 0)
			GT_OK(SCIWaitForInterrupt(own, SCI_INFINITE_TIMEOUT, 0, &gt_e));
		GT_OK(SCITriggerInterrupt(remote, 0, &gt_e));
		if (gt_me == 0)
			GT_OK(SCIWaitForInterrupt(own, SCI_INFINITE_TIMEOUT, 0, &gt_e));
	}
	gt_barrier();
	GT_OK(SCIRemoveInterrupt(own, 0, &gt_e));
	gt_barrier();
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; gt_ns() < end; gt_sleep_ms(1)) { /* until word of the end has come */
		SCITriggerInterrupt(remote, 0, &gt_e);
		if (gt_e != SCI_ERR_OK)
			break;
	}
	CHECK(gt_e == SCI_ERR_NOT_CONNECTED, "%#x", gt_e);
	GT_OK(SCIDisconnectInterrupt(remote, 0, &gt_e));
	GT_CODE(SCIDisconnectInterrupt(remote, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCITriggerInterrupt(remote, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	gt_barrier();
}

static void *waits_forever(void *arg)
{
	sci_error_t e;

	SCIWaitForInterrupt(arg, SCI_INFINITE_TIMEOUT, 0, &e);
	return (void *)(uintptr_t)e;
}

static void cancelled(void)
{
	sci_local_interrupt_t own;
	unsigned int number = 0;
	pthread_t t;
	void *e;

	GT_OK(SCICreateInterrupt(sd, &own, 0, &number, NULL, NULL, 0, &gt_e));
	pthread_create(&t, NULL, waits_forever, own);
	gt_sleep_ms(20);
	GT_OK(SCIRemoveInterrupt(own, 0, &gt_e));
	pthread_join(t, &e);
	CHECK((sci_error_t)(uintptr_t)e == SCI_ERR_CANCELLED || (sci_error_t)(uintptr_t)e == SCI_ERR_ILLEGAL_PARAMETER, "%#lx",
	      (unsigned long)(uintptr_t)e);
}

static int triggers;

static sci_callback_action_t on_interrupt(void *arg, sci_local_interrupt_t interrupt, sci_error_t status)
{
	CHECK(interrupt && status == SCI_ERR_OK && arg == &triggers, "%#x", status);
	__atomic_add_fetch(&triggers, 1, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

static void await(int n)
{
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; __atomic_load_n(&triggers, __ATOMIC_SEQ_CST) < n; sched_yield())
		if (gt_ns() > end)
			FATAL("%d callbacks instead of %d", __atomic_load_n(&triggers, __ATOMIC_SEQ_CST), n);
	CHECK(__atomic_load_n(&triggers, __ATOMIC_SEQ_CST) == n, "%d instead of %d", triggers, n);
}

/* Each trigger of a counting interrupt is an event. */
static void callbacks(void)
{
	sci_local_interrupt_t own;
	sci_remote_interrupt_t remote;
	unsigned int number = NUMBER;

	triggers = 0;
	GT_OK(SCICreateInterrupt(sd, &own, 0, &number, on_interrupt, &triggers, SCI_FLAG_FIXED_INTNO | SCI_FLAG_USE_CALLBACK | SCI_FLAG_COUNTING_INT,
	                         &gt_e));
	GT_CODE(SCIWaitForInterrupt(own, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	remote = join(NUMBER);
	gt_barrier();
	for (int i = 0; i < 500; i++)
		GT_OK(SCITriggerInterrupt(remote, 0, &gt_e));
	await(500);
	gt_barrier();
	GT_OK(SCIDisconnectInterrupt(remote, 0, &gt_e));
	GT_OK(SCIRemoveInterrupt(own, 0, &gt_e));
	gt_barrier();
}

static int messages;

static sci_callback_action_t on_data(void *arg, sci_local_data_interrupt_t interrupt, void *data, unsigned int length, sci_error_t status)
{
	const int n = __atomic_load_n(&messages, __ATOMIC_SEQ_CST);

	CHECK(interrupt && status == SCI_ERR_OK && arg == NULL, "%#x", status);
	CHECK(length == 1 + (unsigned int)n * 37 % 8000 && gt_differs(data, length, BEFORE, n) == length, "message %d of %u bytes", n, length);
	__atomic_store_n(&messages, n + 1, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

/* Messages come in order, none is lost: a sender whose receiver is full fails, and tries again. */
static void data(void)
{
	static unsigned char buffer[8192];
	sci_local_data_interrupt_t own, called;
	sci_remote_data_interrupt_t remote, other;
	unsigned int number = NUMBER, two = NUMBER + 1, length;
	int full = 0;

	messages = 0;
	GT_OK(SCICreateDataInterrupt(sd, &own, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &gt_e));
	GT_OK(SCICreateDataInterrupt(sd, &called, 0, &two, on_data, NULL, SCI_FLAG_FIXED_INTNO | SCI_FLAG_USE_CALLBACK, &gt_e));
	remote = join_data(NUMBER);
	other = join_data(NUMBER + 1);
	length = sizeof buffer;
	GT_CODE(SCIWaitForDataInterrupt(own, buffer, &length, 10, 0, &gt_e), SCI_ERR_TIMEOUT);
	gt_barrier();
	gt_fill(buffer, 100, gt_me, 0);
	GT_OK(SCITriggerDataInterrupt(remote, buffer, 100, 0, &gt_e));
	length = 10; /* too small: the message stays */
	GT_CODE(SCIWaitForDataInterrupt(own, buffer, &length, GT_WAIT_MS, 0, &gt_e), SCI_ERR_OVERFLOW);
	CHECK(length == 100, "%u bytes", length);
	GT_OK(SCIWaitForDataInterrupt(own, buffer, &length, GT_WAIT_MS, 0, &gt_e));
	CHECK(length == 100 && gt_differs(buffer, 100, BEFORE, 0) == 100, "%u bytes", length);
	GT_CODE(SCITriggerDataInterrupt(remote, buffer, 100000, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCITriggerDataInterrupt(remote, NULL, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	gt_barrier();
	for (int n = 0; n < 300;) { /* nothing waits for them so far */
		gt_fill(buffer, 1 + (size_t)n, gt_me, n);
		SCITriggerDataInterrupt(remote, buffer, 1 + (unsigned int)n, 0, &gt_e);
		if (gt_e == SCI_ERR_NOSPC) {
			full = n;
			break;
		}
		CHECK(gt_e == SCI_ERR_OK, "%#x", gt_e);
		n++;
	}
	CHECK(full > 0, "300 messages");
	gt_barrier(); /* who receives now lets its sender send more than others */
	for (int n = 0; n < full; n++) {
		length = sizeof buffer;
		GT_OK(SCIWaitForDataInterrupt(own, buffer, &length, GT_WAIT_MS, 0, &gt_e));
		CHECK(length == 1 + (unsigned int)n && gt_differs(buffer, length, BEFORE, n) == length, "message %d of %u bytes", n, length);
	}
	gt_barrier();
	for (int n = 0; n < 400; n++) {
		gt_fill(buffer, 1 + (size_t)n * 37 % 8000, gt_me, n);
		do
			SCITriggerDataInterrupt(other, buffer, 1 + (unsigned int)n * 37 % 8000, 0, &gt_e);
		while (gt_e == SCI_ERR_NOSPC);
		CHECK(gt_e == SCI_ERR_OK, "%#x", gt_e);
	}
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; __atomic_load_n(&messages, __ATOMIC_SEQ_CST) < 400; sched_yield())
		if (gt_ns() > end)
			FATAL("%d messages", __atomic_load_n(&messages, __ATOMIC_SEQ_CST));
	gt_barrier();
	GT_OK(SCIDisconnectDataInterrupt(remote, 0, &gt_e));
	GT_OK(SCIDisconnectDataInterrupt(other, 0, &gt_e));
	GT_OK(SCIRemoveDataInterrupt(own, 0, &gt_e));
	GT_OK(SCIRemoveDataInterrupt(called, 0, &gt_e));
	gt_barrier();
}

int main(void)
{
	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	waits();
	if (!gt_simulated) /* a rank is one thread there */
		cancelled();
	callbacks();
	data();
	GT_OK(SCIClose(sd, 0, &gt_e));
	return gt_stop();
}
