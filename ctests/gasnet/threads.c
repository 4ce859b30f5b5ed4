/* PAR: threads start and end, send, wait, put and get; handlers and threads share locks; a thread waits for a handler that runs in the poll of another. */
#define GASNET_PAR 1
#include "../gt_gasnet.h"

enum { ASK = 128, BACK, MEDIUM, MEDIUM_BACK, THREADS = 4, GENERATIONS = 8, ROUNDS = 150, SLICE = 4096 };

static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
static long together, here; /* under the lock */
static volatile int done;

struct worker {
	int number, generation;
	volatile int answers;
	gasnet_threadinfo_t info;
};

static struct worker workers[THREADS];

static void ask(gasnet_token_t t, gasnet_handlerarg_t who, gasnet_handlerarg_t round)
{
	gasnet_hsl_lock(&lock);
	together++;
	gasnet_hsl_unlock(&lock);
	GT_OK(gasnet_AMReplyShort2(t, BACK, who, round));
}

static void back(gasnet_token_t t, gasnet_handlerarg_t who, gasnet_handlerarg_t round)
{
	(void)t;
	(void)round;
	__atomic_fetch_add(&workers[who].answers, 1, __ATOMIC_RELAXED);
}

static void medium(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t round)
{
	GT_OK(gasnet_AMReplyMedium2(t, MEDIUM_BACK, buf, n, who, round));
}

static void medium_back(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t round)
{
	(void)t;
	CHECK(gt_differs(buf, n, gt_me * 100 + who, round) == n, "thread %d, round %d, %zu bytes", who, round, n);
	__atomic_fetch_add(&workers[who].answers, 1, __ATOMIC_RELAXED);
}

static void *work(void *arg)
{
	struct worker *w = (struct worker *)arg;
	unsigned char data[2048], check[2048];
	const int expected = w->answers;
	const size_t most = gasnet_AMMaxMedium() < sizeof data ? gasnet_AMMaxMedium() + 1 : sizeof data;
	uint64_t random = gt_mix((uint64_t)(w->number * 1000 + w->generation));

	GASNET_BEGIN_FUNCTION();
	w->info = GASNET_GET_THREADINFO();
	for (int i = 0; i < ROUNDS; i++) {
		const int to = (int)((random = gt_mix(random)) % (uint64_t)gt_n);
		const size_t n = (random >> 32) % most;
		void *slice = gt_at(to, ((size_t)gt_me * THREADS + (size_t)w->number) * SLICE);

		if (i % 3 == 0)
			GT_OK(gasnet_AMRequestShort2((gasnet_node_t)to, ASK, w->number, i));
		gt_fill(data, n, gt_me * 100 + w->number, i);
		if (i % 3 == 1) {
			GT_OK(gasnet_AMRequestMedium2((gasnet_node_t)to, MEDIUM, data, n, w->number, i));
		} else if (i % 3 == 2) {
			gasnet_put_nbi((gasnet_node_t)to, slice, data, n);
			gasnet_wait_syncnbi_puts();
			gasnet_wait_syncnb(gasnet_get_nb(check, (gasnet_node_t)to, slice, n));
			CHECK(memcmp(data, check, n) == 0, "thread %d, round %d", w->number, i);
		}
		if (i % 10 == 9)
			GASNET_BLOCKUNTIL(w->answers - expected == (i + 1) / 3 * 2 + ((i + 1) % 3 > 0) + ((i + 1) % 3 > 1));
		gasnet_hsl_lock(&lock);
		here++;
		gasnet_hsl_unlock(&lock);
	}
	GASNET_BLOCKUNTIL(w->answers - expected == ROUNDS / 3 * 2);
	return NULL;
}

static void *poll(void *arg)
{
	(void)arg;
	GASNET_BLOCKUNTIL(done);
	return NULL;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {ASK, (void (*)())ask}, {BACK, (void (*)())back}, {MEDIUM, (void (*)())medium}, {MEDIUM_BACK, (void (*)())medium_back}};
	pthread_t threads[THREADS], poller;

	gt_attach(&argc, &argv, table, 4, (uintptr_t)64 * THREADS * SLICE);
	if (THREADS * gt_n > 2)
		gasnet_set_waitmode(GASNET_WAIT_BLOCK);
	pthread_create(&poller, NULL, poll, NULL);
	for (int g = 0; g < GENERATIONS; g++) {
		for (int i = 0; i < THREADS; i++) {
			workers[i].number = i;
			workers[i].generation = g;
			pthread_create(&threads[i], NULL, work, &workers[i]);
		}
		if (g % 2)
			gt_barrier(); /* at the same time */
		for (int i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
	}
	CHECK(workers[0].info != workers[1].info || THREADS == 1, "two threads have the same id");
	gt_barrier();
	done = 1;
	pthread_join(poller, NULL);
	gt_barrier();
	CHECK(here == (long)THREADS * GENERATIONS * ROUNDS, "%ld", here);
	{
		long sum = 0;

		*(long *)gt_at(gt_me, 0) = together;
		gt_barrier();
		for (int r = 0; r < gt_n; r++)
			sum += (long)gasnet_get_val((gasnet_node_t)r, gt_at(r, 0), sizeof sum);
		CHECK(sum == (long)gt_n * THREADS * GENERATIONS * (ROUNDS / 3), "%ld requests", sum);
	}
	MSG0("done");
	gt_leave();
	return 0;
}
