/* gasnet/check.h - checks for misuse that goes unnoticed on shared memory, with GASNETGO_DEBUG=1 only. Each ends the job with a line that names
 * the function. */
#ifndef GA_GASNET_CHECK_H
#define GA_GASNET_CHECK_H

#include "tools/client.h"
#include "plane.h"

/* A handler begins and ends on this thread. */
void ga_gasnet_check_begin(uint32_t role);
void ga_gasnet_check_end(uint32_t index);

/* A call that communicates or blocks: not in a handler, not with a handler-safe lock, not with interrupts held. */
void ga_gasnet_check_call(const char *fn);

/* A reply: in the handler of a request, once, with no lock. */
void ga_gasnet_check_reply(const char *fn, const struct ga_am_token *token);
void ga_gasnet_check_reply_locks(const char *fn); /* that it is with no lock, where Go knows the rest */

/* An access region begins or ends; inside, nothing without a handle is synchronised. */
void ga_gasnet_check_region(const char *fn, bool begin);
void ga_gasnet_check_nbi(const char *fn);
bool ga_gasnet_check_in_region(void);

/* A handler-safe lock is taken or given back; interrupts are held or not. */
void ga_gasnet_check_lock(const char *fn, const void *hsl, bool taken);
void ga_gasnet_check_own(const char *fn, const void *hsl);                       /* that this thread does not have it */
void ga_gasnet_check_life(const char *fn, const gasnet_hsl_t *hsl, bool begins); /* that it is initialised, or is not if it begins to be */
void ga_gasnet_check_held(const gasnet_hsl_t *hsl);                              /* not for too long, as it is given back */
void ga_gasnet_check_hold(const char *fn, bool hold);

/* A value of more bytes than a register has; always looked for. */
_Noreturn void ga_gasnet_bad_value(const char *fn, size_t bytes);

#endif
