/* gasnet/am_entry.c - the functions that send active messages, one for each kind and number of arguments. */
#include "message.h"
#include "frames.h"

/* a0, a1, ... as an array */
#define NAMES_0 0
#define NAMES_1 a0
#define NAMES_2 NAMES_1, a1
#define NAMES_3 NAMES_2, a2
#define NAMES_4 NAMES_3, a3
#define NAMES_5 NAMES_4, a4
#define NAMES_6 NAMES_5, a5
#define NAMES_7 NAMES_6, a6
#define NAMES_8 NAMES_7, a7
#define NAMES_9 NAMES_8, a8
#define NAMES_10 NAMES_9, a9
#define NAMES_11 NAMES_10, a10
#define NAMES_12 NAMES_11, a11
#define NAMES_13 NAMES_12, a12
#define NAMES_14 NAMES_13, a13
#define NAMES_15 NAMES_14, a14
#define NAMES_16 NAMES_15, a15

#define ASYNC 0x100u /* with a kind */

#define MESSAGE(role_, kind_, n, src, nbytes, to)                                                                                                  \
	{                                                                                                                                          \
		.role = role_, .kind = (kind_) & ~ASYNC, .handler = handler, .nargs = n, .source = src, .bytes = nbytes, .dest = to, .args = args, \
		.async = ((kind_)&ASYNC) != 0                                                                                                      \
	}

#define FAMILY(n)                                                                                                                                   \
	int gasnet_AMRequestShort##n(gasnet_node_t dest, gasnet_handler_t handler GASNETI_AM_##n)                                                   \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_SHORT, n, NULL, 0, NULL);                                               \
		return ga_am_request("gasnet_AMRequestShort" #n, &m, dest);                                                                         \
	}                                                                                                                                           \
	int gasnet_AMRequestMedium##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes GASNETI_AM_##n)                \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_MEDIUM, n, source_addr, nbytes, NULL);                                  \
		return ga_am_request("gasnet_AMRequestMedium" #n, &m, dest);                                                                        \
	}                                                                                                                                           \
	int gasnet_AMRequestLong##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr GASNETI_AM_##n) \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_LONG, n, source_addr, nbytes, dest_addr);                               \
		return ga_am_request("gasnet_AMRequestLong" #n, &m, dest);                                                                          \
	}                                                                                                                                           \
	int gasnet_AMRequestLongAsync##n(gasnet_node_t dest, gasnet_handler_t handler, void *source_addr, size_t nbytes,                            \
	                                 void *dest_addr GASNETI_AM_##n)                                                                            \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_LONG | ASYNC, n, source_addr, nbytes, dest_addr);                       \
		return ga_am_request("gasnet_AMRequestLongAsync" #n, &m, dest);                                                                     \
	}                                                                                                                                           \
	int gasnet_AMReplyShort##n(gasnet_token_t token, gasnet_handler_t handler GASNETI_AM_##n)                                                   \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_SHORT, n, NULL, 0, NULL);                                                 \
		return ga_am_reply("gasnet_AMReplyShort" #n, &m, token);                                                                            \
	}                                                                                                                                           \
	int gasnet_AMReplyMedium##n(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes GASNETI_AM_##n)                \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_MEDIUM, n, source_addr, nbytes, NULL);                                    \
		return ga_am_reply("gasnet_AMReplyMedium" #n, &m, token);                                                                           \
	}                                                                                                                                           \
	int gasnet_AMReplyLong##n(gasnet_token_t token, gasnet_handler_t handler, void *source_addr, size_t nbytes, void *dest_addr GASNETI_AM_##n) \
	{                                                                                                                                           \
		const int32_t args[] = {NAMES_##n};                                                                                                 \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_LONG, n, source_addr, nbytes, dest_addr);                                 \
		return ga_am_reply("gasnet_AMReplyLong" #n, &m, token);                                                                             \
	}

FAMILY(0)
FAMILY(1)
FAMILY(2)
FAMILY(3)
FAMILY(4)
FAMILY(5)
FAMILY(6)
FAMILY(7)
FAMILY(8)
FAMILY(9)
FAMILY(10)
FAMILY(11)
FAMILY(12)
FAMILY(13)
FAMILY(14)
FAMILY(15)
FAMILY(16)

/* Arguments whose number is only known at run time. */
static bool collect(int32_t *args, int numargs, va_list list)
{
	if (numargs < 0 || numargs > GA_AM_ARGS)
		return false;
	for (int i = 0; i < numargs; i++)
		args[i] = va_arg(list, int);
	return true;
}

#define COUNTED(name, call, to, src, nbytes, addr, role_, kind_, ...)                                       \
	int name(__VA_ARGS__, int numargs, ...)                                                             \
	{                                                                                                   \
		int32_t args[GA_AM_ARGS];                                                                   \
		va_list list;                                                                               \
		va_start(list, numargs);                                                                    \
		const bool right = collect(args, numargs, list);                                            \
		va_end(list);                                                                               \
		if (!right)                                                                                 \
			return GASNET_ERR_BAD_ARG;                                                          \
		const struct ga_am_message m = MESSAGE(role_, kind_, (uint32_t)numargs, src, nbytes, addr); \
		return call(#name, &m, to);                                                                 \
	}

#define MEDIUM_PART void *source_addr, size_t nbytes
#define LONG_PART void *source_addr, size_t nbytes, void *dest_addr

COUNTED(gasnet_AMRequestShort, ga_am_request, dest, NULL, 0, NULL, GA_AM_REQUEST, GA_AM_SHORT, gasnet_node_t dest, gasnet_handler_t handler)
COUNTED(gasnet_AMRequestMedium, ga_am_request, dest, source_addr, nbytes, NULL, GA_AM_REQUEST, GA_AM_MEDIUM, gasnet_node_t dest,
        gasnet_handler_t handler, MEDIUM_PART)
COUNTED(gasnet_AMRequestLong, ga_am_request, dest, source_addr, nbytes, dest_addr, GA_AM_REQUEST, GA_AM_LONG, gasnet_node_t dest,
        gasnet_handler_t handler, LONG_PART)
COUNTED(gasnet_AMRequestLongAsync, ga_am_request, dest, source_addr, nbytes, dest_addr, GA_AM_REQUEST, GA_AM_LONG | ASYNC, gasnet_node_t dest,
        gasnet_handler_t handler, LONG_PART)
COUNTED(gasnet_AMReplyShort, ga_am_reply, token, NULL, 0, NULL, GA_AM_REPLY, GA_AM_SHORT, gasnet_token_t token, gasnet_handler_t handler)
COUNTED(gasnet_AMReplyMedium, ga_am_reply, token, source_addr, nbytes, NULL, GA_AM_REPLY, GA_AM_MEDIUM, gasnet_token_t token,
        gasnet_handler_t handler, MEDIUM_PART)
COUNTED(gasnet_AMReplyLong, ga_am_reply, token, source_addr, nbytes, dest_addr, GA_AM_REPLY, GA_AM_LONG, gasnet_token_t token,
        gasnet_handler_t handler, LONG_PART)

int gasnet_AMPoll(void)
{
	if (GA_UNLIKELY(ga_gasnet.ranks == 0))
		return ga_here_poll() ? GASNET_OK : ga_gasnet_poll_frame();
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call("gasnet_AMPoll");
	if (!ga_am_poll() && !ga_coll_progress())
		ga_gasnet_fruitless();
	return GASNET_OK;
}

size_t gasnet_AMMaxMedium(void)
{
	return ga_gasnet.ranks ? GA_AM_MAX_MEDIUM : ga_gasnet_query_frame("gasnet_AMMaxMedium", GA_GASNET_QUERY_MAX_MEDIUM);
}

size_t gasnet_AMMaxLongRequest(void)
{
	return ga_gasnet.ranks ? GA_AM_MAX_LONG : ga_gasnet_query_frame("gasnet_AMMaxLongRequest", GA_GASNET_QUERY_MAX_LONG_REQUEST);
}

size_t gasnet_AMMaxLongReply(void)
{
	return ga_gasnet.ranks ? GA_AM_MAX_LONG : ga_gasnet_query_frame("gasnet_AMMaxLongReply", GA_GASNET_QUERY_MAX_LONG_REPLY);
}

void gasneti_block(struct gasneti_waiting *b)
{
	struct ga_wait *w = (struct ga_wait *)(void *)b;

	_Static_assert(sizeof *w <= sizeof *b, "a wait fits into what the header sets aside");
	if (GA_UNLIKELY(ga_gasnet.ranks == 0)) {
		if (!ga_here_poll())
			ga_gasnet_block_frame(w);
		return;
	}
	if (w->steps == 0 && w->naps == 0)
		*w = ga_gasnet_wait();
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call("GASNET_BLOCKUNTIL");
	ga_gasnet_step(w);
}
