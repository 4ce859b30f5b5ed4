/* lapi/record.c - the short way: records in mailboxes, as node/mailbox.go has them, and what waits for space. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>

#include "../runtime/futex.h"
#include "fast.h"
#include "list.h"

static void drop_ends(struct ga_lapi_fast *f)
{
	struct ga_lapi_end *e;

	while ((e = f->ends) != NULL) {
		f->ends = e->next;
		free(e);
	}
	f->last_end = &f->ends;
}

void ga_lapi_begin(struct ga_lapi_port *p, uint32_t life)
{
	struct ga_lapi_fast *f = &ga_lapi_fasts[p->handle];

	if (!f->at.fast) {
		__atomic_store_n(&p->life, life, __ATOMIC_RELEASE);
		return;
	}
	if (!f->peers) {
		f->peers = calloc(f->at.tasks, sizeof *f->peers);
		if (!f->peers)
			ga_fatal(1, "LAPI_Init: no memory for a table of %u tasks", f->at.tasks);
		ga_lapi_list_init(&f->early);
		ga_lapi_list_init(&f->unsent);
		ga_lapi_list_init(&f->messages);
	} else {
		memset(f->peers, 0, f->at.tasks * sizeof *f->peers);
	}
	ga_lapi_read(f);
	ga_lapi_list_clear(&f->messages);
	f->running = 0;
	f->received = f->bytes_received = 0;
	f->sent = f->bytes_sent = 0;
	ga_lapi_release(f);
	ga_lapi_follow(f);
	__atomic_store_n(&p->life, life, __ATOMIC_RELEASE);
	ga_lapi_unread(f);
	pthread_mutex_lock(&f->lock);
	drop_ends(f);
	ga_lapi_list_clear(&f->unsent);
	f->has_unsent = 0;
	__atomic_store_n(&f->waits, f->early.first != NULL, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&f->lock);
	__atomic_store_n(&p->fast, f, __ATOMIC_RELEASE);
}

void ga_lapi_read(struct ga_lapi_fast *f)
{
	for (uint32_t tries = 0; !ga_lapi_try_read(f); tries++)
		if (tries < 200 && ga_spins)
			ga_relax();
		else
			sched_yield();
}

void ga_lapi_release(struct ga_lapi_fast *f)
{
	const uint64_t head = __atomic_load_n(&f->at.mail->box.head, __ATOMIC_RELAXED);

	if (!f->held)
		return;
	for (uint64_t line = head; line < head + f->held; line += GA_LINE) /* any of them may begin the next record */
		__atomic_store_n((uint64_t *)(void *)(ga_lapi_ring(f->at.mail) + (line & f->at.mask)), 0, __ATOMIC_RELAXED);
	__atomic_store_n(&f->at.mail->box.head, head + f->held, __ATOMIC_RELEASE);
	f->held = 0;
}

static size_t lines(size_t bytes) { return (bytes + GA_LINE - 1) & ~(size_t)(GA_LINE - 1); }

struct ga_lapi_record *ga_lapi_begin_record(struct ga_lapi_fast *f, uint32_t task, size_t bytes)
{
	const uint64_t size = f->at.mask + 1, need = lines(sizeof(struct ga_lapi_record) + bytes);
	struct ga_mail *m = ga_lapi_mail_of(f, task);
	struct ga_lapi_peer *to = &f->peers[task];
	char *ring = ga_lapi_ring(m);
	uint64_t tail = __atomic_load_n(&m->box.tail, __ATOMIC_RELAXED), place, take;

	if (GA_UNLIKELY(need > size / 4)) /* node.MaxRecord */
		return NULL;
	do {
		place = tail & f->at.mask;
		take = place + need > size ? need + size - place : need;
		if (GA_UNLIKELY(tail + take - __atomic_load_n(&to->seen, __ATOMIC_RELAXED) > size)) {
			const uint64_t head = __atomic_load_n(&m->box.head, __ATOMIC_ACQUIRE);

			__atomic_store_n(&to->seen, head, __ATOMIC_RELAXED);
			if (tail + take - head > size)
				return NULL;
		}
	} while (!__atomic_compare_exchange_n(&m->box.tail, &tail, tail + take, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	if (GA_UNLIKELY(take > need)) {
		__atomic_store_n((uint64_t *)(void *)(ring + place), (uint64_t)(size - place) | (uint64_t)GA_LAPI_FILLER << 32, __ATOMIC_RELEASE);
		place = 0;
	}
	return (struct ga_lapi_record *)(void *)(ring + place);
}

void ga_lapi_post_record(struct ga_lapi_fast *f, uint32_t task, struct ga_lapi_record *r, size_t bytes)
{
	struct ga_mail *m = ga_lapi_mail_of(f, task);
	const uint64_t total = sizeof *r + bytes;
	char *const ring = ga_lapi_ring(m);

	r->life = f->port->life;
	__atomic_store_n(&r->word, total | (uint64_t)GA_LAPI_RECORD << 32 | (uint64_t)ga_plane.local_rank << 40, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&m->pollers, __ATOMIC_SEQ_CST) == 0 &&
	    (__atomic_load_n(&m->sleepers, __ATOMIC_RELAXED) || __atomic_load_n(&m->server, __ATOMIC_RELAXED))) {
		__atomic_add_fetch(&m->bell, 1, __ATOMIC_SEQ_CST);
		ga_futex_wake(&m->bell, INT32_MAX);
	}
	/* The reader has had the lines of the next record since it freed them a lap ago. */
	const uint64_t next = (uint64_t)((char *)r - ring) + lines(total);

	__builtin_prefetch(ring + (next & f->at.mask), 1);
	__builtin_prefetch(ring + ((next + GA_LINE) & f->at.mask), 1);
}

static bool send_now(struct ga_lapi_fast *f, uint32_t task, enum ga_lapi_what what, uint64_t at)
{
	struct ga_lapi_record *r = ga_lapi_begin_record(f, task, 0);

	if (!r)
		return false;
	r->header = 0;
	r->what = what;
	r->at = at;
	r->cntr = r->cmpl = 0;
	ga_lapi_post_record(f, task, r, 0);
	return true;
}

void ga_lapi_send_control(struct ga_lapi_fast *f, uint32_t task, enum ga_lapi_what what, uint64_t at)
{
	struct ga_lapi_kept *k;

	if (GA_LIKELY(!__atomic_load_n(&f->has_unsent, __ATOMIC_RELAXED)) && GA_LIKELY(send_now(f, task, what, at)))
		return;
	k = malloc(sizeof *k);
	if (!k)
		ga_fatal(1, "LAPI: no memory for a record to task %u", task);
	k->task = task;
	k->record = (struct ga_lapi_record){.what = what, .at = at};
	pthread_mutex_lock(&f->lock);
	ga_lapi_list_add(&f->unsent, k);
	__atomic_store_n(&f->has_unsent, 1, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&f->lock);
}

void ga_lapi_retry_controls(struct ga_lapi_fast *f)
{
	pthread_mutex_lock(&f->lock);
	for (struct ga_lapi_kept **at = &f->unsent.first, *k; (k = *at) != NULL;) {
		if (!__atomic_load_n(&ga_here(k->task)->gone, __ATOMIC_ACQUIRE) && !send_now(f, k->task, k->record.what, k->record.at)) {
			at = &k->next;
			continue;
		}
		ga_lapi_list_cut(&f->unsent, at);
		free(k);
	}
	__atomic_store_n(&f->has_unsent, f->unsent.first != NULL, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&f->lock);
}

void ga_lapi_flush(struct ga_lapi_fast *f, uint32_t *since)
{
	for (uint32_t t = ga_plane.first; t < ga_plane.first + ga_plane.local_size; t++) {
		struct ga_lapi_peer *to = &f->peers[t];

		if (__atomic_exchange_n(&to->dirty, 0, __ATOMIC_SEQ_CST)) {
			since[t] = __atomic_add_fetch(&to->asked, 1, __ATOMIC_SEQ_CST);
			ga_lapi_send_control(f, t, GA_LAPI_FLUSH, 0);
		} else {
			since[t] = __atomic_load_n(&to->asked, __ATOMIC_SEQ_CST); /* also those of other threads */
		}
	}
}

bool ga_lapi_flushed(struct ga_lapi_fast *f, const uint32_t *since)
{
	for (uint32_t t = ga_plane.first; t < ga_plane.first + ga_plane.local_size; t++) {
		struct ga_lapi_peer *to = &f->peers[t];

		if ((int32_t)(__atomic_load_n(&to->answered, __ATOMIC_ACQUIRE) - since[t]) < 0 && !__atomic_load_n(&to->slow, __ATOMIC_RELAXED) &&
		    !__atomic_load_n(&ga_here(t)->gone, __ATOMIC_ACQUIRE))
			return false;
	}
	return true;
}
