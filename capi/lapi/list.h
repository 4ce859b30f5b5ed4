/* lapi/list.h - lists of records that wait in this process. Their lock is the caller's. */
#ifndef GA_LAPI_LIST_H
#define GA_LAPI_LIST_H

#include <stdlib.h>

#include "fast.h"

static inline void ga_lapi_list_init(struct ga_lapi_list *l) { *l = (struct ga_lapi_list){NULL, &l->first}; }

static inline void ga_lapi_list_add(struct ga_lapi_list *l, struct ga_lapi_kept *k)
{
	k->next = NULL;
	*l->last = k;
	l->last = &k->next;
}

/* Takes out the one that *at points to. */
static inline struct ga_lapi_kept *ga_lapi_list_cut(struct ga_lapi_list *l, struct ga_lapi_kept **at)
{
	struct ga_lapi_kept *k = *at;

	*at = k->next;
	if (l->last == &k->next)
		l->last = at;
	return k;
}

static inline void ga_lapi_list_clear(struct ga_lapi_list *l)
{
	while (l->first)
		free(ga_lapi_list_cut(l, &l->first));
}

#endif
