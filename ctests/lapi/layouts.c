/* lapi/layouts.c - data gather and scatter programs: registered, packed, sent, received, merged by a function of the program. */
#include "../gt_lapi.h"

#define ROWS 200
#define ROW 24 /* bytes of a row that are data */
#define GAP 40 /* from one row to the next */

static lapi_cntr_t org, cmpl;
static char from[ROWS * GAP], to[ROWS * GAP], flat[ROWS * ROW];
static long sums[64];
static void *handlers[4096];
static lapi_dg_handle_t rows, blocks, adding;
static lapi_dg_handle_t answer;
static ulong answer_skip;
static int completed;

/* Rows one behind the other: a copy, and on to the next extent. */
static lapi_dg_handle_t make_rows(void)
{
	int code[LAPI_DGSM_COPY_SIZE + LAPI_DGSM_ITERATE_SIZE];
	lapi_dgsp_descr_t d = {.code = code,
	                       .code_size = LAPI_DGSM_COPY_SIZE + LAPI_DGSM_ITERATE_SIZE,
	                       .depth = 1,
	                       .density = LAPI_DGSM_SPARSE,
	                       .size = ROW,
	                       .extent = GAP,
	                       .rext = ROW};
	lapi_reg_dgsp_t r = {.Util_type = LAPI_REGISTER_DGSP, .idgsp = &d};

	*(lapi_dgsm_copy_t *)(void *)code = (lapi_dgsm_copy_t){LAPI_DGSM_COPY, ROW, 0};
	*(lapi_dgsm_iterate_t *)(void *)(code + LAPI_DGSM_COPY_SIZE) = (lapi_dgsm_iterate_t){LAPI_DGSM_ITERATE, -LAPI_DGSM_COPY_SIZE};
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	memset(code, 0xff, sizeof code);
	CHECK(r.status == LAPI_SUCCESS && r.dgsp_handle->extent == GAP, "status %u", r.status);
	return r.dgsp_handle;
}

/* Pairs of blocks, ten in a part that runs with a stride. */
static lapi_dg_handle_t make_blocks(void)
{
	enum {
		PAIR = LAPI_DGSM_MCOPY_SIZE + LAPI_DGSM_MCOPY_BLOCK_SIZE,
		INTS = LAPI_DGSM_GOSUB_SIZE + LAPI_DGSM_ITERATE_SIZE + PAIR + LAPI_DGSM_ITERATE_SIZE
	};
	int code[INTS], *part = code + LAPI_DGSM_GOSUB_SIZE + LAPI_DGSM_ITERATE_SIZE;
	lapi_dgsp_descr_t d = {.code = code, .code_size = INTS, .depth = 2, .size = 60, .extent = 300, .rext = 300, .atom_size = 1};
	lapi_reg_dgsp_t r = {.Util_type = LAPI_REGISTER_DGSP, .idgsp = &d};
	lapi_dgsm_block_t *b;

	memset(code, 0, sizeof code);
	*(lapi_dgsm_gosub_t *)(void *)code =
	    (lapi_dgsm_gosub_t){LAPI_DGSM_GOSUB, LAPI_DGSM_GOSUB_SIZE + LAPI_DGSM_ITERATE_SIZE, LAPI_DGSM_GOSUB_SIZE, 10, 5, 20};
	*(lapi_dgsm_iterate_t *)(void *)(code + LAPI_DGSM_GOSUB_SIZE) = (lapi_dgsm_iterate_t){LAPI_DGSM_ITERATE, -LAPI_DGSM_GOSUB_SIZE};
	part[0] = LAPI_DGSM_MCOPY;
	part[1] = 2;
	b = (lapi_dgsm_block_t *)(void *)(part + 2);
	b[0] = (lapi_dgsm_block_t){10, 4};
	b[1] = (lapi_dgsm_block_t){0, 2};
	*(lapi_dgsm_iterate_t *)(void *)(part + PAIR) = (lapi_dgsm_iterate_t){LAPI_DGSM_ITERATE, -PAIR};
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	return r.dgsp_handle;
}

/* Longs that a function adds to others. */
static lapi_dg_handle_t make_adding(void)
{
	enum { INTS = LAPI_DGSM_CONTROL_SIZE + LAPI_DGSM_COPY_SIZE + LAPI_DGSM_ITERATE_SIZE };
	int code[INTS];
	lapi_dgsp_descr_t d = {.code = code, .code_size = INTS, .depth = 1, .size = 8, .extent = 16, .rext = 8, .atom_size = 8};
	lapi_reg_dgsp_t r = {.Util_type = LAPI_REGISTER_DGSP, .idgsp = &d};

	*(lapi_dgsm_control_t *)(void *)code = (lapi_dgsm_control_t){LAPI_DGSM_CONTROL, 3, 5};
	memcpy(code + LAPI_DGSM_CONTROL_SIZE, &(lapi_dgsm_copy_t){LAPI_DGSM_COPY, 8, 0}, sizeof(lapi_dgsm_copy_t));
	*(lapi_dgsm_iterate_t *)(void *)(code + LAPI_DGSM_CONTROL_SIZE + LAPI_DGSM_COPY_SIZE) =
	    (lapi_dgsm_iterate_t){LAPI_DGSM_ITERATE, -LAPI_DGSM_CONTROL_SIZE - LAPI_DGSM_COPY_SIZE};
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	return r.dgsp_handle;
}

static long add(void *in, void *inout, long bytes, int operand, int operation)
{
	CHECK(operand == 5 && operation == 3 && bytes == 8, "operand %d, operation %d, %ld bytes", operand, operation, bytes);
	*(long *)inout += *(long *)in;
	return bytes;
}

static void done(lapi_handle_t *h, void *info)
{
	(void)h;
	if (answer == adding)
		CHECK(sums[0] > 100, "the completion handler sees the sum: %ld", sums[0]);
	*(int *)info += 1;
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	lapi_return_info_t *r = (lapi_return_info_t *)msg_len;

	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	r->dgsp_handle = answer;
	r->recv_offset_dgsp_bytes = answer_skip;
	*comp = done;
	*info = &completed;
	return answer == adding ? (void *)sums : to;
}

static void packing(void)
{
	lapi_pack_dgsp_t p = {
	    .Util_type = LAPI_DGSP_PACK, .dgsp = blocks, .in_buf = from, .bytes = 65, .out_buf = flat, .out_size = 100, .position = 3};
	lapi_unpack_dgsp_t u = {
	    .Util_type = LAPI_DGSP_UNPACK, .dgsp = blocks, .in_buf = flat, .in_size = 100, .out_buf = to, .bytes = 65, .position = 3};
	static const int offsets[] = {15, 16, 17, 18, 5, 6};

	for (size_t i = 0; i < sizeof from; i++)
		from[i] = (char)(i * 7 + i / 256);
	memset(to, 0, sizeof to);
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&p));
	CHECK(p.position == 68, "position %lu", p.position);
	for (int i = 0; i < 65; i++) {
		const int at = i / 60 * 300 + i % 60 / 6 * 20 + offsets[i % 6];

		CHECK(flat[3 + i] == from[at], "packed byte %d", i);
	}
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&u));
	CHECK(u.position == 68, "position %lu", u.position);
	for (int i = 0; i < 65; i++)
		CHECK(to[i / 60 * 300 + i % 60 / 6 * 20 + offsets[i % 6]] == flat[3 + i], "unpacked byte %d", i);
	CHECK(to[4] == 0 && to[7] == 0 && to[319] == 0, "bytes outside of the layout");
	p.position = 36;
	GT_IS(LAPI_Util(gt_h, (lapi_util_t *)&p), LAPI_ERR_PACK_SZ);
	CHECK(p.status == LAPI_ERR_PACK_SZ && p.position == 36, "status %u, position %lu", p.status, p.position);
	p.dgsp = LAPI_BYTE;
	p.position = 0;
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&p));
	CHECK(memcmp(flat, from, 65) == 0, "bytes");
}

static void move_to(uint to_task, lapi_dg_handle_t layout, void *data, ulong bytes, ulong skip)
{
	lapi_xfer_t x;

	memset(&x, 0, sizeof x);
	x.Amx = (lapi_amx_t){.Xfer_type = skip ? LAPI_AMX_XFER : LAPI_DGSP_XFER,
	                     .tgt = to_task,
	                     .hdr_hdl = (lapi_long_t)(uintptr_t)handlers[to_task],
	                     .udata = data,
	                     .udata_len = bytes,
	                     .org_cntr = &org,
	                     .cmpl_cntr = &cmpl,
	                     .dgsp = layout,
	                     .status = 99,
	                     .send_offset_dgsp_bytes = skip};
	GT_OK(LAPI_Xfer(gt_h, &x));
	CHECK(x.Dgsp.status == LAPI_SUCCESS, "status %u", x.Dgsp.status);
	gt_wait(&org, 1);
	gt_wait(&cmpl, 1);
}

static void sending(uint next)
{
	/* Rows to rows, more than one packet. */
	answer = rows;
	memset(to, 0, sizeof to);
	completed = 0;
	GT_OK(LAPI_Gfence(gt_h));
	move_to(next, rows, from, sizeof flat, 0);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(completed == 1, "completion handlers: %d", completed);
	for (int i = 0; i < ROWS; i++)
		CHECK(memcmp(to + i * GAP, from + i * GAP, ROW) == 0 && to[i * GAP + ROW] == 0, "row %d", i);
	/* Bytes 30 to 129 of rows, to bytes 5 to 104 of rows. */
	answer_skip = 5;
	memset(to, 0, sizeof to);
	GT_OK(LAPI_Gfence(gt_h));
	move_to(next, rows, from, 100, 30);
	GT_OK(LAPI_Gfence(gt_h));
	for (int i = 0; i < 100; i++)
		CHECK(to[(5 + i) / ROW * GAP + (5 + i) % ROW] == from[(30 + i) / ROW * GAP + (30 + i) % ROW], "byte %d", i);
	CHECK(to[4] == 0 && to[GAP * 4 + 9] == 0, "bytes that are skipped");
	answer_skip = 0;
	/* Bytes without gaps to rows, and back. */
	GT_OK(LAPI_Gfence(gt_h));
	move_to(next, LAPI_BYTE, from, ROW + 1, 0);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(memcmp(to, from, ROW) == 0 && to[GAP] == from[ROW], "bytes to rows");
	answer = LAPI_BYTE;
	GT_OK(LAPI_Gfence(gt_h));
	move_to(next, rows, from, 2 * ROW, 0);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(memcmp(to, from, ROW) == 0 && memcmp(to + ROW, from + GAP, ROW) == 0, "rows to bytes");
}

static void merging(void)
{
	lapi_reg_ddm_t d = {.Util_type = LAPI_REG_DDM_FUNC, .ddm_func = add};
	lapi_unpack_dgsp_t u = {.Util_type = LAPI_DGSP_UNPACK, .dgsp = adding, .in_size = 80, .out_buf = sums, .bytes = 80};
	long ones[32];

	for (int i = 0; i < 32; i++)
		ones[i] = 1 + i;
	u.in_buf = ones;
	GT_IS(LAPI_Util(gt_h, (lapi_util_t *)&u), LAPI_ERR_DGSP_CTL); /* no function */
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&d));
	for (int i = 0; i < 64; i++)
		sums[i] = 100;
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&u));
	for (int i = 0; i < 20; i++)
		CHECK(sums[i] == (i % 2 ? 100 : 100 + 1 + i / 2), "sum %d: %ld", i, sums[i]);
	/* All tasks add to those of all. */
	for (int i = 0; i < 64; i++)
		sums[i] = 100;
	answer = adding;
	completed = 0;
	GT_OK(LAPI_Gfence(gt_h));
	for (int k = 0; k < gt_n; k++)
		move_to((uint)((gt_me + k) % gt_n), LAPI_BYTE, ones, sizeof ones, 0);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(completed == gt_n, "completion handlers: %d", completed);
	for (int i = 0; i < 64; i++)
		CHECK(sums[i] == (i % 2 ? 100 : 100 + gt_n * (1 + i / 2)), "sum %d: %ld", i, sums[i]);
}

int main(void)
{
	lapi_resv_dgsp_t r = {.Util_type = LAPI_RESERVE_DGSP};
	uint next;

	gt_start();
	next = (uint)(gt_me + 1) % (uint)gt_n;
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	rows = make_rows();
	blocks = make_blocks();
	adding = make_adding();
	packing();
	sending(next);
	merging();
	/* Users are counted; the last one frees. */
	r.dgsp_handle = rows;
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	r.Util_type = LAPI_UNRESERVE_DGSP;
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	GT_OK(LAPI_Util(gt_h, (lapi_util_t *)&r));
	GT_IS(LAPI_Util(gt_h, (lapi_util_t *)&r), LAPI_ERR_DGSP);
	r.dgsp_handle = LAPI_BYTE;
	GT_IS(LAPI_Util(gt_h, (lapi_util_t *)&r), LAPI_ERR_DGSP_FREE);
	return gt_stop();
}
