/* gasnet_exit.h - the end of a GASNet job, as a process notices it. Go has the protocol: live/gasnet_exit.go. */
#ifndef GA_GASNET_EXIT_H
#define GA_GASNET_EXIT_H

#include "edge.h"

/* From gasnet_init on, leaving main or calling exit() is gasnet_exit with that status. */
void ga_gasnet_follow_exit(void);

/* What GASNet says of a signal that ends a program, if there is a job and nobody has asked to leave that signal alone. For its handler. */
void ga_gasnet_fatal_signal(int sig);

/* Blocks until somebody has called gasnet_exit; answers its code. For a thread of Go's. */
int ga_gasnet_exit_wait(void);

/* Whether every rank has called gasnet_exit or waits in a barrier for one that has: nobody else will ever come. Says so of this rank as well, whose
 * status all can see by now. */
bool ga_gasnet_exit_hopeless(void);

/* The job is over: has the program's own handler of SIGQUIT run, if there is one, on a thread of the program, and waits until it is over, for so many
 * nanoseconds at most. Answers the code of its gasnet_exit, 0 if it has not called that. */
int ga_gasnet_tell_quit(uint64_t bound);

/* The same for a simulated rank, on its stack: blocks until the handler is over. The argument is nothing. */
void ga_gasnet_quit_here(void *);

#endif
