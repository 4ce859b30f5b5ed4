/* Backtraces, the program's own among them, signal handlers, source positions, and annotations for compilers. With an argument the program ends in
 * the way that a Go test expects instead. */
#include "../gt_tools.h"

#include <fcntl.h>
#include <signal.h>

static int asked, asked_fd = -1, refuse;

static int my_backtrace(int fd)
{
	asked++;
	asked_fd = fd;
	return refuse;
}

GASNETT_BEGIN_EXTERNC
gasnett_backtrace_type_t gasnett_backtrace_user = {"USER", my_backtrace, 1};
GASNETT_END_EXTERNC

GASNETT_EXTERNC int gt_external(int x) { return x + 1; }
GASNETT_INLINE(gt_inline) int gt_inline(int x) { return x + 2; }
GASNETT_ALWAYS_INLINE(gt_always) int gt_always(int x) { return x + 3; }
GASNETT_PLEASE_INLINE(gt_please) int gt_please(int x) { return x + 4; }
GASNETT_NEVER_INLINE(gt_never, static int gt_never(int x)) { return x + 5; }
GASNETT_FORMAT_PRINTF(gt_format, 2, 3, static void gt_format(char *to, const char *fmt, ...)) GASNETT_UNUSED;
GASNETT_FORMAT_PRINTF(gt_format, 2, 3, static void gt_format(char *to, const char *fmt, ...))
{
	va_list args;
	va_start(args, fmt);
	vsnprintf(to, 64, fmt, args);
	va_end(args);
}
GASNETI_UNUSED static int gt_unused; /* as test harnesses of GASNet programs write it */
GASNETT_NORETURN static void gt_leave(int status) GASNETT_UNUSED;
GASNETT_NORETURNP(gt_leave)
GASNETT_NORETURN static void gt_leave(int status) { exit(status); }
static GASNETT_PURE GASNETT_USED int gt_pure(const int *GASNETT_RESTRICT x) { return *x; }
GASNETT_PUREP(gt_pure)
static GASNETT_MALLOC void *gt_malloc(size_t n) { return malloc(n); }
GASNETT_MALLOCP(gt_malloc)

static volatile sig_atomic_t got;
static void on_signal(int sig) { got = sig; }

static void backtraces(void)
{
	char text[4096];
	ssize_t n;
	int ends[2];

	gasnett_setenv("GASNET_BACKTRACE_TYPE", "USER");
	gasnett_backtrace_init("tools_debug");
	CHECK(gasnett_print_backtrace(1) == 0 && asked == 1 && asked_fd == 1, "the program's own backtrace: asked %d times, for %d", asked, asked_fd);
	refuse = 1;
	CHECK(gasnett_print_backtrace(2) != 0 && asked == 2, "none that can");
	if (pipe(ends) != 0)
		FATAL("no pipe");
	gasnett_setenv("GASNET_BACKTRACE_TYPE", "USER,EXECINFO");
	CHECK(gasnett_print_backtrace(ends[1]) == 0 && asked == 3, "the next one is tried");
	n = read(ends[0], text, sizeof text - 1);
	CHECK(n > 0, "nothing printed");
	gasnett_unsetenv("GASNET_BACKTRACE_TYPE");
	refuse = 0;
	CHECK(gasnett_print_backtrace(1) == 0 && asked == 4, "by itself");
	gasnett_unsetenv("GASNET_BACKTRACE");
	CHECK(gasnett_print_backtrace_ifenabled(1) != 0 && asked == 4, "not enabled");
	gasnett_setenv("GASNET_BACKTRACE", "yes");
	CHECK(gasnett_print_backtrace_ifenabled(1) == 0 && asked == 5, "enabled");
	gasnett_setenv("GASNET_BACKTRACE_NODES", "1000-2000,3000");
	CHECK(gasnett_print_backtrace(1) != 0 && asked == 5, "another rank's");
	gasnett_setenv("GASNET_BACKTRACE_NODES", "3000, 0-999");
	CHECK(gasnett_print_backtrace(1) == 0 && asked == 6, "this rank's");
	close(ends[0]);
	close(ends[1]);
}

static volatile int flag;

static void *debugger(void *arg)
{
	while (!flag)
		gt_sleep_ms(1);
	flag = 0;
	return arg;
}

static void end(const char *how)
{
	if (!strcmp(how, "fatal"))
		gasnett_fatalerror("%s at %d", "the end", 7);
	if (!strcmp(how, "kill"))
		gasnett_killmyprocess(9);
	if (!strcmp(how, "close")) {
		printf("printed before\n");
		gasnett_close_streams();
		_exit(fcntl(1, F_GETFD) >= 0);
	}
	if (!strcmp(how, "freeze")) {
		pthread_t t;
		pthread_create(&t, NULL, debugger, NULL);
		gasnett_freezeForDebuggerNow(&flag, "flag");
		pthread_join(t, NULL);
		exit(0);
	}
	if (!strcmp(how, "yesno"))
		gasnett_getenv_yesno_withdefault("GT_WRONG", 0);
	if (!strcmp(how, "int"))
		gasnett_getenv_int_withdefault("GT_WRONG", 0, 0);
	if (!strcmp(how, "size"))
		gasnett_getenv_int_withdefault("GT_WRONG", 0, 1);
	if (!strcmp(how, "dbl"))
		gasnett_getenv_dbl_withdefault("GT_WRONG", 0);
	FATAL("%s: came back", how);
}

int main(int argc, char **argv)
{
	char *where, text[64];
	const char *line = NULL;
	unsigned int number = 0;
	void *p;

	gt_tools_begin();
	if (argc > 1)
		end(argv[1]);
	backtraces();
	gasnett_freezeForDebuggerErr();

	CHECK(gasnett_reghandler(SIGUSR1, on_signal) == SIG_DFL, "no handler before");
	raise(SIGUSR1);
	CHECK(got == SIGUSR1, "signal %d", (int)got);
	CHECK(gasnett_reghandler(SIGUSR1, SIG_DFL) == on_signal, "the handler before");

	where = gasnett_current_loc;
	CHECK(strstr(where, "main at ") == where && strstr(where, "tools_debug.c:"), "%s", where);
	free(where);
	CHECK(strcmp(GASNETT_CURRENT_FUNCTION, "main") == 0, "%s", GASNETT_CURRENT_FUNCTION);
	CHECK(gt_external(0) + gt_inline(0) + gt_always(0) + gt_please(0) + gt_never(0) == 15, "inline or not");
	gt_format(text, "%s %d", "number", 3);
	CHECK(strcmp(text, "number 3") == 0, "%s", text);
	p = gt_malloc(1);
	GASNETT_PREFETCH_READ_HINT(p);
	GASNETT_PREFETCH_WRITE_HINT(p);
	free(p);
	if_pf(argc > 100) gt_leave(3);
	if_pt(GASNETT_PREDICT_TRUE(argc == 1) && !GASNETT_PREDICT_FALSE(argc != 1)) argc = 2;
	CHECK(argc == 2 && gt_pure(&argc) == 2 && gasnett_constant_p(3), "hints");

	GASNETT_TRACE_SETSOURCELINE(__FILE__, __LINE__);
	GASNETT_TRACE_GETSOURCELINE(&line, &number);
	GASNETT_TRACE_FREEZESOURCELINE();
	GASNETT_TRACE_UNFREEZESOURCELINE();
	(void)(GASNETT_TRACE_ENABLED ? (argc++, GASNETT_TRACE_SETSOURCELINE("x", 1)) : (void)0);
	GASNETT_TRACE_PRINTF("%d", 3);
	GASNETT_TRACE_PRINTF_FORCE("%s", "x");
	CHECK(*GASNETT_TRACE_GETMASK() == 0 && GASNETT_TRACE_GET_TRACELOCAL() == 0 && *GASNETT_STATS_GETMASK() == 0, "no tracing");
	GASNETT_TRACE_SETMASK("X");
	GASNETT_STATS_SETMASK("X");
	GASNETT_TRACE_SET_TRACELOCAL(1);
	CHECK(GASNETT_STATS_INIT(NULL) == 0 && line == NULL && number == 0, "no statistics");
	return GT_END();
}
