/* gasnet/coll/call.h - a collective as the program calls it, and what can be wrong with that. */
#ifndef GA_GASNET_COLL_CALL_H
#define GA_GASNET_COLL_CALL_H

#include "engine.h"

/* A call as one image makes it. */
struct ga_coll_say {
	const char *fn;
	gasnet_team_handle_t team;
	enum ga_coll_kind kind;
	int flags;
	size_t bytes;
	gasnet_image_t root;
	void *at_root;
	void *dst, *src;                 /* with one address */
	void *const *dsts, *const *srcs; /* with a list */
	gasnet_coll_fn_handle_t func;
	int arg;
	size_t element;
	const struct ga_coll_prefix *scan;
};

/* What the library can do without, for GASNETGO_DEBUG: flags; that memory is in the segment if flags say so, when all images of this node have made the call. */
void ga_coll_check_flags(const struct ga_coll_say *s, bool blocking);
void ga_coll_check_memory(const struct ga_coll_node *n, const struct ga_coll *c, const struct ga_coll_say *s, uint32_t images, uint32_t all);

/* A scan's own arguments. */
void ga_coll_check_scan(const struct ga_coll_say *s, uint32_t images);

#endif
