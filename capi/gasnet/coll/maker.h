/* gasnet/coll/maker.h - what plans of collectives are made with. gasnet/coll/plan.c chooses among those from or to one node (gasnet/coll/rooted.c),
 * those in which all are alike (gasnet/coll/all.c), and scans (gasnet/coll/scan.c). */
#ifndef GA_GASNET_COLL_MAKER_H
#define GA_GASNET_COLL_MAKER_H

#include "plan.h"

#define SMALL 2048u     /* bytes of a block that may be forwarded by others */
#define FLAT_SHARED 32u /* nodes that send to one directly, if they share memory */
#define FLAT 4u         /* nodes that send to one directly in any case */

enum { TAG_UP, TAG_DATA, TAG_DOWN, TAG_ROUND = 0x100, TAG_IMAGE = 0x10000 };

struct maker {
	struct ga_plan *p;
	const struct ga_coll_place *at;
	const struct ga_coll_want *w;
	uint32_t n, me;  /* nodes */
	uint32_t images; /* of this node */
	uint32_t root;   /* node */
	uint32_t rounds; /* of dissemination so far, for tags */
};

/* Steps, in the order in which they are taken. A copy of nothing, or to where it is, is none. */
void ga_plan_send(struct maker *m, uint32_t peer, uint32_t tag, const void *from, size_t bytes);
void ga_plan_receive(struct maker *m, uint32_t peer, uint32_t tag, void *to, size_t bytes);
void ga_plan_move(struct maker *m, enum ga_step_kind kind, void *to, const void *from, size_t bytes);
void ga_plan_end_round(struct maker *m);
void ga_plan_work(struct maker *m, ga_coll_work_t *work, void *arg);

/* Memory until the last step has been taken; NULL, and the plan has failed, if there is none. */
char *ga_plan_scratch(struct maker *m, size_t bytes);

/* All nodes have arrived when this is complete. */
void ga_plan_meet(struct maker *m);

/* Bytes of the nodes v.. counted from a base, up to and without end. */
size_t ga_plan_span_bytes(const struct maker *m, uint32_t base, uint32_t v, uint32_t end);

/* The node of an image; first: image of each. */
uint32_t ga_plan_node_of(const uint32_t *first, uint32_t nodes, uint32_t image);

/* Highest step at which rank v of a binomial tree has a child. */
uint32_t ga_plan_top(uint32_t v, uint32_t n);

/* The blocks of this node's images, one after the other at to. */
void ga_plan_collect(struct maker *m, char *to);

/* gasnet/coll/rooted.c */
void ga_plan_broadcast(struct maker *m);
void ga_plan_scatter(struct maker *m);
void ga_plan_gather(struct maker *m);
void ga_plan_reduce(struct maker *m);
void ga_plan_reduce_all(struct maker *m);

/* gasnet/coll/all.c */
void ga_plan_gather_all(struct maker *m);
void ga_plan_exchange(struct maker *m);
void ga_plan_barrier(struct maker *m);

/* gasnet/coll/scan.c */
void ga_plan_scan(struct maker *m);

static inline void copy(struct maker *m, void *to, const void *from, size_t bytes) { ga_plan_move(m, GA_STEP_COPY, to, from, bytes); }

static inline void *block(void *base, size_t index, size_t bytes) { return (char *)base + index * bytes; }

static inline uint32_t images_of(const struct maker *m, uint32_t node) { return m->at->first[node + 1] - m->at->first[node]; }

static inline size_t bytes_of(const struct maker *m, uint32_t node) { return images_of(m, node) * m->w->bytes; }

static inline bool at_root(const struct maker *m) { return m->me == m->root; }

/* From here on ranks count from a base. */
static inline uint32_t from_base(const struct maker *m, uint32_t base) { return (m->me + m->n - base) % m->n; }
static inline uint32_t real(const struct maker *m, uint32_t base, uint32_t v) { return (v + base) % m->n; }

#endif
