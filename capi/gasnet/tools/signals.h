/* gasnet/tools/signals.h - signals as GASNet's variables and messages name them. */
#ifndef GA_GASNET_TOOLS_SIGNALS_H
#define GA_GASNET_TOOLS_SIGNALS_H

#include <stdbool.h>

/* "SIGSEGV"; "signal" for those without a name here. */
const char *ga_signal_name(int sig);

/* Prints to standard error, at most a few lines, for signal handlers: without a stream and its buffer, since the signal may have interrupted
 * malloc while it holds its lock. */
void ga_signal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Of a name with or without SIG, in letters of either case, or a number; 0: none. */
int ga_signal_number(const char *text);

/* Whether a list of such names, or *, has this one. */
bool ga_signal_listed(const char *list, int sig);

#endif
