/* gasnet/tools/debug.c - fatal errors and backtraces of GASNet's tools. Nothing here enters Go once something has gone wrong, and backtraces may be
 * printed in a signal handler. */
#define _GNU_SOURCE
#include <gasnet_tools.h>

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gasnetgo.h>

#include "../../plane/plane.h"
#include "../../runtime/program.h"
#include "signals.h"

extern char **environ;

/* Of the program, if it has one. */
extern gasnett_backtrace_type_t gasnett_backtrace_user __attribute__((weak));

static const char *yes(const char *keyname)
{
	const char *text = ga_libc()->getenv(keyname);

	return text && strchr("yY1", *text) && *text ? text : NULL;
}

static int by_execinfo(int fd)
{
	void *frames[128];
	const int n = backtrace(frames, sizeof frames / sizeof frames[0]);

	if (n <= 0)
		return 1;
	backtrace_symbols_fd(frames, n, fd);
	return 0;
}

/* fork would not be safe beside Go's threads. */
static int by_gdb(int fd)
{
	char pid[16];
	char *const words[] = {"gdb", "-nx", "-batch", "-p", pid, "-ex", "thread apply all backtrace", NULL};
	posix_spawn_file_actions_t actions;
	int failed, status;
	pid_t child;

	if (ga_simulated)
		return 1;
	snprintf(pid, sizeof pid, "%d", (int)getpid());
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	failed = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	return failed || waitpid(child, &status, 0) != child || status != 0;
}

/* A list of ranks, such as 0,2-5, has this one. */
static bool in_list(const char *list, int rank)
{
	for (const char *s = list; *s;) {
		char *end;
		long first = strtol(s, &end, 10), last = first;

		if (end == s)
			return false;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (rank >= first && rank <= last)
			return true;
		s = end + strspn(end, ", ");
		if (s == end && *s)
			return false;
	}
	return false;
}

/* One mechanism of that name; 0 if it has printed something. */
static int print_by(const char *name, size_t n, int fd)
{
	gasnett_backtrace_type_t *user = GA_PROGRAM(gasnett_backtrace_user);

	if (user && user->name && user->fnp && strlen(user->name) == n && !strncasecmp(name, user->name, n))
		return user->fnp(fd);
	if (n == 8 && !strncasecmp(name, "EXECINFO", n))
		return by_execinfo(fd);
	if (n == 3 && !strncasecmp(name, "GDB", n))
		return by_gdb(fd);
	return 1;
}

/* Loading what unwinds stacks is not for the moment when something has gone wrong. */
void gasnett_backtrace_init(const char *exename)
{
	void *frame[1];

	(void)exename;
	(void)backtrace(frame, 1);
}

int gasnett_print_backtrace(int fd)
{
	const char *types = ga_libc()->getenv("GASNET_BACKTRACE_TYPE"), *nodes = ga_libc()->getenv("GASNET_BACKTRACE_NODES");
	gasnett_backtrace_type_t *user;

	if (nodes && *nodes && !in_list(nodes, gasnetgo_rank()))
		return 1;
	if (!types || !*types) {
		user = GA_PROGRAM(gasnett_backtrace_user);
		if (user && user->fnp && user->fnp(fd) == 0)
			return 0;
		return by_execinfo(fd);
	}
	for (const char *s = types; *s;) {
		const size_t n = strcspn(s, ", ");

		if (n && print_by(s, n, fd) == 0)
			return 0;
		s += n + strspn(s + n, ", ");
	}
	return 1;
}

int gasnett_print_backtrace_ifenabled(int fd)
{
	static bool hinted;

	if (yes("GASNET_BACKTRACE"))
		return gasnett_print_backtrace(fd);
	if (!hinted) {
		hinted = true;
		ga_signal_say("NOTICE: Before reporting bugs, run with GASNET_BACKTRACE=1 in the environment to generate a backtrace.\n");
	}
	return 1;
}

void gasnett_fatalerror(const char *msg, ...)
{
	char text[1024];
	va_list args;

	va_start(args, msg);
	vsnprintf(text, sizeof text, msg, args);
	va_end(args);
	ga_libc()->fflush(NULL);
	fprintf(stderr, "*** FATAL ERROR: %s\n", text);
	fflush(stderr);
	gasnett_freezeForDebuggerErr();
	gasnett_print_backtrace_ifenabled(STDERR_FILENO);
	ga_libc()->signal(SIGABRT, SIG_DFL); /* the report is complete */
	ga_libc()->abort();
	__builtin_unreachable();
}

void gasnett_killmyprocess(int exitcode)
{
	ga_libc()->leave(exitcode);
	__builtin_unreachable();
}

const char *gasnett_performance_warning_str(void) { return ""; }

char *gasneti_build_loc_str(const char *funcname, const char *filename, int linenum)
{
	char *text;

	if (asprintf(&text, "%s%s%s:%d", funcname ? funcname : "", funcname && *funcname ? " at " : "", filename ? filename : "?", linenum) < 0)
		return NULL;
	return text;
}
