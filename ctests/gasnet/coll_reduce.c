/* Reductions against their definitions: functions that commute and one that does not, all flags, roots, in and out of place, several in flight. */
#include "../gt_gasnet.h"

enum { SUM, LARGEST, AFTER, FUNCTIONS };
enum { MOST = 3000 };

/* x -> a x + b in arithmetic modulo 2^32: composition does not commute. */
struct map {
	uint32_t a, b;
};

static int calls;

static void combine(void *results, size_t result_count, const void *left, size_t left_count, const void *right, size_t elem_size, int flags, int arg)
{
	const int64_t *l = left, *r = right;
	int64_t *to = results;

	CHECK(result_count == left_count && elem_size == sizeof(int64_t) && flags == 0, "%zu, %zu of %zu bytes, flags %d", result_count, left_count,
	      elem_size, flags);
	calls++;
	for (size_t i = 0; i < result_count; i++)
		to[i] = arg == SUM ? l[i] + r[i] : l[i] > r[i] ? l[i] : r[i];
}

static void compose(void *results, size_t result_count, const void *left, size_t left_count, const void *right, size_t elem_size, int flags, int arg)
{
	const struct map *l = left, *r = right;
	struct map *to = results;

	CHECK(result_count == left_count && elem_size == sizeof(struct map) && flags == GASNET_COLL_NONCOMM && arg == 42, "flags %d, arg %d", flags,
	      arg);
	for (size_t i = 0; i < result_count; i++) {
		const struct map both = {r[i].a * l[i].a, r[i].a * l[i].b + r[i].b};

		to[i] = both;
	}
}

static struct map map_of(int image, size_t i) { return (struct map){(uint32_t)(image * 2 + 3), (uint32_t)(image * 17 + (int)i)}; }

static int64_t number(int image, size_t i) { return (int64_t)(image + 1) * 1000003 * ((int)i % 5 - 2) + (int64_t)i; }

static void numbers(int arg, int root, size_t n, int flags, int list, int nb)
{
	static int64_t src[MOST], dst[MOST + 1];
	void *srcs[64];

	for (size_t i = 0; i < n; i++)
		src[i] = number(gt_me, i);
	for (int r = 0; r < gt_n; r++)
		srcs[r] = src; /* LOCAL: of this node only */
	dst[n] = -77;
	if (nb)
		gasnet_coll_wait_sync(
		    list ? gasnet_coll_reduceM_nb(GASNET_TEAM_ALL, (gasnet_image_t)root, gt_me == root ? dst : NULL, srcs, 0, 0, 8, n, 0, arg, flags)
			 : gasnet_coll_reduce_nb(GASNET_TEAM_ALL, (gasnet_image_t)root, gt_me == root ? dst : NULL, src, 0, 0, 8, n, 0, arg, flags));
	else if (list)
		gasnet_coll_reduceM(GASNET_TEAM_ALL, (gasnet_image_t)root, gt_me == root ? dst : NULL, srcs, 0, 0, 8, n, 0, arg, flags);
	else
		gasnet_coll_reduce(GASNET_TEAM_ALL, (gasnet_image_t)root, gt_me == root ? dst : NULL, src, 0, 0, 8, n, 0, arg, flags);
	if (flags & GASNET_COLL_OUT_NOSYNC)
		gt_barrier();
	for (size_t i = 0; i < n; i++)
		CHECK(src[i] == number(gt_me, i), "a source has changed");
	if (gt_me != root)
		return;
	for (size_t i = 0; i < n; i++) {
		int64_t want = number(0, i);

		for (int r = 1; r < gt_n; r++)
			want = arg == SUM ? want + number(r, i) : want > number(r, i) ? want : number(r, i);
		CHECK(dst[i] == want, "%zu elements to %d, flags 0x%x: %lld at %zu, not %lld", n, root, (unsigned)flags, (long long)dst[i], i,
		      (long long)want);
		if (dst[i] != want)
			return;
	}
	CHECK(dst[n] == -77, "writes beyond its end");
}

static void maps(int root, size_t n, int flags)
{
	static struct map src[MOST];

	for (size_t i = 0; i < n; i++)
		src[i] = map_of(gt_me, i);
	/* in place at the root */
	gasnet_coll_reduce(GASNET_TEAM_ALL, (gasnet_image_t)root, src, src, 0, 0, sizeof(struct map), n, 1, 42, flags);
	if (flags & GASNET_COLL_OUT_NOSYNC)
		gt_barrier();
	if (gt_me != root)
		return;
	for (size_t i = 0; i < n; i++) {
		struct map want = map_of(0, i);

		for (int r = 1; r < gt_n; r++) {
			const struct map m = map_of(r, i);

			want = (struct map){m.a * want.a, m.a * want.b + m.b};
		}
		CHECK(src[i].a == want.a && src[i].b == want.b, "%zu maps to %d: x -> %u x + %u, not %u x + %u", n, root, src[i].a, src[i].b, want.a,
		      want.b);
	}
}

static void in_flight(void)
{
	static int64_t src[50], dst[50];
	gasnet_coll_handle_t h[50];

	for (int i = 0; i < 50; i++) {
		src[i] = number(gt_me, (size_t)i);
		h[i] = gasnet_coll_reduce_nb(GASNET_TEAM_ALL, (gasnet_image_t)(i % gt_n), &dst[i], &src[i], 0, 0, 8, 1, 0, SUM,
		                             GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC);
	}
	gasnet_coll_wait_sync_all(h, 50);
	for (int i = 0; i < 50; i++) {
		int64_t want = 0;

		for (int r = 0; r < gt_n; r++)
			want += number(r, (size_t)i);
		if (gt_me == i % gt_n)
			CHECK(dst[i] == want, "reduction %d: %lld, not %lld", i, (long long)dst[i], (long long)want);
	}
}

int main(int argc, char **argv)
{
	gasnet_coll_fn_entry_t table[] = {{combine, 0}, {compose, GASNET_COLL_NONCOMM}};
	static const size_t sizes[] = {0, 1, 2, 3, 100, MOST};
	static const int ins[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
	static const int outs[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};

	gt_attach(&argc, &argv, NULL, 0, 1 << 16);
	gasnet_coll_init(NULL, 0, table, 2, 0);
	memset(table, 0, sizeof table); /* it was copied */
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
		for (int sync = 0; sync < 9; sync++)
			for (int form = 0; form < 4; form++) {
				const int root = (sync + form) % gt_n, flags = GASNET_COLL_LOCAL | ins[sync / 3] | outs[sync % 3];

				/* sources are this function's own */
				if (sync / 3 == 0)
					gt_barrier();
				numbers(form & 1 ? LARGEST : SUM, root, sizes[s], flags, form >> 1, sync % 2);
				maps(root, sizes[s], flags);
			}
	in_flight();
	CHECK(gt_n == 1 || calls > 0, "no function was called");
	MSG0("done");
	gt_leave();
	return 0;
}
