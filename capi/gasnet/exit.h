/* gasnet/exit.h - the end of a GASNet job, as a process notices it. Go has the protocol: live/gasnet/exit.go. */
#ifndef GA_GASNET_EXIT_H
#define GA_GASNET_EXIT_H

#include "../runtime/edge.h"

/* From gasnet_init on, leaving main or calling exit() is gasnet_exit with that status. */
void ga_gasnet_follow_exit(void);

/* Prints GASNet's line about a fatal signal, if there is a job and the program has not excluded that signal. For its handler. */
void ga_gasnet_fatal_signal(int sig);

/* Blocks until gasnet_exit is called; returns its code. For a thread of Go. */
int ga_gasnet_exit_wait(void);

/* Whether every rank has called gasnet_exit or waits in a barrier for one that has: then no further rank will call it. Publishes that this rank
 * has, whose status all can see by now. */
bool ga_gasnet_exit_hopeless(void);

/* At the end of the job: runs the program's own handler of SIGQUIT, if there is one, on a thread of the program, and waits for it, at most so many
 * nanoseconds. Returns the code of its gasnet_exit, 0 if it did not call that. */
int ga_gasnet_tell_quit(uint64_t bound);

/* The same for a simulated rank, on its stack: blocks until the handler is over. The argument is nothing. */
void ga_gasnet_quit_here(void *);

#endif
