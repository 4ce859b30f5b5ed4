/* Small pieces of OpenSHMEM programs with and without a race, for --check: 3 ranks. "race N" marks the two accesses of a race; all pairs without a mark are ordered, or do not conflict. */
#include <shmem.h>
#include <string.h>

static int me;
static volatile int sink;

/* Local buffers of operations in flight. */

static void nbi_buffers(void)
{
	static int far[4];
	int out = 1, in = 0, fine = 1;

	if (me == 0) {
		shmem_int_put_nbi(&far[0], &out, 1, 1); /* race 1 */
		out = 2;                                /* race 1 */
		shmem_int_get_nbi(&in, &far[1], 1, 1);  /* race 2 */
		sink = in;                              /* race 2 */
		shmem_int_put_nbi(&far[2], &fine, 1, 1);
		sink = fine; /* both read */
		shmem_quiet();
		fine = out = in = 0;
		shmem_int_put(&far[3], &out, 1, 1);
		out = 3; /* a blocking put has read its buffer */
	}
	shmem_barrier_all();
}

static void fetch_buffer(void)
{
	static int far;
	int old = 0;

	if (me == 0) {
		shmem_int_atomic_fetch_add_nbi(&old, &far, 1, 1); /* race 3 */
		sink = old;                                       /* race 3 */
		shmem_quiet();
		sink = old;
	}
	shmem_barrier_all();
}

/* Memory of the target. */

static void put_load(void)
{
	static int a, b;

	if (me == 0) {
		shmem_int_p(&a, 1, 1); /* race 4 */
		shmem_int_p(&b, 1, 1);
	}
	if (me == 1)
		sink = a; /* race 4 */
	shmem_barrier_all();
	if (me == 1)
		sink = b;
	shmem_barrier_all();
}

static void get_store(void)
{
	static int a, b;
	int v;

	if (me == 0)
		shmem_int_get(&v, &a, 1, 1); /* race 5 */
	if (me == 0)
		shmem_int_get(&v, &b, 1, 1);
	if (me == 1)
		a = 1; /* race 5 */
	if (me == 1)
		sink = b;
	shmem_barrier_all();
}

static void sync_does_not_complete(void)
{
	static int a, b;

	if (me == 0)
		shmem_int_p(&a, 1, 1); /* race 6 */
	shmem_sync_all();
	if (me == 1)
		sink = a; /* race 6 */
	if (me == 0) {
		shmem_int_p(&b, 1, 1);
		shmem_quiet();
	}
	shmem_sync_all();
	if (me == 1)
		sink = b;
	shmem_barrier_all();
}

static void quiet_without_sync(void)
{
	static int a;

	if (me == 0) {
		shmem_int_p(&a, 1, 1); /* race 7 */
		shmem_quiet();
	}
	if (me == 1)
		sink = a; /* race 7 */
	shmem_barrier_all();
}

/* Flags. */

static void flag_before_data(void)
{
	static int data, other;
	static long flag, ready;

	if (me == 0) {
		shmem_int_p(&data, 1, 1); /* race 8 */
		shmem_long_atomic_set(&flag, 1, 1);
		shmem_int_p(&other, 1, 1);
		shmem_fence();
		shmem_long_p(&ready, 1, 1);
	}
	if (me == 1) {
		shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
		sink = data; /* race 8 */
		shmem_long_wait_until(&ready, SHMEM_CMP_EQ, 1);
		sink = other;
	}
	shmem_barrier_all();
}

static void plain_poll(void)
{
	static int data;
	static volatile long flag;

	if (me == 0) {
		shmem_int_p(&data, 1, 1); /* race 9 */
		shmem_fence();
		shmem_long_atomic_set((long *)&flag, 1, 1); /* race 10 */
	}
	if (me == 1) {
		while (flag == 0) /* race 10 */
			;
		sink = data; /* race 9 */
	}
	shmem_barrier_all();
}

static void signals(void)
{
	static int data, early;
	static uint64_t sig;
	int v = 1;

	if (me == 0) {
		shmem_int_put(&early, &v, 1, 1); /* race 11 */
		shmem_int_put_signal(&data, &v, 1, &sig, 1, SHMEM_SIGNAL_ADD, 1);
	}
	if (me == 1) {
		shmem_signal_wait_until(&sig, SHMEM_CMP_GE, 1);
		sink = data;
		sink = early; /* race 11 */
	}
	shmem_barrier_all();
}

static void answered_buffer(void)
{
	static int data;
	static uint64_t sig;
	int out = 1;

	if (me == 0) {
		shmem_int_put_signal_nbi(&data, &out, 1, &sig, 1, SHMEM_SIGNAL_SET, 1);
		shmem_uint64_wait_until(&sig, SHMEM_CMP_EQ, 2);
		out = 2; /* rank 1 has seen the data, so the buffer has been read */
	}
	if (me == 1) {
		shmem_uint64_wait_until(&sig, SHMEM_CMP_EQ, 1);
		shmem_uint64_atomic_set(&sig, 2, 0);
	}
	shmem_barrier_all();
}

static void relayed(void)
{
	static int data, lost;
	static long flag;

	if (me == 0) {
		shmem_int_p(&data, 1, 2);
		shmem_quiet();
		shmem_int_p(&lost, 1, 2); /* race 12 */
		shmem_fence();            /* orders what goes to rank 2 only */
		shmem_long_atomic_set(&flag, 1, 1);
	}
	if (me == 1) {
		shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
		shmem_long_atomic_set(&flag, 1, 2);
	}
	if (me == 2) {
		shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
		sink = data;
		sink = lost; /* race 12 */
	}
	shmem_barrier_all();
}

static void vectors(void)
{
	static int data[3];
	static long flags[3];

	if (me > 0) {
		shmem_int_p(&data[me], me, 0);
		shmem_fence();
		shmem_long_atomic_set(&flags[me], 1, 0);
	} else {
		size_t seen[3];
		int status[3] = {1, 0, 0};

		for (int n = 0; n < 2;)
			for (size_t i = 0, m = shmem_long_wait_until_some(flags, 3, seen, status, SHMEM_CMP_EQ, 1); i < m; i++, n++) {
				sink = data[seen[i]];
				status[seen[i]] = 1;
			}
	}
	shmem_barrier_all();
}

/* One origin. */

static void same_origin(void)
{
	static int a, b;
	int v = 1, w = 2;

	if (me == 0) {
		shmem_int_put(&a, &v, 1, 1); /* race 13 */
		shmem_int_put(&a, &w, 1, 1); /* race 13 */
		shmem_quiet();
		shmem_int_put(&b, &v, 1, 1);
		shmem_fence();
		shmem_int_put(&b, &w, 1, 1); /* race 14 */
		shmem_fence();
		shmem_int_get(&v, &b, 1, 1); /* race 14: fences order no gets */
	}
	shmem_barrier_all();
}

/* Contexts. */

static void contexts(void)
{
	static int a, b;
	shmem_ctx_t ctx;
	int v = 1;

	shmem_ctx_create(0, &ctx);
	if (me == 0) {
		shmem_ctx_int_put(ctx, &a, &v, 1, 1); /* race 15 */
		shmem_quiet();
		shmem_int_put(&a, &v, 1, 1); /* race 15 */
		shmem_ctx_int_put(ctx, &b, &v, 1, 1);
		shmem_ctx_quiet(ctx);
		shmem_int_put(&b, &v, 1, 1);
	}
	shmem_ctx_destroy(ctx);
	shmem_barrier_all();
	if (me == 1)
		sink = a + b;
	shmem_barrier_all();
}

/* Atomic operations. */

static void atomics(void)
{
	static long sum, mixed, real;
	static int half[2];

	if (me > 0) {
		shmem_long_atomic_add(&sum, 1, 0);
		sink = (int)shmem_long_atomic_fetch_inc(&sum, 0);
	}
	if (me == 1) {
		shmem_long_atomic_add(&mixed, 1, 0); /* race 16 */
		shmem_int_atomic_inc(&half[0], 0);   /* race 17 */
		shmem_long_atomic_add(&real, 1, 0);  /* race 18 */
	}
	if (me == 0)
		sink = (int)mixed; /* race 16 */
	if (me == 2) {
		shmem_float_atomic_set((float *)&half[0], 1, 0); /* race 17 */
		shmem_long_p(&real, 1, 0);                       /* race 18 */
	}
	shmem_barrier_all();
	if (me == 0)
		sink = (int)sum;
	shmem_barrier_all();
}

/* Locks. */

static void locks(void)
{
	static long lock;
	static int in, out;

	shmem_set_lock(&lock);
	shmem_int_p(&in, shmem_int_g(&in, 0) + 1, 0);
	shmem_clear_lock(&lock);
	if (me == 1)
		shmem_int_p(&out, 1, 0); /* race 19 */
	if (me == 2) {
		shmem_set_lock(&lock);
		shmem_int_p(&out, 2, 0); /* race 19 */
		shmem_clear_lock(&lock);
	}
	shmem_barrier_all();
}

/* Collectives. */

static void collectives(void)
{
	static long src[4], dest[4];
	static int data;
	shmem_team_t pair;

	src[0] = me;
	shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, src, 1);
	sink = (int)dest[0];
	src[0] = 0; /* the call has returned */
	shmem_barrier_all();

	if (me == 0)
		shmem_long_p(&src[1], 1, 1);                           /* race 20 */
	shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &dest[1], &src[1], 1); /* race 20 */
	shmem_barrier_all();

	shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &pair);
	if (me == 0) {
		shmem_int_p(&data, 1, 1);
		shmem_int_p(&data, 1, 2); /* race 21 */
		shmem_quiet();
	}
	if (pair != SHMEM_TEAM_INVALID) {
		shmem_team_sync(pair);
		shmem_team_destroy(pair);
	}
	if (me > 0)
		sink = data; /* race 21 */
	shmem_barrier_all();
}

/* Memory of the symmetric heap, and bytes in it. */

static void heap(void)
{
	char *block = shmem_malloc(64);

	if (me == 0)
		shmem_putmem(block, block + 32, 16, 1); /* race 22 */
	if (me == 1) {
		block[16] = 1;
		memset(block + 15, 0, 2); /* race 22 */
	}
	shmem_free(block);
	block = shmem_malloc(64);
	memset(block, 0, 64);
	shmem_barrier_all();
	if (me == 0) {
		shmem_iput(&((short *)block)[1], (short *)block, 2, 1, 4, 1);
		shmem_quiet();
	}
	if (me == 1)
		sink = ((short *)block)[2]; /* between the elements */
	shmem_free(block);
}

int main(void)
{
	shmem_init();
	me = shmem_my_pe();
	nbi_buffers();
	fetch_buffer();
	put_load();
	get_store();
	sync_does_not_complete();
	quiet_without_sync();
	flag_before_data();
	plain_poll();
	signals();
	answered_buffer();
	relayed();
	vectors();
	same_origin();
	contexts();
	atomics();
	locks();
	collectives();
	heap();
	shmem_finalize();
}
