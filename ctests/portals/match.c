/* Matching: order in the list, ignore bits, wildcards, entries that do not accept requests, entries that were removed. */
#include "../gt_portals.h"

static ptl_handle_eq_t eq;
static struct gt_end out;
static char memory[64];

static void send(ptl_match_bits_t bits) { OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, bits, 0, bits)); }

/* Attaches an MD whose events say which entry it was. */
static struct gt_end fill(ptl_handle_me_t me, int which)
{
	struct gt_end e = {.me = me,
	                   .h = PTL_INVALID_HANDLE,
	                   .md = gt_md(memory, sizeof memory, PTL_MD_THRESH_INF,
	                               PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq)};
	e.md.user_ptr = (void *)(intptr_t)which;
	MUST(PtlMDAttach(me, e.md, PTL_RETAIN, &e.h));
	return e;
}

static struct gt_end attach(ptl_process_id_t who, ptl_match_bits_t bits, ptl_match_bits_t ignore, ptl_ins_pos_t pos, int which)
{
	ptl_handle_me_t me = PTL_INVALID_HANDLE;
	MUST(PtlMEAttach(gt_ni, PT, who, bits, ignore, PTL_RETAIN, pos, &me));
	return fill(me, which);
}

static struct gt_end insert(struct gt_end *base, ptl_match_bits_t bits, ptl_match_bits_t ignore, ptl_ins_pos_t pos, int which)
{
	ptl_handle_me_t me = PTL_INVALID_HANDLE;
	MUST(PtlMEInsert(base->me, gt_anyone, bits, ignore, PTL_RETAIN, pos, &me));
	return fill(me, which);
}

/* The message with these bits goes to that entry. All ranks send the same, so each receives what it sent. */
static void goes(ptl_match_bits_t bits, int which)
{
	send(bits);
	ptl_event_t e = TAKE(eq, PTL_EVENT_PUT_END, NULL, .from = GT_PREV, .bits = bits, .length = 4, .data = bits);
	CHECK((intptr_t)e.md.user_ptr == which, "bits %#" PRIx64 " went to entry %d instead of %d", (uint64_t)bits, (int)(intptr_t)e.md.user_ptr,
	      which);
}

/* ... is dropped. A second message, which an entry accepts, tells when the first has been processed. */
static void goes_nowhere(ptl_match_bits_t bits)
{
	ptl_sr_value_t before = gt_drops();
	struct gt_end flag;
	ptl_handle_me_t me;
	MUST(PtlMEAttach(gt_ni, PT + 1, gt_anyone, 0, ALL_BITS, PTL_RETAIN, PTL_INS_AFTER, &me));
	flag = fill(me, -1);
	gt_barrier();
	send(bits);
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT + 1, 0, 1, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &flag, .from = GT_PREV, .bits = 1, .length = 4, .pt = PT + 1);
	CHECK(gt_drops() == before + 1, "bits %#" PRIx64 ": %d drops", (uint64_t)bits, (int)(gt_drops() - before));
	gt_close(&flag);
	gt_barrier();
}

static void order(void)
{
	struct gt_end e[8];
	/* by hand: the list is 3 1 4 0 5 2 */
	e[0] = attach(gt_anyone, 0, ALL_BITS, PTL_INS_AFTER, 0);
	e[1] = attach(gt_anyone, 0, ALL_BITS, PTL_INS_BEFORE, 1);
	e[2] = attach(gt_anyone, 0, ALL_BITS, PTL_INS_AFTER, 2);
	e[3] = attach(gt_anyone, 0, ALL_BITS, PTL_INS_BEFORE, 3);
	e[4] = insert(&e[0], 0, ALL_BITS, PTL_INS_BEFORE, 4);
	e[5] = insert(&e[0], 0, ALL_BITS, PTL_INS_AFTER, 5);
	static const int list[] = {3, 1, 4, 0, 5, 2};
	for (int i = 0; i < 6; i++) {
		gt_barrier();
		goes(0x1234, list[i]);
		gt_barrier();
		gt_close(&e[list[i]]);
	}
	goes_nowhere(0x1234);
}

/* A model of the list is compared with the real one: random positions, random match bits and ignore bits. */
static void random_lists(void)
{
	enum { MOST = 40 };
	struct {
		struct gt_end e;
		ptl_match_bits_t bits, ignore;
		int which;
	} list[MOST];
	int n = 0, names = 0;

	gt_srand(99); /* all ranks draw the same numbers */
	for (int round = 0; round < 60; round++) {
		for (int change = 0; change < 5; change++) {
			int at = n ? (int)gt_range(0, (uint64_t)n - 1) : 0, put = at;
			if (n == MOST || (n > 4 && gt_range(0, 2) == 0)) {
				gt_close(&list[at].e);
				memmove(&list[at], &list[at + 1], (size_t)(--n - at) * sizeof *list);
				continue;
			}
			ptl_match_bits_t bits = gt_range(0, 7) << 60 | gt_range(0, 3),
					 ignore = gt_range(0, 2) ? 0 : gt_range(0, 3) | gt_range(0, 7) << 60;
			int how = n ? (int)gt_range(0, 3) : 0;
			struct gt_end e;
			names++;
			switch (how) {
			case 0: e = attach(gt_anyone, bits, ignore, PTL_INS_AFTER, names), put = n; break;
			case 1: e = attach(gt_anyone, bits, ignore, PTL_INS_BEFORE, names), put = 0; break;
			case 2: e = insert(&list[at].e, bits, ignore, PTL_INS_BEFORE, names); break;
			default: e = insert(&list[at].e, bits, ignore, PTL_INS_AFTER, names), put = at + 1;
			}
			memmove(&list[put + 1], &list[put], (size_t)(n++ - put) * sizeof *list);
			list[put].e = e, list[put].bits = bits, list[put].ignore = ignore, list[put].which = names;
		}
		gt_barrier();
		for (int message = 0; message < 8; message++) {
			ptl_match_bits_t bits = gt_range(0, 7) << 60 | gt_range(0, 3);
			int i = 0;
			while (i < n && ((list[i].bits ^ bits) & ~list[i].ignore) != 0)
				i++;
			if (i < n)
				goes(bits, list[i].which);
			else if (message == 0)
				goes_nowhere(bits);
		}
		gt_barrier();
	}
	while (n > 0)
		gt_close(&list[--n].e);
	gt_barrier();
}

static void bits(void)
{
	struct gt_end e[5];
	e[0] = attach(gt_anyone, 0, 0, PTL_INS_AFTER, 0);
	e[1] = attach(gt_anyone, 0x8000000000000000u, ~0x8000000000000000u, PTL_INS_AFTER, 1);
	e[2] = attach(gt_anyone, 0xabcdef0123456789u, 0, PTL_INS_AFTER, 2);
	e[3] = attach(gt_anyone, 0x30, 0xf0f, PTL_INS_AFTER, 3);
	e[4] = attach(gt_anyone, 0xff, ~0, PTL_INS_AFTER, 4); /* an int: all ones once it is 64 bits wide */
	gt_barrier();
	goes(0, 0);
	goes(0x8000000000000001u, 1);
	goes(ALL_BITS, 1);
	goes(0x2bcdef0123456789u, 4);
	goes(0x30, 3);
	goes(0xf3f, 3);
	goes(0x20, 4);
	goes(0x100000030, 4);
	gt_barrier();
	gt_close(&e[4]);
	goes_nowhere(0x20);
	for (int i = 0; i < 4; i++)
		gt_close(&e[i]);
	gt_barrier();
}

static void who(void)
{
	struct gt_end e[6];
	ptl_process_id_t stranger = {PREV_ID.nid + 1000, PREV_ID.pid}, other_pid = {PREV_ID.nid, PREV_ID.pid + 1},
			 any_pid = {PREV_ID.nid, PTL_PID_ANY}, any_nid = {PTL_NID_ANY, PREV_ID.pid}, wrong_any_nid = {PTL_NID_ANY, PREV_ID.pid + 1};
	e[0] = attach(stranger, 0, ALL_BITS, PTL_INS_AFTER, 0);
	e[1] = attach(other_pid, 0, ALL_BITS, PTL_INS_AFTER, 1);
	e[2] = attach(wrong_any_nid, 0, ALL_BITS, PTL_INS_AFTER, 2);
	e[3] = attach(PREV_ID, 3, 0, PTL_INS_AFTER, 3);
	e[4] = attach(any_pid, 4, 0, PTL_INS_AFTER, 4);
	e[5] = attach(any_nid, 5, 0, PTL_INS_AFTER, 5);
	gt_barrier();
	goes(3, 3);
	goes(4, 4);
	goes(5, 5);
	goes_nowhere(6);
	for (int i = 0; i < 6; i++)
		gt_close(&e[i]);
	gt_barrier();
}

/* Entries that accept nothing: without MD, with one for other operations, with a used-up one, with one that is too small. */
static void silent(void)
{
	ptl_handle_me_t bare = PTL_INVALID_HANDLE, me[5];
	ptl_handle_md_t md;
	struct gt_end e;
	MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 0, ALL_BITS, PTL_RETAIN, PTL_INS_AFTER, &bare));
	for (int i = 0; i < 5; i++)
		MUST(PtlMEInsert(bare, gt_anyone, 0, ALL_BITS, PTL_RETAIN, i % 2 ? PTL_INS_BEFORE : PTL_INS_AFTER, &me[i]));
	OK(PtlMDAttach(me[0], gt_md(memory, sizeof memory, PTL_MD_THRESH_INF, PTL_MD_OP_GET, eq), PTL_UNLINK, &md));
	OK(PtlMDAttach(me[1], gt_md(memory, sizeof memory, 0, PTL_MD_OP_PUT, eq), PTL_UNLINK, &md));
	OK(PtlMDAttach(me[2], gt_md(memory, 3, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, eq), PTL_UNLINK, &md));
	OK(PtlMDAttach(me[3], gt_md(memory, sizeof memory, PTL_MD_THRESH_INF, 0, eq), PTL_UNLINK, &md));
	OK(PtlMDAttach(me[4], gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, eq), PTL_UNLINK, &md));
	GIVES(PTL_ME_IN_USE, PtlMDAttach(me[3], gt_md(memory, 1, 1, 0, eq), PTL_UNLINK, &md));
	gt_barrier();
	goes_nowhere(1);
	e = attach(gt_anyone, 1, 0, PTL_INS_AFTER, 9);
	gt_barrier();
	goes(1, 9);
	gt_barrier();
	gt_close(&e);
	/* an entry without MD can still be the base of an insertion */
	for (int i = 0; i < 5; i++)
		OK(PtlMEUnlink(me[i]));
	MUST(PtlMEInsert(bare, gt_anyone, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &me[0]));
	e = fill(me[0], 10);
	gt_barrier();
	goes(1, 10);
	gt_barrier();
	gt_close(&e);
	OK(PtlMEUnlink(bare));
	GIVES(PTL_ME_INVALID, PtlMEUnlink(bare));
	GIVES(PTL_ME_INVALID, PtlMEInsert(bare, gt_anyone, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &me[0]));
	gt_barrier();
}

static void any(void)
{
	ptl_handle_me_t me, taken, all[4096];
	ptl_pt_index_t pt, first;
	int n = 0;
	MUST(PtlMEAttach(gt_ni, 1, gt_anyone, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &taken));
	OK(PtlMEAttachAny(gt_ni, &first, gt_anyone, 0, ALL_BITS, PTL_RETAIN, &me));
	CHECK(first == 0, "index %u although 0 is free", first);
	OK(PtlMEAttachAny(gt_ni, &pt, gt_anyone, 0, ALL_BITS, PTL_RETAIN, &all[n++]));
	CHECK(pt == 2, "index %u although 0 and 1 are taken and 2 is not", pt);
	OK(PtlMEUnlink(me));
	OK(PtlMEAttachAny(gt_ni, &pt, gt_anyone, 0, ALL_BITS, PTL_RETAIN, &all[n++]));
	CHECK(pt == 0, "index %u although 0 is free again", pt);
	int rc;
	while ((rc = PtlMEAttachAny(gt_ni, &pt, gt_anyone, 0, ALL_BITS, PTL_RETAIN, &me)) == PTL_OK && n < 4096)
		all[n++] = me;
	CHECK(rc == PTL_PT_FULL, "a full table gives %s", ptl_err_str[rc]);
	CHECK(n >= 127, "full after %d", n);
	while (n > 0)
		OK(PtlMEUnlink(all[--n]));
	OK(PtlMEUnlink(taken));
}

int main(void)
{
	static char text[] = "ping";
	gt_start();
	eq = gt_eq(64);
	out = gt_bind_md(gt_md(text, 4, PTL_MD_THRESH_INF, 0, PTL_EQ_NONE), PTL_RETAIN);
	order();
	bits();
	who();
	silent();
	random_lists();
	any();
	NOTHING(eq);
	gt_close(&out);
	return gt_finish();
}
