/* hosts_ends.h - the ways in which a process of hosts_ends_*.c ends: HOW STATUS. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ends the process, if HOW does so at once. */
static inline void end_now(const char *how, int status)
{
	if (strcmp(how, "exit") == 0)
		exit(status);
	if (strcmp(how, "_exit") == 0)
		_exit(status);
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "kill") == 0)
		kill(getpid(), status);
}
