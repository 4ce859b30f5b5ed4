/* gasnet/async.c - what gasnet/async.h says. Any thread may run a reply's handler, so that there is one list for all; a simulated rank has its own. */
#include "async.h"

#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "rank.h"
#include "pending.h"

enum { MOST = 512 };

struct ga_async {
	struct ga_async *next;
	const char *fn;
	const void *at;
	size_t bytes;
	uint64_t sum;
	uint32_t to;
};

static struct ga_asyncs process;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct ga_asyncs *all(void) { return ga_simulated ? &ga_gasnet_simulated_rank()->thread.asyncs : &process; }

bool ga_async_any(void) { return __atomic_load_n(&all()->n, __ATOMIC_ACQUIRE) != 0; }

static void remember(const char *fn, const struct ga_am_message *m, uint32_t to)
{
	struct ga_async *a = malloc(sizeof *a), **last;
	struct ga_asyncs *l = all();

	if (!a)
		ga_fatal(1, "%s: no memory to check its source", fn);
	*a = (struct ga_async){.fn = fn, .at = m->source, .bytes = m->bytes, .sum = ga_sum_of(m->source, m->bytes), .to = to};
	pthread_mutex_lock(&lock);
	for (last = &l->first; *last; last = &(*last)->next)
		;
	*last = a;
	if (l->n == MOST) { /* that request most likely gets no reply */
		a = l->first;
		l->first = a->next;
		free(a);
	} else {
		__atomic_store_n(&l->n, l->n + 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&lock);
}

void ga_async_watch(const char *fn, const struct ga_am_message *m, uint32_t rank)
{
	if (m->role == GA_AM_REQUEST)
		ga_gasnet_check_call(fn);
	else
		ga_gasnet_check_reply_locks(fn);
	if (m->kind == GA_AM_SHORT || !m->bytes)
		return;
	ga_pending_reads(fn, m->source, m->bytes);
	if (m->async && m->bytes <= GA_AM_MAX_LONG)
		remember(fn, m, rank);
}

void ga_async_replied(uint32_t rank)
{
	struct ga_asyncs *l = all();
	struct ga_async changed = {0};

	if (!ga_async_any())
		return;
	pthread_mutex_lock(&lock);
	for (struct ga_async **at = &l->first, *a; (a = *at) != NULL;) {
		if (a->to != rank) {
			at = &a->next;
			continue;
		}
		if (ga_sum_of(a->at, a->bytes) != a->sum)
			changed = *a;
		*at = a->next;
		free(a);
		__atomic_store_n(&l->n, l->n - 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&lock);
	if (changed.fn)
		ga_fatal(1, "%s: source_addr = %p: of %zu bytes there some have changed before rank %u has replied", changed.fn, changed.at,
		         changed.bytes, rank);
}
