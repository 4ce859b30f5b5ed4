/* gasnet/pending.c - what gasnet/pending.h says. Each thread has a list, in the order of the calls. */
#define _GNU_SOURCE
#include "pending.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "thread.h"

enum { MOST = 512, MOST_PIECES = 1 << 16 };

struct kept {
	struct ga_piece piece;
	uint64_t sum; /* of a source */
};

struct ga_pending {
	struct ga_pending *next, *before;
	const struct ga_pending *handle; /* that the program has; NULL: none */
	gasnet_handle_t real;            /* of that, elsewhere */
	const char *fn;
	bool get, in_region;
	bool shared;    /* get: another one brings bytes to the same place */
	char *low, *up; /* around all pieces */
	char *room;     /* get: the data received */
	size_t n;
	struct kept kept[];
};

uint64_t ga_sum_of(const void *at, size_t bytes)
{
	const unsigned char *p = at;
	uint64_t sum = UINT64_C(0xcbf29ce484222325), word;

	for (; bytes >= sizeof word; p += sizeof word, bytes -= sizeof word) {
		memcpy(&word, p, sizeof word);
		sum = (sum ^ word) * UINT64_C(0x100000001b3);
	}
	for (; bytes; bytes--)
		sum = (sum ^ *p++) * UINT64_C(0x100000001b3);
	return sum;
}

/* The piece of p that has a byte of these; NULL: none. */
static const struct ga_piece *overlap(const struct ga_pending *p, const char *at, size_t bytes)
{
	if (at >= p->up || at + bytes <= p->low)
		return NULL;
	for (size_t i = 0; i < p->n; i++)
		if (at < p->kept[i].piece.at + p->kept[i].piece.bytes && p->kept[i].piece.at < at + bytes)
			return &p->kept[i].piece;
	return NULL;
}

/* Warnings about undefined results are printed once: benchmarks would print them all day. */
static void warn_once(bool *warned, const char *fn, const char *what, const void *at, size_t bytes, const struct ga_pending *p,
                      const struct ga_piece *there)
{
	if (__atomic_exchange_n(warned, true, __ATOMIC_RELAXED))
		return;
	dprintf(STDERR_FILENO,
	        "GASNET USAGE WARNING: %s: %zu bytes at %p overlap the destination of %s, %zu bytes at %p, which has not been synchronised: %s\n", fn,
	        bytes, at, p->fn, there->bytes, (void *)there->at, what);
}

void ga_pending_reads(const char *fn, const void *at, size_t bytes)
{
	static bool warned;
	const struct ga_piece *there;

	for (const struct ga_pending *p = ga_gasnet_thread()->first; p && bytes; p = p->next)
		if (p->get && (there = overlap(p, at, bytes)) != NULL)
			warn_once(&warned, fn, "what it reads is not defined", at, bytes, p, there);
}

bool ga_pending_writes(const char *fn, const struct ga_piece *piece)
{
	const struct ga_piece *there;
	bool shared = false;

	for (struct ga_pending *p = ga_gasnet_thread()->first; p; p = p->next) {
		if (!(there = overlap(p, piece->at, piece->bytes)))
			continue;
		if (!p->get)
			ga_fatal(1, "%s: dest = %p: %zu bytes there overlap the source of %s, %zu bytes at %p, which has not been synchronised", fn,
			         (void *)piece->at, piece->bytes, p->fn, there->bytes, (void *)there->at);
		p->shared = shared = true;
	}
	return shared;
}

static struct ga_pending *keep(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi, bool get)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();
	size_t bytes = 0, used = 0;
	struct ga_pending *p;
	bool shared = false;

	for (size_t i = 0; i < n; i++) {
		used += pieces[i].bytes != 0;
		bytes += pieces[i].bytes;
		if (get && pieces[i].bytes)
			shared |= ga_pending_writes(fn, &pieces[i]);
		if (!get)
			ga_pending_reads(fn, pieces[i].at, pieces[i].bytes);
	}
	if (!bytes || used > MOST_PIECES || h->pending >= MOST)
		return NULL;
	p = malloc(sizeof *p + used * sizeof p->kept[0]);
	if (!p || (get && !(p->room = malloc(bytes))))
		ga_fatal(1, "%s: no memory to check its %s", fn, get ? "destination" : "source");
	*p = (struct ga_pending){.before = h->last, .fn = fn, .get = get, .shared = shared, .room = get ? p->room : NULL, .low = (char *)UINTPTR_MAX};
	for (size_t i = 0; i < n; i++) {
		if (!pieces[i].bytes)
			continue;
		p->kept[p->n++] = (struct kept){pieces[i], get ? 0 : ga_sum_of(pieces[i].at, pieces[i].bytes)};
		p->low = pieces[i].at < p->low ? pieces[i].at : p->low;
		p->up = pieces[i].at + pieces[i].bytes > p->up ? pieces[i].at + pieces[i].bytes : p->up;
	}
	p->in_region = nbi && ga_gasnet_check_in_region();
	p->handle = nbi ? NULL : p;
	*(h->last ? &h->last->next : &h->first) = p;
	h->last = p;
	h->pending++;
	return p;
}

struct ga_pending *ga_pending_put(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi) { return keep(fn, pieces, n, nbi, false); }

struct ga_pending *ga_pending_get(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi)
{
	struct ga_pending *p = keep(fn, pieces, n, nbi, true);

	for (size_t i = 0; p && i < p->n; i++)
		memset(p->kept[i].piece.at, GA_UNDEFINED, p->kept[i].piece.bytes);
	return p;
}

void *ga_pending_room(const struct ga_pending *p) { return p->room; }

gasnet_handle_t ga_pending_begun(struct ga_pending *p, gasnet_handle_t real)
{
	if (!p)
		return real;
	p->real = real;
	return (gasnet_handle_t)(uintptr_t)p->handle;
}

static bool untouched(const struct ga_piece *piece)
{
	size_t i = 0;

	while (i < piece->bytes && (unsigned char)piece->at[i] == GA_UNDEFINED)
		i++;
	return i == piece->bytes;
}

/* A get is over: its bytes go where they belong. One that another get goes to as well has only to bring the same bytes as that one. */
static void arrive(const char *fn, const struct ga_pending *p)
{
	static bool warned;
	const char *from = p->room;

	for (size_t i = 0; !p->shared && i < p->n; i++)
		if (!untouched(&p->kept[i].piece))
			ga_fatal(1, "%s: the destination of %s, %zu bytes at %p, has been written to since; it must be left alone until now", fn,
			         p->fn, p->kept[i].piece.bytes, (void *)p->kept[i].piece.at);
	for (size_t i = 0; i < p->n; from += p->kept[i++].piece.bytes)
		memcpy(p->kept[i].piece.at, from, p->kept[i].piece.bytes);
	for (const struct ga_pending *q = p->shared ? p->next : NULL; q; q = q->next) {
		const char *theirs = q->room;

		for (size_t i = 0; q->get && q->real == GASNET_INVALID_HANDLE && ga_gasnet.ranks && i < q->n; theirs += q->kept[i++].piece.bytes) {
			const struct ga_piece *piece = &q->kept[i].piece, *there = overlap(p, piece->at, piece->bytes);
			char *low, *up;

			if (!there)
				continue;
			low = there->at > piece->at ? there->at : piece->at;
			up = there->at + there->bytes < piece->at + piece->bytes ? there->at + there->bytes : piece->at + piece->bytes;
			if (memcmp(low, theirs + (low - piece->at), (size_t)(up - low)) != 0)
				warn_once(&warned, p->fn, "they bring different bytes", there->at, there->bytes, q, piece);
		}
	}
}

static void end(const char *fn, struct ga_pending *p)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	for (size_t i = 0; !p->get && i < p->n; i++)
		if (ga_sum_of(p->kept[i].piece.at, p->kept[i].piece.bytes) != p->kept[i].sum)
			ga_fatal(1, "%s: the source of %s, %zu bytes at %p, has changed since; it must stay as it is until now", fn, p->fn,
			         p->kept[i].piece.bytes, (void *)p->kept[i].piece.at);
	if (p->get)
		arrive(fn, p);
	*(p->before ? &p->before->next : &h->first) = p->next;
	*(p->next ? &p->next->before : &h->last) = p->before;
	h->pending--;
	free(p->room);
	free(p);
}

gasnet_handle_t ga_pending_region(gasnet_handle_t real)
{
	const struct ga_pending *handle = NULL;

	for (struct ga_pending *p = ga_gasnet_thread()->first; p; p = p->next) {
		if (!p->in_region)
			continue;
		handle = handle ? handle : p;
		p->in_region = false;
		p->handle = handle;
		p->real = real;
	}
	return handle ? (gasnet_handle_t)(uintptr_t)handle : real;
}

bool ga_pending_of(gasnet_handle_t handle, gasnet_handle_t *real)
{
	const struct ga_pending *p = ga_gasnet_thread()->first;

	while (p && (gasnet_handle_t)(uintptr_t)p->handle != handle)
		p = p->next;
	if (!p || handle == GASNET_INVALID_HANDLE)
		return false;
	*real = p->real;
	return true;
}

void ga_pending_end(const char *fn, gasnet_handle_t handle)
{
	for (struct ga_pending *p = ga_gasnet_thread()->first, *next; p; p = next) {
		next = p->next;
		if ((gasnet_handle_t)(uintptr_t)p->handle == handle)
			end(fn, p);
	}
}

void ga_pending_end_nbi(const char *fn, int which)
{
	for (struct ga_pending *p = ga_gasnet_thread()->first, *next; p; p = next) {
		next = p->next;
		if (!p->handle && !p->in_region && which != (p->get ? GA_GASNET_WHICH_PUTS : GA_GASNET_WHICH_GETS))
			end(fn, p);
	}
}
