/* armci/message.c - messages and collective operations. All processes share memory: the scope of a node is all, and that of masters is process 0 alone. */
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

/* Whether a scope is the caller alone. */
static inline bool alone(int scope) { return scope == SCOPE_MASTERS; }

static void broadcast(const char *fn, int scope, void *buffer, int len, int root, int group)
{
	struct ga_armci_group *g = ga_armci_group_of(group);

	if (alone(scope))
		return;
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
	struct ga_armci_group *g = ga_armci_group_of(group);
	struct ga_armci_combiner c;

	if (GA_LIKELY(g && (x || n == 0) && n >= 0 && ga_armci_combiner(op, type, &c))) {
		if (!alone(scope))
			ga_armci_reduce(g, x, (size_t)n, &c);
		else if (c.prepare)
			c.prepare(x, (size_t)n);
		return;
	}
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

void armci_msg_clus_brdcst(void *buf, int len) { broadcast("armci_msg_clus_brdcst", SCOPE_NODE, buf, len, 0, 0); }

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
	struct ga_armci_select f = {
	    GA_FRAME(select, SELECT, "armci_msg_sel_scope"), .group = 0, .x = x, .bytes = n, .op = op, .type = type, .contribute = contribute != 0};

	if (!alone(scope))
		ga_call(&f.head);
}

static void tree(int me, int size, int *root, int *up, int *left, int *right)
{
	*root = 0;
	*up = me > 0 ? (me - 1) / 2 : -1;
	*left = 2 * me + 1 < size ? 2 * me + 1 : -1;
	*right = 2 * me + 2 < size ? 2 * me + 2 : -1;
}

void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right)
{
	tree(alone(scope) ? 0 : ga_armci_me("armci_msg_bintree"), alone(scope) ? 1 : ga_armci_size("armci_msg_bintree"), Root, Up, Left, Right);
}

/* Of numbers among all processes. */
void armci_msg_group_bintree(int scope, int *Root, int *Up, int *Left, int *Right, ARMCI_Group *group)
{
	static const char fn[] = "armci_msg_group_bintree";
	const int g = handle_of(group), me = ga_armci_group_number(fn, GA_ARMCI_GROUP_RANK, g, 0),
		  size = ga_armci_group_number(fn, GA_ARMCI_GROUP_SIZE, g, 0);
	int *const all[] = {Root, Up, Left, Right};

	tree(alone(scope) ? 0 : me, alone(scope) ? 1 : size, Root, Up, Left, Right);
	for (int i = 0; i < 4; i++)
		if (*all[i] >= 0)
			*all[i] = ga_armci_group_number(fn, GA_ARMCI_GROUP_ABSOLUTE, g, *all[i]);
}

/* Addresses of others are NULL before. */
void armci_exchange_address(void *ptr_ar[], int n) { reduce("armci_exchange_address", SCOPE_ALL, ptr_ar, n, "+", ARMCI_LONG, 0); }

void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group)
{
	reduce("armci_exchange_address_grp", SCOPE_ALL, ptr_arr, n, "+", ARMCI_LONG, handle_of(group));
}
