/* gasnet/ex/reduce.h - operations of reductions. */
#ifndef GA_GASNET_EX_REDUCE_H
#define GA_GASNET_EX_REDUCE_H

#include "../coll/engine.h"

typedef void ga_gex_combine_t(const struct ga_coll_reduction *r, void *to, const void *from, size_t elements);

/* The function that combines elements of a type by an operation. Ends the job if there is none. */
ga_gex_combine_t *ga_gex_combine(const char *fn, uint32_t dt, size_t dt_sz, uint32_t op, bool user);

#endif
