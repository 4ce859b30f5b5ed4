/* lapi/twin.c - operations of all kinds, drawn at random, on both ways at once: those that C makes itself in shared memory and those of the state machine. Each task makes its
 * own and copies by itself what all should do; memory, counters and handlers are the same in the end. Contexts follow each other, so that records meet others' lives. */
#include <stdatomic.h>

#include "../gt_lapi.h"

enum { OPS = 48, SLOT = 20480, TABLE = 7, MOST = 4096 };
enum kind { PUT, GET, SEND, PUT_VECTOR, SEND_TABLE, PUT_HANDLER, RMW, FENCE, KINDS };

struct op {
	enum kind kind;
	uint origin, target;
	ulong bytes;
	int end; /* of a message: completion handler inline, on its thread, or none */
	int value;
};

struct head {
	unsigned slot, end;
};

static struct op ops[OPS];
static unsigned char source[OPS * SLOT], area[OPS * SLOT], twin[OPS * SLOT];
static lapi_cntr_t tgt, org, cmpl;
static void *areas[MOST], *sources[MOST], *tgts[MOST], *handlers[MOST], *words[MOST];
static atomic_int headers, ends, sents;
static int word, old;

static unsigned char pattern(uint task, int round, size_t at) { return (unsigned char)(at * 7 + (at >> 8) + task * 31 + (unsigned)round * 101); }

static void ended(lapi_handle_t *h, void *info)
{
	(void)h, (void)info;
	ends++;
}

static void sent(lapi_handle_t *h, void *info, lapi_sh_info_t *why)
{
	(void)h, (void)info, (void)why;
	sents++;
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	lapi_return_info_t *r = (lapi_return_info_t *)(void *)msg_len;
	struct head head;

	(void)h, (void)info;
	CHECK(*uhdr_len == sizeof head, "header of %u bytes", *uhdr_len);
	memcpy(&head, uhdr, sizeof head);
	headers++;
	*comp = head.end ? ended : NULL;
	if (head.end == 1)
		r->ret_flags = LAPI_LOCAL_STATE;
	return area + head.slot * SLOT;
}

static void draw(int round)
{
	static const ulong sizes[] = {0, 1, 4, 8, 100, 2047, 2048, 2049, 8192, 8193, 20000};

	gt_srand((uint64_t)round);
	for (int i = 0; i < OPS; i++)
		ops[i] = (struct op){.kind = (enum kind)gt_range(0, KINDS - 1),
		                     .origin = (uint)gt_range(0, (uint64_t)gt_n - 1),
		                     .target = (uint)gt_range(0, (uint64_t)gt_n - 1),
		                     .bytes = sizes[gt_range(0, sizeof sizes / sizeof *sizes - 1)],
		                     .end = (int)gt_range(0, 2),
		                     .value = (int)gt_range(1, 1000)};
}

/* Makes an operation of this task. */
static void make(const struct op *o, unsigned slot)
{
	unsigned char *const from = source + slot * SLOT, *const into = (unsigned char *)areas[o->target] + slot * SLOT;
	const struct head head = {slot, (unsigned)o->end};
	ulong lengths[2] = {o->bytes / 3, o->bytes - o->bytes / 3};
	void *ours[2] = {from, from + lengths[0]}, *theirs[2] = {into, into + lengths[0]};
	lapi_vec_t org_vec = {LAPI_GEN_IOVECTOR, 2, ours, lengths}, tgt_vec = {LAPI_GEN_IOVECTOR, 2, theirs, lengths};
	lapi_xfer_t x;

	switch (o->kind) {
	case PUT: GT_OK(LAPI_Put(gt_h, o->target, o->bytes, into, from, tgts[o->target], &org, &cmpl)); break;
	case GET:
		GT_OK(LAPI_Get(gt_h, o->target, o->bytes, (unsigned char *)sources[o->target] + slot * SLOT, area + slot * SLOT, tgts[o->target],
		               &org));
		break;
	case SEND:
	case SEND_TABLE:
		GT_OK(LAPI_Amsend(gt_h, o->target, o->kind == SEND ? handlers[o->target] : (void *)(uintptr_t)TABLE, (void *)(uintptr_t)&head,
		                  sizeof head, from, o->bytes, tgts[o->target], &org, &cmpl));
		break;
	case PUT_VECTOR: GT_OK(LAPI_Putv(gt_h, o->target, &tgt_vec, &org_vec, tgts[o->target], &org, &cmpl)); break;
	case PUT_HANDLER:
		x.Put = (lapi_put_t){.Xfer_type = LAPI_PUT_XFER,
		                     .tgt = o->target,
		                     .len = o->bytes,
		                     .tgt_addr = (lapi_long_t)(uintptr_t)into,
		                     .org_addr = from,
		                     .tgt_cntr = (lapi_long_t)(uintptr_t)tgts[o->target],
		                     .org_cntr = &org,
		                     .cmpl_cntr = &cmpl,
		                     .shdlr = sent};
		GT_OK(LAPI_Xfer(gt_h, &x));
		break;
	case RMW: GT_OK(LAPI_Rmw(gt_h, FETCH_AND_ADD, o->target, words[o->target], (int *)(uintptr_t)&o->value, &old, &org)); break;
	default: GT_OK(LAPI_Fence(gt_h)); break;
	}
}

/* What all operations of a round do to this task. */
static void round_of(int round)
{
	const uint me = (uint)gt_me;
	int n_tgt = 0, n_org = 0, n_cmpl = 0, n_headers = 0, n_ends = 0, n_sents = 0, sum = 0;

	draw(round);
	for (size_t i = 0; i < sizeof source; i++) {
		source[i] = pattern(me, round, i);
		area[i] = twin[i] = 0;
	}
	headers = ends = sents = word = 0;
	GT_OK(LAPI_Addr_set(gt_h, (void *)header, TABLE));
	GT_OK(LAPI_Address_init(gt_h, area, areas));
	GT_OK(LAPI_Address_init(gt_h, source, sources));
	GT_OK(LAPI_Address_init(gt_h, &tgt, tgts));
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	GT_OK(LAPI_Address_init(gt_h, &word, words));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, round % 2));
	for (unsigned i = 0; i < OPS; i++) {
		const struct op *o = &ops[i];
		const bool message = o->kind == SEND || o->kind == SEND_TABLE;
		const uint into = o->kind == GET ? o->origin : o->target, from = o->kind == GET ? o->target : o->origin;

		if (o->origin == me)
			make(o, i);
		if (o->kind == FENCE)
			continue;
		n_org += o->origin == me;
		if (o->kind == RMW) {
			sum += o->target == me ? o->value : 0;
			continue;
		}
		n_tgt += o->target == me;
		n_cmpl += o->origin == me && o->kind != GET;
		n_sents += o->origin == me && o->kind == PUT_HANDLER;
		n_headers += o->target == me && message;
		n_ends += o->target == me && message && o->end != 0;
		if (into == me)
			for (size_t k = i * SLOT; k < i * SLOT + o->bytes; k++)
				twin[k] = pattern(from, round, k);
	}
	gt_wait(&org, n_org);
	gt_wait(&cmpl, n_cmpl);
	gt_wait(&tgt, n_tgt);
	GT_OK(LAPI_Gfence(gt_h));
	while (sents < n_sents)
		GT_OK(LAPI_Probe(gt_h));
	for (unsigned i = 0; i < OPS; i++)
		CHECK(memcmp(area + i * SLOT, twin + i * SLOT, SLOT) == 0, "round %d: operation %u (kind %d of task %u on task %u, %lu bytes)", round,
		      i, ops[i].kind, ops[i].origin, ops[i].target, ops[i].bytes);
	CHECK(word == sum, "round %d: word %d instead of %d", round, word, sum);
	CHECK(headers == n_headers && ends == n_ends && sents == n_sents, "round %d: handlers %d %d %d instead of %d %d %d", round, headers, ends,
	      sents, n_headers, n_ends, n_sents);
	CHECK(gt_count(&org) == 0 && gt_count(&cmpl) == 0 && gt_count(&tgt) == 0, "round %d: counters %d %d %d", round, gt_count(&org),
	      gt_count(&cmpl), gt_count(&tgt));
	GT_OK(LAPI_Gfence(gt_h));
}

int main(void)
{
	const int rounds = getenv("GT_SIMULATED") ? 2 : 12;
	lapi_info_t info = {0};

	gt_start();
	for (int round = 1; round <= rounds; round++) {
		round_of(round);
		if (round % 3 == 0) { /* the next context, while peers may still be in this one */
			GT_OK(LAPI_Term(gt_h));
			info = (lapi_info_t){0};
			GT_OK(LAPI_Init(&gt_h, &info));
		}
	}
	return gt_stop();
}
