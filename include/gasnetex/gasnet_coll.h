/* gasnet_coll.h - teams and collectives of GASNet-EX. Barriers are in gasnetex.h. */
#ifndef _GASNET_COLL_H
#define _GASNET_COLL_H

#include "gasnetex.h"

/* Those of GASNet-1, too, which GASNet-EX has in part. */
#ifndef GASNETGO_WITHOUT_GASNET1
#include <gasnet/coll.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* out[i] = left[i] op out[i], count times. */
typedef void (*gex_Coll_ReduceFn_t)(const void *left, void *right_and_out, size_t count, const void *cdata);

/* nbytes from src of the root to dst of all members, the root's too. An event is complete when dst and src of this member may be used. */
gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, size_t nbytes, gex_Flags_t flags);

/* dt_cnt elements of dt_sz bytes, combined by op over all members; dst may be src. op GEX_OP_USER: by user_op, which is taken to be associative and commutative. */
gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
