/* gasnet/types.h - types and constants of GASNet's core and extended API. */
#ifndef GASNET_TYPES_H
#define GASNET_TYPES_H

#include <stddef.h>
#include <stdint.h>

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001         /* before gasnet_init or gasnet_attach, or a second time */
#define GASNET_ERR_RESOURCE 10002         /* the system or a handler table has no room */
#define GASNET_ERR_BAD_ARG 10003          /* an invalid argument */
#define GASNET_ERR_NOT_READY 10004        /* a non-blocking operation is not complete, a lock is taken */
#define GASNET_ERR_BARRIER_MISMATCH 10005 /* ranks named different barriers */

#define GASNET_BARRIERFLAG_ANONYMOUS 1 /* the id is ignored */
#define GASNET_BARRIERFLAG_MISMATCH 2  /* this barrier reports a mismatch to all nodes */
#define GASNET_BARRIERFLAG_IMAGES 4    /* collectives: every image calls, not every node */
#define GASNET_BARRIERFLAG_UNNAMED 9   /* anonymous on all nodes */

#define GASNET_WAIT_SPIN 0
#define GASNET_WAIT_BLOCK 1
#define GASNET_WAIT_SPINBLOCK 2

#define GASNET_MAXNODES 0x7FFFFFFF

typedef uint32_t gasnet_node_t;
typedef uint8_t gasnet_handler_t;
typedef int32_t gasnet_handlerarg_t;

/* Identifies the sender of a message; valid while the message's handler runs. */
#ifdef GASNETI_EX
typedef struct gasneti_token *gasnet_token_t; /* gex_Token_t */
#else
typedef void *gasnet_token_t;
#endif

/* Any handler: a function without a prototype. Where the language has none, or the client asks for strict prototypes, an address. */
#if defined(GASNET_USE_STRICT_PROTOTYPES) || (defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L)
typedef void *gasneti_handler_fnptr_t;
#elif defined(__cplusplus)
typedef void (*gasneti_handler_fnptr_t)();
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
typedef void (*gasneti_handler_fnptr_t)();
#pragma GCC diagnostic pop
#endif

/* A handler and its index, 128 to 255; 0 lets gasnet_attach choose. */
typedef struct {
  gasnet_handler_t index;
  gasneti_handler_fnptr_t fnptr;
} gasnet_handlerentry_t;

/* A node's segment, at addresses of that node. */
typedef struct {
  void *addr;
  uintptr_t size;
} gasnet_seginfo_t;

/* The location of a node. Nodes of one supernode share memory: a node's memory at addr is at addr + offset in the others. */
typedef struct {
  gasnet_node_t host;
  gasnet_node_t supernode;
  uintptr_t offset;
} gasnet_nodeinfo_t;

/* A piece of memory, in lists. */
typedef struct {
  void *addr;
  size_t len;
} gasnet_memvec_t;

/* An operation in flight. All bytes zero: none. */
#ifdef GASNETI_EX
typedef struct gasneti_event *gasnet_handle_t; /* gex_Event_t */
#else
typedef void *gasnet_handle_t;
#endif
#define GASNET_INVALID_HANDLE ((gasnet_handle_t)0)

/* A get in flight; gasnet_wait_syncnb_valget returns its value. */
typedef struct gasneti_valget *gasnet_valget_handle_t;

typedef uintptr_t gasnet_register_value_t;
#if __SIZEOF_POINTER__ == 8
#define SIZEOF_GASNET_REGISTER_VALUE_T 8
#else
#define SIZEOF_GASNET_REGISTER_VALUE_T 4
#endif

typedef void *gasnet_threadinfo_t;

/* Handler-safe locks: a handler may take them. The holder makes no call that polls, and releases the lock in the same handler or function. */
typedef struct {
  uint32_t gasneti_lock;  /* 0 free, 1 taken, 2 taken and waited for */
  uint32_t gasneti_flags; /* one of those below */
  uint64_t gasneti_since; /* when it was taken; of the debug mode */
} gasnet_hsl_t;

#define GASNETI_HSL_STATIC 0x484c5331u
#define GASNETI_HSL_DYNAMIC 0x484c5332u
#define GASNETI_HSL_DESTROYED 0x484c5333u
#define GASNET_HSL_INITIALIZER {0, GASNETI_HSL_STATIC, 0}

#endif
