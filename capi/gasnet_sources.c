/* gasnet_sources.c - what gasnet_sources.h says. Each thread has a list, in the order of the calls, which is mostly that of their synchronisation, too. */
#include "gasnet_sources.h"

#include <stdlib.h>

#include "gasnet_check.h"

struct source {
	struct source *next, *before;
	const struct source *handle; /* that it belongs to; NULL: to none */
	const char *fn;
	const void *at;
	size_t bytes;
	uint64_t sum;
	bool in_region;
};

static __attribute__((tls_model("initial-exec"))) _Thread_local struct {
	struct source *first, *last;
} mine;

/* Fowler, Noll and Vo's hash 1a, of words first. */
static uint64_t sum_of(const void *at, size_t bytes)
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

gasnet_handle_t ga_source_begin(const char *fn, const void *source, size_t bytes, bool nbi)
{
	struct source *s = malloc(sizeof *s);

	if (!s)
		ga_fatal(1, "%s: no memory to keep an eye on its source", fn);
	*s = (struct source){.before = mine.last, .fn = fn, .at = source, .bytes = bytes, .sum = sum_of(source, bytes)};
	*(mine.last ? &mine.last->next : &mine.first) = s;
	mine.last = s;
	s->in_region = nbi && ga_gasnet_check_in_region();
	s->handle = nbi ? NULL : s;
	return nbi ? GASNET_INVALID_HANDLE : (gasnet_handle_t)s;
}

static void end(const char *fn, struct source *s)
{
	if (sum_of(s->at, s->bytes) != s->sum)
		ga_fatal(1, "%s: the source of %s, %zu bytes at %p, has changed since; it must stay as it is until now", fn, s->fn, s->bytes, s->at);
	*(s->before ? &s->before->next : &mine.first) = s->next;
	*(s->next ? &s->next->before : &mine.last) = s->before;
	free(s);
}

/* Whether there are any with that handle. */
static bool end_all_of(const char *fn, const struct source *handle)
{
	struct source *s = mine.first, *next;
	bool any = false;

	while (s && s->handle != handle)
		s = s->next;
	for (; s && s->handle == handle; s = next) { /* side by side */
		next = s->next;
		any = true;
		end(fn, s);
	}
	return any;
}

void ga_sources_end(const char *fn, gasnet_handle_t *handles, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (handles[i] != GASNET_INVALID_HANDLE && end_all_of(fn, (const struct source *)handles[i]))
			handles[i] = GASNET_INVALID_HANDLE;
}

void ga_sources_end_nbi(const char *fn)
{
	for (struct source *s = mine.first, *next; s; s = next) {
		next = s->next;
		if (!s->handle && !s->in_region)
			end(fn, s);
	}
}

gasnet_handle_t ga_sources_of_region(void)
{
	const struct source *handle = NULL;
	struct source *s, *next, *of_region = NULL, *end_of_list = NULL;

	for (s = mine.first; s; s = next) {
		next = s->next;
		if (!s->in_region)
			continue;
		if (!handle)
			handle = s;
		*(s->before ? &s->before->next : &mine.first) = s->next;
		*(s->next ? &s->next->before : &mine.last) = s->before;
		s->before = end_of_list;
		s->next = NULL;
		*(end_of_list ? &end_of_list->next : &of_region) = s;
		end_of_list = s;
		s->in_region = false;
		s->handle = handle;
	}
	if (of_region) {
		of_region->before = mine.last;
		*(mine.last ? &mine.last->next : &mine.first) = of_region;
		mine.last = end_of_list;
	}
	return (gasnet_handle_t)(uintptr_t)handle;
}
