/* checked.c - programs that oshcc --check has compiled (program/checked.c): what they note of their loads and stores. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rank.h"
#include "program/checked.h"

#include <stdlib.h>

static void take(void) { ga_sim_ask(GA_SIM_ACCESSES, 0, 0, "a race checker"); }
static void let_others(void) { ga_sim_ask(GA_SIM_SPIN, 0, 0, "a race checker"); }

bool ga_sim_check(struct ga_sim_rank *r)
{
	struct ga_checked *c = calloc(1, sizeof *c);

	if (!c)
		return false;
	c->next = c->accesses;
	c->end = c->accesses + GA_CHECKED_ROOM - 1; /* a range takes two */
	c->full = take;
	c->spins = let_others;
	r->checked = c;
	return true;
}

int ga_sim_id(const struct ga_sim_rank *r) { return r->id; }

struct ga_checked *ga_sim_checked(struct ga_sim_rank *r) { return r->checked; }

/* From an object's constructor, before its own code. */
static void sim_gasnetgo_checked(struct ga_checked **pointer)
{
	if (ga_sim_now && ga_sim_now->checked) {
		*pointer = ga_sim_now->checked;
		ga_sim_now->is_checked = true;
	}
}

bool ga_sim_is_checked(struct ga_sim_rank *r) { return r->is_checked; }

const struct name ga_sim_checked_names[] = {OWN_NAME(gasnetgo_checked), {0}};
