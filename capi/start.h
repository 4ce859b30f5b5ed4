/* start.h - the process around the library: the start of Go, the main program's image, fork, exit. */
#ifndef GA_START_H
#define GA_START_H

#include <stddef.h>
#include <stdint.h>

/* The main program in memory: address of its address 0, its program headers. */
struct ga_image {
	uintptr_t bias;
	uintptr_t headers;
	int count;
};

struct ga_image ga_main_image(void);

/* The program's environment as it is now. */
char **ga_environ(void);

/* Go is initialised and its code lies in [text, text_end): settles who gets SIGSEGV, SIGBUS and SIGFPE, and lets the program go on. */
void ga_go_is_up(uintptr_t text, uintptr_t text_end);

/* From now on fork gives the child private globals, and exit calls gaAtExit(handle, status) first. Once per process. */
void ga_follow_process(void *handle);

#endif
