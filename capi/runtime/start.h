/* runtime/start.h - the process around the library: the start of Go, fork, exit. */
#ifndef GA_START_H
#define GA_START_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every call into Go by a thread of the program stands between these two, unless it is a quick one (signals.h). The program's signals wait meanwhile;
 * those that usually end a program only if the call is brief. False: this is a child made by fork, where there is no Go, or a
 * signal handler in the middle of a call. */
bool ga_go_begin(sigset_t *before, bool brief);
void ga_go_end(void);

/* For Go, on the thread of a call that polls, before it sleeps: from now on the call holds signals, if it did not. */
void ga_hold_signals(void);

/* Signals that ga_go_begin holds. A handler that the program installed without SA_ONSTACK must not run on a goroutine's small stack, so signals wait while a
 * thread of the program is in Go. Those that usually end a program stay open if that may be long: a rank that waits at start-up for a peer that never comes can be
 * interrupted. */
extern sigset_t ga_held, ga_held_briefly;

/* Futex: 1 once Go is initialised. */
extern uint32_t ga_go_up;

/* Whether a signal has its default action, from the program's point of view: Go handles SIGPIPE. */
bool ga_signal_is_default(int sig);

/* Signals that were blocked when the process started: bit s-1 for signal s. */
uint64_t ga_first_mask(void);

#define GA_DEFAULT_BASE 0x180000000000u /* where a job's memory is mapped unless GASNETGO_BASE says otherwise; as in internal/knob */

#define GA_TSAN_BASE 0x1000000000u /* with ThreadSanitizer */
#define GA_TSAN_BYTES ((uintptr_t)1 << 38)

/* Where a job's memory is mapped: where GASNETGO_BASE says, unless that is the default and a sanitizer forbids it. */
uintptr_t ga_base(uintptr_t wanted);

/* Bytes of addresses from at on that were set aside for the job's memory when the process started; 0 if none. */
uintptr_t ga_reserved(uintptr_t at);

/* The program's environment as it is now. */
char **ga_environ(void);

/* Go is initialised and its code lies in [text, text_end): lets the program go on. */
void ga_go_is_up(uintptr_t text, uintptr_t text_end);

/* From ga_sysmon_yields on, Go's scheduler watch only runs on an idle core. The thread that initialises Go identifies it before. */
void ga_sysmon_find(void);
void ga_sysmon_yields(void);

/* The program's globals are in shared memory from now on: a forked child gets a private copy. bytes 0: no longer. */
void ga_globals_are_shared(uintptr_t base, size_t bytes);

/* From now on exit calls gaAtExit(handle, status) first. Once per process. */
void ga_follow_process(void *handle);

#endif
