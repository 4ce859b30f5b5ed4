/* runtime/futex.h - sleeping on a word, and a clock for it. */
#ifndef GA_FUTEX_H
#define GA_FUTEX_H

#include <stdbool.h>
#include <stdint.h>

/* futex(2) on a word shared between processes. timeout in ns; wait returns false when the time ran out. */
bool ga_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns);
void ga_futex_wake(uint32_t *word, int sleepers);

/* Microseconds on CLOCK_MONOTONIC; wraps after 71 minutes, so compare by difference. */
uint32_t ga_now_us(void);

#endif
