/* runtime/over.h - how far the end of a rank by its job has come. */
#ifndef GA_OVER_H
#define GA_OVER_H

#include <stdbool.h>
#include <stdint.h>

/* Says that this thread runs the exit handlers now. False: another thread does. */
bool ga_end_begin(void);

/* Whether exit handlers run because the job is over: the library's have nothing to do. */
bool ga_ending(void);

/* Says that they have run, or cannot go on, if this is their thread: then it does not return. */
void ga_end_over(void);

/* Blocks until the exit handlers have run, at most so many nanoseconds. */
void ga_end_wait(uint64_t ns);

/* Blocks until the process ends. */
_Noreturn void ga_end_sleep(void);

/* This process is the one that ends: forked children are not. Once, before anything else. */
void ga_end_follow(void);

#endif
