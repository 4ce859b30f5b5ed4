/* lapi/am.c - active messages: header handlers, completion handlers, their counters, and what may be done in them. */
#include <stdatomic.h>

#include "../gt_lapi.h"

#define MOST (1 << 20)
#define MANY 100

struct note {
	int from;
	uint length;
	unsigned long data;
	lapi_cntr_t *cntr; /* of the sender */
	void *memory;      /* of the sender */
};

static lapi_cntr_t org, tgt, cmpl, inner;
static char *into, *source, copy[64];
static void *handlers[4096], *counters[4096], *sources[4096];
static atomic_int in_header, in_completion, headers, completions, errors;
static uint lengths[] = {4, 7, 8, 24, 0, 0}; /* and the most that there is, and less */

static void completion(lapi_handle_t *h, void *info)
{
	struct note *n = info;

	if (atomic_fetch_add(&in_completion, 1) != 0)
		atomic_fetch_add(&errors, 1);
	if (n->data)
		for (unsigned long i = 0; i < n->data; i++)
			if (into[i] != (char)(i * 3 + (unsigned long)n->from))
				atomic_fetch_or(&errors, 0x100);
	if (n->cntr) { /* back to the sender, whose counter is the target's of this get */
		GT_OK(LAPI_Setcntr(*h, &inner, 0));
		GT_OK(LAPI_Get(*h, (uint)n->from, sizeof copy, n->memory, copy, n->cntr, &inner));
		GT_OK(LAPI_Waitcntr(*h, &inner, 1, NULL));
		if (copy[3] != (char)(9 + n->from))
			atomic_fetch_or(&errors, 0x1000);
	}
	atomic_fetch_sub(&in_completion, 1);
	atomic_fetch_add(&completions, 1);
	free(n);
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	(void)h;
	struct note *n = calloc(1, sizeof *n);

	if (atomic_fetch_add(&in_header, 1) != 0)
		atomic_fetch_add(&errors, 0x10000);
	memcpy(n, uhdr, *uhdr_len < sizeof *n ? *uhdr_len : sizeof *n);
	if (*uhdr_len < sizeof *n)
		memset((char *)n + *uhdr_len, 0, sizeof *n - *uhdr_len);
	memset(uhdr, 0xaa, *uhdr_len);
	n->data = *msg_len;
	n->length = *uhdr_len;
	if (*uhdr_len < 16)
		n->cntr = NULL;
	if (((lapi_return_info_t *)msg_len)->bytes != *msg_len)
		atomic_fetch_or(&errors, 0x20000);
	*comp = completion;
	*info = n;
	atomic_fetch_add(&headers, 1);
	atomic_fetch_sub(&in_header, 1);
	return n->data ? into : NULL;
}

static void *inline_header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	((lapi_return_info_t *)msg_len)->ret_flags = LAPI_LOCAL_STATE;
	*comp = completion;
	*info = calloc(1, sizeof(struct note));
	return NULL;
}

static void *bury(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	(void)comp;
	(void)info;
	((lapi_return_info_t *)msg_len)->ctl_flags = LAPI_BURY_MSG;
	return NULL;
}

int main(void)
{
	static char small[1024];
	struct note note = {0};
	void *entry;
	uint next, before;
	int expected;

	int most;

	into = malloc(MOST);
	source = malloc(MOST);
	gt_start();
	GT_OK(LAPI_Qenv(gt_h, MAX_UHDR_SZ, &most));
	CHECK(most >= 112 && most <= 1024, "MAX_UHDR_SZ %d", most);
	lengths[4] = (uint)most - 24;
	lengths[5] = (uint)most;
	note.from = gt_me;
	next = (uint)(gt_me + 1) % (uint)gt_n;
	before = (uint)(gt_me + gt_n - 1) % (uint)gt_n;
	for (unsigned long i = 0; i < MOST; i++)
		source[i] = (char)(i * 3 + (unsigned long)gt_me);
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	GT_OK(LAPI_Address_init(gt_h, &tgt, counters));
	GT_OK(LAPI_Address_init(gt_h, source, sources));
	/* Headers of all lengths, which the sender changes at once. */
	GT_OK(LAPI_Senv(gt_h, ERROR_CHK, 0));
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		memset(small, 0, sizeof small);
		memcpy(small, &gt_me, sizeof gt_me);
		GT_OK(LAPI_Amsend(gt_h, next, handlers[next], small, lengths[i], NULL, 0, counters[next], &org, &cmpl));
		memset(small, 0xff, sizeof small);
		gt_wait(&org, 1);
		gt_wait(&cmpl, 1);
		gt_take(&tgt, 1);
	}
	expected = (int)(sizeof lengths / sizeof *lengths);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(headers == expected && completions == expected && errors == 0, "%d %d %x", headers, completions, errors);
	GT_OK(LAPI_Gfence(gt_h)); /* the next messages may come */
	/* A large message whose completion handler gets from the sender, while others arrive. */
	note.cntr = counters[gt_me];
	note.memory = source;
	GT_OK(LAPI_Amsend(gt_h, next, handlers[next], &note, sizeof note, source, MOST, NULL, &org, &cmpl));
	note.cntr = NULL;
	for (int i = 0; i < MANY; i++)
		GT_OK(LAPI_Amsend(gt_h, next, handlers[next], &note, sizeof note, NULL, 0, NULL, NULL, &cmpl));
	gt_wait(&org, 1);
	gt_wait(&cmpl, 1 + MANY);
	gt_wait(&tgt, 1);
	GT_OK(LAPI_Gfence(gt_h));
	expected += 1 + MANY;
	CHECK(headers == expected && completions == expected && errors == 0, "%d %d %x", headers, completions, errors);
	GT_OK(LAPI_Gfence(gt_h)); /* the next messages may come */
	/* Inline, buried, to oneself, through the table. */
	GT_OK(LAPI_Addr_set(gt_h, (void *)inline_header, 7));
	GT_OK(LAPI_Addr_set(gt_h, (void *)bury, 8));
	GT_OK(LAPI_Addr_get(gt_h, &entry, 7));
	CHECK(entry == (void *)inline_header, "entry %p", entry);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Amsend(gt_h, before, (void *)7, NULL, 0, NULL, 0, NULL, NULL, &cmpl));
	GT_OK(LAPI_Amsend(gt_h, before, (void *)8, NULL, 0, source, 100000, NULL, &org, &cmpl));
	GT_OK(LAPI_Amsend(gt_h, (uint)gt_me, (void *)header, &note, 4, NULL, 0, NULL, &org, &cmpl));
	gt_wait(&cmpl, 3);
	gt_wait(&org, 2);
	GT_OK(LAPI_Gfence(gt_h));
	expected += 1;
	CHECK(headers == expected && completions == expected + 1 && errors == 0, "%d %d %x", headers, completions, errors);
	return gt_stop();
}
