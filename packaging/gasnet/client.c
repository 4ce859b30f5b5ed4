/* client.c - linked into programs that use GASNet: variables that the program or its debugger sets and the library reads. The library refers to
 * them weakly, and they are weak themselves: programs may assign or define them. */
#include <stdint.h>

/* A process that waits for a debugger (GASNET_FREEZE_ON_ERROR) continues when this is 0. */
__attribute__((weak)) volatile int gasnet_frozen = 0;

/* Called at the end of gasnet_attach with this rank's segment, if the program has set it. */
__attribute__((weak)) void (*gasnet_client_attach_hook)(void *segbase, uintptr_t segsize) = 0;
