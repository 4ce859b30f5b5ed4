/* Several images per node, and different numbers of them: threads that call collectives together, lists of addresses of the node and of all, barriers of
 * images and of nodes, calls without images, teams of images. */
#define GASNET_PAR 1
#include "../gt_gasnet.h"

enum { MOST_HERE = 4, MOST_ALL = 256, BYTES = 9000, ROUNDS = 12, SLOT = 1 << 22 /* room for two times BYTES of each of 233 images */ };

static gasnet_image_t images[64];
static int first, here, total; /* images */
static pthread_barrier_t together;
static void *all_dst[MOST_ALL], *all_src[MOST_ALL];

struct image {
	pthread_t thread;
	int index, number; /* on this node; of all */
	unsigned char *dst, *src;
};

static struct image image[MOST_HERE];

static void add(void *results, size_t count, const void *left, size_t left_count, const void *right, size_t size, int flags, int arg)
{
	(void)left_count, (void)size, (void)flags;
	for (size_t i = 0; i < count; i++)
		((int *)results)[i] = ((const int *)left)[i] + ((const int *)right)[i] + arg;
}

/* Images of nodes in order; node n has n % 3 + 1. */
static int node_of(int number)
{
	int node = 0;

	while (number >= (int)images[node])
		number -= (int)images[node++];
	return node;
}

static int index_of(int number)
{
	for (int node = 0; number >= (int)images[node]; node++)
		number -= (int)images[node];
	return number;
}

static unsigned char byte_of(int from, int to, size_t b, int round)
{
	return (unsigned char)(from * 41 + to * 13 + (int)b * 3 + round * 7 + (int)(b >> 9));
}

static void fill(struct image *me, int blocks, size_t n, int round)
{
	for (int j = 0; j < blocks; j++)
		for (size_t b = 0; b < n; b++)
			me->src[(size_t)j * n + b] = byte_of(me->number, j, b, round);
	memset(me->dst, 0xee, (size_t)total * n);
}

#define VERIFY(what, blocks, expected)                                                                                            \
	for (int j = 0, bad = 0; j < (blocks) && !bad; j++)                                                                       \
		for (size_t b = 0; b < n && !bad; b++) {                                                                          \
			bad = me->dst[(size_t)j * n + b] != (expected);                                                           \
			CHECK(!bad, "image %d: " what " of %zu bytes, form %d: byte %zu of block %d", me->number, n, form, b, j); \
		}

static void rounds(struct image *me, size_t n, int form)
{
	static void *here_dst[MOST_HERE], *here_src[MOST_HERE];
	const int single = form & 1, list = form >> 1 & 1, nb = form >> 2 & 1,
		  sync = form % 2 ? GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC : GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC;
	const int flags = sync | (single ? GASNET_COLL_SINGLE : GASNET_COLL_LOCAL);
	const gasnet_team_handle_t all = GASNET_TEAM_ALL;
	void **dsts = single ? all_dst : here_dst, **srcs = single ? all_src : here_src;

	here_dst[me->index] = me->dst;
	here_src[me->index] = me->src;
	pthread_barrier_wait(&together);
	for (int round = 0; round < ROUNDS; round++) {
		const int root = (round * 5 + form) % total;
		const gasnet_image_t r = (gasnet_image_t)root;
		void *root_src = single               ? all_src[root]
		                 : me->number == root ? me->src
		                                      : NULL,
		     *root_dst = single               ? all_dst[root]
		                 : me->number == root ? me->dst
		                                      : NULL;
		gasnet_coll_handle_t h = GASNET_COLL_INVALID_HANDLE;

#define CALL(name, args, args_m)                                                                   \
	do {                                                                                       \
		if (nb)                                                                            \
			h = list ? gasnet_coll_##name##M_nb args_m : gasnet_coll_##name##_nb args; \
		else if (list)                                                                     \
			gasnet_coll_##name##M args_m;                                              \
		else                                                                               \
			gasnet_coll_##name args;                                                   \
		gasnet_coll_wait_sync(h);                                                          \
		h = GASNET_COLL_INVALID_HANDLE;                                                    \
	} while (0)

		fill(me, 1, n, round);
		CALL(broadcast, (all, me->dst, r, root_src, n, flags), (all, dsts, r, root_src, n, flags));
		VERIFY("broadcast", 1, byte_of(root, 0, b, round))
		GT_OK(gasnet_coll_barrier(all, round, GASNET_BARRIERFLAG_IMAGES));
		fill(me, total, n, round);
		CALL(scatter, (all, me->dst, r, root_src, n, flags), (all, dsts, r, root_src, n, flags));
		VERIFY("scatter", 1, byte_of(root, me->number, b, round))
		GT_OK(gasnet_coll_barrier(all, round, GASNET_BARRIERFLAG_IMAGES));
		fill(me, 1, n, round);
		CALL(gather, (all, r, root_dst, me->src, n, flags), (all, r, root_dst, srcs, n, flags));
		if (me->number == root)
			VERIFY("gather", total, byte_of(j, 0, b, round))
		GT_OK(gasnet_coll_barrier(all, round, GASNET_BARRIERFLAG_IMAGES));
		fill(me, 1, n, round);
		CALL(gather_all, (all, me->dst, me->src, n, flags), (all, dsts, srcs, n, flags));
		VERIFY("gather_all", total, byte_of(j, 0, b, round))
		GT_OK(gasnet_coll_barrier(all, round, GASNET_BARRIERFLAG_IMAGES));
		fill(me, total, n, round);
		CALL(exchange, (all, me->dst, me->src, n, flags), (all, dsts, srcs, n, flags));
		VERIFY("exchange", total, byte_of(j, me->number, b, round))
		GT_OK(gasnet_coll_barrier(all, round, GASNET_BARRIERFLAG_IMAGES));
	}
}

static void reductions(struct image *me)
{
	const int flags = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC;
	gasnet_coll_handle_t h[2 * MOST_HERE];
	int mine = me->number + 1, sum[2 * MOST_HERE];

	for (int i = 0; i < 2 * MOST_HERE; i++)
		h[i] = gasnet_coll_reduce_nb(GASNET_TEAM_ALL, (gasnet_image_t)(i % total), &sum[i], &mine, 0, 0, sizeof mine, 1, 0, 1, flags);
	gasnet_coll_wait_sync_all(h, 2 * MOST_HERE);
	for (int i = 0; i < 2 * MOST_HERE; i++)
		if (me->number == i % total)
			CHECK(sum[i] == total * (total + 1) / 2 + total - 1, "reduction %d: %d", i, sum[i]);
	/* again, as one */
	for (int i = 0; i < 2 * MOST_HERE; i++)
		h[i] = gasnet_coll_reduce_nb(GASNET_TEAM_ALL, (gasnet_image_t)(i % total), &sum[i], &mine, 0, 0, sizeof mine, 1, 0, i,
		                             flags | (i < 2 * MOST_HERE - 1 ? GASNET_COLL_AGGREGATE : 0));
	gasnet_coll_wait_sync(h[2 * MOST_HERE - 1]);
	for (int i = 0; i < 2 * MOST_HERE; i++)
		if (me->number == i % total)
			CHECK(sum[i] == total * (total + 1) / 2 + i * (total - 1), "reduction %d of one: %d", i, sum[i]);
}

/* Composition of maps x -> a x + b, which does not commute: an image's own, and an array in blocks of two that begins at the third image. */
static void after(void *results, size_t count, const void *left, size_t left_count, const void *right, size_t size, int flags, int arg)
{
	const unsigned *l = left, *r = right;
	unsigned *to = results;

	(void)left_count, (void)size, (void)flags, (void)arg;
	for (size_t i = 0; i < 2 * count; i += 2) {
		const unsigned a = r[i] * l[i], b = r[i] * l[i + 1] + r[i + 1];

		to[i] = a;
		to[i + 1] = b;
	}
}

static void scans(struct image *me)
{
	enum { EACH = 6, OFFSET = 4 };
	const int flags = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_ALLSYNC, n = EACH * total - OFFSET - 3;
	static void *here_dst[MOST_HERE], *here_src[MOST_HERE];
	unsigned mine[2][EACH][2], got[2][EACH][2], want[2] = {1, 0};
	gasnet_coll_handle_t h[2];

	memset(got, 0xee, sizeof got);
	for (int i = 0; i < EACH; i++) {
		const int e = (i / 2 * total + me->number) * 2 + i % 2 - OFFSET;

		mine[0][i][0] = (unsigned)(2 * me->number + 3);
		mine[0][i][1] = (unsigned)(me->number * 5 + i);
		mine[1][i][0] = (unsigned)(2 * e + 3);
		mine[1][i][1] = (unsigned)(e * 7);
	}
	here_dst[me->index] = got[1];
	here_src[me->index] = mine[1];
	pthread_barrier_wait(&together);
	h[0] = gasnet_coll_scan_nb(GASNET_TEAM_ALL, got[0], 0, 0, mine[0], 0, 0, sizeof got[0][0], EACH, 1, 0, flags | GASNET_COLL_EXCLUSIVE_SCAN);
	h[1] = gasnet_coll_scanM_nb(GASNET_TEAM_ALL, here_dst, 2, OFFSET, here_src, 2, OFFSET, sizeof got[0][0], (size_t)(n > 0 ? n : 0), 1, 0,
	                            flags | GASNET_COLL_INCLUSIVE_SCAN);
	gasnet_coll_wait_sync_all(h, 2);
	for (int i = 0; i < EACH; i++) {
		want[0] = 1;
		want[1] = 0;
		for (int before = 0; before < me->number; before++) {
			want[1] = (unsigned)(2 * before + 3) * want[1] + (unsigned)(before * 5 + i);
			want[0] *= (unsigned)(2 * before + 3);
		}
		CHECK(me->number == 0 || (got[0][i][0] == want[0] && got[0][i][1] == want[1]), "image %d: what is before its element %d", me->number,
		      i);
	}
	want[0] = 1;
	want[1] = 0;
	for (int e = 0; e < n; e++) {
		const int g = e + OFFSET, i = g / 2 / total * 2 + g % 2;

		want[1] = (unsigned)(2 * e + 3) * want[1] + (unsigned)(e * 7);
		want[0] *= (unsigned)(2 * e + 3);
		if (g / 2 % total == me->number)
			CHECK(got[1][i][0] == want[0] && got[1][i][1] == want[1], "image %d: element %d of %d", me->number, e, n);
	}
	pthread_barrier_wait(&together);
}

static void barriers(struct image *me)
{
	int rc, id = 0;

	for (int i = 0; i < 100; i++) {
		gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_UNNAMED | GASNET_BARRIERFLAG_IMAGES);
		GT_OK(gasnet_coll_barrier_wait(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_UNNAMED | GASNET_BARRIERFLAG_IMAGES));
	}
	gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 9, GASNET_BARRIERFLAG_IMAGES | (me->number ? GASNET_BARRIERFLAG_ANONYMOUS : 0));
	while ((rc = gasnet_coll_barrier_try(GASNET_TEAM_ALL, 9, GASNET_BARRIERFLAG_IMAGES)) == GASNET_ERR_NOT_READY)
		;
	GT_OK(rc);
	pthread_barrier_wait(&together);
	CHECK(gasnet_coll_barrier_result(GASNET_TEAM_ALL, &id) == 0 && id == 9, "the name is %d", id);
	pthread_barrier_wait(&together);
	rc = gasnet_coll_barrier(GASNET_TEAM_ALL, me->number, GASNET_BARRIERFLAG_IMAGES);
	CHECK(rc == (total > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK), "names differ: %s", gasnet_ErrorName(rc));
	/* one per node */
	pthread_barrier_wait(&together);
	if (me->index == here - 1) {
		GT_OK(gasnet_coll_barrier(GASNET_TEAM_ALL, 1, 0));
		GT_OK(gasnet_barrier(2, 0));
	}
	pthread_barrier_wait(&together);
}

static void without_images(struct image *me)
{
	const int flags = GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC | GASNET_COLL_NO_IMAGES;
	int nodes[64], mine = gt_me;

	if (me->index == 0) {
		gasnet_coll_gather_all(GASNET_TEAM_ALL, nodes, &mine, sizeof mine, flags);
		for (int i = 0; i < gt_n; i++)
			CHECK(nodes[i] == i, "%d from node %d", nodes[i], i);
		gasnet_coll_broadcast(GASNET_TEAM_ALL, &mine, (gasnet_image_t)(gt_n - 1), &mine, sizeof mine, flags);
		CHECK(mine == gt_n - 1, "%d", mine);
	}
	pthread_barrier_wait(&together);
}

/* A team of images: member has their numbers in order. */
static void in_team(struct image *me, gasnet_team_handle_t team, const int *member, int n)
{
	const int my = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC,
		  all = GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC;
	int got[MOST_ALL], sum, want = 0, rank = -1, value;
	char *large = malloc(BYTES);

	for (int i = 0; i < n; i++) {
		want += member[i];
		rank = member[i] == me->number ? i : rank;
	}
	gasnet_coll_gather_all(team, got, &me->number, sizeof(int), my);
	for (int i = 0; i < n; i++)
		CHECK(got[i] == member[i], "image %d: %d is number %d of the team, not %d", me->number, got[i], i, member[i]);
	for (int root = 0; root < n; root++) {
		memset(large, rank == root ? root + 1 : 0, BYTES);
		gasnet_coll_broadcast(team, large, (gasnet_image_t)root, large, BYTES, root % 2 ? my : all);
		CHECK(large[0] == root + 1 && large[BYTES - 1] == root + 1, "image %d: broadcast from %d: %d", me->number, root, large[0]);
		sum = -1;
		gasnet_coll_reduce(team, (gasnet_image_t)root, &sum, &me->number, 0, 0, sizeof(int), 1, 0, 0, my);
		CHECK(rank != root || sum == want, "image %d: %d, not %d", me->number, sum, want);
		for (int i = 0; i < n; i++)
			got[i] = root * 1000 + i;
		gasnet_coll_scatter(team, &value, (gasnet_image_t)root, got, sizeof(int), all);
		CHECK(value == root * 1000 + rank, "image %d: %d scattered from %d", me->number, value, root);
	}
	for (int i = 0; i < 30; i++)
		GT_OK(gasnet_coll_barrier(team, i, GASNET_BARRIERFLAG_IMAGES));
	value = gasnet_coll_barrier(team, rank, GASNET_BARRIERFLAG_IMAGES);
	CHECK(value == (n > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK), "image %d: names differ: %s", me->number, gasnet_ErrorName(value));
	free(large);
}

static void teams(struct image *me)
{
	gasnet_team_handle_t half, back, part;
	int member[MOST_ALL], n = 0;

	for (int round = 0; round < 3; round++) {
		half = gasnete_coll_team_split_images(GASNET_TEAM_ALL, (gasnet_image_t)(me->number % 2), (gasnet_image_t)me->number, NULL);
		n = 0;
		for (int i = me->number % 2; i < total; i += 2)
			member[n++] = i;
		in_team(me, half, member, n);
		back = gasnete_coll_team_split_images(GASNET_TEAM_ALL, 7, (gasnet_image_t)(total - 1 - me->number), NULL);
		for (int i = 0; i < total; i++)
			member[i] = total - 1 - i;
		in_team(me, back, member, total);
		/* the first of each node, and the others; images that would lie apart stay together */
		part = gasnete_coll_team_split_images(back, me->index == 0, (gasnet_image_t)(me->index * 1000 + gt_me), NULL);
		n = 0;
		for (int i = 0; i < total; i++)
			if ((index_of(i) == 0) == (me->index == 0))
				member[n++] = i;
		in_team(me, part, member, n);
	}
	pthread_barrier_wait(&together);
}

static void *run(void *arg)
{
	static const size_t sizes[] = {1, 8, 100, BYTES};
	gasnet_coll_fn_entry_t table[] = {{add, 0}, {after, GASNET_COLL_NONCOMM}};
	struct image *me = arg;

	gasnet_coll_init(images, (gasnet_image_t)me->number, table, 2, 0);
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
		for (int form = 0; form < 8; form++)
			if ((form & 3) != 1) /* images have different addresses */
				rounds(me, sizes[s], form);
	reductions(me);
	for (int i = 0; i < 20; i++)
		scans(me);
	barriers(me);
	without_images(me);
	teams(me);
	return NULL;
}

int main(int argc, char **argv)
{
	gt_attach(&argc, &argv, NULL, 0, MOST_HERE * SLOT);
	for (int i = 0; i < gt_n; i++) {
		images[i] = (gasnet_image_t)(i % 3 + 1);
		first += i < gt_me ? (int)images[i] : 0;
		total += (int)images[i];
	}
	here = (int)images[gt_me];
	pthread_barrier_init(&together, NULL, (unsigned)here);
	gasnet_set_waitmode(GASNET_WAIT_BLOCK);
	for (int i = 0; i < total; i++) {
		all_dst[i] = gt_at(node_of(i), (size_t)index_of(i) * SLOT);
		all_src[i] = gt_at(node_of(i), (size_t)index_of(i) * SLOT + SLOT / 2);
	}
	for (int i = 0; i < here; i++) {
		image[i].index = i;
		image[i].number = first + i;
		image[i].dst = all_dst[first + i];
		image[i].src = all_src[first + i];
		pthread_create(&image[i].thread, NULL, run, &image[i]);
	}
	for (int i = 0; i < here; i++)
		pthread_join(image[i].thread, NULL);
	MSG0("done");
	gt_leave();
	return 0;
}
