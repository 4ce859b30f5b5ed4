/* gasnet/coll/barrier.c - barriers of teams. That of GASNET_TEAM_ALL is gasnet_barrier; others are calls of their team that carry what each node says.
 *
 * With GASNET_BARRIERFLAG_IMAGES the images of a node meet first: the last of a phase notifies for all, and the first that waits finds out for all. */
#include "engine.h"
#include "../consensus.h"
#include "../progress.h"

/* A node's barrier. */
static void notify(struct ga_coll_node *n, struct gasneti_team *t, const char *fn, ga_consensus_t what)
{
	const struct ga_coll_place place = {.nodes = t->size, .me = t->me, .first = t->ones};
	struct ga_coll *c;

	if (t == n->all) {
		switch (ga_consensus_kind(what)) {
		case GA_ANONYMOUS: gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS); break;
		case GA_NAMED: gasnet_barrier_notify((int)(uint32_t)what, 0); break;
		default: gasnet_barrier_notify(0, GASNET_BARRIERFLAG_MISMATCH);
		}
		return;
	}
	if (t->barrier)
		ga_fatal(1, "%s: called twice without gasnet_coll_barrier_wait or a successful gasnet_coll_barrier_try", fn);
	ga_coll_lock(n);
	c = ga_coll_new(n, t, GA_COLL_BARRIERS, t->calls[GA_COLL_BARRIERS]++);
	ga_coll_unlock(n);
	c->want.kind = GA_COLL_BARRIER;
	c->consensus = what;
	c->want.consensus = &c->consensus;
	c->users = 1;
	t->barrier = c;
	ga_coll_start(n, c, fn, &place);
}

/* Whether it is over; what it has agreed on. Has polled. */
static bool settled(struct ga_coll_node *n, struct gasneti_team *t, const char *fn, ga_consensus_t *agreed)
{
	struct ga_coll *c = t->barrier;
	int rc, id = 0;

	if (t == n->all) {
		rc = gasnet_barrier_try(0, GASNET_BARRIERFLAG_ANONYMOUS);
		if (rc == GASNET_ERR_NOT_READY)
			return false;
		if (rc != GASNET_OK)
			*agreed = ga_consensus(0, GASNET_BARRIERFLAG_MISMATCH);
		else
			*agreed = gasnet_barrier_result(&id) ? ga_consensus(0, GASNET_BARRIERFLAG_ANONYMOUS) : ga_consensus(id, 0);
		return true;
	}
	if (!c)
		ga_fatal(1, "%s: called without gasnet_coll_barrier_notify before it", fn);
	if (!ga_coll_done(c))
		gasnet_AMPoll();
	if (!ga_coll_done(c))
		return false;
	*agreed = c->consensus;
	t->barrier_consensus = c->consensus;
	t->barrier = NULL;
	ga_coll_leave(n, c);
	return true;
}

static bool by_images(const struct gasneti_team *t, int flags) { return flags & GASNET_BARRIERFLAG_IMAGES && ga_coll_images(t) > 1; }

static void meet(struct ga_coll_node *n, struct gasneti_team *t, const char *fn, ga_consensus_t what)
{
	struct ga_coll_meeting *m = &t->meeting;
	const uint32_t image = ga_coll_image(n, fn, t);
	bool last;

	ga_coll_lock(n);
	m->phase[image]++;
	m->consensus = m->arrived ? ga_consensus_merge(m->consensus, what) : what;
	what = m->consensus;
	last = ++m->arrived == ga_coll_images(t);
	if (last)
		m->arrived = 0;
	ga_coll_unlock(n);
	if (!last)
		return;
	notify(n, t, fn, what);
	__atomic_add_fetch(&m->notified, 1, __ATOMIC_RELEASE);
	if (ga_gasnet.threads)
		ga_notify(ga_here(ga_gasnet.me));
}

/* Whether the phase that this image has notified is over, and the consensus of it. Polls first. */
static bool met(struct ga_coll_node *n, struct gasneti_team *t, const char *fn, ga_consensus_t *agreed)
{
	struct ga_coll_meeting *m = &t->meeting;
	const uint32_t phase = m->phase[ga_coll_image(n, fn, t)];

	if (__atomic_load_n(&m->over, __ATOMIC_ACQUIRE) != phase) {
		if (__atomic_load_n(&m->notified, __ATOMIC_ACQUIRE) != phase || __atomic_exchange_n(&m->lock, 1, __ATOMIC_ACQUIRE)) {
			gasnet_AMPoll();
		} else {
			if (m->over != phase && settled(n, t, fn, &m->agreed[phase & 1])) {
				__atomic_store_n(&m->over, phase, __ATOMIC_RELEASE);
				if (ga_gasnet.threads)
					ga_notify(ga_here(ga_gasnet.me));
			}
			__atomic_store_n(&m->lock, 0, __ATOMIC_RELEASE);
		}
		if (__atomic_load_n(&m->over, __ATOMIC_ACQUIRE) != phase) /* after the poll: others may have ended it meanwhile */
			return false;
	}
	*agreed = m->agreed[phase & 1];
	return true;
}

void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags)
{
	static const char fn[] = "gasnet_coll_barrier_notify";
	struct ga_coll_node *n = ga_coll_here();
	struct gasneti_team *t = ga_coll_team(n, fn, team);

	if (by_images(t, flags))
		meet(n, t, fn, ga_consensus(id, flags));
	else
		notify(n, t, fn, ga_consensus(id, flags));
}

static bool try(struct ga_coll_node *n, struct gasneti_team *t, const char *fn, int flags, ga_consensus_t *agreed)
{
	return by_images(t, flags) ? met(n, t, fn, agreed) : settled(n, t, fn, agreed);
}

int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags)
{
	static const char fn[] = "gasnet_coll_barrier_try";
	struct ga_coll_node *n = ga_coll_here();
	ga_consensus_t agreed;

	return try(n, ga_coll_team(n, fn, team), fn, flags, &agreed) ? ga_consensus_outcome(agreed, id, flags) : GASNET_ERR_NOT_READY;
}

int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags)
{
	static const char fn[] = "gasnet_coll_barrier_wait";
	struct ga_coll_node *n = ga_coll_here();
	struct gasneti_team *t = ga_coll_team(n, fn, team);
	struct ga_wait w = ga_gasnet_wait();
	ga_consensus_t agreed;

	if (t == n->all && !by_images(t, flags))
		return gasnet_barrier_wait(id, flags & ~GASNET_BARRIERFLAG_IMAGES);
	while (!try(n, t, fn, flags, &agreed))
		ga_coll_wait(n, &w);
	return ga_consensus_outcome(agreed, id, flags);
}

int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags)
{
	gasnet_coll_barrier_notify(team, id, flags);
	return gasnet_coll_barrier_wait(team, id, flags);
}

int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id)
{
	struct ga_coll_node *n = ga_coll_here();
	const struct gasneti_team *t = ga_coll_team(n, "gasnet_coll_barrier_result", team);

	if (t == n->all)
		return gasnet_barrier_result(id);
	return ga_consensus_result(t->barrier_consensus, id);
}
