/* runtime/child.c - calls in a child process that a rank forked, which has no Go. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "edge.h"

/* GASNETGO_DEBUG, as internal/knob reads it. */
static bool wants_to_know(void)
{
	static const char *const on[] = {"1", "y", "yes", "on", "true"};
	const char *text = getenv("GASNETGO_DEBUG");

	for (size_t i = 0; text && i < sizeof on / sizeof on[0]; i++)
		if (strcasecmp(text, on[i]) == 0)
			return true;
	return false;
}

void ga_explain_child(const char *fn)
{
	static bool said;

	if (!said && wants_to_know())
		dprintf(STDERR_FILENO, "gasnetgo: %s: called in a child process made by fork; only the rank itself may, and its calls fail here\n",
		        fn);
	said = true;
}
