/**
 * @file gasnet/tools_debug.h
 * Errors that end a program, backtraces, waiting for a debugger, signal handlers.
 *
 * Backtraces are controlled by GASNET_BACKTRACE (yes: also on fatal errors), GASNET_BACKTRACE_TYPE (mechanisms in the order in which they are tried:
 * USER, EXECINFO, GDB; without it, those but for GDB) and GASNET_BACKTRACE_NODES (ranks that print them, as in 0,2-5; all without it).
 * GASNET_BACKTRACE_SIGNAL (a name or a number): prints one when that signal comes, from gasnet_init on.
 * GASNET_FREEZE_ON_ERROR stops the process on fatal errors until a debugger has set gasnet_frozen to 0, or a SIGCONT comes; GASNET_FREEZE does so in
 * gasnet_init, GASNET_FREEZE_SIGNAL when that signal comes.
 */
#ifndef GASNET_TOOLS_DEBUG_H
#define GASNET_TOOLS_DEBUG_H

#include <stddef.h>
#include <stdint.h>

#include "annotate.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * A way to print a backtrace to a file descriptor: fnp returns 0 on success. The program may define one itself, and add it as USER:
 *
 *     gasnett_backtrace_type_t gasnett_backtrace_user = {"USER", my_backtrace, 1};
 */
typedef struct {
  const char *name;
  int (*fnp)(int fd);
  int threadsupport; /* whether it shows more than the calling thread, or works while there are others */
} gasnett_backtrace_type_t;

/** Prepare for backtraces; exename is the program's argv[0]. Reads the variables above. */
void gasnett_backtrace_init(const char *exename);

/** Print a backtrace to a file descriptor by the first mechanism that can. 0 on success. */
int gasnett_print_backtrace(int fd);

/** The same if GASNET_BACKTRACE enables it; otherwise prints once that GASNET_BACKTRACE would. 0 if a backtrace was printed. */
int gasnett_print_backtrace_ifenabled(int fd);

/** Print a message to standard error, perhaps a backtrace, and abort. Never returns. */
GASNETT_NORETURN GASNETT_FORMAT_PRINTF(gasnett_fatalerror, 1, 2, void gasnett_fatalerror(const char *msg, ...));

/** End this process with a status at once, without exit handlers. Never returns. */
GASNETT_NORETURN void gasnett_killmyprocess(int exitcode);

/** Set *flag to 1, and wait until a debugger sets it to 0 or SIGCONT comes. Prints host, pid, name and address to standard error. */
void gasnett_freezeForDebuggerNow(volatile int *flag, const char *flagsymname);

/** The same, with gasnet_frozen as the flag, if GASNET_FREEZE_ON_ERROR enables it. */
void gasnett_freezeForDebuggerErr(void);

typedef void (*gasnett_sighandlerfn_t)(int);

/** Install a signal handler; returns the previous one. */
gasnett_sighandlerfn_t gasnett_reghandler(int sigtocatch, gasnett_sighandlerfn_t fp);

/** Lines that say what makes this library slower than it could be; empty. Static; not to be freed. */
const char *gasnett_performance_warning_str(void);

/** "function at file:line", to be freed. */
char *gasneti_build_loc_str(const char *funcname, const char *filename, int linenum);
#define gasnett_current_loc gasneti_build_loc_str(GASNETT_CURRENT_FUNCTION, __FILE__, __LINE__)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
