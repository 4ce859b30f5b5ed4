/* runtime/next.h - the definitions behind the library's functions that install handlers of signals: the C library's, or those of another library that looks at
 * handlers. */
#ifndef GA_NEXT_H
#define GA_NEXT_H

#include <signal.h>

enum ga_next_call {
	GA_NEXT_SIGACTION,
	GA_NEXT_SIGACTION2,
	GA_NEXT_SIGNAL,
	GA_NEXT_BSD_SIGNAL,
	GA_NEXT_SSIGNAL,
	GA_NEXT_SYSV_SIGNAL,
	GA_NEXT_SYSV_SIGNAL2,
	GA_NEXT_SIGSET,
	GA_NEXT_SIGINTERRUPT,
	GA_NEXT_SIGALTSTACK,
	GA_NEXT_CALLS,
};

typedef int ga_sigaction(int, const struct sigaction *, struct sigaction *);

extern const char *const ga_next_names[GA_NEXT_CALLS];

/* Not safe in a signal handler the first time; the constructor has looked them all up by then. */
void *ga_next(int call);

/* For handlers of the library, which are not the program's. */
static inline int ga_next_sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	return ((ga_sigaction *)ga_next(GA_NEXT_SIGACTION))(sig, act, old);
}

#endif
