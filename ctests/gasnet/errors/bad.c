/* Makes the wrong call that its argument names. With GASNETGO_DEBUG=1 all of them end the job, without it only those that must. */
#include "../../gt_gasnet.h"

#include <gasnet_vis.h>

enum { ASK = 128, BACK, CALL, UNDEFINED = 0xd5 };

static const char *what;
static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER, other = GASNET_HSL_INITIALIZER;
static volatile int done;

#define IS(name) (strcmp(what, name) == 0)

static gasnet_hsl_t made;
static gasnet_token_t kept;

static void ask(gasnet_token_t t)
{
	int value = 0;

	kept = t;
	if (IS("unlock_in_handler"))
		gasnet_hsl_unlock(&lock);
	if (IS("trylock_in_handler"))
		gasnet_hsl_trylock(&lock);
	if (IS("reply_twice"))
		gasnet_AMReplyShort0(t, BACK);
	if (IS("poll_in_handler"))
		gasnet_AMPoll();
	if (IS("put_in_handler"))
		gasnet_put(0, gt_at(0, 0), &value, 4);
	if (IS("request_in_handler"))
		gasnet_AMRequestShort0(0, BACK);
	if (IS("barrier_in_handler"))
		gasnet_barrier_notify(0, 0);
	if (IS("block_in_handler"))
		GASNET_BLOCKUNTIL(done);
	if (IS("lock_in_handler"))
		gasnet_hsl_lock(&lock);
	gasnet_AMReplyShort0(t, BACK);
}

static void back(gasnet_token_t t)
{
	if (IS("reply_from_reply"))
		gasnet_AMReplyShort0(t, BACK);
	if (IS("request_from_reply"))
		gasnet_AMRequestShort0(0, BACK);
	if (IS("put_from_reply"))
		gasnet_put_val(0, gt_at(0, 0), 1, 4);
	if (IS("wait_from_reply"))
		gasnet_barrier_wait(0, 0);
	if (IS("keep_in_handler"))
		gasnet_hsl_lock(&lock);
	done = 1;
}

static char big[200000];

static void call(gasnet_token_t t, void *buf, size_t n)
{
	(void)buf;
	(void)n;
	if (!strncmp(what, "source_async", 12))
		gt_sleep_ms(200); /* for the source to change before there is a reply */
	gasnet_AMReplyShort0(t, BACK);
}

static void wait_until_done(void) { GASNET_BLOCKUNTIL(done); }

/* Whether the debug checks are on. */
static int checked(void)
{
	const char *wanted = getenv("GASNETGO_DEBUG");

#ifdef GASNET_DEBUG
	return !wanted || *wanted == '1';
#else
	return wanted && *wanted == '1';
#endif
}

static void try_all(gasnet_handle_t *h, size_t n)
{
	for (size_t left = n; left;) {
		gasnet_try_syncnb_some(h, n);
		left = 0;
		for (size_t i = 0; i < n; i++)
			left += h[i] != GASNET_INVALID_HANDLE;
	}
}

/* Of a box of 4 x 3 pieces of 8 bytes, 16 and 100 apart. */
static const size_t box[] = {8, 4, 3}, wide[] = {16, 100}, narrow[] = {8, 32};

/* Memory that an operation in flight uses while the program accesses it, on node 0. */
static void use_of_memory(void)
{
	gasnet_memvec_t mine[] = {{big, 10}, {big + 50, 20}}, there[] = {{gt_at(1, 0), 30}};
	void *const words[] = {big, big + 100, big + 300}, *const others[] = {gt_at(1, 0), gt_at(1, 8), gt_at(1, 16)};
	gasnet_handle_t h[3] = {GASNET_INVALID_HANDLE, GASNET_INVALID_HANDLE, GASNET_INVALID_HANDLE};

	if (IS("source_vector"))
		h[0] = gasnet_putv_nb_bulk(1, 1, there, 2, mine), big[69]++, gasnet_wait_syncnb(h[0]);
	if (IS("source_indexed"))
		gasnet_puti_nbi_bulk(1, 3, others, 8, 3, words, 8), big[100]++, gasnet_wait_syncnbi_all();
	if (IS("source_strided"))
		h[0] = gasnet_puts_nb_bulk(1, gt_at(1, 0), narrow, big, wide, box, 2), big[248]++, gasnet_wait_syncnb_some(h, 3);
	if (IS("source_async"))
		gasnet_AMRequestLongAsync0(1, CALL, big, 100, gt_at(1, 0)), big[99]++, wait_until_done();
	if (IS("source_async_counted"))
		gasnet_AMRequestLongAsync(1, CALL, big, 100, gt_at(1, 0), 0), big[0]++, wait_until_done();
	if (IS("dest_nb"))
		h[0] = gasnet_get_nb(big, 1, gt_at(1, 0), 100), big[99]++, gasnet_wait_syncnb(h[0]);
	if (IS("dest_nb_list")) {
		h[0] = gasnet_get_nb_bulk(big, 1, gt_at(1, 0), 100);
		h[2] = gasnet_get_nb_bulk(big + 100, 1, gt_at(1, 0), 100);
		big[100]++;
		gasnet_wait_syncnb_all(h, 3);
	}
	if (IS("dest_nbi"))
		gasnet_get_nbi(big, 1, gt_at(1, 0), 8), big[0]++, gasnet_wait_syncnbi_gets();
	if (IS("dest_region")) {
		gasnet_begin_nbi_accessregion();
		gasnet_get_nbi_bulk(big, 1, gt_at(1, 0), 100);
		gasnet_get_nbi_bulk(big + 100, 1, gt_at(1, 0), 100);
		h[0] = gasnet_end_nbi_accessregion();
		gasnet_wait_syncnbi_all(); /* that is another matter */
		big[199]++;
		gasnet_wait_syncnb(h[0]);
	}
	if (IS("dest_vector"))
		gasnet_getv_nbi_bulk(2, mine, 1, 1, there), big[50]++, gasnet_wait_syncnbi_all();
	if (IS("dest_indexed"))
		h[0] = gasnet_geti_nb_bulk(3, words, 8, 1, 3, others, 8), big[307]++, gasnet_wait_syncnb(h[0]);
	if (IS("dest_strided"))
		h[0] = gasnet_gets_nb_bulk(big, wide, 1, gt_at(1, 0), narrow, box, 2), big[248]++, gasnet_wait_syncnb(h[0]);
	if (IS("dest_source"))
		gasnet_put_nb_bulk(1, gt_at(1, 0), big, 100), gasnet_get_nb(big + 99, 1, gt_at(1, 0), 4);
	if (IS("dest_source_at_once"))
		gasnet_put_nbi_bulk(1, gt_at(1, 0), big, 100), gasnet_get(big + 10, 1, gt_at(1, 0), 4);
	if (IS("read_put"))
		gasnet_get_nbi(big, 1, gt_at(1, 0), 8), gasnet_put(1, gt_at(1, 0), big + 7, 8), gasnet_wait_syncnbi_all();
	if (IS("read_message"))
		gasnet_get_nbi(big, 1, gt_at(1, 0), 8), gasnet_AMRequestMedium0(1, CALL, big, 4), gasnet_wait_syncnbi_all();
	if (IS("read_vis"))
		gasnet_get_nbi(big + 96, 1, gt_at(1, 0), 8), gasnet_puti_bulk(1, 3, others, 8, 3, words, 8), gasnet_wait_syncnbi_all();
	if (IS("two_gets")) {
		memset(gt_at(0, 0), 1, 4);
		memset(gt_at(1, 0), 2, 4);
		gasnet_get_nbi(big, 1, gt_at(1, 0), 8), gasnet_get_nbi(big, 0, gt_at(0, 0), 4), gasnet_wait_syncnbi_all();
	}
	if (IS("two_right")) { /* and more than the checks cover */
		for (int i = 0; i < 2000; i++)
			gasnet_get_nbi_bulk(big, 1, gt_at(1, 0), 8);
		gasnet_get(big, 1, gt_at(1, 0), 8);
		gasnet_wait_syncnbi_gets();
		for (int i = 0; i < 2000; i++)
			gasnet_put_nbi_bulk(1, gt_at(1, 0), big, 8);
		gasnet_wait_syncnbi_puts();
	}
	if (IS("dest_right")) {
		memset(gt_at(1, 0), 7, 200);
		h[0] = gasnet_gets_nb_bulk(big, wide, 1, gt_at(1, 0), narrow, box, 2);
		h[1] = gasnet_get_nb(big + 1000, 1, gt_at(1, 0), 8);
		big[8] = big[15] = big[99] = 1; /* between its pieces */
		CHECK(!checked() || ((unsigned char)big[1000] == UNDEFINED && (unsigned char)big[248] == UNDEFINED),
		      "what has not been synchronised is there");
		try_all(h, 3);
		CHECK(big[1000] == 7 && big[1007] == 7 && big[248] == 7 && big[0] == 7 && big[8] == 1, "what has been synchronised is not there");
		CHECK(h[0] == GASNET_INVALID_HANDLE && h[1] == GASNET_INVALID_HANDLE, "a handle is left");
		big[0]++;
		gasnet_begin_nbi_accessregion();
		gasnet_getv_nbi_bulk(2, mine, 1, 1, there);
		h[0] = gasnet_end_nbi_accessregion();
		gasnet_get_nbi(big + 2000, 1, gt_at(1, 0), 8);
		gasnet_wait_syncnbi_puts();
		CHECK(!checked() || ((unsigned char)big[2000] == UNDEFINED && (unsigned char)big[69] == UNDEFINED),
		      "what has not been synchronised is there");
		gasnet_wait_syncnbi_gets();
		CHECK(big[2000] == 7 && (!checked() || (unsigned char)big[69] == UNDEFINED), "gets in and out of an access region are mixed up");
		gasnet_wait_syncnb(h[0]);
		CHECK(big[69] == 7, "what has been synchronised is not there");
		gasnet_AMRequestLongAsync0(1, CALL, big, 100, gt_at(1, 0));
		GASNET_BLOCKUNTIL(done);
		big[0]++;
		done = 0;
		gasnet_AMRequestLongAsync0(0, CALL, big, 100, gt_at(0, 0));
		GASNET_BLOCKUNTIL(done);
		big[0]++;
	}
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{ASK, (void (*)())ask}, {BACK, (void (*)())back}, {CALL, (void (*)())call}};
	int value = 0;

	what = argc > 1 ? argv[1] : "";
	if (IS("put_before_attach"))
		gasnet_init(&argc, &argv), gasnet_put(0, &value, &value, 4);
	gt_attach(&argc, &argv, table, 3, GASNET_PAGESIZE);
	if (gt_me == 0) {
		use_of_memory();
		if (IS("node"))
			gasnet_put((gasnet_node_t)gt_n, gt_at(0, 0), &value, 4);
		if (IS("node_am"))
			gasnet_AMRequestShort0((gasnet_node_t)gt_n, ASK);
		if (IS("before"))
			gasnet_put(1, (char *)gt_at(1, 0) - 4, &value, 4);
		if (IS("behind"))
			gasnet_get(&value, 1, gt_at(1, GASNET_PAGESIZE - 2), 4);
		if (IS("memset"))
			gasnet_memset(1, gt_at(1, 0), 0, GASNET_PAGESIZE + 1);
		if (IS("long"))
			gasnet_AMRequestLong0(1, ASK, big, 4097, gt_at(1, 0));
		if (IS("medium"))
			gasnet_AMRequestMedium0(1, ASK, big, gasnet_AMMaxMedium() + 1);
		if (IS("value"))
			gasnet_put_val(1, gt_at(1, 0), 1, 9);
		if (IS("handle"))
			gasnet_wait_syncnb((gasnet_handle_t)&value);
		if (IS("handler"))
			gasnet_AMRequestShort0(1, 201);
		if (IS("notify_twice"))
			gasnet_barrier_notify(0, 0), gasnet_barrier_notify(0, 0);
		if (IS("wait_alone"))
			gasnet_barrier_wait(0, 0);
		if (IS("try_alone"))
			gasnet_barrier_try(0, 0);
		if (IS("region_twice"))
			gasnet_begin_nbi_accessregion(), gasnet_begin_nbi_accessregion();
		if (IS("region_end"))
			gasnet_end_nbi_accessregion();
		if (IS("region_sync"))
			gasnet_begin_nbi_accessregion(), gasnet_wait_syncnbi_all();
		if (IS("own_heap"))
			gasnet_put(0, big, &value, 4);
		if (IS("unlock_free"))
			gasnet_hsl_unlock(&lock);
		if (IS("lock_twice"))
			gasnet_hsl_lock(&lock), gasnet_hsl_lock(&lock);
		if (IS("trylock_own"))
			gasnet_hsl_lock(&lock), gasnet_hsl_trylock(&lock);
		if (IS("unlock_order"))
			gasnet_hsl_lock(&lock), gasnet_hsl_lock(&other), gasnet_hsl_unlock(&lock);
		if (IS("poll_with_lock"))
			gasnet_hsl_lock(&lock), gasnet_AMPoll();
		if (IS("destroy_taken"))
			gasnet_hsl_lock(&lock), gasnet_hsl_destroy(&lock);
		if (IS("init_static"))
			gasnet_hsl_init(&lock);
		if (IS("init_taken"))
			gasnet_hsl_init(&made), gasnet_hsl_lock(&made), gasnet_hsl_init(&made);
		if (IS("init_twice"))
			gasnet_hsl_init(&made), gasnet_hsl_init(&made);
		if (IS("init_again"))
			gasnet_hsl_init(&made), gasnet_hsl_destroy(&made), gasnet_hsl_init(&made);
		if (IS("destroy_twice"))
			gasnet_hsl_destroy(&lock), gasnet_hsl_destroy(&lock);
		if (IS("lock_destroyed"))
			gasnet_hsl_destroy(&lock), gasnet_hsl_lock(&lock);
		if (IS("trylock_destroyed"))
			gasnet_hsl_destroy(&lock), gasnet_hsl_trylock(&lock);
		if (IS("lock_uninitialised"))
			gasnet_hsl_lock(&made);
		if (IS("unlock_uninitialised"))
			gasnet_hsl_unlock(&made);
		if (IS("destroy_uninitialised"))
			gasnet_hsl_destroy(&made);
		if (IS("lock_long"))
			gasnet_hsl_lock(&lock), gt_sleep_ms(1100), gasnet_hsl_unlock(&lock);
		if (IS("hold_long"))
			gasnet_hold_interrupts(), gt_sleep_ms(1100), gasnet_resume_interrupts();
		if (IS("source_nb")) {
			gasnet_handle_t h = gasnet_put_nb_bulk(1, gt_at(1, 0), big, 100);
			big[99]++;
			gasnet_wait_syncnb(h);
		}
		if (IS("source_nb_list")) {
			gasnet_handle_t h[] = {gasnet_put_nb_bulk(1, gt_at(1, 0), big, 100), GASNET_INVALID_HANDLE,
			                       gasnet_put_nb_bulk(1, gt_at(1, 200), big + 200, 8)};
			big[201]++;
			gasnet_wait_syncnb_all(h, 3);
		}
		if (IS("source_nbi")) {
			gasnet_put_nbi_bulk(1, gt_at(1, 0), big, 100), big[0]++;
			while (gasnet_try_syncnbi_puts() != GASNET_OK)
				;
		}
		if (IS("source_region")) {
			gasnet_begin_nbi_accessregion();
			gasnet_put_nbi_bulk(1, gt_at(1, 0), big, 100);
			gasnet_put_nbi_bulk(1, gt_at(1, 100), big + 100, 100);
			gasnet_handle_t h = gasnet_end_nbi_accessregion();
			gasnet_wait_syncnbi_all(); /* that is another matter */
			big[100]++;
			gasnet_wait_syncnb(h);
		}
		if (IS("source_right")) {
			gasnet_handle_t h[3];
			h[0] = gasnet_put_nb_bulk(1, gt_at(1, 0), big, 100);
			h[1] = gasnet_put_nb(1, gt_at(1, 104), big + 104, 8);
			big[104]++; /* may be used at once */
			gasnet_put_nbi_bulk(1, gt_at(1, 200), big + 200, 100);
			gasnet_begin_nbi_accessregion();
			gasnet_put_nbi_bulk(1, gt_at(1, 300), big + 300, 100);
			h[2] = gasnet_end_nbi_accessregion();
			gasnet_wait_syncnbi_gets();
			gasnet_wait_syncnbi_puts();
			big[200]++;
			try_all(h, 3);
			big[0]++, big[300]++;
			CHECK(h[0] == GASNET_INVALID_HANDLE && h[2] == GASNET_INVALID_HANDLE, "a handle is left");
		}
		if (IS("hold_twice"))
			gasnet_hold_interrupts(), gasnet_hold_interrupts();
		if (IS("poll_held"))
			gasnet_hold_interrupts(), gasnet_AMPoll();
		if (IS("resume_free"))
			gasnet_resume_interrupts();
	}
	if (getenv("GT_CALM")) { /* nothing that ends a job either */
		gt_barrier();
		gt_leave();
		return 0;
	}
	GT_OK(gasnet_AMRequestShort0(0, ASK));
	GASNET_BLOCKUNTIL(done);
	if (IS("reply_outside") && gt_me == 0)
		gasnet_AMReplyShort0(kept, BACK);
	gt_leave();
	return 0;
}
