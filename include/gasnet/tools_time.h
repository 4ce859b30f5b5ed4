/**
 * @file gasnet/tools_time.h
 * Ticks: the clock with the finest resolution, for the cost of a function call. In a simulated world ticks are virtual time.
 *
 * Ticks of different processes are not comparable. They never go back, and differences of what two readings convert to are elapsed time.
 */
#ifndef GASNET_TOOLS_TIME_H
#define GASNET_TOOLS_TIME_H

#include <stdint.h>

#include "annotate.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef uint64_t gasnett_tick_t;

/** Below and above every reading. */
#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX (~(gasnett_tick_t)0)

/** The time now. Does not enter the kernel where the processor's counter can be trusted. */
gasnett_tick_t gasnett_ticks_now(void);

/** Nanoseconds of a reading or a difference. The first call may take some milliseconds, to compare the counter with the system's clock. */
uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks);

/** Microseconds of a reading or a difference. */
uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks);

/** The smallest step between two readings, in microseconds; measured on the first call. */
double gasnett_tick_granularityus(void);

/** The cost of a reading, in microseconds; measured on the first call. */
double gasnett_tick_overheadus(void);

/** Sleep for at least ns nanoseconds, also when signals come. 0, or -1 with errno. */
int gasnett_nsleep(uint64_t ns);

/** Microseconds since 1970. */
uint64_t gasnett_gettimeofday_us(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
