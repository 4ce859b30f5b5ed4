/* runtime/program.h - the calling program, in either world: services of its C library, and symbols that it defines for the library.
 *
 * A rank of a simulated job has its own environment, clock and signals, separate from those of the process that contains this library. */
#ifndef GA_PROGRAM_H
#define GA_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

struct ga_libc {
	char *(*getenv)(const char *);
	int (*setenv)(const char *, const char *, int);
	int (*unsetenv)(const char *);
	int (*clock_gettime)(clockid_t, struct timespec *);
	int (*nanosleep)(const struct timespec *, struct timespec *);
	int (*sched_yield)(void);
	int (*gethostname)(char *, size_t);
	void (*(*signal)(int, void (*)(int)))(int);
	int (*raise)(int);
	void (*abort)(void);
	void (*leave)(int); /* _exit */
	int (*on_exit)(void (*)(int, void *), void *);
	int (*fflush)(FILE *);
	ssize_t (*write)(int, const void *, size_t);
};

/* As the program that runs now would call them. */
const struct ga_libc *ga_libc(void);

/* The address of a symbol that the program defines; NULL if there is none. here is the value of a weak reference of this library to the same name. */
void *ga_program_symbol(const char *name, void *here);
#define GA_PROGRAM(symbol) ga_program_symbol(#symbol, (void *)(uintptr_t)&symbol)

/* The file of this library; "" if it is not known. */
const char *ga_library_path(void);

#endif
