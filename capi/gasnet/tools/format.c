/* gasnet/tools/format.c - prints transfers of vectors, lists and strides, for debugging. */
#include <gasnet/tools_client.h>

#include <stdio.h>
#include <string.h>

enum { HEAD = 200, PIECE = 50, ADDRESS = 25, LEVEL = 150, NUMBER = 25 };

/* A buffer that is being filled; its size is the one that its user was given. */
struct text {
	char *at;
	size_t room;
};

#define SAY(t, ...)                                                 \
	do {                                                        \
		int n_ = snprintf((t)->at, (t)->room, __VA_ARGS__); \
		if (n_ > 0 && (size_t)n_ < (t)->room) {             \
			(t)->at += n_;                              \
			(t)->room -= (size_t)n_;                    \
		}                                                   \
	} while (0)

size_t gasnett_format_memveclist_bufsz(size_t count) { return HEAD + count * PIECE; }
size_t gasnett_format_addrlist_bufsz(size_t count) { return HEAD + count * ADDRESS; }
size_t gasnett_format_strides_bufsz(size_t count) { return HEAD / 4 + count * NUMBER; }
size_t gasnett_format_putsgets_bufsz(size_t stridelevels) { return 500 + stridelevels * LEVEL; }

size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount)
{
	return HEAD + gasnett_format_memveclist_bufsz(dstcount) + gasnett_format_memveclist_bufsz(srccount);
}

size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount)
{
	return HEAD + gasnett_format_addrlist_bufsz(dstcount) + gasnett_format_addrlist_bufsz(srccount);
}

static gasneti_memveclist_stats_t pieces(struct text *t, size_t count, gasnet_memvec_t const *list)
{
	gasneti_memveclist_stats_t s = {.minsz = SIZE_MAX, .minaddr = (void *)UINTPTR_MAX};

	for (size_t i = 0; i < count; i++) {
		char *const end = (char *)list[i].addr + (list[i].len ? list[i].len - 1 : 0);

		s.totalsz += list[i].len;
		if (list[i].len < s.minsz)
			s.minsz = list[i].len;
		if (list[i].len > s.maxsz)
			s.maxsz = list[i].len;
		if (list[i].len && (char *)list[i].addr < (char *)s.minaddr)
			s.minaddr = list[i].addr;
		if (list[i].len && end > (char *)s.maxaddr)
			s.maxaddr = end;
	}
	if (!count)
		s.minsz = 0;
	if (!s.totalsz)
		s.minaddr = NULL;
	SAY(t, "%zu pieces, %zu bytes from %p to %p:", count, (size_t)s.totalsz, s.minaddr, s.maxaddr);
	for (size_t i = 0; i < count; i++)
		SAY(t, " {%p, %zu}", list[i].addr, list[i].len);
	return s;
}

static gasneti_addrlist_stats_t addresses(struct text *t, size_t count, void *const *list, size_t len)
{
	gasneti_addrlist_stats_t s = {.minaddr = count ? (void *)UINTPTR_MAX : NULL};

	for (size_t i = 0; i < count; i++) {
		char *const end = (char *)list[i] + (len ? len - 1 : 0);

		if ((char *)list[i] < (char *)s.minaddr)
			s.minaddr = list[i];
		if (end > (char *)s.maxaddr)
			s.maxaddr = end;
	}
	SAY(t, "%zu pieces of %zu bytes from %p to %p:", count, len, s.minaddr, s.maxaddr);
	for (size_t i = 0; i < count; i++)
		SAY(t, " %p", list[i]);
	return s;
}

static void numbers(struct text *t, size_t count, const size_t *list)
{
	SAY(t, "[");
	for (size_t i = 0; i < count; i++)
		SAY(t, "%s%zu", i ? ", " : "", list[i]);
	SAY(t, "]");
}

gasneti_memveclist_stats_t gasnett_format_memveclist(char *buf, size_t count, gasnet_memvec_t const *list)
{
	struct text t = {buf, gasnett_format_memveclist_bufsz(count)};

	return pieces(&t, count, list);
}

gasneti_addrlist_stats_t gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len)
{
	struct text t = {buf, gasnett_format_addrlist_bufsz(count)};

	return addresses(&t, count, list, len);
}

char *gasnett_format_strides(char *buf, size_t count, const size_t *list)
{
	struct text t = {buf, gasnett_format_strides_bufsz(count)};

	numbers(&t, count, list);
	return buf;
}

size_t gasnett_format_putvgetv(char *buf, gasnet_node_t node, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
                               gasnet_memvec_t const srclist[])
{
	struct text t = {buf, gasnett_format_putvgetv_bufsz(dstcount, srccount)};
	size_t bytes;

	SAY(&t, "node %u\nto: ", node);
	bytes = pieces(&t, dstcount, dstlist).totalsz;
	SAY(&t, "\nfrom: ");
	pieces(&t, srccount, srclist);
	return bytes;
}

size_t gasnett_format_putigeti(char *buf, gasnet_node_t node, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                               void *const srclist[], size_t srclen)
{
	struct text t = {buf, gasnett_format_putigeti_bufsz(dstcount, srccount)};

	SAY(&t, "node %u\nto: ", node);
	addresses(&t, dstcount, dstlist, dstlen);
	SAY(&t, "\nfrom: ");
	addresses(&t, srccount, srclist, srclen);
	return dstcount * dstlen;
}

size_t gasnett_format_putsgets(char *buf, void *pstats, gasnet_node_t node, void *dstaddr, const size_t dststrides[], void *srcaddr,
                               const size_t srcstrides[], const size_t count[], size_t stridelevels)
{
	struct text t = {buf, gasnett_format_putsgets_bufsz(stridelevels)};
	size_t bytes = 1;

	(void)pstats;
	for (size_t i = 0; i <= stridelevels; i++)
		bytes *= count[i];
	SAY(&t, "node %u, %zu bytes in %zu levels\ncount: ", node, bytes, stridelevels);
	numbers(&t, stridelevels + 1, count);
	SAY(&t, "\nto: %p, strides ", dstaddr);
	numbers(&t, stridelevels, dststrides);
	SAY(&t, "\nfrom: %p, strides ", srcaddr);
	numbers(&t, stridelevels, srcstrides);
	return bytes;
}
