/* gasnet/ex/format.c - prints transfers of strides, for debugging. */
#include "objects.h"

#include <gasnetex/gasnet_vis.h>

struct text {
	char *at;
	size_t room;
};

__attribute__((__format__(__printf__, 2, 3))) static void say(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->at, t->room, format, args);
	va_end(args);
	if (n > 0 && (size_t)n < t->room) {
		t->at += n;
		t->room -= (size_t)n;
	}
}

static void strides(struct text *t, const char *what, const void *addr, const ptrdiff_t *list, size_t n)
{
	say(t, "\n%s: %p, strides [", what, addr);
	for (size_t i = 0; i < n; i++)
		say(t, "%s%td", i ? ", " : "", list[i]);
	say(t, "]");
}

size_t gasneti_gex_format_putsgets(char *buf, void *pstats, gex_TM_t tm, gex_Rank_t rank, void *dst, const ptrdiff_t dststrides[], void *src,
                                   const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels)
{
	struct text t = {buf, gasnett_format_putsgets_bufsz(stridelevels)};
	size_t bytes = elemsz;

	(void)pstats, (void)tm;
	for (size_t i = 0; i < stridelevels; i++)
		bytes *= count[i];
	say(&t, "rank %u, %zu bytes, elements of %zu in %zu levels\ncount: [", rank, bytes, elemsz, stridelevels);
	for (size_t i = 0; i < stridelevels; i++)
		say(&t, "%s%zu", i ? ", " : "", count[i]);
	say(&t, "]");
	strides(&t, "to", dst, dststrides, stridelevels);
	strides(&t, "from", src, srcstrides, stridelevels);
	return bytes;
}
