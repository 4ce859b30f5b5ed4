/**
 * @file gasnet_handler.h
 * Handlers that take pointers, written once for processors of 32 and 64 bits, where a pointer is one argument or two. This library is for 64 bits:
 * where a macro has an argument for each, it uses the second.
 *
 *     static void add_inner(gasnet_token_t token, void *where, int by) { ... }
 *     SHORT_HANDLER(add, 2, 3, (token, UNPACK(a0), a1), (token, UNPACK2(a0, a1), a2));
 *     gasnet_handlerentry_t table[] = {gasneti_handler_tableentry_with_bits(add)};     (with #define _hidx_add 130)
 *     SHORT_REQ(2, 3, (node, _hidx_add, PACK(where), 5));
 */
#ifndef _GASNET_HANDLER_H
#define _GASNET_HANDLER_H

#include "gasnet.h"

/** How handlers that these macros define are declared. */
#ifndef GASNETI_HANDLER_SCOPE
#define GASNETI_HANDLER_SCOPE extern
#endif

typedef gasneti_handler_fnptr_t gasneti_handler_fn_t;

/** @name A pointer as arguments of a message, and back: the high word comes first */
/**@{*/
#define PACK(ptr) ((gasnet_handlerarg_t)GASNETI_HIWORD(ptr)), ((gasnet_handlerarg_t)GASNETI_LOWORD(ptr))
#define UNPACK2(a0, a1) ((void *)(uintptr_t)GASNETI_MAKEWORD(a0, a1))
/**@}*/

/** @name Parameters of a handler with so many arguments (a0 and so on), and their names; each with a comma in front */
/**@{*/
#define ARGS0
#define ARGS1 ARGS0, gasnet_handlerarg_t a0
#define ARGS2 ARGS1, gasnet_handlerarg_t a1
#define ARGS3 ARGS2, gasnet_handlerarg_t a2
#define ARGS4 ARGS3, gasnet_handlerarg_t a3
#define ARGS5 ARGS4, gasnet_handlerarg_t a4
#define ARGS6 ARGS5, gasnet_handlerarg_t a5
#define ARGS7 ARGS6, gasnet_handlerarg_t a6
#define ARGS8 ARGS7, gasnet_handlerarg_t a7
#define ARGS9 ARGS8, gasnet_handlerarg_t a8
#define ARGS10 ARGS9, gasnet_handlerarg_t a9
#define ARGS11 ARGS10, gasnet_handlerarg_t a10
#define ARGS12 ARGS11, gasnet_handlerarg_t a11
#define ARGS13 ARGS12, gasnet_handlerarg_t a12
#define ARGS14 ARGS13, gasnet_handlerarg_t a13
#define ARGS15 ARGS14, gasnet_handlerarg_t a14
#define ARGS16 ARGS15, gasnet_handlerarg_t a15
#define ARGNAMES0
#define ARGNAMES1 ARGNAMES0, a0
#define ARGNAMES2 ARGNAMES1, a1
#define ARGNAMES3 ARGNAMES2, a2
#define ARGNAMES4 ARGNAMES3, a3
#define ARGNAMES5 ARGNAMES4, a4
#define ARGNAMES6 ARGNAMES5, a5
#define ARGNAMES7 ARGNAMES6, a6
#define ARGNAMES8 ARGNAMES7, a7
#define ARGNAMES9 ARGNAMES8, a8
#define ARGNAMES10 ARGNAMES9, a9
#define ARGNAMES11 ARGNAMES10, a10
#define ARGNAMES12 ARGNAMES11, a11
#define ARGNAMES13 ARGNAMES12, a12
#define ARGNAMES14 ARGNAMES13, a13
#define ARGNAMES15 ARGNAMES14, a14
#define ARGNAMES16 ARGNAMES15, a15
/**@}*/

/** @name Handlers: name_64, which calls name_inner with innerargs64. A Medium's and a Long's have addr and nbytes besides token */
/**@{*/
#define GASNETI_SHORT_DECLARATOR(name, n) GASNETI_HANDLER_SCOPE void name(gasnet_token_t token _CONCAT(ARGS, n))
#define GASNETI_DATA_DECLARATOR(name, n) GASNETI_HANDLER_SCOPE void name(gasnet_token_t token, void *addr, size_t nbytes _CONCAT(ARGS, n))

#define SHORT_HANDLER(name, cnt32, cnt64, innerargs32, innerargs64)             \
  GASNETI_SHORT_DECLARATOR(_CONCAT(name, _64), cnt64) { _CONCAT(name, _inner) innerargs64; } \
  GASNETI_SHORT_DECLARATOR(_CONCAT(name, _64), cnt64)
#define MEDIUM_HANDLER(name, cnt32, cnt64, innerargs32, innerargs64)           \
  GASNETI_DATA_DECLARATOR(_CONCAT(name, _64), cnt64) { _CONCAT(name, _inner) innerargs64; } \
  GASNETI_DATA_DECLARATOR(_CONCAT(name, _64), cnt64)
#define LONG_HANDLER MEDIUM_HANDLER

#define SHORT_HANDLER_DECL(name, cnt32, cnt64) GASNETI_SHORT_DECLARATOR(_CONCAT(name, _64), cnt64)
#define MEDIUM_HANDLER_DECL(name, cnt32, cnt64) GASNETI_DATA_DECLARATOR(_CONCAT(name, _64), cnt64)
#define LONG_HANDLER_DECL MEDIUM_HANDLER_DECL
#define SHORT_HANDLER_NOBITS_DECL(name, cnt) GASNETI_SHORT_DECLARATOR(name, cnt)
#define MEDIUM_HANDLER_NOBITS_DECL(name, cnt) GASNETI_DATA_DECLARATOR(name, cnt)
#define LONG_HANDLER_NOBITS_DECL MEDIUM_HANDLER_NOBITS_DECL
/**@}*/

/** @name Messages: args are those of the call, in parentheses */
/**@{*/
#define SHORT_REQ(cnt32, cnt64, args) _CONCAT(gasnet_AMRequestShort, cnt64) args
#define SHORT_REP(cnt32, cnt64, args) _CONCAT(gasnet_AMReplyShort, cnt64) args
#define MEDIUM_REQ(cnt32, cnt64, args) _CONCAT(gasnet_AMRequestMedium, cnt64) args
#define MEDIUM_REP(cnt32, cnt64, args) _CONCAT(gasnet_AMReplyMedium, cnt64) args
#define LONG_REQ(cnt32, cnt64, args) _CONCAT(gasnet_AMRequestLong, cnt64) args
#define LONG_REP(cnt32, cnt64, args) _CONCAT(gasnet_AMReplyLong, cnt64) args
#define LONGASYNC_REQ(cnt32, cnt64, args) _CONCAT(gasnet_AMRequestLongAsync, cnt64) args
/**@}*/

/** @name Entries of a table of handlers. The program defines _hidx_name for each */
/**@{*/
#define gasneti_handleridx(fnname) _CONCAT(_hidx_, fnname)
#define gasneti_handler_tableentry_no_bits(fnname) {gasneti_handleridx(fnname), (gasneti_handler_fn_t)fnname}
#define gasneti_handler_tableentry_with_bits(fnname) {gasneti_handleridx(fnname), (gasneti_handler_fn_t)_CONCAT(fnname, _64)}
/**@}*/

#endif
