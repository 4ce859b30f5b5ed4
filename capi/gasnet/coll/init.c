/* gasnet/coll/init.c - the start of collectives. */
#define _GNU_SOURCE
#include "engine.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* Processes of a host tell each other how to recognise their memory. */
static void open_memory(struct ga_coll_node *n)
{
	static const char fn[] = "gasnet_coll_init";
	static struct ga_coll_cookie mine;
	struct ga_coll_cookie *all = ga_coll_list(fn, n->nodes, sizeof *all);
	struct ga_coll_peer *peer = ga_coll_list(fn, n->nodes, sizeof *peer);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	mine.at = (uintptr_t)&mine.value;
	mine.value = ((uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec << 8 ^ (uint64_t)getpid() << 40 ^ (uintptr_t)n) | 1;
	(void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); /* no such rule, no need */
	gasnet_coll_gather_all(GASNET_TEAM_ALL, all, &mine, sizeof mine,
	                       GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_NO_IMAGES);
	for (uint32_t r = 0; r < n->nodes; r++)
		peer[r].cookie = all[r];
	free(all);
	n->peer = peer;
}

struct ga_coll_node *ga_coll_begin_teams(void)
{
	struct ga_coll_node *n = ga_coll_here();

	n->all = ga_coll_new_team(n, 0, n->nodes, NULL, NULL);
	n->ready = true;
	if (n->shared && n->nodes > 1)
		open_memory(n);
	return n;
}

/* The first image of a node to come sets up what all share. */
static void set_up(struct ga_coll_node *n, const gasnet_image_t images[], const gasnet_coll_fn_entry_t fn_tbl[], size_t fn_count)
{
	static const char fn[] = "gasnet_coll_init";

	if (!n->all) {
		uint32_t *first = images ? ga_coll_list(fn, n->nodes + 1, sizeof *first) : NULL;

		for (uint32_t r = 0; images && r < n->nodes; r++) {
			if (images[r] == 0)
				ga_fatal(1, "%s: images[%u] = 0: every node has one at least", fn, r);
			first[r + 1] = first[r] + images[r];
		}
		n->all = ga_coll_new_team(n, 0, n->nodes, NULL, first);
	}
	if (fn_count) {
		gasnet_coll_fn_entry_t *table = ga_coll_list(fn, fn_count, sizeof *table);

		memcpy(table, fn_tbl, fn_count * sizeof *table);
		n->function = table; /* one before it may be in use */
		n->functions = fn_count;
	}
}

void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t fn_tbl[], size_t fn_count, int init_flags)
{
	static const char fn[] = "gasnet_coll_init";
	struct ga_coll_node *n;
	struct ga_wait w = {0};
	uint32_t round, here, first;
	bool last;

	(void)init_flags;
	if (gasnet_AMPoll() != GASNET_OK)
		ga_fatal(1, "%s: called before gasnet_attach", fn);
	if (fn_count && !fn_tbl)
		ga_fatal(1, "%s: fn_tbl = NULL with fn_count = %zu", fn, fn_count);
	n = ga_coll_here();
	ga_coll_lock(n);
	if (n->init_arrived == 0)
		set_up(n, images, fn_tbl, fn_count);
	here = ga_coll_images(n->all);
	first = n->all->first[n->me];
	round = n->init_over;
	last = ++n->init_arrived == here;
	ga_coll_unlock(n);
	if (here > 1 && my_image - first >= here)
		ga_fatal(1, "%s: my_image = %u: node %u has %u to %u", fn, my_image, n->me, first, first + here - 1);
	ga_coll_is_image(here > 1 ? my_image - first : 0);
	if (last) {
		gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS);
		n->ready = true;
		if (n->shared && n->nodes > 1 && !n->peer)
			open_memory(n);
		ga_coll_lock(n);
		n->init_arrived = 0;
		ga_coll_unlock(n);
		__atomic_store_n(&n->init_over, round + 1, __ATOMIC_RELEASE);
		if (ga_gasnet.threads)
			ga_notify(ga_here(ga_gasnet.me));
		return;
	}
	while (__atomic_load_n(&n->init_over, __ATOMIC_ACQUIRE) == round)
		ga_coll_wait(n, &w);
}
