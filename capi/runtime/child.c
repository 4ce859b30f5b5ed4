/* runtime/child.c - calls in a child process that a rank forked, which has no Go. */
#include <stdio.h>
#include <unistd.h>

#include "edge.h"

bool ga_debugging;

void ga_explain_child(const char *fn)
{
	static bool explained;

	if (!explained && ga_debugging)
		dprintf(STDERR_FILENO, "gasnetgo: %s: called in a child process made by fork; only the rank itself may, and its calls fail here\n",
		        fn);
	explained = true;
}
