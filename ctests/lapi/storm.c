/* lapi/storm.c - many small operations at a time: more than a mailbox has space for while the target does not poll, fences over all kinds of them, header handlers that take
 * long while other data goes on, messages of all sizes with completion handlers on every way, and counters that are neither less nor more. */
#include <unistd.h>

#include "../gt_lapi.h"

#define SLOTS 4096
#define MESSAGES 64

static long slots[SLOTS], mine[SLOTS];
static lapi_cntr_t tgt, org, cmpl, seen;
static void *slots_of[4096], *tgts[4096], *seens[4096], *handlers[4096], *slows[4096], *words[4096];
static unsigned char from[16384];
static int inside, overlapped, headers, inline_ends, ends, word;

struct head {
	int kind;
	unsigned bytes, seed;
};
enum { NONE, INLINE, REPLY, THREAD };

static void ended(lapi_handle_t *h, void *param)
{
	unsigned char *data = param;

	(void)h;
	if (data) {
		struct head head;

		memcpy(&head, data, sizeof head);
		for (unsigned i = 0; i < head.bytes; i++)
			if (data[sizeof head + i] != (unsigned char)(head.seed + i))
				FATAL("message of %u bytes: byte %u is %d", head.bytes, i, data[sizeof head + i]);
		free(data);
	}
	__atomic_add_fetch(&ends, 1, __ATOMIC_SEQ_CST);
}

static void ended_here(lapi_handle_t *h, void *param)
{
	inline_ends++;
	ended(h, param);
}

static void replied(lapi_handle_t *h, void *param)
{
	const int from_task = *(int *)param;

	free(param);
	inline_ends++;
	ended(h, NULL);
	GT_OK(LAPI_Put(*h, (uint)from_task, 0, NULL, NULL, seens[from_task], NULL, NULL));
}

/* Task 0 has purged task 1 and drops its messages: the fence of task 1 returns all the same. */
static void purged(void)
{
	if (gt_me == 0) {
		GT_OK(LAPI_Put(gt_h, 1, 0, NULL, NULL, seens[1], NULL, &cmpl));
		gt_wait(&cmpl, 1);
		GT_OK(LAPI_Purge_totask(gt_h, 1));
		GT_IS(LAPI_Put(gt_h, 1, 8, slots_of[1], mine, NULL, NULL, NULL), LAPI_ERR_TGT_PURGED);
		usleep(100000); /* task 1 fences meanwhile */
		GT_OK(LAPI_Resume_totask(gt_h, 1));
		GT_OK(LAPI_Put(gt_h, 1, 0, NULL, NULL, seens[1], NULL, NULL));
	} else if (gt_me == 1) {
		gt_wait(&seen, 1);
		usleep(20000);
		for (int i = 0; i < 10; i++)
			GT_OK(LAPI_Put(gt_h, 0, 8, slots_of[0], mine, NULL, NULL, &cmpl));
		GT_OK(LAPI_Fence(gt_h));
		gt_wait(&cmpl, 10);
		gt_wait(&seen, 1);
	}
	GT_OK(LAPI_Gfence(gt_h));
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **uinfo)
{
	lapi_return_info_t *r = (lapi_return_info_t *)(void *)msg_len;
	struct head head;
	unsigned char *data;

	(void)h;
	if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1)
		overlapped++;
	memcpy(&head, uhdr, sizeof head);
	memset(uhdr, 0xee, *uhdr_len); /* it is this handler's */
	CHECK(*msg_len == head.bytes && *uhdr_len >= sizeof head, "%lu bytes, header of %u", *msg_len, *uhdr_len);
	data = malloc(sizeof head + head.bytes);
	memcpy(data, &head, sizeof head);
	headers++;
	*comp = head.kind == THREAD ? ended : ended_here;
	*uinfo = data;
	if (head.kind == NONE) {
		*comp = NULL;
		free(data);
		__atomic_add_fetch(&ends, 1, __ATOMIC_SEQ_CST);
		r->ctl_flags = LAPI_BURY_MSG;
		data = NULL;
	} else if (head.kind == REPLY) {
		*comp = replied;
		free(data);
		data = NULL;
		*uinfo = malloc(sizeof(int));
		*(int *)*uinfo = r->src;
		r->ctl_flags = LAPI_BURY_MSG;
	}
	if (head.kind == INLINE)
		r->ret_flags = LAPI_LOCAL_STATE;
	if (head.kind == REPLY)
		r->ret_flags = LAPI_SEND_REPLY;
	__atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
	return data ? data + sizeof head : NULL;
}

/* Takes some time, in which puts are stored by another thread. */
static void *slow(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **uinfo)
{
	(void)h, (void)uhdr, (void)uhdr_len, (void)msg_len, (void)uinfo;
	if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1)
		overlapped++;
	if (!getenv("GT_SIMULATED"))
		usleep(2000);
	headers++;
	*comp = ended;
	__atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void message(int to, int kind, unsigned bytes, unsigned length)
{
	unsigned char header[1024];
	const struct head head = {kind, bytes, (unsigned)gt_me * 3 + bytes};

	memset(header, 0x55, sizeof header);
	memcpy(header, &head, sizeof head);
	for (unsigned i = 0; i < bytes; i++)
		from[i] = (unsigned char)(head.seed + i);
	GT_OK(LAPI_Amsend(gt_h, (uint)to, handlers[to], header, length, from, bytes, tgts[to], &org, &cmpl));
	memset(header, 0xaa, sizeof header);
	GT_OK(LAPI_Waitcntr(gt_h, &org, 1, NULL)); /* before the data changes */
}

int main(void)
{
	static const unsigned sizes[] = {0, 1, 8, 100, 2047, 2048, 2049, 8192, 16384}, lengths[] = {12, 16, 64, 1000, 1024};
	const int rounds = getenv("GT_SIMULATED") ? 1 : 4;
	int next, count = 0, most;

	gt_start();
	GT_OK(LAPI_Qenv(gt_h, MAX_UHDR_SZ, &most));
	next = (gt_me + 1) % gt_n;
	GT_OK(LAPI_Address_init(gt_h, slots, slots_of));
	GT_OK(LAPI_Address_init(gt_h, &tgt, tgts));
	GT_OK(LAPI_Address_init(gt_h, &seen, seens));
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	GT_OK(LAPI_Address_init(gt_h, (void *)slow, slows));
	GT_OK(LAPI_Address_init(gt_h, &word, words));

	/* More than there is space for. In polling mode nothing is stored before the target calls. */
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, 0));
	for (int round = 1; round <= rounds; round++) {
		for (int i = 0; i < SLOTS; i++) {
			mine[i] = (long)gt_me << 32 | (long)(i * round);
			GT_OK(LAPI_Put(gt_h, (uint)next, sizeof *mine, (long *)slots_of[next] + i, &mine[i], tgts[next], &org, &cmpl));
		}
		GT_OK(LAPI_Waitcntr(gt_h, &org, SLOTS, NULL));
		GT_OK(LAPI_Fence(gt_h));
		gt_wait(&cmpl, SLOTS);
		GT_OK(LAPI_Waitcntr(gt_h, &tgt, SLOTS, NULL));
		for (int i = 0; i < SLOTS; i++)
			if (slots[i] != ((long)((gt_me + gt_n - 1) % gt_n) << 32 | (long)(i * round)))
				FATAL("round %d, slot %d: %lx", round, i, slots[i]);
		GT_OK(LAPI_Gfence(gt_h));
	}

	/* Messages of all kinds to all tasks. */
	for (int mode = 0; mode < 2; mode++) {
		GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, mode));
		count = headers = ends = inline_ends = 0;
		GT_OK(LAPI_Gfence(gt_h));
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
				for (int kind = NONE; kind <= THREAD; kind++, count++)
					message((gt_me + count) % gt_n, kind, sizes[s], lengths[l] < (unsigned)most ? lengths[l] : (unsigned)most);
		gt_wait(&cmpl, count);
		GT_OK(LAPI_Gfence(gt_h));
		GT_OK(LAPI_Waitcntr(gt_h, &tgt, count, NULL)); /* as many have come as have gone */
		CHECK(headers == count && ends == count, "%d headers, %d ends of %d", headers, ends, count);
		CHECK(inline_ends == count / 2, "%d ends inline of %d", inline_ends, count);
		GT_OK(LAPI_Waitcntr(gt_h, &seen, count / 4, NULL));
		GT_OK(LAPI_Gfence(gt_h));
	}

	/* Header handlers one at a time, while puts go on. */
	headers = ends = 0;
	GT_OK(LAPI_Gfence(gt_h));
	for (int i = 0; i < MESSAGES; i++) {
		GT_OK(LAPI_Amsend(gt_h, (uint)next, slows[next], NULL, 0, NULL, 0, tgts[next], NULL, &cmpl));
		GT_OK(LAPI_Put(gt_h, (uint)next, sizeof *mine, (long *)slots_of[next] + i, &mine[i], NULL, NULL, &org));
	}
	gt_wait(&org, MESSAGES);
	gt_wait(&cmpl, MESSAGES);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Waitcntr(gt_h, &tgt, MESSAGES, NULL));
	CHECK(headers == MESSAGES && ends == MESSAGES, "%d headers, %d ends", headers, ends);
	CHECK(overlapped == 0, "%d header handlers at the same time as another", overlapped);
	GT_OK(LAPI_Gfence(gt_h));

	/* A fence is for messages that wait for others, too: their data is there. */
	for (int i = 0; i < 8; i++) {
		GT_OK(LAPI_Amsend(gt_h, (uint)next, slows[next], NULL, 0, NULL, 0, NULL, NULL, NULL));
		GT_OK(LAPI_Fence(gt_h));
	}
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(headers == MESSAGES + 8, "%d headers after the fence", headers);

	int one = 1, old = -1;

	for (int i = 0; i < 100; i++)
		GT_OK(LAPI_Rmw(gt_h, FETCH_AND_ADD, 0, words[0], &one, &old, &org));
	gt_wait(&org, 100);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(gt_me || word == 100 * gt_n, "%d instead of %d", word, 100 * gt_n);
	if (gt_n > 1)
		purged();
	CHECK(gt_count(&tgt) == 0 && gt_count(&cmpl) == 0 && gt_count(&seen) == 0, "counters %d %d %d", gt_count(&tgt), gt_count(&cmpl),
	      gt_count(&seen));
	return gt_stop();
}
