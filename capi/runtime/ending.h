/* runtime/ending.h - the end of a rank by its job, as the languages of its program want it: exit handlers, destructors, what streams hold. */
#ifndef GA_ENDING_H
#define GA_ENDING_H

#include <stdbool.h>
#include <stdint.h>

/* Calls exit(status) on this thread, which may be in Go. The process stays until Go, which waits in ga_end_wait, ends it. */
_Noreturn void ga_end_here(int status);

/* The same on the main thread, if that waits in the library or in a system call, where it holds nothing that its exit handlers could need. False: it does
 * not, and continues. Blocks for at most 0.1 s. */
bool ga_end_main(int status);

#endif
