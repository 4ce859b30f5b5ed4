/* gasnet/coll/split.c - teams of some of a team's nodes, or of some of its images. */
#include "engine.h"

#include <stdlib.h>

#define IDS 0x3fffffffu /* team ids; ga_coll_space is above */
#define IDS_OF_NODE 65536u

/* The description that a node, or an image, sends of itself. */
struct choice {
	uint32_t color, rank;
	uint32_t made;  /* an id that is unused at its node */
	uint32_t here;  /* of an image: its number in its node */
	uint32_t old;   /* position in the parent; filled in by the reader, like the fields below */
	uint32_t node;  /* its rank there */
	uint32_t order; /* images of a node stay together */
};

static int by_rank(const void *a, const void *b)
{
	const struct choice *x = a, *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->old < y->old ? -1 : x->old > y->old;
}

/* An id of this node's, for a team that it may lead. */
static uint32_t reserve(struct ga_coll_node *n, const char *fn)
{
	uint32_t made;

	ga_coll_lock(n);
	made = n->teams_made++;
	ga_coll_unlock(n);
	if (made >= IDS_OF_NODE || n->me >= IDS / IDS_OF_NODE)
		ga_fatal(1, "%s: node %u has taken part in %u splits, more than %u are not possible", fn, n->me, made, IDS_OF_NODE);
	return made;
}

/* Those of one color, in front, in order of rank. */
static uint32_t choose(struct choice *all, uint32_t count, uint32_t color)
{
	uint32_t members = 0;

	for (uint32_t i = 0; i < count; i++)
		if (all[i].color == color)
			all[members++] = all[i];
	qsort(all, members, sizeof *all, by_rank);
	return members;
}

gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent, gasnet_node_t mycolor, gasnet_node_t myrelrank, void *clientdata)
{
	static const char fn[] = "gasnet_coll_team_split";
	struct ga_coll_node *n = ga_coll_here();
	struct gasneti_team *t = ga_coll_team(n, fn, parent), *made;
	struct choice mine = {.color = mycolor, .rank = myrelrank, .made = reserve(n, fn)}, *all = ga_coll_list(fn, t->size, sizeof *all);
	uint32_t members, *node;

	(void)clientdata;
	gasnet_coll_gather_all(parent, all, &mine, sizeof mine,
	                       GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_NO_IMAGES);
	for (uint32_t r = 0; r < t->size; r++)
		all[r].old = r;
	members = choose(all, t->size, mycolor);
	node = ga_coll_list(fn, members, sizeof *node);
	for (uint32_t r = 0; r < members; r++)
		node[r] = t->node[all[r].old];
	ga_coll_lock(n);
	made = ga_coll_new_team(n, 1 + node[0] * IDS_OF_NODE + all[0].made, members, node, NULL);
	ga_coll_unlock(n);
	free(all);
	return made;
}

/* The nodes of a team whose images are in order, the images of each, and those of this node. */
static void count(const char *fn, const struct gasneti_team *t, const struct choice *all, uint32_t members, uint32_t *nodes, uint32_t **node,
                  uint32_t **first, uint32_t **own)
{
	uint32_t mine = 0;

	*node = ga_coll_list(fn, members, sizeof **node);
	*first = ga_coll_list(fn, members + 1, sizeof **first);
	*own = ga_coll_list(fn, members, sizeof **own);
	*nodes = 0;
	for (uint32_t i = 0; i < members; i++) {
		if (i == 0 || all[i].node != all[i - 1].node) {
			(*node)[*nodes] = t->node[all[i].node];
			(*first)[(*nodes)++] = i;
		}
		if (all[i].node == t->me)
			(*own)[mine++] = all[i].here;
	}
	(*first)[*nodes] = members;
}

gasnet_team_handle_t gasnete_coll_team_split_images(gasnet_team_handle_t parent, gasnet_image_t mycolor, gasnet_image_t myrelimage, void *clientdata)
{
	static const char fn[] = "gasnete_coll_team_split_images";
	struct ga_coll_node *n = ga_coll_here();
	struct gasneti_team *t = ga_coll_team(n, fn, parent), *made;
	const uint32_t images = t->first[t->size];
	struct choice mine = {.color = mycolor, .rank = myrelimage, .made = reserve(n, fn), .here = ga_coll_image_here(n, fn, t)};
	struct choice *all = ga_coll_list(fn, images, sizeof *all);
	uint32_t members, id, nodes, orders = 0, *node, *first, *own, *order = ga_coll_list(fn, t->size, sizeof *order);

	(void)clientdata;
	gasnet_coll_gather_all(parent, all, &mine, sizeof mine, GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC);
	for (uint32_t r = 0; r < t->size; r++)
		for (uint32_t i = t->first[r]; i < t->first[r + 1]; i++) {
			all[i].old = i;
			all[i].node = r;
		}
	members = choose(all, images, mycolor);
	for (uint32_t i = 0; i < members; i++) {
		if (!order[all[i].node])
			order[all[i].node] = ++orders;
		all[i].order = order[all[i].node];
	}
	qsort(all, members, sizeof *all, by_rank);
	count(fn, t, all, members, &nodes, &node, &first, &own);
	id = 1 + node[0] * IDS_OF_NODE + all[0].made;
	ga_coll_lock(n);
	for (made = n->teams; made && made->id != id; made = made->next)
		;
	if (!made) { /* the first image of this node */
		made = ga_coll_new_team(n, id, nodes, node, first);
		made->own = own;
		node = first = own = NULL;
	}
	ga_coll_unlock(n);
	free(node);
	free(first);
	free(own);
	free(order);
	free(all);
	return made;
}
