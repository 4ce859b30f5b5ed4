/* A library of the library's: thread-local variables of a kind that needs __tls_get_addr. */
#include "brought.h"

static __thread int local = 3;
int inner_count = 100;

int *inner_local(void) { return &local; }
int inner_next(void) { return ++inner_count; }
__attribute__((constructor)) static void up(void) { brought_order = brought_order * 10 + 1; }
#if defined(__x86_64__)
unsigned long inner_counter(void) { return __builtin_ia32_rdtsc(); }
#else
unsigned long inner_counter(void) { return 0; }
#endif
