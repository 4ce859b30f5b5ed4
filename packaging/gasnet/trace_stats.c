/* trace_stats.c - the number of each of a program's calls, and statistics of their values. */
#include "trace.h"

enum { CALLS = 256 };

struct call {
	const char *name, *desc;
	char kind;
	int ticks;
	uint64_t times, sum, least, most;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct call calls[CALLS];

static struct call *find(char kind, const char *name, const char *desc, int ticks)
{
	for (int i = 0; i < CALLS; i++) {
		struct call *c = &calls[i];

		if (!c->name)
			*c = (struct call){.name = name, .desc = desc, .kind = kind, .ticks = ticks, .least = UINT64_MAX};
		if (c->name == name || !strcmp(c->name, name))
			return c;
	}
	return NULL;
}

void stats_add(char kind, const char *name, const char *desc, uint64_t value, int ticks)
{
	struct call *c;

	pthread_mutex_lock(&lock);
	c = find(kind, name, desc, ticks);
	if (c) {
		c->times++;
		c->sum += value;
		c->least = value < c->least ? value : c->least;
		c->most = value > c->most ? value : c->most;
	}
	pthread_mutex_unlock(&lock);
}

static void print_one(FILE *to, int node, const struct call *c)
{
	fprintf(to, "%d> (%c) %-26s %8" PRIu64, node, c->kind, c->name, c->times);
	if (c->desc && c->ticks)
		fprintf(to, "  avg/min/max/total %s (us) = %.3f/%.3f/%.3f/%.3f", c->desc,
		        (double)gasnett_ticks_to_ns(c->sum) / 1e3 / (double)c->times, (double)gasnett_ticks_to_ns(c->least) / 1e3,
		        (double)gasnett_ticks_to_ns(c->most) / 1e3, (double)gasnett_ticks_to_ns(c->sum) / 1e3);
	else if (c->desc)
		fprintf(to, "  avg/min/max/total %s = %" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64, c->desc, c->sum / c->times, c->least, c->most,
		        c->sum);
	fputc('\n', to);
}

/* All calls of a kind that have bytes, or are messages, together. */
static void print_total(FILE *to, int node, char kind, const char *what)
{
	struct call all = {.least = UINT64_MAX};

	for (int i = 0; i < CALLS && calls[i].name; i++) {
		const struct call *c = &calls[i];

		if (c->kind != kind || strstr(c->name, "_HANDLER"))
			continue;
		all.times += c->times;
		all.sum += c->sum;
		all.least = c->least < all.least ? c->least : all.least;
		all.most = c->most > all.most ? c->most : all.most;
	}
	if (all.times)
		fprintf(to, "%d> Total %s: %" PRIu64 "  avg/min/max/total sz = %" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "\n", node, what,
		        all.times, all.sum / all.times, all.least, all.most, all.sum);
}

void stats_print(FILE *to, int node)
{
	for (int i = 0; i < CALLS && calls[i].name; i++)
		print_one(to, node, &calls[i]);
	print_total(to, node, 'G', "gets");
	print_total(to, node, 'P', "puts");
	print_total(to, node, 'A', "AMs");
}
