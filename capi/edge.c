/* edge.c - the way into Go, and the ways out of the process. */
#define _GNU_SOURCE
#include "edge.h"

#include <stdarg.h>
#include <stdio.h>
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
	char why[400];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	if (ga_plane.forked) { /* Go does not survive fork */
		dprintf(STDERR_FILENO, "gasnetgo: %s\n", why);
		_exit(status);
	}
	gaFatal(why, status);
	ga_leave(status);
}
