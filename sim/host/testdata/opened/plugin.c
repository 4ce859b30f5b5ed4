/* A library that is opened at run time: variables of all kinds, one that points to another, a library that it needs, a function of the program. */
#define _GNU_SOURCE
#include "opened.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

int count = 10;
static int hidden, zeros[5000];
static int *const at[] = {&count, &hidden};
__thread int plugin_thread = 4;
static __thread char more[100];

int plugin_next(void)
{
	zeros[hidden + 4000]++;
	more[hidden]++;
	return ++*at[0] + ++*at[1] + inner_next() + zeros[hidden + 3999] + more[hidden - 1];
}
int *plugin_count(void) { return &count; }
int *plugin_local(void) { return &plugin_thread; }
double plugin_root(double x) { return sqrt(x) + opened_callback(1); }
int plugin_host(void) { return dlsym(RTLD_DEFAULT, "count") == &count; }

static void at_exit(void) { inner_note(3); }
__attribute__((constructor)) static void up(void)
{
	opened_order = opened_order * 10 + 2;
	atexit(at_exit);
}
__attribute__((destructor)) static void down(void) { inner_note(2); }

static const char *one(void) { return "chosen"; }
static const char *(*choose(void))(void) { return one; }
const char *plugin_chosen(void) __attribute__((ifunc("choose")));

#if defined(__x86_64__)
unsigned long plugin_counter(void) { return __builtin_ia32_rdtsc(); }
#else
unsigned long plugin_counter(void) { return 0; }
#endif
