/* Puts and gets, contiguous, strided and as vectors, blocking and not, to the next process and to the own one, against a model in private memory. */
#include "../gt_armci.h"

enum { AREA = 256 << 10, ROUNDS = 300 };

static unsigned char model[AREA], local[AREA], back[AREA];
static void **area;
static int next;

/* A random shape of which both sides lie in an area. Strides of the written side keep runs apart. */
struct shape {
	int levels, count[9], src[8], dst[8];
	size_t src_off, dst_off;
};

static size_t reach(const struct shape *s, const int *strides)
{
	size_t end = (size_t)s->count[0];
	for (int i = 0; i < s->levels; i++)
		end += (size_t)strides[i] * (size_t)(s->count[i + 1] - 1);
	return end;
}

static void draw(struct shape *s)
{
	do {
		size_t a, b;
		s->levels = (int)gt_range(0, 5);
		s->count[0] = (int)(gt_range(0, 3) == 0 ? gt_range(1, 700) : 1u << gt_range(0, 5));
		a = b = (size_t)s->count[0];
		for (int i = 0; i < s->levels; i++) {
			s->count[i + 1] = (int)gt_range(1, 6);
			s->src[i] = (int)(a + (gt_range(0, 1) ? gt_range(0, 40) : 0));
			s->dst[i] = (int)(b + (gt_range(0, 1) ? gt_range(0, 40) : 0));
			a = (size_t)s->src[i] * (size_t)s->count[i + 1];
			b = (size_t)s->dst[i] * (size_t)s->count[i + 1];
		}
	} while (reach(s, s->src) > AREA || reach(s, s->dst) > AREA);
	s->src_off = gt_range(0, AREA - reach(s, s->src));
	s->dst_off = gt_range(0, AREA - reach(s, s->dst));
}

static void copy(unsigned char *to, const unsigned char *from, const struct shape *s, int level)
{
	if (level == 0) {
		memcpy(to, from, (size_t)s->count[0]);
		return;
	}
	for (int i = 0; i < s->count[level]; i++)
		copy(to + (size_t)i * (size_t)s->dst[level - 1], from + (size_t)i * (size_t)s->src[level - 1], s, level - 1);
}

static void strided(int round)
{
	struct shape s;
	armci_hdl_t h;
	const int proc = round % 3 == 0 ? gt_me : next, nb = round % 2;
	unsigned char *remote = area[proc];

	draw(&s);
	ARMCI_INIT_HANDLE(&h);
	gt_fill(local, AREA, gt_me, round);
	GT_OK(ARMCI_Get(remote, model, AREA, proc));
	copy(model + s.dst_off, local + s.src_off, &s, s.levels);
	if (nb)
		GT_OK(ARMCI_NbPutS(local + s.src_off, s.src, remote + s.dst_off, s.dst, s.count, s.levels, proc, &h));
	else
		GT_OK(ARMCI_PutS(local + s.src_off, s.levels ? s.src : NULL, remote + s.dst_off, s.levels ? s.dst : NULL, s.count, s.levels, proc));
	GT_OK(ARMCI_Wait(&h));
	GT_OK(ARMCI_Get(remote, back, AREA, proc));
	CHECK(memcmp(back, model, AREA) == 0, "round %d: a strided put of %d levels", round, s.levels);

	gt_fill(back, AREA, gt_me + 1, round);
	memcpy(model, back, AREA);
	GT_OK(ARMCI_Get(remote, local, AREA, proc));
	copy(model + s.dst_off, local + s.src_off, &s, s.levels);
	if (nb)
		GT_OK(ARMCI_NbGetS(remote + s.src_off, s.src, back + s.dst_off, s.dst, s.count, s.levels, proc, &h));
	else
		GT_OK(ARMCI_GetS(remote + s.src_off, s.src, back + s.dst_off, s.dst, s.count, s.levels, proc));
	GT_OK(ARMCI_Wait(&h));
	CHECK(memcmp(back, model, AREA) == 0, "round %d: a strided get of %d levels", round, s.levels);
}

static void vectors(int round)
{
	enum { PIECES = 3, MOST = 20 };
	void *src[PIECES][MOST], *dst[PIECES][MOST];
	armci_giov_t all[PIECES];
	armci_hdl_t h;
	size_t at = 0;

	ARMCI_INIT_HANDLE(&h);
	gt_fill(local, AREA, gt_me, round);
	GT_OK(ARMCI_Get(area[next], model, AREA, next));
	for (int i = 0; i < PIECES; i++) {
		all[i] = (armci_giov_t){
		    .src_ptr_array = src[i], .dst_ptr_array = dst[i], .ptr_array_len = (int)gt_range(1, MOST), .bytes = (int)gt_range(1, 64)};
		for (int k = 0; k < all[i].ptr_array_len; k++) {
			const size_t from = gt_range(0, AREA - 64);
			src[i][k] = local + from;
			dst[i][k] = (char *)area[next] + at;
			memcpy(model + at, local + from, (size_t)all[i].bytes);
			at += 64 + gt_range(0, 8);
		}
	}
	GT_OK(round % 2 ? ARMCI_NbPutV(all, PIECES, next, &h) : ARMCI_PutV(all, PIECES, next));
	GT_OK(ARMCI_Wait(&h));
	GT_OK(ARMCI_Get(area[next], back, AREA, next));
	CHECK(memcmp(back, model, AREA) == 0, "round %d: a vector put", round);

	memset(back, 0, AREA);
	for (int i = 0; i < PIECES; i++)
		for (int k = 0; k < all[i].ptr_array_len; k++) {
			src[i][k] = dst[i][k];
			dst[i][k] = back + ((char *)src[i][k] - (char *)area[next]);
		}
	GT_OK(round % 2 ? ARMCI_NbGetV(all, PIECES, next, &h) : ARMCI_GetV(all, PIECES, next));
	GT_OK(ARMCI_Wait(&h));
	for (int i = 0; i < PIECES; i++)
		for (int k = 0; k < all[i].ptr_array_len; k++)
			CHECK(memcmp(dst[i][k], model + ((char *)src[i][k] - (char *)area[next]), (size_t)all[i].bytes) == 0,
			      "round %d: a vector get, piece %d, segment %d", round, i, k);
}

static void values(void)
{
	char *to = area[next];
	armci_hdl_t h;

	ARMCI_INIT_HANDLE(&h);
	GT_OK(ARMCI_PutValueInt(-7, to, next));
	GT_OK(ARMCI_PutValueLong(-1234567890123, to + 8, next));
	GT_OK(ARMCI_PutValueFloat(1.5f, to + 16, next));
	GT_OK(ARMCI_PutValueDouble(-2.25, to + 24, next));
	CHECK(ARMCI_GetValueInt(to, next) == -7 && ARMCI_GetValueLong(to + 8, next) == -1234567890123, "integers");
	CHECK(ARMCI_GetValueFloat(to + 16, next) == 1.5f && ARMCI_GetValueDouble(to + 24, next) == -2.25, "reals");
	GT_OK(ARMCI_NbPutValueInt(9, to, next, &h));
	GT_OK(ARMCI_Wait(&h));
	GT_OK(ARMCI_NbPutValueLong(10, to + 8, next, NULL));
	GT_OK(ARMCI_NbPutValueFloat(0.5f, to + 16, next, NULL));
	GT_OK(ARMCI_NbPutValueDouble(8.5, to + 24, next, NULL));
	GT_OK(ARMCI_WaitAll());
	long one = 17, two = 0;
	CHECK(ARMCI_Put1(&one, &two, (int)sizeof one, gt_me) == 0 && two == 17, "a copy by the caller");
	CHECK(ARMCI_GetValueInt(to, next) == 9 && ARMCI_GetValueLong(to + 8, next) == 10, "integers later");
	CHECK(ARMCI_GetValueFloat(to + 16, next) == 0.5f && ARMCI_GetValueDouble(to + 24, next) == 8.5, "reals later");
}

/* A count of 0 moves nothing; what is wrong is answered with the classic codes. */
static void codes(void)
{
	int zero[2] = {0, 3}, one[2] = {8, 2}, stride[1] = {16}, negative[1] = {-1};
	char *to = area[next];
	void *src[1] = {local}, *dst[1] = {to};
	armci_giov_t v = {.src_ptr_array = src, .dst_ptr_array = dst, .ptr_array_len = 1, .bytes = 8};
	long old, scale = 1;

	GT_OK(ARMCI_PutS(local, stride, to, stride, zero, 1, next));
	GT_OK(ARMCI_Get(to, local, 0, next));
	CHECK(ARMCI_Put(NULL, to, 8, next) == FAIL, "NULL source");
	CHECK(ARMCI_Get(to, NULL, 8, next) == FAIL, "NULL destination");
	CHECK(ARMCI_PutS(local, NULL, to, stride, one, 1, next) == FAIL2, "NULL strides");
	CHECK(ARMCI_GetS(to, stride, local, NULL, one, 1, next) == FAIL2, "NULL strides");
	CHECK(ARMCI_Put(local, to, -1, next) == FAIL3, "negative bytes");
	CHECK(ARMCI_PutS(local, NULL, to, NULL, negative, 0, next) == FAIL3, "negative count");
	CHECK(ARMCI_PutS(local, stride, to, stride, one, 9, next) == FAIL4, "nine levels");
	CHECK(ARMCI_PutS(local, stride, to, stride, one, -1, next) == FAIL4, "levels below 0");
	CHECK(ARMCI_Put(local, to, 8, gt_n) == FAIL5, "no such process");
	CHECK(ARMCI_GetS(to, stride, local, stride, one, 1, -1) == FAIL5, "process -1");
	CHECK(ARMCI_PutV(NULL, 1, next) == FAIL && ARMCI_PutV(&v, 0, next) == FAIL, "no vector");
	v.src_ptr_array = NULL;
	CHECK(ARMCI_GetV(&v, 1, next) == FAIL2, "a vector without addresses");
	v.src_ptr_array = src;
	v.bytes = 0;
	CHECK(ARMCI_PutV(&v, 1, next) == FAIL3, "a vector of no bytes");
	v.bytes = 8;
	v.ptr_array_len = 0;
	CHECK(ARMCI_PutV(&v, 1, next) == FAIL4, "a vector of no segments");
	CHECK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD, NULL, to, 1, next) == FAIL, "NULL ploc");
	CHECK(ARMCI_Rmw(99, &old, to, 1, next) == FAIL6, "no such operation");
	CHECK(ARMCI_Rmw(ARMCI_SWAP, &old, to, 1, gt_n + 3) == FAIL5, "no such process");
	CHECK(ARMCI_Acc(99, &scale, local, to, 8, next) == FAIL6, "no such type");
	CHECK(ARMCI_Acc(ARMCI_ACC_DBL, NULL, local, to, 8, next) == FAIL, "no scale");
	CHECK(ARMCI_Acc(ARMCI_ACC_DBL, &scale, local, to, 12, next) == FAIL3, "part of an element");
}

int main(void)
{
	gt_start();
	next = (gt_me + 1) % gt_n;
	area = gt_malloc(AREA);
	memset(area[gt_me], 0, AREA);
	/* Processes take turns at an area: its own process, then the one before it. */
	for (int round = 0; round < ROUNDS; round++) {
		ARMCI_Barrier();
		strided(round);
		ARMCI_Barrier();
		if (round % 3 != 0)
			vectors(round);
	}
	values();
	codes();
	gt_free(area);
	return gt_stop();
}
