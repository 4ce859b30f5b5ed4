/* Does the one wrong thing that its argument names. With GASNETGO_DEBUG=1 all of them end the job, without only those that must. */
#include "../../gt_gasnet.h"

enum { ASK = 128, BACK, CALL };

static const char *what;
static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER, other = GASNET_HSL_INITIALIZER;
static volatile int done;

#define IS(name) (strcmp(what, name) == 0)

static gasnet_hsl_t made;

static void ask(gasnet_token_t t)
{
	int value = 0;

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
	done = 1;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{ASK, (void (*)())ask}, {BACK, (void (*)())back}};
	static char big[200000];
	int value = 0;

	what = argc > 1 ? argv[1] : "";
	if (IS("put_before_attach"))
		gasnet_init(&argc, &argv), gasnet_put(0, &value, &value, 4);
	gt_attach(&argc, &argv, table, 2, GASNET_PAGESIZE);
	if (gt_me == 0) {
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
		if (IS("source_nbi"))
			gasnet_put_nbi_bulk(1, gt_at(1, 0), big, 100), big[0]++, gasnet_try_syncnbi_puts();
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
			GT_OK(gasnet_try_syncnb_some(h, 3));
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
	gt_leave();
	return 0;
}
