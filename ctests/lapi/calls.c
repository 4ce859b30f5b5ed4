/* lapi/calls.c - vectors, read-modify-writes, polling mode, structures of LAPI_Xfer, parameters, purging, groups. */
#include <unistd.h>

#include "../gt_lapi.h"

#define BLOCKS 300

static lapi_cntr_t org, tgt, cmpl;
static void *tabs[4096], *counters[4096], *words[4096], *vhandlers[4096];
static char from[BLOCKS * 64], to[BLOCKS * 64];
static long long word[4];
static volatile int sent, got;

static void was_sent(lapi_handle_t *h, void *info, lapi_sh_info_t *sh)
{
	CHECK(info == (void *)&sent && sh->reason == LAPI_SUCCESS, "info %p, reason %u", info, sh->reason);
	GT_OK(LAPI_Put(*h, (uint)gt_me, 0, NULL, NULL, NULL, &org, NULL));
	sent++;
}

static void was_got(lapi_handle_t *h, void *info)
{
	(void)h;
	(void)info;
	got++;
}

static lapi_vec_t *vheader(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *len, compl_hndlr_t **comp, void **info)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	(void)len;
	(void)comp;
	(void)info;
	static void *at[2];
	static ulong lens[2] = {10, 30};
	static lapi_vec_t v = {LAPI_GEN_GENERIC, 2, at, lens};

	at[0] = to + 1000;
	at[1] = to + 2000;
	return &v;
}

static void vectors(uint next)
{
	void *strides[3] = {from, (void *)(uintptr_t)16, (void *)(uintptr_t)64},
	     *remote[3] = {tabs[next], (void *)(uintptr_t)16, (void *)(uintptr_t)48};
	lapi_vec_t o = {LAPI_GEN_STRIDED_XFER, BLOCKS, strides, NULL}, t = {LAPI_GEN_STRIDED_XFER, BLOCKS, remote, NULL};
	void *pieces[BLOCKS], *places[BLOCKS];
	ulong lens[BLOCKS];
	lapi_vec_t po = {LAPI_GEN_IOVECTOR, BLOCKS, pieces, lens}, pt = {LAPI_GEN_IOVECTOR, BLOCKS, places, lens};

	for (size_t i = 0; i < sizeof from; i++)
		from[i] = (char)(i * 5 + i / 256);
	memset(to, 0, sizeof to);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Putv(gt_h, next, &t, &o, NULL, &org, &cmpl));
	memset(strides, 0, sizeof strides);
	gt_wait(&org, 1);
	gt_wait(&cmpl, 1);
	GT_OK(LAPI_Gfence(gt_h));
	for (size_t i = 0; i < BLOCKS; i++)
		CHECK(memcmp(to + i * 48, from + i * 64, 16) == 0 && to[i * 48 + 16] == 0, "block %zu", i);
	for (size_t i = 0; i < BLOCKS; i++) {
		lens[i] = i % 40;
		pieces[i] = from + i * 64;
		places[i] = (char *)tabs[next] + (BLOCKS - 1 - i) * 64;
	}
	memset(to, 0, sizeof to);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Putv(gt_h, next, &pt, &po, NULL, &org, &cmpl));
	gt_wait(&org, 1);
	gt_wait(&cmpl, 1);
	GT_OK(LAPI_Gfence(gt_h));
	for (size_t i = 0; i < BLOCKS; i++)
		CHECK(memcmp(to + (BLOCKS - 1 - i) * 64, from + i * 64, i % 40) == 0, "piece %zu", i);
	for (size_t i = 0; i < BLOCKS; i++) {
		memset(from + i * 64, 0, 64);
		pieces[i] = from + i * 64;
	}
	GT_OK(LAPI_Getv(gt_h, next, &pt, &po, NULL, &org));
	gt_wait(&org, 1);
	for (size_t i = 0; i < BLOCKS; i++)
		for (size_t k = 0; k < i % 40; k++)
			CHECK(from[i * 64 + k] == (char)((i * 64 + k) * 5 + (i * 64 + k) / 256), "piece %zu got", i);
	/* An active message of a vector: 40 bytes in two pieces to two others. */
	po.num_vecs = 2;
	lens[0] = 25;
	lens[1] = 15;
	pieces[0] = "abcdefghijklmnopqrstuvwxyz";
	pieces[1] = "0123456789abcdefghijklmnopq";
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Amsendv(gt_h, next, vhandlers[next], NULL, 0, &po, NULL, &org, &cmpl));
	gt_wait(&cmpl, 1);
	gt_wait(&org, 1);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(memcmp(to + 1000, "abcdefghij", 10) == 0 && memcmp(to + 2000, "klmnopqrstuvwxy0123456789abcde", 30) == 0, "vector of a message");
}

static void words_of(uint next)
{
	int one = 1, old = -1, *w = (int *)words[0];
	long long big[2] = {0, 77}, was = -1;

	/* Task 0 computes, and serves in interrupt mode. */
	for (int i = 0; i < 200; i++)
		GT_OK(LAPI_Rmw(gt_h, FETCH_AND_ADD, 0, w, &one, i % 2 ? &old : NULL, &org));
	gt_wait(&org, 200);
	GT_OK(LAPI_Gfence(gt_h));
	memcpy(&old, word, sizeof old);
	if (gt_me == 0)
		CHECK(old == 200 * gt_n, "sum %d", old);
	GT_OK(LAPI_Rmw64(gt_h, COMPARE_AND_SWAP, next, (long long *)words[next] + 1, big, &was, &org));
	gt_wait(&org, 1);
	CHECK(was == 1, "swapped: %lld", was);
	GT_OK(LAPI_Rmw64(gt_h, COMPARE_AND_SWAP, next, (long long *)words[next] + 1, big, &was, &org));
	gt_wait(&org, 1);
	CHECK(was == 0, "not swapped: %lld", was);
	big[0] = 256;
	GT_OK(LAPI_Rmw64(gt_h, FETCH_AND_OR, next, (long long *)words[next] + 1, big, &was, &org));
	gt_wait(&org, 1);
	CHECK(was == 77, "before or: %lld", was);
	GT_OK(LAPI_Rmw64(gt_h, SWAP, next, (long long *)words[next] + 1, big, &was, &org));
	gt_wait(&org, 1);
	CHECK(was == (77 | 256), "before swap: %lld", was);
}

static void xfers(uint next)
{
	lapi_xfer_t x;

	GT_OK(LAPI_Gfence(gt_h));
	memset(&x, 0, sizeof x);
	x.Put = (lapi_put_t){.Xfer_type = LAPI_PUT_XFER,
	                     .tgt = next,
	                     .tgt_addr = (lapi_long_t)(uintptr_t)tabs[next],
	                     .org_addr = from,
	                     .len = sizeof from,
	                     .shdlr = was_sent,
	                     .sinfo = (void *)&sent,
	                     .cmpl_cntr = &cmpl};
	GT_OK(LAPI_Xfer(gt_h, &x));
	gt_wait(&cmpl, 1);
	gt_wait(&org, 1); /* of the put in the handler */
	CHECK(sent == 1, "handlers of the origin: %d", sent);
	memset(&x, 0, sizeof x);
	x.Get = (lapi_get_t){.Xfer_type = LAPI_GET_XFER,
	                     .tgt = next,
	                     .tgt_addr = (lapi_long_t)(uintptr_t)tabs[next],
	                     .org_addr = to,
	                     .len = 8,
	                     .org_cntr = &org,
	                     .chndlr = was_got};
	GT_OK(LAPI_Xfer(gt_h, &x));
	gt_wait(&org, 1);
	while (!got)
		GT_OK(LAPI_Probe(gt_h));
	x.Xfer_type = LAPI_RDMA_XFER;
	GT_IS(LAPI_Xfer(gt_h, &x), LAPI_ERR_XFER_CMD);
}

static void polling(uint next)
{
	lapi_msg_info_t info;
	int v = -1;

	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, 0));
	GT_OK(LAPI_Qenv(gt_h, INTERRUPT_SET, &v));
	CHECK(v == 0, "INTERRUPT_SET %d", v);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Put(gt_h, next, 8, tabs[next], from, counters[next], NULL, &cmpl));
	while (gt_count(&tgt) < 1)
		GT_OK(LAPI_Probe(gt_h));
	while (gt_count(&cmpl) < 1)
		GT_OK(LAPI_Msgpoll(gt_h, 10, &info));
	gt_wait(&tgt, 1);
	gt_wait(&cmpl, 1);
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, 1));
}

static void purging(void)
{
	uint list[1] = {(uint)gt_me};
	int status[1] = {-1}, left = -1;
	lapi_group_t g;
	uint all[1] = {(uint)gt_me};

	GT_OK(LAPI_Setcntr_wstatus(gt_h, &org, 1, list, status));
	CHECK(status[0] == LAPI_MSG_INITIAL, "state %d", status[0]);
	GT_OK(LAPI_Put(gt_h, (uint)gt_me, 4, to, from, NULL, &org, NULL));
	GT_OK(LAPI_Waitcntr(gt_h, &org, 1, NULL));
	CHECK(status[0] == LAPI_MSG_RECVD, "state %d", status[0]);
	GT_IS(LAPI_Nopoll_wait(gt_h, &org, 0, &left), LAPI_ERR_UNKNOWN); /* this context has level L1 */
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Purge_totask(gt_h, (uint)gt_me));
	GT_IS(LAPI_Put(gt_h, (uint)gt_me, 4, to, from, NULL, &org, NULL), LAPI_ERR_TGT_PURGED);
	GT_OK(LAPI_Resume_totask(gt_h, (uint)gt_me));
	GT_OK(LAPI_Put(gt_h, (uint)gt_me, 4, to, from, NULL, &org, NULL));
	gt_wait(&org, 1);
	GT_OK(LAPI_Group_create(gt_h, 1, all, &g));
	GT_OK(LAPI_Group_free(gt_h, g));
	GT_IS(LAPI_Group_free(gt_h, g), LAPI_ERR_GRP);
}

int main(void)
{
	lapi_util_t util = {.Util_type = LAPI_XLATE_ADDRESS};
	lapi_info_t info = {.lib_vers = L2_LIB};
	lapi_long_t table[4096];
	lapi_handle_t second;
	char text[LAPI_MAX_ERR_STRING];
	lapi_statistics_t s;
	uint next;
	ulong a;

	GT_OK(LAPI_Msg_string(LAPI_ERR_TGT, text));
	CHECK(strstr(text, "428"), "%s", text);
	GT_IS(LAPI_Msg_string(7, text), LAPI_ERR_CODE_UNKNOWN);
	GT_OK(LAPI_Address(&a, &a));
	CHECK(&LAPI_BYTE != NULL, "no description of bytes");
	gt_start();
	next = (uint)(gt_me + 1) % (uint)gt_n;
	GT_OK(LAPI_Address_init(gt_h, to, tabs));
	GT_OK(LAPI_Address_init(gt_h, &tgt, counters));
	GT_OK(LAPI_Address_init(gt_h, word, words));
	GT_OK(LAPI_Address_init(gt_h, (void *)vheader, vhandlers));
	GT_OK(LAPI_Address_init64(gt_h, 1ull << 40 | (unsigned)gt_me, table));
	for (int i = 0; i < gt_n; i++)
		CHECK(table[i] == (1ull << 40 | (unsigned)i), "table[%d] %llx", i, table[i]);
	vectors(next);
	words_of(next);
	xfers(next);
	polling(next);
	purging();
	GT_OK(LAPI_Fence(gt_h));
	GT_IS(LAPI_Util(gt_h, &util), LAPI_ERR_UTIL_CMD);
	GT_OK(LAPI_Qenv(gt_h, QUERY_STATISTICS, (int *)(void *)&s));
	CHECK(s.Tot_pkt_sent_cnt > 0 && (s.Tot_dup_pkt_cnt == 0 || getenv("GT_LOSSY")), "%llu sent, %llu twice", s.Tot_pkt_sent_cnt,
	      s.Tot_dup_pkt_cnt);
	/* A second context, in interrupt mode, level 2. */
	GT_OK(LAPI_Init(&second, &info));
	CHECK(second != gt_h, "handle %u", second);
	GT_OK(LAPI_Gfence(second));
	GT_OK(LAPI_Put(second, next, 4, tabs[next], from, counters[next], NULL, NULL));
	GT_OK(LAPI_Nopoll_wait(second, &tgt, 1, NULL));
	GT_OK(LAPI_Gfence(second));
	GT_OK(LAPI_Term(second));
	GT_IS(LAPI_Fence(second), LAPI_ERR_HNDL_INVALID);
	return gt_stop();
}
