/* gasnet_ratomic.h - remote atomics of GASNet-EX: atomic domains.
 *
 * A domain is a team, a type of values, and the operations that its members may use. Operations through one domain are atomic with regard to each other, and to nothing else: memory that
 * is also accessed otherwise, or through another domain, needs synchronisation in between. */
#ifndef _GASNET_RATOMIC_H
#define _GASNET_RATOMIC_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Makes a domain; collective over tm, which must stay. dt: one of GEX_DT_I32 to GEX_DT_DBL. ops: all GEX_OP_... that will be used; AND, OR, XOR are for integers only. flags:
 * GEX_FLAG_AD_FAVOR_..., hints that have no effect. */
void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);

/* Frees a domain; collective over its team. Its operations are complete. */
void gex_AD_Destroy(gex_AD_t ad);

GASNETI_GEX_QUERIES(AD)
gex_TM_t gex_AD_QueryTM(gex_AD_t ad);
gex_DT_t gex_AD_QueryDT(gex_AD_t ad);
gex_OP_t gex_AD_QueryOps(gex_AD_t ad); /* as given */

/* One operation on the value at tgt_addr, aligned and in the segment of rank tgt_rank of the domain's team, or of the job with GEX_FLAG_RANK_IS_JOBRANK. With x for the value:
 *
 *     SET, SWAP      x = operand1                            ADD SUB MULT   x = x op operand1; integers wrap
 *     CAS, FCAS      x = operand2 if x == operand1           MIN MAX        the lesser, the greater
 *     GET            x stays                                 INC DEC        x + 1, x - 1
 *                                                            AND OR XOR     x = x op operand1
 *
 * GET, SWAP, FCAS, and the others with an F in front, store in *result_p what x was before; other operations ignore result_p. Operands that are not named are ignored.
 * NB returns an event, NBI 0: gex_NBI_Wait of GEX_EC_PUT waits for SET, of GEX_EC_GET for GET, of GEX_EC_RMW for all others.
 * GEX_FLAG_AD_REL: a rank that sees the effect also sees what the caller stored before. GEX_FLAG_AD_ACQ: what the caller loads after the synchronisation is at least as new as the effect. All operations do both where ranks
 * share memory, except that GET releases only with the flag. GEX_FLAG_AD_MY_RANK, GEX_FLAG_AD_MY_NBRHD: promises about the target. GEX_FLAG_IMMEDIATE has no effect. */
#define GASNETI_GEX_AD(dt, type) \
  gex_Event_t gex_AD_OpNB_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2, gex_Flags_t flags); \
  int gex_AD_OpNBI_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2, gex_Flags_t flags);
GASNETI_GEX_AD(I32, int32_t)
GASNETI_GEX_AD(U32, uint32_t)
GASNETI_GEX_AD(I64, int64_t)
GASNETI_GEX_AD(U64, uint64_t)
GASNETI_GEX_AD(FLT, float)
GASNETI_GEX_AD(DBL, double)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
