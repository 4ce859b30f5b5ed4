/* gasnet/tools/signals.c - signals by name, and lines for signal handlers. */
#define _GNU_SOURCE
#include "signals.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "../../runtime/program.h"

#define NAMED(name)         \
	{                   \
#name, name \
	}
static const struct {
	const char *name;
	int sig;
} signals[] = {
    NAMED(SIGHUP),    NAMED(SIGINT),  NAMED(SIGQUIT),  NAMED(SIGILL),  NAMED(SIGTRAP), NAMED(SIGABRT), NAMED(SIGBUS),  NAMED(SIGFPE),
    NAMED(SIGKILL),   NAMED(SIGUSR1), NAMED(SIGSEGV),  NAMED(SIGUSR2), NAMED(SIGPIPE), NAMED(SIGALRM), NAMED(SIGTERM), NAMED(SIGCHLD),
    NAMED(SIGCONT),   NAMED(SIGSTOP), NAMED(SIGTSTP),  NAMED(SIGTTIN), NAMED(SIGTTOU), NAMED(SIGURG),  NAMED(SIGXCPU), NAMED(SIGXFSZ),
    NAMED(SIGVTALRM), NAMED(SIGPROF), NAMED(SIGWINCH), NAMED(SIGIO),   NAMED(SIGPWR),  NAMED(SIGSYS),
};

enum { SIGNALS = sizeof signals / sizeof signals[0], SIG = 3, SAID = 512 };

const char *ga_signal_name(int sig)
{
	for (int i = 0; i < SIGNALS; i++)
		if (signals[i].sig == sig)
			return signals[i].name;
	return "signal";
}

void ga_signal_say(const char *format, ...)
{
	char text[SAID];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (n >= SAID)
		n = SAID - 1;
	for (ssize_t put, at = 0; at < n; at += put)
		if ((put = ga_libc()->write(STDERR_FILENO, text + at, (size_t)(n - at))) <= 0)
			break;
}

/* The first n letters of text. */
static int number(const char *text, size_t n)
{
	if (n >= SIG && !strncasecmp(text, "SIG", SIG)) {
		text += SIG;
		n -= SIG;
	}
	if (n && isdigit((unsigned char)*text)) {
		char *end;
		const long sig = strtol(text, &end, 10);

		return end == text + n && sig > 0 && sig < NSIG ? (int)sig : 0;
	}
	for (int i = 0; i < SIGNALS; i++)
		if (strlen(signals[i].name + SIG) == n && !strncasecmp(signals[i].name + SIG, text, n))
			return signals[i].sig;
	return 0;
}

int ga_signal_number(const char *text) { return number(text, strlen(text)); }

bool ga_signal_listed(const char *list, int sig)
{
	static const char between[] = ", \t";

	for (const char *s = list; s && *s; s += strspn(s, between)) {
		const size_t n = strcspn(s, between);

		if ((n == 1 && *s == '*') || (n && number(s, n) == sig))
			return true;
		s += n;
	}
	return false;
}
