/* gasnet/coll/team.c - who takes part in collectives: nodes, images, teams. */
#include "engine.h"

#include <stdlib.h>

#include "../progress.h"
#include "../frames.h"

#define EAGER 8192u

/* Says which image this thread is. */
void ga_coll_is_image(uint32_t image) { ga_gasnet_thread()->image = image + 1; }

/* What is the same for all ranks of a job, made once in a process and never freed. */
static struct {
	gasnet_seginfo_t *segment;
	uint32_t *ones; /* 0, 1, 2, ... */
} same;

static gasnet_seginfo_t *segments(uint32_t nodes)
{
	gasnet_seginfo_t *all = __atomic_load_n(&same.segment, __ATOMIC_ACQUIRE), *none = NULL;

	if (all)
		return all;
	all = calloc(nodes, sizeof *all);
	if (!all)
		ga_coll_no_memory("gasnet_coll_init");
	gasnet_getSegmentInfo(all, (int)nodes);
	if (__atomic_compare_exchange_n(&same.segment, &none, all, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return all;
	free(all);
	return none;
}

/* Collectives of GASNet-EX may have begun before there were segments. */
static void attached(void)
{
	const struct ga_coll_node *n = __atomic_load_n(&ga_gasnet_rank()->coll, __ATOMIC_ACQUIRE);

	if (n)
		gasnet_getSegmentInfo(n->segment, (int)n->nodes);
}

__attribute__((constructor)) static void join_attach(void) { ga_coll_attached = attached; }

static struct ga_coll_node *make(void)
{
	struct ga_coll_node *n = calloc(1, sizeof *n);

	if (!n)
		ga_coll_no_memory("gasnet_coll_init");
	n->nodes = gasnet_nodes();
	n->me = gasnet_mynode();
	n->medium = gasnet_AMMaxMedium();
	n->eager = n->medium < EAGER ? n->medium : EAGER;
	n->shared = ga_gasnet.ranks != 0;
	n->window = ga_gasnet_query_frame("gasnet_coll_init", GA_GASNET_QUERY_COLL_WINDOW);
	n->go_end = &n->go;
	n->move_end = &n->move;
	n->segment = segments(n->nodes);
	return n;
}

struct ga_coll_node *ga_coll_here(void)
{
	struct ga_gasnet_rank *r = ga_gasnet_rank();
	struct ga_coll_node *n = __atomic_load_n(&r->coll, __ATOMIC_ACQUIRE), *none = NULL;

	if (GA_LIKELY(n != NULL))
		return n;
	n = make();
	if (__atomic_compare_exchange_n(&r->coll, &none, n, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return n;
	free(n);
	return none;
}

static uint32_t *count_up(uint32_t size)
{
	uint32_t *ones = malloc((size + 1) * sizeof *ones);

	if (!ones)
		ga_coll_no_memory("gasnet_coll_team_split");
	for (uint32_t r = 0; r <= size; r++)
		ones[r] = r;
	return ones;
}

struct gasneti_team *ga_coll_new_team(struct ga_coll_node *n, uint32_t id, uint32_t size, uint32_t *node, uint32_t *first)
{
	struct gasneti_team *t = calloc(1, sizeof *t);
	uint32_t images;

	if (!t)
		ga_coll_no_memory("gasnet_coll_team_split");
	if (size == n->nodes && !same.ones)
		same.ones = count_up(size); /* the first one is GASNET_TEAM_ALL, before other threads make teams */
	t->id = id;
	t->size = size;
	t->ones = size == n->nodes ? same.ones : count_up(size);
	t->node = node ? node : t->ones;
	for (uint32_t r = 0; r < size; r++)
		if (t->node[r] == n->me)
			t->me = r;
	t->first = first ? first : t->ones;
	images = ga_coll_images(t);
	t->turn = calloc(images, sizeof *t->turn);
	t->meeting.phase = calloc(images, sizeof *t->meeting.phase);
	if (!t->turn || !t->meeting.phase)
		ga_coll_no_memory("gasnet_coll_team_split");
	t->next = n->teams;
	n->teams = t;
	return t;
}

struct gasneti_team *ga_coll_team(struct ga_coll_node *n, const char *fn, gasnet_team_handle_t team)
{
	if (GA_UNLIKELY(!n->ready))
		ga_fatal(1, "%s: called before gasnet_coll_init", fn);
	if (GA_LIKELY(team == GASNET_TEAM_ALL))
		return n->all;
	for (struct gasneti_team *t = n->teams; t; t = t->next)
		if (t == team)
			return t;
	ga_fatal(1, "%s: team = %p: no team of this node", fn, (void *)team);
}

uint32_t ga_coll_image(struct ga_coll_node *n, const char *fn, const struct gasneti_team *t)
{
	const uint32_t images = ga_coll_images(t), here = images == 1 && !t->own ? 0 : ga_coll_image_here(n, fn, t);

	if (!t->own)
		return here;
	for (uint32_t i = 0; i < images; i++)
		if (t->own[i] == here)
			return i;
	ga_fatal(1, "%s: team = %p: image %u of this node is not in it", fn, (const void *)t, here);
}

uint32_t ga_coll_image_here(struct ga_coll_node *n, const char *fn, const struct gasneti_team *t)
{
	const uint32_t image = ga_gasnet_thread()->image;

	if (ga_coll_images(n->all) == 1)
		return 0;
	if (image == 0)
		ga_fatal(1, "%s: called by a thread that has not called gasnet_coll_init, on a node of %u images", fn, ga_coll_images(t));
	return image - 1;
}

gasnet_node_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, int rank)
{
	const struct gasneti_team *t = ga_coll_team(ga_coll_here(), "gasnet_coll_team_rank2node", team);

	if (rank < 0 || (uint32_t)rank >= t->size)
		ga_fatal(1, "gasnet_coll_team_rank2node: rank = %d: not in 0..%u", rank, t->size - 1);
	return t->node[rank];
}

gasnet_node_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gasnet_node_t node)
{
	const struct gasneti_team *t = ga_coll_team(ga_coll_here(), "gasnet_coll_team_node2rank", team);

	for (uint32_t r = 0; r < t->size; r++)
		if (t->node[r] == node)
			return r;
	ga_fatal(1, "gasnet_coll_team_node2rank: node = %u: not in this team", node);
}

gasnet_node_t gasnet_coll_team_size(gasnet_team_handle_t team) { return ga_coll_team(ga_coll_here(), "gasnet_coll_team_size", team)->size; }

void gasnete_coll_team_free(gasnet_team_handle_t team)
{
	static const char fn[] = "gasnete_coll_team_free";
	struct ga_coll_node *n = ga_coll_here();
	struct gasneti_team *t = ga_coll_team(n, fn, team), **at;

	if (t == n->all)
		ga_fatal(1, "%s: team = GASNET_TEAM_ALL: only teams that gasnet_coll_team_split has made can be freed", fn);
	ga_coll_lock(n);
	if (t->under_way)
		ga_fatal(1, "%s: team = %p: a call of this team is under way", fn, (void *)team);
	for (at = &n->teams; *at != t;)
		at = &(*at)->next;
	*at = t->next;
	ga_coll_unlock(n);
	if (t->node != t->ones)
		free(t->node);
	if (t->first != t->ones)
		free(t->first);
	if (t->ones != same.ones)
		free(t->ones);
	free(t->own);
	free(t->turn);
	free(t->meeting.phase);
	free(t);
}
