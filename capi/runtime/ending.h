/* runtime/ending.h - the end of a rank by its job, as the languages of its program want it: exit handlers, destructors, what streams hold. */
#ifndef GA_ENDING_H
#define GA_ENDING_H

#include <stdbool.h>
#include <stdint.h>

/* Writes what the streams of C++ and C hold, and those of Fortran: std::cout and its like, all FILEs, all units. Blocks while another thread holds one of
 * them. */
void ga_flush_c(void);
void ga_flush_fortran(void);

/* Calls exit(status) on this thread, which may be in Go. The process stays until Go, which waits in ga_end_wait, ends it. */
_Noreturn void ga_end_here(int status);

/* The same on the main thread, if that waits in the library or in a system call, where it holds nothing that its exit handlers could need. False: it does
 * not, and continues. Blocks for at most 0.1 s. */
bool ga_end_main(int status);

/* Blocks until the exit handlers have run, at most so many nanoseconds. */
void ga_end_wait(uint64_t ns);

/* Whether exit handlers run because the job is over: the library's have nothing to do. */
bool ga_ending(void);

/* Says that they have, or cannot go on, if this is their thread: then it does not return. */
void ga_end_over(void);

#endif
