/* armci/message.c - messages and collective operations. On one host the scope of a node is all, and that of masters is the caller
 * alone; on several, scopes are groups of their own. */
#include <stdlib.h>

#include "call.h"
#include "collective.h"

void armci_msg_snd(int tag, void *buffer, int len, int to)
{
	struct ga_armci_send f = {GA_FRAME(send, SEND, "armci_msg_snd"), .tag = tag, .buffer = buffer, .bytes = len, .to = to};

	ga_call(&f.head);
}

static int receive(const char *fn, int tag, void *buffer, int buflen, int *msglen, int from)
{
	struct ga_armci_receive f = {GA_FRAME(receive, RECEIVE, fn), .tag = tag, .buffer = buffer, .most = buflen, .from = from};

	ga_call(&f.head);
	if (msglen)
		*msglen = f.bytes;
	return f.sender;
}

void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from) { receive("armci_msg_rcv", tag, buffer, buflen, msglen, from); }

int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen) { return receive("armci_msg_rcvany", tag, buffer, buflen, msglen, GA_ANYONE); }

enum { ALONE = -1, OUTSIDE = -2 };

/* The group that a scope of a group is; ALONE: the caller; OUTSIDE: the caller does not take part. */
static int scoped(const char *fn, int scope, int group)
{
	if (GA_LIKELY(scope != SCOPE_NODE && scope != SCOPE_MASTERS))
		return group;
	if (ga_armci.procs)
		return scope == SCOPE_MASTERS ? ALONE : group;
	struct ga_armci_scope f = {GA_FRAME(scope, SCOPE, fn), .what = scope == SCOPE_NODE ? GA_ARMCI_SCOPE_NODE : GA_ARMCI_SCOPE_MASTERS,
	                           .group = group};

	ga_call(&f.head);
	return f.group_out;
}

static void broadcast(const char *fn, int scope, void *buffer, int len, int root, int group)
{
	group = scoped(fn, scope, group);
	if (group < 0)
		return;
	struct ga_armci_group *g = ga_armci_group_of(group);

	if (GA_LIKELY(g && buffer && len >= 0)) {
		uint32_t member = (uint32_t)root;
		if (GA_UNLIKELY(member >= g->size || g->procs[member] != (uint32_t)root))
			for (member = 0; member < g->size && g->procs[member] != (uint32_t)root;)
				member++;
		if (GA_LIKELY(member < g->size)) {
			ga_armci_broadcast(g, buffer, (size_t)len, member);
			return;
		}
	}
	struct ga_armci_broadcast f = {GA_FRAME(broadcast, BROADCAST, fn), .group = group, .buffer = buffer, .bytes = len, .root = root};
	ga_call(&f.head);
}

static void reduce(const char *fn, int scope, void *x, int n, const char *op, int type, int group)
{
	const int of = scoped(fn, scope, group);
	struct ga_armci_group *g = ga_armci_group_of(of < 0 ? group : of);
	struct ga_armci_combiner c;

	if (of == OUTSIDE)
		return;
	if (GA_LIKELY((g || of == ALONE) && (x || n == 0) && n >= 0 && ga_armci_combiner(op, type, &c))) {
		if (of != ALONE)
			ga_armci_reduce(g, x, (size_t)n, &c);
		else if (c.prepare)
			c.prepare(x, (size_t)n);
		return;
	}
	if (of != ALONE)
		group = of;
	struct ga_armci_reduce f = {GA_FRAME(reduce, REDUCE, fn), .group = group, .x = x, .n = n, .op = op, .type = type};
	ga_call(&f.head);
}

static int handle_of(const ARMCI_Group *group) { return group ? *group : 0; }

void armci_msg_bcast(void *buffer, int len, int root) { broadcast("armci_msg_bcast", SCOPE_ALL, buffer, len, root, 0); }
void armci_msg_brdcst(void *buffer, int len, int root) { broadcast("armci_msg_brdcst", SCOPE_ALL, buffer, len, root, 0); }
void armci_msg_bcast_scope(int scope, void *buffer, int len, int root) { broadcast("armci_msg_bcast_scope", scope, buffer, len, root, 0); }

void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group)
{
	broadcast("armci_msg_group_bcast_scope", scope, buf, len, root, handle_of(group));
}

void armci_msg_clus_brdcst(void *buf, int len)
{
	static const char fn[] = "armci_msg_clus_brdcst";

	broadcast(fn, SCOPE_NODE, buf, len, armci_smp_master(ga_armci_me(fn)), 0);
}

void armci_grp_clus_brdcst(void *buf, int len, int grp_master, int grp_clus_nproc, ARMCI_Group *mastergroup)
{
	broadcast("armci_grp_clus_brdcst", SCOPE_NODE, buf, len, grp_master, handle_of(mastergroup));
}

#define REDUCTIONS(letter, T, TYPE)                                                                                                          \
	void armci_msg_##letter##gop(T *x, int n, char *op) { reduce("armci_msg_" #letter "gop", SCOPE_ALL, x, n, op, TYPE, 0); }            \
	void armci_msg_clus_##letter##gop(T *x, int n, char *op) { reduce("armci_msg_clus_" #letter "gop", SCOPE_NODE, x, n, op, TYPE, 0); } \
	void armci_msg_group_##letter##gop(T *x, int n, char *op, ARMCI_Group *group)                                                        \
	{                                                                                                                                    \
		reduce("armci_msg_group_" #letter "gop", SCOPE_ALL, x, n, op, TYPE, handle_of(group));                                       \
	}

REDUCTIONS(i, int, ARMCI_INT)
REDUCTIONS(l, long, ARMCI_LONG)
REDUCTIONS(ll, long long, ARMCI_LONG_LONG)
REDUCTIONS(f, float, ARMCI_FLOAT)
REDUCTIONS(d, double, ARMCI_DOUBLE)

void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type) { reduce("armci_msg_gop_scope", scope, x, n, op, type, 0); }

void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *group)
{
	reduce("armci_msg_group_gop_scope", scope, x, n, op, type, handle_of(group));
}

void armci_msg_reduce(void *x, int n, char *op, int type) { reduce("armci_msg_reduce", SCOPE_ALL, x, n, op, type, 0); }
void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type) { reduce("armci_msg_reduce_scope", scope, x, n, op, type, 0); }

void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute)
{
	const int group = scoped("armci_msg_sel_scope", scope, 0);
	struct ga_armci_select f = {GA_FRAME(select, SELECT, "armci_msg_sel_scope"),
	                            .group = group,
	                            .x = x,
	                            .bytes = n,
	                            .op = op,
	                            .type = type,
	                            .contribute = contribute != 0};

	if (group >= 0)
		ga_call(&f.head);
}

static void tree(int me, int size, int *root, int *up, int *left, int *right)
{
	*root = 0;
	*up = me > 0 ? (me - 1) / 2 : -1;
	*left = 2 * me + 1 < size ? 2 * me + 1 : -1;
	*right = 2 * me + 2 < size ? 2 * me + 2 : -1;
}

/* Where a member of a group is in the tree of a scope, in numbers among all processes. On several hosts it looks for the members itself: other processes need not call. */
static void scope_tree(const char *fn, int scope, int group, int *root, int *up, int *left, int *right)
{
	const int size = ga_armci_group_number(fn, GA_ARMCI_GROUP_SIZE, group, 0), self = ga_armci_me(fn);
	int *const all[] = {root, up, left, right};
	int members = 0, me = -1;
	int *procs = malloc((size_t)size * sizeof *procs);

	if (!procs)
		ga_armci_wrong(fn, "no memory for the numbers of %d processes", size);
	for (int i = 0; i < size; i++) {
		const int p = ga_armci_group_number(fn, GA_ARMCI_GROUP_ABSOLUTE, group, i);
		bool in = scope != SCOPE_NODE || ARMCI_Same_node(p);

		if (scope == SCOPE_MASTERS)
			for (int j = 0; j < i && in; j++)
				in = armci_domain_id(ARMCI_DOMAIN_SMP, ga_armci_group_number(fn, GA_ARMCI_GROUP_ABSOLUTE, group, j)) !=
				     armci_domain_id(ARMCI_DOMAIN_SMP, p);
		if (!in)
			continue;
		if (p == self)
			me = members;
		procs[members++] = p;
	}
	tree(me < 0 ? 0 : me, me < 0 ? 1 : members, root, up, left, right);
	for (int i = 0; i < 4; i++)
		if (*all[i] >= 0)
			*all[i] = procs[*all[i]];
	free(procs);
}

void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right)
{
	static const char fn[] = "armci_msg_bintree";

	scope_tree(fn, scope, 0, Root, Up, Left, Right);
}

void armci_msg_group_bintree(int scope, int *Root, int *Up, int *Left, int *Right, ARMCI_Group *group)
{
	static const char fn[] = "armci_msg_group_bintree";

	scope_tree(fn, scope, handle_of(group), Root, Up, Left, Right);
}

/* Addresses of others are NULL before. */
void armci_exchange_address(void *ptr_ar[], int n) { reduce("armci_exchange_address", SCOPE_ALL, ptr_ar, n, "+", ARMCI_LONG, 0); }

void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group)
{
	reduce("armci_exchange_address_grp", SCOPE_ALL, ptr_arr, n, "+", ARMCI_LONG, handle_of(group));
}
