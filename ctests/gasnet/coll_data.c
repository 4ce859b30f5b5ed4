/* Broadcast, scatter, gather, gather_all and exchange against their definitions: all flags, sizes, roots, in and out of the segment, one address and lists. */
#include "../gt_gasnet.h"

enum { MOST = 70000, KINDS = 5 };

enum kind { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE };

static const char *const names[KINDS] = {"broadcast", "scatter", "gather", "gather_all", "exchange"};

static unsigned char *segment_dst, *segment_src; /* offsets are the same everywhere */
static unsigned char *private_dst, *private_src;

/* Byte k of the block that image i has for image j, in call number round. */
static unsigned char byte_of(int i, int j, size_t k, int round)
{
	return (unsigned char)(i * 31 + j * 7 + (int)k * 3 + (int)(k >> 8) + round * 11 + 1);
}

static size_t src_blocks(enum kind k) { return k == EXCHANGE || k == SCATTER ? (size_t)gt_n : 1; }
static size_t dst_blocks(enum kind k) { return k == BROADCAST || k == SCATTER ? 1 : (size_t)gt_n; }
static int rooted(enum kind k) { return k < GATHER_ALL; }

static void fill(enum kind k, unsigned char *src, size_t n, int round)
{
	for (size_t j = 0; j < src_blocks(k); j++)
		for (size_t b = 0; b < n; b++)
			src[j * n + b] = byte_of(gt_me, (int)j, b, round);
}

/* The expected contents of block j of this image's dst. */
static unsigned char want(enum kind k, int root, int j, size_t b, int round)
{
	switch (k) {
	case BROADCAST: return byte_of(root, 0, b, round);
	case SCATTER: return byte_of(root, gt_me, b, round);
	case EXCHANGE: return byte_of(j, gt_me, b, round);
	default: return byte_of(j, 0, b, round);
	}
}

static void verify(enum kind k, int root, const unsigned char *dst, size_t n, int round, int flags)
{
	if (k == GATHER && gt_me != root)
		return;
	for (size_t j = 0; j < dst_blocks(k); j++)
		for (size_t b = 0; b < n; b++)
			if (dst[j * n + b] != want(k, root, (int)j, b, round)) {
				CHECK(0, "%s from/to %d, %zu bytes, flags 0x%x: byte %zu of block %zu is %d, not %d", names[k], root, n,
				      (unsigned)flags, b, j, dst[j * n + b], want(k, root, (int)j, b, round));
				return;
			}
	CHECK(dst[dst_blocks(k) * n] == 0xee, "%s of %zu bytes writes beyond its end", names[k], n);
}

static gasnet_coll_handle_t call(enum kind k, int list, int nb, int root, void *dst, void *src, void **dsts, void **srcs, size_t n, int flags)
{
	const gasnet_team_handle_t all = GASNET_TEAM_ALL;
	const gasnet_image_t r = (gasnet_image_t)root;

#define FORM(name, args, args_m)                                                              \
	if (nb)                                                                               \
		return list ? gasnet_coll_##name##M_nb args_m : gasnet_coll_##name##_nb args; \
	if (list)                                                                             \
		gasnet_coll_##name##M args_m;                                                 \
	else                                                                                  \
		gasnet_coll_##name args;                                                      \
	return GASNET_COLL_INVALID_HANDLE;

	switch (k) {
	case BROADCAST: FORM(broadcast, (all, dst, r, src, n, flags), (all, dsts, r, src, n, flags))
	case SCATTER: FORM(scatter, (all, dst, r, src, n, flags), (all, dsts, r, src, n, flags))
	case GATHER: FORM(gather, (all, r, dst, src, n, flags), (all, r, dst, srcs, n, flags))
	case GATHER_ALL: FORM(gather_all, (all, dst, src, n, flags), (all, dsts, srcs, n, flags))
	default: FORM(exchange, (all, dst, src, n, flags), (all, dsts, srcs, n, flags))
	}
}

/* The address of image r's dst or src: a local one, or one in its segment. */
static void *place(const unsigned char *mine, int r)
{
	return (unsigned char *)gt_segments[r].addr + (mine - (unsigned char *)gt_segments[gt_me].addr);
}

static void one(enum kind k, int root, size_t n, int in, int out, int single, int inside, int list, int nb)
{
	static int round;
	static void *dsts[64], *srcs[64];
	unsigned char *dst = inside ? segment_dst : private_dst, *src = inside ? segment_src : private_src;
	int flags =
	    in | out | (single ? GASNET_COLL_SINGLE : GASNET_COLL_LOCAL) | (inside ? GASNET_COLL_DST_IN_SEGMENT | GASNET_COLL_SRC_IN_SEGMENT : 0);
	void *root_dst = dst, *root_src = src;
	gasnet_coll_handle_t h;

	round++;
	fill(k, src, n, round);
	memset(dst, 0xee, dst_blocks(k) * n + 1);
	for (int i = 0; i < gt_n; i++) {
		dsts[single ? i : 0] = single ? place(dst, i) : (void *)dst;
		srcs[single ? i : 0] = single ? place(src, i) : (void *)src;
	}
	if (rooted(k) && single) {
		root_dst = k == GATHER ? place(dst, root) : (void *)dst;
		root_src = k == GATHER ? (void *)src : place(src, root);
	} else if (rooted(k) && gt_me != root) {
		*(k == GATHER ? &root_dst : &root_src) = NULL;
	}
	if (in == GASNET_COLL_IN_NOSYNC)
		gt_barrier();
	h = call(k, list, nb, root, root_dst, root_src, dsts, srcs, n, flags);
	if (nb)
		gasnet_coll_wait_sync(h);
	if (out == GASNET_COLL_OUT_NOSYNC)
		gt_barrier();
	verify(k, root, dst, n, round, flags);
}

int main(int argc, char **argv)
{
	static const int ins[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
	static const int outs[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};
	static const size_t sizes[] = {0, 1, 4, 8, 17, 1000, 3000, 9001, MOST};
	size_t bytes;

	gt_attach(&argc, &argv, NULL, 0, 64 + 2 * (size_t)MOST * 64 + 4096);
	gasnet_coll_init(NULL, 0, NULL, 0, 0);
	bytes = (size_t)MOST * (size_t)gt_n + 64;
	private_dst = malloc(bytes);
	private_src = malloc(bytes);
	segment_dst = gt_at(gt_me, 8);
	segment_src = gt_at(gt_me, bytes / 8 * 8 + 64);
	for (int k = 0; k < KINDS; k++)
		for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
			for (int sync = 0; sync < 9; sync++)
				for (int form = 0; form < 16; form++) {
					const int single = form & 1, inside = form >> 1 & 1, list = form >> 2 & 1, nb = form >> 3 & 1;
					const int root = (sync + form + (int)s) % gt_n;

					if (single && !inside)
						continue; /* private memory has no address for others */
					if (single && !list && (k != GATHER || gt_n > 1) && gt_n > 1)
						continue; /* segments are not at one address */
					if (sizes[s] > 10000 && (sync + form) % 3)
						continue;
					one((enum kind)k, root, sizes[s], ins[sync / 3], outs[sync % 3], single, inside, list, nb);
				}
	MSG0("done");
	gt_leave();
	return 0;
}
