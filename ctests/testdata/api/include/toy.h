/** @file toy.h A minimal API with all parts that an API has. */
#ifndef TOY_H
#define TOY_H

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** A function of the program that the library calls, on the stack of the call that triggers it. */
typedef void (*toy_handler_t)(int value);

/** The number of this process in the job. */
int toy_rank(void);

/** Adds value to this rank's sum and returns the sum. */
int toy_add(int value);

/** Calls handler with value, then returns value + 1. */
int toy_call(toy_handler_t handler, int value);

/** How many handlers have run in this process of the job. */
int toy_runs(void);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif

#endif
