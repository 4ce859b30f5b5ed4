/* Scans against their definitions: every image's own elements, and arrays in blocks over all images; inclusive and exclusive, functions that commute and one
 * that does not, all flags, one address and lists, in and out of place, many in flight, on a team in another order. */
#include "../gt_gasnet.h"

enum { SUM, LARGEST };
enum { ADD, COMPOSE, FUNCTIONS };
enum { MOST = 2000, ROOM = 2 * MOST };

/* x -> a x + b in arithmetic modulo 2^32: composition does not commute. */
struct map {
	uint32_t a, b;
};

static gasnet_team_handle_t team = GASNET_TEAM_ALL;
static int me; /* in the team */
static int calls, single;

static void combine(void *results, size_t result_count, const void *left, size_t left_count, const void *right, size_t elem_size, int flags, int arg)
{
	const int64_t *l = left, *r = right;
	int64_t *to = results;

	CHECK(result_count == left_count && elem_size == sizeof(int64_t) && flags == 0, "%zu, %zu of %zu bytes, flags %d", result_count, left_count,
	      elem_size, flags);
	CHECK(!single || result_count == 1, "%zu elements at a time", result_count);
	calls++;
	for (size_t i = 0; i < result_count; i++)
		to[i] = arg == SUM ? l[i] + r[i] : l[i] > r[i] ? l[i] : r[i];
}

static struct map after(struct map l, struct map r)
{
	const struct map both = {r.a * l.a, r.a * l.b + r.b};

	return both;
}

static void compose(void *results, size_t result_count, const void *left, size_t left_count, const void *right, size_t elem_size, int flags, int arg)
{
	CHECK(result_count == left_count && elem_size == sizeof(struct map) && flags == GASNET_COLL_NONCOMM && arg == 42, "flags %d, arg %d", flags,
	      arg);
	for (size_t i = 0; i < result_count; i++)
		((struct map *)results)[i] = after(((const struct map *)left)[i], ((const struct map *)right)[i]);
}

static int64_t number(size_t i, int seed) { return (int64_t)((i * 7919 + (size_t)seed * 31) % 1009) - 500; }
static struct map map_of(size_t i, int seed) { return (struct map){(uint32_t)(2 * i + 3), (uint32_t)(i * 17 + (size_t)seed)}; }

/* A call in one of its forms; lists are of this node, or, of segments, of all. */
static gasnet_coll_handle_t scan(void *dst, size_t dst_block, size_t dst_offset, void *src, size_t src_block, size_t src_offset, size_t count,
                                 int func, int arg, int flags, int form)
{
	void *dsts[64], *srcs[64];

	for (int r = 0; r < gt_n; r++) {
		const int node = (int)gasnet_coll_team_rank2node(team, r);
		const int whole = flags & GASNET_COLL_SINGLE;

		dsts[r] = whole ? (char *)dst - (char *)gt_at(gt_me, 0) + (char *)gt_at(node, 0) : dst;
		srcs[r] = whole ? (char *)src - (char *)gt_at(gt_me, 0) + (char *)gt_at(node, 0) : src;
	}
	switch (form) {
	case 0: gasnet_coll_scan(team, dst, dst_block, dst_offset, src, src_block, src_offset, 8, count, func, arg, flags); break;
	case 1:
		gasnet_coll_wait_sync(gasnet_coll_scan_nb(team, dst, dst_block, dst_offset, src, src_block, src_offset, 8, count, func, arg, flags));
		break;
	case 2: gasnet_coll_scanM(team, dsts, dst_block, dst_offset, srcs, src_block, src_offset, 8, count, func, arg, flags); break;
	default:
		gasnet_coll_wait_sync(
		    gasnet_coll_scanM_nb(team, dsts, dst_block, dst_offset, srcs, src_block, src_offset, 8, count, func, arg, flags));
	}
	return GASNET_COLL_INVALID_HANDLE;
}

/* The position of an element of an array, and whether it is on this image. */
static int have(size_t e, size_t block, size_t offset, size_t *index)
{
	const size_t g = offset + e;

	*index = block ? g / block / (size_t)gt_n * block + g % block : e;
	return (int)(block ? g / block % (size_t)gt_n : offset) == me;
}

static void of_numbers(size_t n, int arg, int flags, int form)
{
	int64_t *src = gt_at(gt_me, 0), *dst = src + MOST + 1;
	const int exclusive = flags & GASNET_COLL_EXCLUSIVE_SCAN;

	for (size_t i = 0; i < n; i++) {
		src[i] = number(i, me);
		dst[i] = -77;
	}
	dst[n] = -77;
	gt_barrier();
	scan(dst, 0, 0, src, 0, 0, n, ADD, arg, flags, form);
	gt_barrier();
	CHECK(dst[n] == -77, "writes beyond its end");
	for (size_t i = 0; i < n; i++) {
		int64_t want = -77;

		for (int r = 0; r < me + !exclusive; r++) {
			const int64_t one = number(i, r);

			want = r == 0 ? one : arg == SUM ? want + one : want > one ? want : one;
		}
		CHECK(src[i] == number(i, me), "a source has changed");
		CHECK(dst[i] == want, "%zu elements, flags 0x%x, form %d: %lld at %zu, not %lld", n, (unsigned)flags, form, (long long)dst[i], i,
		      (long long)want);
		if (dst[i] != want)
			return;
	}
}

static void of_maps_in_place(size_t n, int flags, int form)
{
	struct map *src = gt_at(gt_me, 0);

	for (size_t i = 0; i < n; i++)
		src[i] = map_of(i, me);
	gt_barrier();
	scan(src, 0, 0, src, 0, 0, n, COMPOSE, 42, flags, form);
	gt_barrier();
	for (size_t i = 0; i < n; i++) {
		struct map want = map_of(i, 0);

		for (int r = 1; r < me + !(flags & GASNET_COLL_EXCLUSIVE_SCAN); r++)
			want = after(want, map_of(i, r));
		if (me || !(flags & GASNET_COLL_EXCLUSIVE_SCAN))
			CHECK(src[i].a == want.a && src[i].b == want.b, "%zu maps, flags 0x%x, form %d: at %zu", n, (unsigned)flags, form, i);
	}
}

/* An array of maps in blocks, to another one or to itself. */
static void of_array(size_t n, size_t src_block, size_t src_offset, size_t dst_block, size_t dst_offset, int flags, int form)
{
	struct map *src = gt_at(gt_me, 0), *dst = src + ROOM, so_far = {1, 0};
	const struct map none = {0xeeeeeeee, 0xeeeeeeee};
	size_t index;

	memset(src, 0xee, sizeof *src * 2 * ROOM);
	if (src_block && src_block == dst_block && src_offset == dst_offset && form % 2)
		dst = src;
	for (size_t e = 0; e < n; e++)
		if (have(e, src_block, src_offset, &index))
			src[index] = map_of(e, 5);
	gt_barrier();
	single = 1;
	scan(dst, dst_block, dst_offset, src, src_block, src_offset, n, COMPOSE, 42, flags, form);
	single = 0;
	gt_barrier();
	for (size_t e = 0; e < n; e++) {
		struct map with = e ? after(so_far, map_of(e, 5)) : map_of(e, 5), want = with;

		if (flags & GASNET_COLL_EXCLUSIVE_SCAN)
			want = e ? so_far : dst == src ? map_of(0, 5) : none;
		so_far = with;
		if (!have(e, dst_block, dst_offset, &index))
			continue;
		CHECK(dst[index].a == want.a && dst[index].b == want.b,
		      "element %zu of %zu, blocks of %zu at %zu to blocks of %zu at %zu, flags 0x%x, form %d", e, n, src_block, src_offset, dst_block,
		      dst_offset, (unsigned)flags, form);
		dst[index] = none;
	}
	for (size_t i = 0; i < ROOM && dst != src; i++)
		CHECK(dst[i].a == none.a && dst[i].b == none.b, "number %zu is written: %zu elements, blocks of %zu at %zu", i, n, dst_block,
		      dst_offset);
}

static void in_flight(void)
{
	enum { CALLS = 60 };
	static int64_t src[CALLS], dst[CALLS];
	gasnet_coll_handle_t h[CALLS];

	for (int i = 0; i < CALLS; i++) {
		src[i] = number((size_t)i, me);
		h[i] = gasnet_coll_scan_nb(team, &dst[i], 0, 0, &src[i], 0, 0, 8, 1, ADD, SUM,
		                           GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_INCLUSIVE_SCAN);
	}
	for (int i = CALLS - 1; i >= 0; i--) {
		int64_t want = 0;

		gasnet_coll_wait_sync(h[i]);
		for (int r = 0; r <= me; r++)
			want += number((size_t)i, r);
		CHECK(dst[i] == want, "scan %d: %lld, not %lld", i, (long long)dst[i], (long long)want);
	}
}

static void all_of_it(int step)
{
	static const size_t sizes[] = {1, 0, 2, 100, MOST};
	static const size_t blocks[] = {1, 3, 0, 64, MOST, (size_t)1 << 62};
	static const int ins[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
	static const int outs[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};
	int turn = 0;

	for (int sync = 0; sync < 9; sync++)
		for (int way = 0; way < 4; way++) {
			const int flags = ins[sync / 3] | outs[sync % 3] | (way & 1 ? GASNET_COLL_EXCLUSIVE_SCAN : GASNET_COLL_INCLUSIVE_SCAN) |
			                  (way & 2 ? GASNET_COLL_SINGLE : GASNET_COLL_LOCAL);
			for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s += (size_t)step)
				for (int form = way & 2 ? 2 : 0; form < 4; form++) {
					of_numbers(sizes[s], form % 2 ? LARGEST : SUM, flags, form);
					of_maps_in_place(sizes[s], flags, form);
				}
			for (size_t from = 0; from < sizeof blocks / sizeof blocks[0]; from++)
				for (size_t to = 0; to < sizeof blocks / sizeof blocks[0]; to += (size_t)step, turn++) {
					const size_t n = sizes[turn % 4], limit = blocks[from] ? 50 : (size_t)gt_n,
						     end = blocks[to] ? 50 : (size_t)gt_n;

					if (blocks[from] || blocks[to])
						of_array(n, blocks[from], (size_t)turn * 7 % limit, blocks[to],
						         from == to ? (size_t)turn * 7 % limit : (size_t)turn * 5 % end, flags,
						         way & 2 ? 2 + turn % 2 : turn % 4);
				}
		}
	of_array(MOST - 50, 1, 3, MOST / 4, 0, GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_INCLUSIVE_SCAN, 0);
	in_flight();
}

int main(int argc, char **argv)
{
	gasnet_coll_fn_entry_t table[] = {{combine, 0}, {compose, GASNET_COLL_NONCOMM}};

	gt_attach(&argc, &argv, NULL, 0, 2 * ROOM * sizeof(struct map));
	gasnet_coll_init(NULL, 0, table, FUNCTIONS, 0);
	me = gt_me;
	all_of_it(1);
	team = gasnet_coll_team_split(GASNET_TEAM_ALL, 0, (gasnet_node_t)(gt_n - 1 - gt_me), NULL);
	me = gt_n - 1 - gt_me;
	all_of_it(3);
	CHECK(calls > 0 || gt_n == 1, "no function was called");
	MSG0("done");
	gt_leave();
	return 0;
}
