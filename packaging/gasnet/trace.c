/* trace.c - traces and statistics of programs that are compiled with GASNET_TRACE or GASNET_STATS. It is part of the program, so that on a simulated
 * machine each rank has its own, in virtual time. */
#define _GNU_SOURCE
#define GASNET_PAR
#define GASNET_TRACE
#include <gasnet.h>
#include <gasnet_tools.h>

enum { CALLS = 64, LETTERS = 26 };

/* A file that one may write to, and which letters are wanted. */
struct log {
	FILE *to;
	char mask[LETTERS + 1];
};

struct call {
	const char *name;
	char kind;
	uint64_t times, bytes, least, most;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct log trace, stats;
static struct call calls[CALLS];
static int local = 1, flush, me = -1;
static gasnett_tick_t start;
static gasnett_stats_callback_t callback;

static __thread const char *source_file;
static __thread unsigned int source_line;
static __thread int frozen;

/* Whether a list such as 0,2-5 has this node; an empty one has all. */
static int listed(const char *list)
{
	while (list && *list) {
		char *end;
		long first = strtol(list, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;

		if (me >= first && me <= last)
			return 1;
		if (!*end || end == list)
			return 0;
		list = end + 1;
	}
	return 1;
}

/* The file that a variable names, with this node's number in the place of %. */
static FILE *open_log(const char *name)
{
	char path[4096];
	size_t n = 0;
	FILE *to;

	if (!name || !*name)
		return NULL;
	if (!strcmp(name, "-") || !strcmp(name, "stderr"))
		return stderr;
	if (!strcmp(name, "stdout"))
		return stdout;
	for (; *name && n < sizeof path - 16; name++)
		n += (size_t)(*name == '%' ? sprintf(path + n, "%d", me) : (path[n] = *name, 1));
	path[n] = '\0';
	to = fopen(path, "w");
	if (!to)
		fprintf(stderr, "gasnet: cannot write %s: %s\n", path, strerror(errno));
	return to;
}

static void open_one(struct log *l, const char *file, const char *mask, const char *nodes)
{
	const char *letters = getenv(mask);

	snprintf(l->mask, sizeof l->mask, "%s", letters && *letters ? letters : "GPRSWXBLAICDNHU");
	if (listed(getenv(nodes)))
		l->to = open_log(getenv(file));
}

static void begin(void)
{
	const char *text;

	start = gasnett_ticks_now();
	me = (int)gasnet_mynode();
	text = getenv("GASNET_TRACELOCAL");
	local = !text || *text != '0';
	text = getenv("GASNET_TRACEFLUSH");
	flush = text && *text && *text != '0';
	open_one(&trace, "GASNET_TRACEFILE", "GASNET_TRACEMASK", "GASNET_TRACENODES");
	open_one(&stats, "GASNET_STATSFILE", "GASNET_STATSMASK", "GASNET_STATSNODES");
}

static int wants(const struct log *l, char kind) { return l->to && strchr(l->mask, kind); }

/* With the lock held. */
static void begin_line(char kind, const char *file, unsigned int line)
{
	fprintf(trace.to, "%d(%lx) %.6fs> ", me, (unsigned long)pthread_self() >> 12 & 0xffff,
	        (double)gasnett_ticks_to_ns(gasnett_ticks_now() - start) / 1e9);
	if (file)
		fprintf(trace.to, "[%s:%u] ", file, line);
	fprintf(trace.to, "(%c) ", kind);
}

static void end_line(void)
{
	fputc('\n', trace.to);
	if (flush)
		fflush(trace.to);
}

static void print(int force, const char *format, va_list args)
{
	pthread_once(&once, begin);
	if (!(force ? trace.to != NULL : wants(&trace, 'H')))
		return;
	pthread_mutex_lock(&lock);
	begin_line('H', source_file, source_line);
	vfprintf(trace.to, format, args);
	end_line();
	pthread_mutex_unlock(&lock);
}

void gasneti_trace_printf(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(0, format, args);
	va_end(args);
}

void gasneti_trace_printf_force(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(1, format, args);
	va_end(args);
}

static void count(char kind, const char *name, uint64_t bytes)
{
	for (int i = 0; i < CALLS; i++) {
		struct call *c = &calls[i];

		if (!c->name)
			*c = (struct call){name, kind, 0, 0, UINT64_MAX, 0};
		if (strcmp(c->name, name) != 0)
			continue;
		c->times++;
		c->bytes += bytes;
		c->least = bytes < c->least ? bytes : c->least;
		c->most = bytes > c->most ? bytes : c->most;
		return;
	}
}

void gasneti_trace_event(char kind, const char *name, uint64_t node, uint64_t bytes, const char *file, unsigned int line)
{
	pthread_once(&once, begin);
	if ((!trace.to && !stats.to) || (!local && node == (uint64_t)me))
		return;
	pthread_mutex_lock(&lock);
	if (wants(&stats, kind))
		count(kind, name, bytes);
	if (wants(&trace, kind)) {
		begin_line(kind, frozen ? source_file : file, frozen ? source_line : line);
		fprintf(trace.to, "%s", name);
		if (node != UINT64_MAX)
			fprintf(trace.to, ": node=%" PRIu64 " nbytes=%" PRIu64, node, bytes);
		end_line();
	}
	pthread_mutex_unlock(&lock);
}

void gasneti_trace_setsourceline(const char *file, unsigned int line)
{
	if (frozen)
		return;
	source_file = file ? file : source_file;
	source_line = line ? line : source_line;
}

void gasneti_trace_getsourceline(const char **pfile, unsigned int *pline)
{
	*pfile = source_file;
	*pline = source_line;
}

void gasneti_trace_freezesourceline(int freeze) { frozen += freeze ? 1 : frozen > 0 ? -1 : 0; }

const char *gasneti_trace_getmask(int which)
{
	pthread_once(&once, begin);
	return which ? stats.mask : trace.mask;
}

void gasneti_trace_setmask(int which, const char *mask)
{
	pthread_once(&once, begin);
	pthread_mutex_lock(&lock);
	snprintf(which ? stats.mask : trace.mask, sizeof trace.mask, "%s", mask ? mask : "");
	pthread_mutex_unlock(&lock);
}

int gasneti_trace_local(int newval)
{
	const int before = local;

	pthread_once(&once, begin);
	if (newval >= 0)
		local = newval;
	return before;
}

int gasneti_trace_enabled(void)
{
	pthread_once(&once, begin);
	return trace.to != NULL;
}

void gasneti_stats_printf(const char *format, ...)
{
	va_list args;

	pthread_once(&once, begin);
	if (!wants(&stats, 'H'))
		return;
	va_start(args, format);
	fprintf(stats.to, "%d> ", me);
	vfprintf(stats.to, format, args);
	fputc('\n', stats.to);
	va_end(args);
}

int gasneti_stats_init(gasnett_stats_callback_t f)
{
	pthread_once(&once, begin);
	callback = f;
	return stats.to != NULL;
}

/* The library calls it when the program calls gasnet_exit; a program that just leaves comes here by itself. */
void gasneti_client_finish(void)
{
	static int finished;

	if (me < 0 || __atomic_exchange_n(&finished, 1, __ATOMIC_RELAXED))
		return;
	if (stats.to) {
		if (callback)
			callback(gasneti_stats_printf);
		for (int i = 0; i < CALLS && calls[i].name; i++) {
			const struct call *c = &calls[i];

			fprintf(stats.to, "%d> (%c) %-24s %10" PRIu64 " calls", me, c->kind, c->name, c->times);
			if (c->most)
				fprintf(stats.to, "  bytes total=%" PRIu64 " avg=%" PRIu64 " min=%" PRIu64 " max=%" PRIu64, c->bytes,
				        c->bytes / c->times, c->least, c->most);
			fputc('\n', stats.to);
		}
		fflush(stats.to);
	}
	if (trace.to)
		fflush(trace.to);
}

__attribute__((destructor)) static void finish(void) { gasneti_client_finish(); }
