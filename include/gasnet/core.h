/* gasnet/core.h - GASNet's core API without active messages: job control, segments, handler-safe locks.
 *
 * Functions that return int return GASNET_OK or a GASNET_ERR_ code. */
#ifndef GASNET_CORE_H
#define GASNET_CORE_H

#include <gasnet/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Joins the job; the first call. Blocks until all nodes have called it. Both arguments may be NULL. GASNET_ERR_NOT_INIT: called twice. */
int gasnet_init(int *argc, char ***argv);

/* gasnet_init of clients is a macro for this. mode: what the client is compiled for, and whether with GASNET_DEBUG. */
int gasneti_init(int *argc, char ***argv, int mode);
#define gasnet_init(argc, argv) gasneti_init(argc, argv, GASNETI_MODE | GASNETI_CHECKED_CLIENT)

/* Registers handlers and makes a segment of segsize bytes, a multiple of GASNET_PAGESIZE of at most gasnet_getMaxLocalSegmentSize; collective, and a
 * barrier. Indices 0 in table are replaced by those that were chosen. minheapoffset is ignored.
 * GASNET_ERR_NOT_INIT: before gasnet_init, or again; GASNET_ERR_BAD_ARG: segsize; GASNET_ERR_RESOURCE: indices, memory. */
int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset);

/* Called at the end of gasnet_attach with this node's segment, if it is set. The variable is in the archive that clients are linked with, or in the program. */
typedef void (*gasneti_attach_hook_t)(void *segbase, uintptr_t segsize);
extern gasneti_attach_hook_t gasnet_client_attach_hook;

/* Ends the job with exitcode, from anywhere: one node or all, a handler, a signal handler. Nodes that do not call it get SIGQUIT, and are ended.
 * Output is flushed. */
void gasnet_exit(int exitcode) __attribute__((__noreturn__));

/* Largest segment that gasnet_attach can make on this node, and on every node; bytes. Between gasnet_init and gasnet_attach. */
uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);

gasnet_node_t gasnet_mynode(void);
gasnet_node_t gasnet_nodes(void);

/* Fills the first numentries entries, one per node, of a table that the caller owns. */
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries);

/* A variable of the environment that the job was started in; NULL: not set. The library owns the text. */
char *gasnet_getenv(const char *name);

/* Name and description of a code. Constant. */
const char *gasnet_ErrorName(int code);
const char *gasnet_ErrorDesc(int code);

/* How waits use the processor: GASNET_WAIT_SPIN (the default: spin, then yield, then sleep), GASNET_WAIT_BLOCK (yield at once), GASNET_WAIT_SPINBLOCK. */
int gasnet_set_waitmode(int mode);

/* Locks of type gasnet_hsl_t. */
void gasnet_hsl_init(gasnet_hsl_t *hsl);
void gasnet_hsl_destroy(gasnet_hsl_t *hsl);
void gasnet_hsl_lock(gasnet_hsl_t *hsl);
void gasnet_hsl_unlock(gasnet_hsl_t *hsl);

/* GASNET_OK, or GASNET_ERR_NOT_READY if the lock is taken. */
int gasnet_hsl_trylock(gasnet_hsl_t *hsl);

/* No handler runs on this thread in between. Handlers only run in calls here, so this only helps to find calls that must not be. */
void gasnet_hold_interrupts(void);
void gasnet_resume_interrupts(void);

/* A value that tells threads apart; the same in every call of one thread. */
gasnet_threadinfo_t gasneti_threadinfo(void);
#define GASNET_GET_THREADINFO() (gasneti_threadinfo())
#define GASNET_POST_THREADINFO(info) const gasnet_threadinfo_t gasneti_posted_threadinfo __attribute__((__unused__)) = (info)
#define GASNET_BEGIN_FUNCTION() typedef int gasneti_begun_function __attribute__((__unused__))
/* UPC++ 0.1 writes this after the last argument of internal functions, where GASNet has one more parameter, the thread. Here it is empty. */
#define GASNETE_THREAD_GET

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
