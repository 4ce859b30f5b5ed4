/* armci/call.c - what the functions of ARMCI share: numbers that Go knows, and errors. */
#include "call.h"

#include <stdarg.h>
#include <stdio.h>

#include "../runtime/flush.h"

int ga_armci_start(const char *fn, const int *ranks, int n)
{
	struct ga_armci_init f = {GA_FRAME(init, INIT, fn), .ranks = ranks, .n = n};

	ga_call(&f.head);
	return f.rc;
}

int ga_armci_number(const char *fn, int what)
{
	struct ga_armci_query f = {GA_FRAME(query, QUERY, fn), .what = what};

	ga_call(&f.head);
	return f.value;
}

int ga_armci_group_number(const char *fn, int what, int group, int member)
{
	struct ga_armci_group_query f = {GA_FRAME(group_query, GROUP_QUERY, fn), .what = what, .group = group, .member = member};

	ga_call(&f.head);
	return f.value;
}

int ga_armci_me(const char *fn) { return ga_armci.peers ? (int)ga_armci.me : ga_armci_number(fn, GA_ARMCI_QUERY_ME); }
int ga_armci_size(const char *fn) { return ga_armci.peers ? (int)ga_armci.peers : ga_armci_number(fn, GA_ARMCI_QUERY_SIZE); }

_Noreturn void ga_armci_fatal(const char *fn, const char *text, int code)
{
	struct ga_armci_fatal f = {GA_FRAME(fatal, FATAL, fn), .text = text, .code = code};

	ga_flush();
	ga_call(&f.head);
	__builtin_unreachable();
}

_Noreturn void ga_armci_wrong(const char *fn, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	ga_armci_fatal(fn, text, GA_WRONG);
}
