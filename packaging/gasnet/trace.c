/* trace.c - traces and statistics of programs that are compiled with GASNET_TRACE or GASNET_STATS. It is part of the program, so that on a simulated
 * machine each rank has its own, in virtual time. */
#include "trace.h"

enum { LETTERS = 26 };

static const char all_letters[] = "GPRSWXBLAICDNH";

/* An output file, and the letters of the kinds to write. */
struct log {
	FILE *to;
	char mask[LETTERS + 1];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int started; /* there is a job */
static struct log trace, stats;
static int local = 1, flush, me = -1;
static gasnett_tick_t start;
static gasnett_stats_callback_t callback;

/* The source position that the program has set, and that of its current call. */
static __thread const char *source_file, *call_file;
static __thread unsigned int source_line, call_line;
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

/* Unknown letters are ignored; ^ in front selects all other letters. */
static void set_mask(struct log *l, const char *letters)
{
	const int others = *letters == '^';
	size_t n = 0;

	for (const char *c = all_letters; *c; c++)
		if ((strchr(letters, *c) == NULL) == others)
			l->mask[n++] = *c;
	l->mask[n] = '\0';
}

static void open_one(struct log *l, const char *file, const char *mask, const char *nodes)
{
	const char *letters = getenv(mask);

	set_mask(l, letters && *letters ? letters : all_letters);
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

static int begun(void)
{
	if (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		return 0;
	pthread_once(&once, begin);
	return 1;
}

/* U is always written. */
static int wants(const struct log *l, char kind) { return begun() && l->to && (kind == 'U' || strchr(l->mask, kind)); }

int trace_node(void) { return me; }
int trace_lines(char kind) { return wants(&trace, kind); }
int trace_stats(char kind) { return wants(&stats, kind); }

int trace_far(uint64_t node) { return begun() && (local || node != (uint64_t)me); }

static void print(char kind, const char *file, unsigned int line, const char *format, va_list args)
{
	pthread_mutex_lock(&lock);
	fprintf(trace.to, "%d(%lx) %.6fs> ", me, (unsigned long)pthread_self() >> 12 & 0xffff,
	        (double)gasnett_ticks_to_ns(gasnett_ticks_now() - start) / 1e9);
	if (file && strchr(trace.mask, 'N'))
		fprintf(trace.to, "[%s:%u] ", file, line);
	fprintf(trace.to, "(%c) ", kind);
	vfprintf(trace.to, format, args);
	fputc('\n', trace.to);
	if (flush)
		fflush(trace.to);
	pthread_mutex_unlock(&lock);
}

void trace_line(char kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(kind, call_file, call_line, format, args);
	va_end(args);
}

/* Of the library. */
void gasneti_trace_note(char kind, const char *text);
void gasneti_trace_note(char kind, const char *text)
{
	if (trace_lines(kind))
		trace_line(kind, "%s", text);
}

/* Of the library, when it has joined the job. */
int gasneti_trace_wanted(void);
int gasneti_trace_wanted(void)
{
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	begun();
	return trace.to || stats.to;
}

void gasneti_trace_at(const char *file, unsigned int line)
{
	call_file = frozen ? source_file : file;
	call_line = frozen ? source_line : line;
}

void gasneti_trace_printf(const char *format, ...)
{
	va_list args;

	if (!trace_lines('H'))
		return;
	va_start(args, format);
	print('H', source_file, source_line, format, args);
	va_end(args);
}

void gasneti_trace_printf_force(const char *format, ...)
{
	va_list args;

	if (!trace_lines('U'))
		return;
	va_start(args, format);
	print('U', source_file, source_line, format, args);
	va_end(args);
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
	begun();
	return which ? stats.mask : trace.mask;
}

void gasneti_trace_setmask(int which, const char *mask)
{
	begun();
	pthread_mutex_lock(&lock);
	set_mask(which ? &stats : &trace, mask ? mask : "");
	pthread_mutex_unlock(&lock);
}

int gasneti_trace_local(int newval)
{
	const int before = local;

	begun();
	if (newval >= 0)
		local = newval;
	return before;
}

int gasneti_trace_enabled(void)
{
	begun();
	return trace.to != NULL;
}

void gasneti_stats_printf(const char *format, ...)
{
	va_list args;

	begun();
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
	begun();
	callback = f;
	return stats.to != NULL;
}

/* The library calls it when the program calls gasnet_exit; otherwise it runs at the exit of the program. */
void gasneti_client_finish(void)
{
	static int finished;

	if (me < 0 || __atomic_exchange_n(&finished, 1, __ATOMIC_RELAXED))
		return;
	if (stats.to) {
		if (callback)
			callback(gasneti_stats_printf);
		stats_print(stats.to, me);
		fflush(stats.to);
	}
	if (trace.to)
		fflush(trace.to);
}

__attribute__((destructor)) static void finish(void) { gasneti_client_finish(); }
