/* edge.c - the way into Go, and the ways out of the process. */
#define _GNU_SOURCE
#include "edge.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "_cgo_export.h"
#include "plane.h"
#include "wait.h"

static void enter_go(struct ga_head *head)
{
	if (GA_UNLIKELY(ga_plane.forked)) /* Go does not survive fork */
		ga_fatal(1, "%s: called in a child process made by fork; only the rank itself may", head->fn);
	gaDispatch(head);
}

void (*ga_enter)(struct ga_head *) = enter_go;

void ga_flush(void) { fflush(NULL); }

void ga_leave(int status)
{
	ga_flush();
	_exit(status);
}

void ga_fatal(int status, const char *format, ...)
{
	char why[400], line[512];
	va_list args;
	int n;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	n = snprintf(line, sizeof line, "gasnetgo: rank %u of %u: %s\n", ga_plane.me, ga_plane.ranks, why);
	if (ga_plane.forked) {
		(void)!write(STDERR_FILENO, line, (size_t)n);
		_exit(status);
	}
	gaFatal(line, n, status);
	ga_leave(status);
}
