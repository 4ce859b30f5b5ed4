/* runtime/own.h - which code of this process is Go's, and which handlers of signals are the library's. */
#ifndef GA_OWN_H
#define GA_OWN_H

#include <stdbool.h>
#include <stdint.h>

/* Handlers of the library. Each file that has one stores its address here before it installs it. */
enum ga_own_handlers { GA_OWN_FAULT, GA_OWN_END, GA_OWN_WHERE, GA_OWN_HANDLERS };
extern uintptr_t ga_own[GA_OWN_HANDLERS];

/* Whether this is an address in Go's code, such as one of its handlers, or a handler of the library. Until Go publishes its address range, all of this library
 * counts as Go. */
bool ga_own_handler(uintptr_t at);

/* Whether this is the handler of signals that end a program by default; the program sees SIG_DFL in its place. */
static inline bool ga_is_end_handler(uintptr_t at) { return at == ga_own[GA_OWN_END] && at != 0; }

/* Publishes the range of Go's code. */
void ga_own_text(uintptr_t text, uintptr_t text_end);

/* Whether this is an address in the library's code, Go's or C's. */
bool ga_in_library(uintptr_t at);

#endif
