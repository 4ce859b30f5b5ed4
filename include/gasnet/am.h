/* gasnet/am.h - active messages: a handler of another node is called with up to 16 arguments of 32 bits and, if wanted, a payload.
 *
 * Short: arguments only. Medium: a payload of at most gasnet_AMMaxMedium() bytes, which the handler gets in a buffer of the library's for as long as it
 * runs. Long: a payload that has been written to dest_addr, in the segment of the receiver, when the handler runs.
 *
 * The handler of a request may send one reply; the handler of a reply sends nothing. Handlers run inside calls of GASNet that poll: sending
 * requests, waiting, gasnet_AMPoll. A request may block for lack of space, and runs handlers of arriving messages meanwhile. The memory at source_addr may
 * be reused when the call returns, except for LongAsync: there it must not change until the reply's handler runs.
 *
 * They return GASNET_OK, or GASNET_ERR_NOT_INIT, GASNET_ERR_BAD_ARG; sizes and addresses that are out of bounds end the job. */
#ifndef GASNET_AM_H
#define GASNET_AM_H

#include <gasnet/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Maximum number of arguments, and of payload bytes, of a message. */
size_t gasnet_AMMaxArgs(void);
size_t gasnet_AMMaxMedium(void);
size_t gasnet_AMMaxLongRequest(void);
size_t gasnet_AMMaxLongReply(void);

/* Runs the handlers of messages that have arrived. */
int gasnet_AMPoll(void);

/* The sender of the message whose handler was called with this token. */
int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *source);

/* GASNETI_AM_n are n parameters. */
#define GASNETI_AM_0
#define GASNETI_AM_1 , gasnet_handlerarg_t a0
#define GASNETI_AM_2 GASNETI_AM_1, gasnet_handlerarg_t a1
#define GASNETI_AM_3 GASNETI_AM_2, gasnet_handlerarg_t a2
#define GASNETI_AM_4 GASNETI_AM_3, gasnet_handlerarg_t a3
#define GASNETI_AM_5 GASNETI_AM_4, gasnet_handlerarg_t a4
#define GASNETI_AM_6 GASNETI_AM_5, gasnet_handlerarg_t a5
#define GASNETI_AM_7 GASNETI_AM_6, gasnet_handlerarg_t a6
#define GASNETI_AM_8 GASNETI_AM_7, gasnet_handlerarg_t a7
#define GASNETI_AM_9 GASNETI_AM_8, gasnet_handlerarg_t a8
#define GASNETI_AM_10 GASNETI_AM_9, gasnet_handlerarg_t a9
#define GASNETI_AM_11 GASNETI_AM_10, gasnet_handlerarg_t a10
#define GASNETI_AM_12 GASNETI_AM_11, gasnet_handlerarg_t a11
#define GASNETI_AM_13 GASNETI_AM_12, gasnet_handlerarg_t a12
#define GASNETI_AM_14 GASNETI_AM_13, gasnet_handlerarg_t a13
#define GASNETI_AM_15 GASNETI_AM_14, gasnet_handlerarg_t a14
#define GASNETI_AM_16 GASNETI_AM_15, gasnet_handlerarg_t a15

/* One function for each number of arguments: gasnet_AMRequestShort0 to gasnet_AMRequestShort16 and so on. */
#define GASNETI_AM_DECLARE(n) \
  int gasnet_AMRequestShort##n(gasnet_node_t dest, gasnet_handler_t handler GASNETI_AM_##n); \
  int gasnet_AMRequestMedium##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes GASNETI_AM_##n); \
  int gasnet_AMRequestLong##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr GASNETI_AM_##n); \
  int gasnet_AMRequestLongAsync##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr GASNETI_AM_##n); \
  int gasnet_AMReplyShort##n(gasnet_token_t token, gasnet_handler_t handler GASNETI_AM_##n); \
  int gasnet_AMReplyMedium##n(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes GASNETI_AM_##n); \
  int gasnet_AMReplyLong##n(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr GASNETI_AM_##n);

GASNETI_AM_DECLARE(0)
GASNETI_AM_DECLARE(1)
GASNETI_AM_DECLARE(2)
GASNETI_AM_DECLARE(3)
GASNETI_AM_DECLARE(4)
GASNETI_AM_DECLARE(5)
GASNETI_AM_DECLARE(6)
GASNETI_AM_DECLARE(7)
GASNETI_AM_DECLARE(8)
GASNETI_AM_DECLARE(9)
GASNETI_AM_DECLARE(10)
GASNETI_AM_DECLARE(11)
GASNETI_AM_DECLARE(12)
GASNETI_AM_DECLARE(13)
GASNETI_AM_DECLARE(14)
GASNETI_AM_DECLARE(15)
GASNETI_AM_DECLARE(16)
#undef GASNETI_AM_DECLARE

/* The same with the number of arguments, each an int, at run time. */
int gasnet_AMRequestShort(gasnet_node_t dest, gasnet_handler_t handler, int numargs, ...);
int gasnet_AMRequestMedium(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, int numargs, ...);
int gasnet_AMRequestLong(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr, int numargs, ...);
int gasnet_AMRequestLongAsync(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr, int numargs, ...);
int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t handler, int numargs, ...);
int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes, int numargs, ...);
int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr, int numargs, ...);

/* Polls until cond holds. Handlers, other threads and puts of other nodes may change it. */
#define GASNET_BLOCKUNTIL(cond)                        \
  do {                                                 \
    struct gasneti_waiting gasneti_b = {{0}};          \
    while (!(cond))                                    \
      gasneti_block(&gasneti_b);                       \
    __atomic_thread_fence(__ATOMIC_ACQUIRE);           \
  } while (0)

/* One iteration of GASNET_BLOCKUNTIL: runs handlers, and waits longer each time. */
struct gasneti_waiting {
  uint32_t state[8];
};
void gasneti_block(struct gasneti_waiting *b);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
