/* lapi/receive.c - the short way at the target: deals with records, and runs handlers of messages.
 *
 * One thread at a time reads the mailbox. It stores the data of a put at once. It copies a message out of the mailbox, so that other threads can read on while the message's
 * header handler runs. The task runs one header handler at a time (its slot is `running`), whether C or Go has read its message. Messages that arrive while one runs are kept in a list, and the
 * thread that runs it takes them from there. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../runtime/futex.h"
#include "call.h"
#include "fast.h"
#include "handler.h"
#include "layout.h"
#include "list.h"
#include "lock.h"

#define AT_ONCE 64u /* records of one call */

void ga_lapi_bump_slowly(struct ga_lapi_port *p, uint64_t cntr, uint32_t peer)
{
	struct ga_lapi_bump f = {GA_FRAME(bump, BUMP, "LAPI"), .handle = p->handle, .cntr = (void *)(uintptr_t)cntr, .peer = peer};

	ga_call(&f.head);
}

static void confirm(struct ga_lapi_fast *f, uint32_t from, uint64_t cmpl)
{
	if (cmpl)
		ga_lapi_send_control(f, from, GA_LAPI_DONE, cmpl);
}

/* A word is stored at once: programs watch words. */
static inline void store(void *to, const void *from, size_t bytes)
{
	if (bytes == 8 && ((uintptr_t)to & 7) == 0)
		__atomic_store_n((uint64_t *)to, *(const uint64_t *)from, __ATOMIC_RELAXED);
	else if (bytes == 4 && ((uintptr_t)to & 3) == 0)
		__atomic_store_n((uint32_t *)to, *(const uint32_t *)from, __ATOMIC_RELAXED);
	else if (bytes == 2 && ((uintptr_t)to & 1) == 0)
		__atomic_store_n((uint16_t *)to, *(const uint16_t *)from, __ATOMIC_RELAXED);
	else
		memcpy(to, from, bytes);
}

/* The end of a message: its counters, unless the context has ended. */
static void end(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t life, uint32_t from, uint64_t cntr, uint64_t cmpl)
{
	if (__atomic_load_n(&f->port->life, __ATOMIC_ACQUIRE) != life)
		return;
	ga_lapi_bump(p, cntr, from);
	confirm(f, from, cmpl);
	ga_lapi_ended(f->at.mail, LAPI_RECV_COMPLETE);
	ga_lapi_wake(f->at.mail);
}

/* Stores data as the layout says that a header handler has answered. */
static void lay(struct ga_lapi_port *p, struct ga_lapi_job *job, const char *fn)
{
	struct ga_lapi_lay f = {GA_FRAME(lay, LAY, fn), .handle = p->handle, .job = job};

	ga_call(&f.head);
	if (f.number)
		ga_lapi_merge(p->handle, f.number, fn);
}

/* The put that this thread stores, for the report of a crash: its addresses are those of another task. */
static __attribute__((tls_model("initial-exec"))) _Thread_local const struct ga_lapi_record *storing;

void ga_lapi_at_fault(int sig)
{
	const struct ga_lapi_inside *in = &ga_lapi_thread_inside;
	const struct ga_lapi_record *r = storing;

	(void)sig;
	if (r)
		dprintf(STDERR_FILENO, "gasnetgo: rank %u of %u: while it stored %zu bytes of LAPI_Put of task %u: tgt_addr %#jx, tgt_cntr %#jx\n",
		        ga_plane.rank, ga_ranks, ga_lapi_bytes(r), ga_rank_of((uint32_t)(r->word >> 40)), (uintmax_t)r->at, (uintmax_t)r->cntr);
	else if (in->handler)
		dprintf(STDERR_FILENO, "gasnetgo: rank %u of %u: in the %s at %#jx, for a message of task %u\n", ga_plane.rank, ga_ranks, in->handler,
		        (uintmax_t)in->at, in->to);
}

static void deposit(struct ga_lapi_port *p, struct ga_lapi_job *job, const char *fn)
{
	if (job->control != LAPI_DELIVER_MSG || job->total == 0)
		return;
	if (GA_UNLIKELY(job->dgsp != 0)) {
		lay(p, job, fn);
		return;
	}
	if (GA_UNLIKELY(!job->into))
		ga_fatal(
		    1,
		    "%s: the header handler at %#lx returned NULL for a message of task %d with %lu bytes of data, which it neither buries nor drops",
		    fn, (unsigned long)job->fn, job->from, (unsigned long)job->total);
	memcpy(job->into, job->data, job->bytes < job->total ? job->bytes : job->total);
}

/* Gives a completion handler to the thread for them. */
static void later(struct ga_lapi_fast *f, const struct ga_lapi_job *job, uint32_t life, const struct ga_lapi_record *r)
{
	struct ga_lapi_end *e = malloc(sizeof *e);

	if (!e)
		ga_fatal(1, "LAPI: no memory for a completion handler");
	*e = (struct ga_lapi_end){
	    .fn = job->completion, .info = (uintptr_t)job->parameter, .cntr = r->cntr, .cmpl = r->cmpl, .from = (uint32_t)job->from, .life = life};
	pthread_mutex_lock(&f->lock);
	*f->last_end = e;
	f->last_end = &e->next;
	pthread_mutex_unlock(&f->lock);
	__atomic_add_fetch(&f->at.mail->work, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&f->at.mail->worker, __ATOMIC_SEQ_CST))
		ga_futex_wake(&f->at.mail->work, INT32_MAX);
}

bool ga_lapi_run_end(struct ga_lapi_port *p, uint32_t life)
{
	struct ga_lapi_fast *f = __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);
	lapi_handle_t h = p->handle;
	struct ga_lapi_end *e;
	struct ga_lapi_job job;

	if (!f || __atomic_load_n(&f->port->life, __ATOMIC_ACQUIRE) != life)
		return false;
	pthread_mutex_lock(&f->lock);
	e = f->ends;
	if (e && e->life == life) {
		f->ends = e->next;
		if (!f->ends)
			f->last_end = &f->ends;
	} else {
		e = NULL;
	}
	pthread_mutex_unlock(&f->lock);
	if (!e)
		return false;
	job = (struct ga_lapi_job){.fn = e->fn, .info = e->info, .from = (int32_t)e->from};
	ga_lapi_run_completion(&h, &job, true);
	end(p, f, life, e->from, e->cntr, e->cmpl);
	free(e);
	return true;
}

/* Runs the header handler of a message that has been copied, and its completion handler if that is to run here. */
static void run(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t life, uint32_t from, struct ga_lapi_record *r, const char *fn)
{
	struct ga_lapi_job job = {.kind = GA_LAPI_HEADER_HANDLER,
	                          .from = (int32_t)from,
	                          .fn = r->at,
	                          .header = ga_lapi_header(r),
	                          .length = r->header,
	                          .total = ga_lapi_bytes(r)};
	const bool locks = p->locks;
	lapi_handle_t h = p->handle;

	if (GA_UNLIKELY(r->what == GA_LAPI_FLUSH)) {
		ga_lapi_send_control(f, from, GA_LAPI_FLUSHED, 0);
		return;
	}
	job.data = ga_lapi_data(r);
	job.whole = job.total > 0;
	if (GA_UNLIKELY(locks))
		ga_lapi_lock(h);
	ga_lapi_run_header(&h, &job);
	deposit(p, &job, fn);
	if (job.completion && !(job.flags & (LAPI_LOCAL_STATE | LAPI_SEND_REPLY))) {
		if (__atomic_load_n(&f->port->life, __ATOMIC_ACQUIRE) == life)
			later(f, &job, life, r);
	} else {
		if (job.completion) {
			struct ga_lapi_job completion = {
			    .fn = job.completion, .info = (uintptr_t)job.parameter, .from = job.from, .code = (job.flags & LAPI_SEND_REPLY) != 0};

			ga_lapi_run_completion(&h, &completion, false);
		}
		end(p, f, life, from, r->cntr, r->cmpl);
	}
	if (GA_UNLIKELY(locks))
		ga_lapi_unlock(h);
}

/* Runs what waits for the header handler that has run. Needs the lock of the mailbox and running; has the lock again at the end. */
static void drain(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t life, const char *fn)
{
	struct ga_lapi_kept *k;

	while (f->port->life == life && f->messages.first) {
		k = ga_lapi_list_cut(&f->messages, &f->messages.first);
		ga_lapi_unread(f);
		run(p, f, life, k->task, &k->record, fn);
		free(k);
		ga_lapi_read(f);
	}
	if (f->port->life == life)
		f->running = 0;
}

bool ga_lapi_acquire_slot(struct ga_lapi_fast *f, uint32_t *life)
{
	bool may;

	ga_lapi_read(f);
	may = !f->running;
	*life = f->port->life;
	f->running = 1;
	ga_lapi_unread(f);
	return may;
}

void ga_lapi_release_slot(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t life)
{
	ga_lapi_read(f);
	drain(p, f, life, "LAPI");
	ga_lapi_unread(f);
}

static struct ga_lapi_kept *keep(uint32_t from, const struct ga_lapi_record *r)
{
	const size_t more = (uint32_t)r->word - sizeof *r;
	struct ga_lapi_kept *k = malloc(sizeof *k + more);

	if (!k)
		ga_fatal(1, "LAPI: no memory for a message of task %u", from);
	k->task = from;
	memcpy(&k->record, r, sizeof *r + more);
	return k;
}

/* Deals with a record that is not a message. */
static void take(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t from, struct ga_lapi_record *r)
{
	switch (r->what) {
	case GA_LAPI_PUT:
		storing = r;
		store((void *)(uintptr_t)r->at, ga_lapi_data(r), ga_lapi_bytes(r));
		ga_lapi_bump(p, r->cntr, from);
		storing = NULL;
		confirm(f, from, r->cmpl);
		ga_lapi_ended(f->at.mail, LAPI_RECV_COMPLETE);
		break;
	case GA_LAPI_DONE:
		ga_lapi_bump(p, r->at, from);
		ga_lapi_ended(f->at.mail, LAPI_SEND_COMPLETE);
		break;
	case GA_LAPI_FLUSHED: __atomic_add_fetch(&f->peers[from].answered, 1, __ATOMIC_SEQ_CST); break;
	default: break;
	}
	ga_lapi_wake(f->at.mail);
}

/* A message: its handler runs here, or after the one that runs. Has and needs the lock; gives it up meanwhile. */
static void message(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t from, const struct ga_lapi_record *r, size_t bytes, const char *fn)
{
	_Alignas(16) char copy[sizeof(struct ga_lapi_record) + GA_LAPI_HEADER + GA_LAPI_MESSAGE];
	const uint32_t life = f->port->life;

	if (f->running || bytes > sizeof copy) {
		ga_lapi_list_add(&f->messages, keep(from, r));
		if (f->running)
			return;
	} else {
		memcpy(copy, r, bytes);
	}
	const bool kept = f->messages.first != NULL;

	f->running = 1;
	if (!kept) {
		ga_lapi_unread(f);
		run(p, f, life, from, (struct ga_lapi_record *)(void *)copy, fn);
		ga_lapi_read(f);
	}
	drain(p, f, life, fn);
}

/* Deals with a record, of a ring or kept. */
static void deal(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t from, struct ga_lapi_record *r, const char *fn)
{
	const size_t bytes = (uint32_t)r->word;

	if (GA_UNLIKELY(f->peers[from].purged)) { /* dropped, but not so that its sender waits forever */
		if (r->what == GA_LAPI_FLUSH)
			ga_lapi_send_control(f, from, GA_LAPI_FLUSHED, 0);
		else if (r->what == GA_LAPI_PUT)
			confirm(f, from, r->cmpl);
		return;
	}
	if (r->what == GA_LAPI_PUT || r->what == GA_LAPI_AM) {
		f->received++;
		f->bytes_received += ga_lapi_bytes(r);
	}
	if (r->what == GA_LAPI_AM || r->what == GA_LAPI_FLUSH)
		message(p, f, from, r, bytes, fn);
	else
		take(p, f, from, r);
}

/* Records that came before this context began. */
static void deal_early(struct ga_lapi_port *p, struct ga_lapi_fast *f, const char *fn)
{
	const uint32_t life = f->port->life;

	__atomic_store_n(&f->waits, 0, __ATOMIC_RELAXED);
	for (;;) {
		struct ga_lapi_kept **at = &f->early.first;

		pthread_mutex_lock(&f->lock);
		while (*at && (int32_t)((*at)->record.life - life) > 0)
			at = &(*at)->next;
		struct ga_lapi_kept *k = *at ? ga_lapi_list_cut(&f->early, at) : NULL;
		pthread_mutex_unlock(&f->lock);
		if (!k)
			return;
		if (k->record.life == life)
			deal(p, f, k->task, &k->record, fn);
		free(k);
	}
}

unsigned ga_lapi_serve_records(struct ga_lapi_port *p, struct ga_lapi_fast *f, const char *fn)
{
	unsigned result = 0;

	if (GA_UNLIKELY(__atomic_load_n(&f->has_unsent, __ATOMIC_RELAXED)))
		ga_lapi_retry_controls(f);
	if (!ga_lapi_came(f) || !ga_lapi_try_read(f))
		return 0;
	ga_lapi_release(f);
	if (GA_UNLIKELY(__atomic_load_n(&f->waits, __ATOMIC_RELAXED)))
		deal_early(p, f, fn);
	for (uint32_t n = 0; n < AT_ONCE; n++) {
		struct ga_lapi_record *r = (struct ga_lapi_record *)(void *)(uintptr_t)f->next;
		const uint64_t word = __atomic_load_n(&r->word, __ATOMIC_ACQUIRE), kind = word >> 32 & 0xff;

		if (!word)
			break;
		if (kind != GA_LAPI_RECORD && kind != GA_LAPI_FILLER) {
			result |= GA_LAPI_FOR_GO;
			break;
		}
		ga_lapi_release(f);
		const uint64_t bytes = ((uint32_t)word + GA_LINE - 1) & ~(uint64_t)(GA_LINE - 1);
		const uint64_t at = (uint64_t)((char *)r - ga_lapi_ring(f->at.mail));

		f->held = bytes;
		__atomic_store_n(&f->next, (const uint64_t *)(const void *)(ga_lapi_ring(f->at.mail) + ((at + bytes) & f->at.mask)),
		                 __ATOMIC_RELAXED);
		if (kind == GA_LAPI_FILLER)
			continue;
		result |= GA_LAPI_SERVED;
		const uint32_t from = ga_rank_of((uint32_t)(word >> 40)), life = f->port->life;
		const int32_t ahead = (int32_t)(r->life - life);

		if (GA_LIKELY(ahead == 0)) {
			deal(p, f, from, r, fn);
			if (f->port->life != life) /* it has ended meanwhile */
				break;
		} else if (ahead > 0) { /* its sender has ended this context already; others may still need it */
			struct ga_lapi_kept *k = keep(from, r);

			pthread_mutex_lock(&f->lock);
			ga_lapi_list_add(&f->early, k);
			pthread_mutex_unlock(&f->lock);
		}
	}
	ga_lapi_unread(f);
	return result;
}
