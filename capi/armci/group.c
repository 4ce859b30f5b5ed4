/* armci/group.c - groups. */
#include "call.h"

static int handle_of(const ARMCI_Group *group) { return group ? *group : 0; }

static int create(const char *fn, int n, const int *list, int parent)
{
	struct ga_armci_group_create f = {GA_FRAME(group_create, GROUP_CREATE, fn), .n = n, .list = list, .parent = parent};

	ga_call(&f.head);
	return f.group;
}

void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out) { *group_out = create("ARMCI_Group_create", n, pid_list, -1); }

void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out, ARMCI_Group *group_parent)
{
	*group_out = create("ARMCI_Group_create_child", n, pid_list, handle_of(group_parent));
}

void ARMCI_Group_free(ARMCI_Group *group)
{
	struct ga_armci_group_free f = {GA_FRAME(group_free, GROUP_FREE, "ARMCI_Group_free"), .group = handle_of(group)};

	ga_call(&f.head);
	__atomic_store_n(&ga_armci.freed, true, __ATOMIC_RELAXED); /* its block */
}

int ARMCI_Group_rank(ARMCI_Group *group, int *rank)
{
	const int me = ga_armci_group_number("ARMCI_Group_rank", GA_ARMCI_GROUP_RANK, handle_of(group), 0);

	if (rank)
		*rank = me;
	return me < 0;
}

void ARMCI_Group_size(ARMCI_Group *group, int *size) { *size = ga_armci_group_number("ARMCI_Group_size", GA_ARMCI_GROUP_SIZE, handle_of(group), 0); }

int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank)
{
	const struct ga_armci_group *g = ga_armci_group_of(handle_of(group));

	if (GA_LIKELY(g && (uint32_t)group_rank < g->size))
		return (int)g->procs[group_rank];
	return ga_armci_group_number("ARMCI_Absolute_id", GA_ARMCI_GROUP_ABSOLUTE, handle_of(group), group_rank);
}

void ARMCI_Group_set_default(ARMCI_Group *group)
{
	ga_armci_group_number("ARMCI_Group_set_default", GA_ARMCI_GROUP_SET_DEFAULT, handle_of(group), 0);
}

void ARMCI_Group_get_default(ARMCI_Group *group_out) { *group_out = ga_armci_group_number("ARMCI_Group_get_default", GA_ARMCI_GROUP_DEFAULT, 0, 0); }

void ARMCI_Group_get_world(ARMCI_Group *group_out) { *group_out = 0; }

/* Extensions of ARMCI-MPI. */

int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *new_group) { return ARMCIX_Group_split(parent, 0, 0, new_group); }

/* A member of the group that is split. */
struct part {
	int color, key, member;
};

int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *new_group)
{
	static const char fn[] = "ARMCIX_Group_split";
	const int group = handle_of(parent), size = ga_armci_group_number(fn, GA_ARMCI_GROUP_SIZE, group, 0),
		  me = ga_armci_group_number(fn, GA_ARMCI_GROUP_RANK, group, 0);
	ARMCI_Group of = group;
	struct part *all = calloc((size_t)size, sizeof *all);
	int *list = calloc((size_t)size, sizeof *list);
	int n = 0;

	if (!all || !list || me < 0)
		ga_armci_wrong(fn, me < 0 ? "parent = %d: the caller is not a member" : "parent = %d: no memory for its members", group);
	all[me] = (struct part){color, key, me};
	armci_msg_group_gop_scope(SCOPE_ALL, all, 3 * size, "+", ARMCI_INT, &of);
	for (int i = 0; i < size; i++) { /* by key, then by number in parent */
		int at = n;
		if (all[i].color != color)
			continue;
		while (at > 0 && all[list[at - 1]].key > all[i].key) {
			list[at] = list[at - 1];
			at--;
		}
		list[at] = i;
		n++;
	}
	*new_group = create(fn, n, list, group);
	free(all);
	free(list);
	return 0;
}

void ARMCIX_Progress(void) {}
