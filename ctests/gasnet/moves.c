/* Puts, gets, values and memsets in every form, with many sizes and alignments, from and to the segment, the stack, the heap and globals; tens of
 * thousands of them in flight; access regions. */
#include "../gt_gasnet.h"

enum { AREA = 64 << 10, MANY = 70000 };

static unsigned char global[AREA];
static int next;

static void *there(size_t off) { return gt_at(next, off); }
#define NEXT ((gasnet_node_t)next)

/* The ways to put and to get, which have the same effect. */
static void put(int way, void *dest, void *src, size_t n)
{
	gasnet_handle_t h = GASNET_INVALID_HANDLE;

	switch (way) {
	case 0: gasnet_put(NEXT, dest, src, n); return;
	case 1: gasnet_put_bulk(NEXT, dest, src, n); return;
	case 2: h = gasnet_put_nb(NEXT, dest, src, n); break;
	case 3: h = gasnet_put_nb_bulk(NEXT, dest, src, n); break;
	case 4: gasnet_put_nbi(NEXT, dest, src, n); break;
	case 5: gasnet_put_nbi_bulk(NEXT, dest, src, n); break;
	case 6:
		gasnet_begin_nbi_accessregion();
		gasnet_put_nbi(NEXT, dest, src, n);
		h = gasnet_end_nbi_accessregion();
		break;
	default:
		gasnet_put_nbi_bulk(NEXT, dest, src, n);
		while (gasnet_try_syncnbi_puts() == GASNET_ERR_NOT_READY)
			;
		return;
	}
	gasnet_wait_syncnb(h);
	gasnet_wait_syncnbi_puts();
}

static void get(int way, void *dest, void *src, size_t n)
{
	gasnet_handle_t h = GASNET_INVALID_HANDLE;

	switch (way) {
	case 0: gasnet_get(dest, NEXT, src, n); return;
	case 1: gasnet_get_bulk(dest, NEXT, src, n); return;
	case 2: h = gasnet_get_nb(dest, NEXT, src, n); break;
	case 3: h = gasnet_get_nb_bulk(dest, NEXT, src, n); break;
	case 4: gasnet_get_nbi(dest, NEXT, src, n); break;
	case 5: gasnet_get_nbi_bulk(dest, NEXT, src, n); break;
	case 6:
		gasnet_begin_nbi_accessregion();
		gasnet_get_nbi_bulk(dest, NEXT, src, n);
		h = gasnet_end_nbi_accessregion();
		break;
	default:
		h = gasnet_get_nb(dest, NEXT, src, n);
		while (gasnet_try_syncnb(h) == GASNET_ERR_NOT_READY)
			;
		return;
	}
	gasnet_wait_syncnb(h);
	gasnet_wait_syncnbi_gets();
}

/* A source or destination of this rank's: its segment, the heap, globals, the stack. */
static unsigned char *local(int where, unsigned char *stack, unsigned char *heap)
{
	switch (where) {
	case 0: return (unsigned char *)gt_at(gt_me, 3 * AREA);
	case 1: return heap;
	case 2: return global;
	default: return stack;
	}
}

static void sizes(void)
{
	unsigned char stack[AREA], *heap = (unsigned char *)malloc(AREA), *whole = (unsigned char *)malloc(AREA);

	for (int i = 0; i < 200; i++) {
		const int way = i % 8, where = i / 8 % 4;
		const size_t n = i % 3 ? gt_range(0, 64) : gt_range(0, AREA / 2), off = gt_range(0, 100), at = gt_range(0, 100);
		unsigned char *mine = local(where, stack, heap) + off;

		/* surrounding bytes do not change */
		gasnet_memset(NEXT, there(0), 0x5a, AREA);
		gt_fill(mine, n, gt_me, i);
		put(way, there(at), mine, n);
		memset(mine, 0, n);
		get((way + 3) % 8, mine, there(at), n);
		CHECK(gt_differs(mine, n, gt_me, i) == n, "way %d: %zu bytes from %zu to %zu", way, n, off, at);
		gasnet_get_bulk(whole, NEXT, there(0), AREA);
		for (size_t k = 0; k < AREA; k++)
			if (whole[k] != (k >= at && k < at + n ? gt_byte(gt_me, i, k - at) : 0x5a)) {
				ERR("way %d: byte %zu is wrong, %zu bytes at %zu", way, k, n, at);
				break;
			}
	}
	free(whole);
	free(heap);
}

static void values(void)
{
	for (size_t n = 1; n <= SIZEOF_GASNET_REGISTER_VALUE_T; n++)
		for (int way = 0; way < 3; way++) {
			const gasnet_register_value_t value = (gasnet_register_value_t)gt_rand(),
						      mask = n == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * n) - 1;
			gasnet_valget_handle_t pending;

			gasnet_memset(NEXT, there(0), 0, 32);
			switch (way) {
			case 0: gasnet_put_val(NEXT, there(8), value, n); break;
			case 1: gasnet_wait_syncnb(gasnet_put_nb_val(NEXT, there(8), value, n)); break;
			default: gasnet_put_nbi_val(NEXT, there(8), value, n), gasnet_wait_syncnbi_all();
			}
			CHECK(gasnet_get_val(NEXT, there(8), n) == (value & mask), "%zu bytes", n);
			CHECK(gasnet_get_val(NEXT, there(8), 8) == (value & mask), "more than %zu bytes", n);
			CHECK(gasnet_get_val(NEXT, there(0), 8) == 0, "before %zu bytes", n);
			pending = gasnet_get_nb_val(NEXT, there(8), n);
			CHECK(gasnet_wait_syncnb_valget(pending) == (value & mask), "later: %zu bytes", n);
		}
	{
		enum { PENDING = 1024 };
		static gasnet_valget_handle_t pending[PENDING];

		for (unsigned i = 0; i < PENDING; i++)
			gasnet_put_nbi_val(NEXT, there(i * 4), i * 3, 4);
		gasnet_wait_syncnbi_puts();
		for (unsigned i = 0; i < PENDING; i++)
			pending[i] = gasnet_get_nb_val(NEXT, there(i * 4), 4);
		for (unsigned i = PENDING; i-- > 0;)
			CHECK(gasnet_wait_syncnb_valget(pending[i]) == i * 3, "value %u", i);
	}
}

static void many(void)
{
	gasnet_handle_t *handles = (gasnet_handle_t *)calloc(MANY + 2, sizeof *handles); /* the last ones are never begun */
	int word, before = 0;

	for (int i = 0; i < MANY; i++) {
		word = i;
		handles[i] = gasnet_put_nb(NEXT, there((size_t)(i % 1000) * 4), &word, 4); /* word is free again */
	}
	while (gasnet_try_syncnb_some(handles, MANY + 2) == GASNET_ERR_NOT_READY)
		before++;
	gasnet_wait_syncnb_some(handles, MANY + 2);
	if (gasnet_try_syncnb_all_nopoll(handles, MANY + 2) == GASNET_ERR_NOT_READY)
		gasnet_wait_syncnb_all(handles, MANY + 2);
	for (int i = 0; i < MANY + 2; i++)
		CHECK(handles[i] == GASNET_INVALID_HANDLE, "handle %d", i);
	CHECK(gasnet_try_syncnb_all(handles, MANY + 2) == GASNET_OK, "none left");
	CHECK(gasnet_try_syncnb_some(handles, MANY + 2) == GASNET_OK, "none left");
	CHECK(gasnet_try_syncnb_all(handles, 0) == GASNET_OK && gasnet_try_syncnb_some_nopoll(handles, 0) == GASNET_OK, "an empty list");
	CHECK(gasnet_try_syncnb(GASNET_INVALID_HANDLE) == GASNET_OK && gasnet_try_syncnb_nopoll(GASNET_INVALID_HANDLE) == GASNET_OK, "no operation");
	gasnet_wait_syncnb(GASNET_INVALID_HANDLE);
	gasnet_wait_syncnb_all(handles, 0);
	for (int i = 0; i < 1000; i++) {
		gasnet_get(&word, NEXT, there((size_t)i * 4), 4);
		CHECK(word == MANY - 1000 + i, "word %d is %d", i, word);
	}
	for (int i = 0; i < MANY; i++) {
		word = ~i;
		gasnet_put_nbi(NEXT, there((size_t)(i % 1000) * 4), &word, 4);
	}
	CHECK(gasnet_try_syncnbi_gets() == GASNET_OK, "no gets");
	gasnet_wait_syncnbi_all();
	CHECK(gasnet_try_syncnbi_puts() == GASNET_OK && gasnet_try_syncnbi_all() == GASNET_OK, "no puts any more");

	/* a region contains only the operations that begin in it */
	{
		int in[64], out[64];
		gasnet_handle_t h;

		for (int i = 0; i < 64; i++)
			out[i] = i * i + gt_me;
		gasnet_begin_nbi_accessregion();
		for (int i = 0; i < 64; i++)
			gasnet_put_nbi(NEXT, there((size_t)i * 4), &out[i], 4);
		gasnet_memset_nbi(NEXT, there(4096), 0x11, 100);
		gasnet_put_nbi_val(NEXT, there(8192), 77, 4);
		h = gasnet_end_nbi_accessregion();
		gasnet_wait_syncnb_all(&h, 1);
		CHECK(h == GASNET_INVALID_HANDLE, "a region's handle");
		gasnet_begin_nbi_accessregion();
		for (int i = 0; i < 64; i++)
			gasnet_get_nbi(&in[i], NEXT, there((size_t)i * 4), 4);
		gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
		CHECK(memcmp(in, out, sizeof in) == 0, "through regions");
		CHECK(gasnet_get_val(NEXT, there(8192), 4) == 77, "a value in a region");
		CHECK(gasnet_get_val(NEXT, there(4192), 4) == 0x11111111u, "a memset in a region");
		gasnet_begin_nbi_accessregion();
		gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
	}
	gasnet_wait_syncnb(gasnet_memset_nb(NEXT, there(100), 0x33, 1000));
	{
		unsigned char b[1002];

		gasnet_get_bulk(b, NEXT, there(99), sizeof b);
		for (int i = 1; i < 1001; i++)
			CHECK(b[i] == 0x33, "byte %d", i);
		CHECK(b[0] != 0x33 && b[1001] != 0x33, "around");
	}
	free(handles);
}

int main(int argc, char **argv)
{
	gt_attach(&argc, &argv, NULL, 0, 4 * AREA);
	next = (gt_me + 1) % gt_n;
	sizes();
	gt_barrier();
	values();
	gt_barrier();
	many();
	gt_barrier();
	/* to itself, onto itself */
	gt_fill(gt_at(gt_me, 0), 1000, gt_me, 9);
	gasnet_put((gasnet_node_t)gt_me, gt_at(gt_me, 0), gt_at(gt_me, 0), 1000);
	gasnet_get(gt_at(gt_me, 0), (gasnet_node_t)gt_me, gt_at(gt_me, 0), 1000);
	CHECK(gt_differs(gt_at(gt_me, 0), 1000, gt_me, 9) == 1000, "onto itself");
	MSG0("done");
	gt_leave();
	return 0;
}
