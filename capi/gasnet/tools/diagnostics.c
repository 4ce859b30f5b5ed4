/* gasnet/tools/diagnostics.c - the library tries itself out, through its public functions. What a message is about travels with it, so that nothing here
 * is static: ranks of a simulated job share this code. */
#include "client.h"

#include <gasnet/tools_client.h>
#include <gasnet_tools.h>

#include "../../plane/plane.h"
#include "diagnostics.h"

enum { SHORT_REQUEST = 250, SHORT_REPLY, MEDIUM_REQUEST, MEDIUM_REPLY, MOST_THREADS = 64, BLOCK = 4096 };

struct diagnosis {
	int iters, errors;
	uint32_t peer, seed;
	unsigned char *there; /* in the peer's segment */
	size_t bytes;
	gasnett_strongatomic_t counter;
	gasnett_strongatomic64_t wide;
	gasnett_mutex_t mutex;
	int locked; /* how often */
	volatile int answers;
};

#define FAIL(d, ...) ((d)->errors++, fprintf(stderr, "diagnostics: rank %u: ", gasnet_mynode()), fprintf(stderr, __VA_ARGS__), fputc('\n', stderr))

#define HIGH(p) ((gasnet_handlerarg_t)((uint64_t)(uintptr_t)(p) >> 32))
#define LOW(p) ((gasnet_handlerarg_t)(uintptr_t)(p))
#define POINTER(high, low) ((struct diagnosis *)(uintptr_t)((uint64_t)(uint32_t)(high) << 32 | (uint32_t)(low)))

static void short_request(gasnet_token_t token, gasnet_handlerarg_t high, gasnet_handlerarg_t low, gasnet_handlerarg_t i)
{
	gasnet_AMReplyShort3(token, SHORT_REPLY, high, low, ~i);
}

static void short_reply(gasnet_token_t token, gasnet_handlerarg_t high, gasnet_handlerarg_t low, gasnet_handlerarg_t i)
{
	struct diagnosis *d = POINTER(high, low);

	(void)token;
	if (~i != d->answers)
		FAIL(d, "message %d has the answer to %d", d->answers, ~i);
	d->answers++;
}

static void medium_request(gasnet_token_t token, void *buf, size_t nbytes, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
	gasnet_AMReplyMedium2(token, MEDIUM_REPLY, buf, nbytes, high, low);
}

static void medium_reply(gasnet_token_t token, void *buf, size_t nbytes, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
	struct diagnosis *d = POINTER(high, low);

	(void)token;
	for (size_t i = 0; i < nbytes; i++)
		if (((unsigned char *)buf)[i] != (unsigned char)(i * 7 + (size_t)d->answers)) {
			FAIL(d, "byte %zu of a message of %zu has changed on the way", i, nbytes);
			break;
		}
	d->answers++;
}

const struct ga_diagnostic_handler ga_diagnostic_handlers[GA_DIAGNOSTIC_HANDLERS] = {
    {SHORT_REQUEST, 3, (void (*)(void))short_request},
    {SHORT_REPLY, 3, (void (*)(void))short_reply},
    {MEDIUM_REQUEST, 2, (void (*)(void))medium_request},
    {MEDIUM_REPLY, 2, (void (*)(void))medium_reply},
};

void gasnett_diagnostic_gethandlers(gasnet_handlerentry_t **htable, int *htable_cnt)
{
	static gasnet_handlerentry_t table[GA_DIAGNOSTIC_HANDLERS];

	for (int i = 0; i < GA_DIAGNOSTIC_HANDLERS; i++)
		table[i] = (gasnet_handlerentry_t){ga_diagnostic_handlers[i].index, (gasneti_handler_fnptr_t)ga_diagnostic_handlers[i].f};
	*htable = table;
	*htable_cnt = GA_DIAGNOSTIC_HANDLERS;
}

static void *count(void *arg)
{
	struct diagnosis *d = arg;

	for (int i = 0; i < d->iters; i++) {
		gasnett_strongatomic_increment(&d->counter, 0);
		gasnett_strongatomic64_add(&d->wide, UINT64_C(1) << 32, 0);
	}
	return NULL;
}

static void *lock(void *arg)
{
	struct diagnosis *d = arg;

	for (int i = 0; i < d->iters; i++) {
		gasnett_mutex_lock(&d->mutex);
		d->locked++;
		gasnett_mutex_unlock(&d->mutex);
	}
	return NULL;
}

/* On as many threads as can be had; how many that were. */
static int together(struct diagnosis *d, int threads, void *(*f)(void *))
{
	pthread_t ids[MOST_THREADS];
	int n = 0;

	while (!ga_simulated && n < threads - 1 && n < MOST_THREADS && pthread_create(&ids[n], NULL, f, d) == 0)
		n++;
	f(d);
	for (int i = 0; i < n; i++)
		pthread_join(ids[i], NULL);
	return n + 1;
}

static void counters(struct diagnosis *d, int threads)
{
	gasnett_strongatomic_set(&d->counter, 0, 0);
	gasnett_strongatomic64_set(&d->wide, 0, 0);
	threads = together(d, threads, count);
	if (gasnett_strongatomic_read(&d->counter, 0) != (uint32_t)(threads * d->iters) ||
	    gasnett_strongatomic64_read(&d->wide, 0) != (uint64_t)threads * (uint64_t)d->iters << 32)
		FAIL(d, "%d threads have counted to %u instead of %d", threads, gasnett_strongatomic_read(&d->counter, 0), threads * d->iters);
}

static void locks(struct diagnosis *d, int threads)
{
	d->locked = 0;
	threads = together(d, threads, lock);
	if (d->locked != threads * d->iters)
		FAIL(d, "%d threads were %d times in a lock instead of %d", threads, d->locked, threads * d->iters);
}

static void ticks(struct diagnosis *d)
{
	gasnett_tick_t last = gasnett_ticks_now();

	for (int i = 0; i < d->iters; i++) {
		const gasnett_tick_t now = gasnett_ticks_now();

		if (now < last)
			FAIL(d, "ticks go back by %" PRIu64, last - now);
		last = now;
	}
}

static void memory(struct diagnosis *d)
{
	unsigned char here[BLOCK], back[BLOCK];

	for (int i = 0; d->bytes && i < d->iters; i++) {
		const size_t n = ((size_t)i * 37 + d->seed) % d->bytes + 1;

		for (size_t k = 0; k < n; k++)
			here[k] = (unsigned char)(k * 3 + (size_t)i + gasnet_mynode());
		if (i & 1)
			gasnet_put_bulk(d->peer, d->there, here, n);
		else
			gasnet_wait_syncnb(gasnet_put_nb_bulk(d->peer, d->there, here, n));
		gasnet_get_bulk(back, d->peer, d->there, n);
		if (memcmp(here, back, n) != 0)
			FAIL(d, "%zu bytes put to rank %u come back different", n, d->peer);
	}
}

static void messages(struct diagnosis *d)
{
	unsigned char text[512];

	d->answers = 0;
	for (int i = 0; i < d->iters; i++) {
		gasnet_AMRequestShort3(d->peer, SHORT_REQUEST, HIGH(d), LOW(d), i);
		GASNET_BLOCKUNTIL(d->answers == i + 1);
	}
	d->answers = 0;
	for (int i = 0; i < d->iters; i++) {
		const size_t n = ((size_t)i * 11 + d->seed) % (sizeof text + 1);

		for (size_t k = 0; k < n; k++)
			text[k] = (unsigned char)(k * 7 + (size_t)i);
		gasnet_AMRequestMedium2(d->peer, MEDIUM_REQUEST, text, n, HIGH(d), LOW(d));
		GASNET_BLOCKUNTIL(d->answers == i + 1);
	}
}

static void barriers(struct diagnosis *d)
{
	for (int i = 0; i < d->iters; i++) {
		int rc, id = -1;

		gasnet_barrier_notify(i, 0);
		rc = gasnet_barrier_wait(i, 0);
		if (rc != GASNET_OK || gasnet_barrier_result(&id) || id != i)
			FAIL(d, "barrier %d: %s, its name is %d", i, gasnet_ErrorName(rc), id);
	}
}

/* All ranks come here before the next section. */
static void meet(void)
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}

int ga_diagnose(int iters, int threads, const char *sections, uint32_t peer, void *there, size_t bytes, uint32_t seed)
{
	struct diagnosis d = {
	    .iters = iters,
	    .peer = peer,
	    .seed = seed,
	    .there = there,
	    .bytes = bytes < BLOCK ? bytes : BLOCK,
	    .mutex = GASNETT_MUTEX_INITIALIZER,
	};

	for (const char *s = sections && *sections ? sections : "ATLPMB"; *s; s++) {
		meet();
		switch (*s) {
		case 'A': counters(&d, threads); break;
		case 'T': ticks(&d); break;
		case 'L': locks(&d, threads); break;
		case 'P': memory(&d); break;
		case 'M': messages(&d); break;
		case 'B': barriers(&d); break;
		}
	}
	meet();
	return d.errors;
}

/* Each rank has the beginning of the next one's segment for itself. */
int gasnett_run_diagnostics(int iters, int threadcnt, const char *testsections, gasnet_seginfo_t const *seginfo)
{
	const gasnet_node_t next = (gasnet_mynode() + 1) % gasnet_nodes();

	return ga_diagnose(iters, threadcnt, testsections, next, seginfo[next].addr, seginfo[next].size, 0);
}
