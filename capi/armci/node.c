/* armci/node.c - processes that share memory. */
#include "call.h"

/* Numbers about nodes. Where the data plane is open, all processes share memory. */
static int node(const char *fn, int what, int id, int member)
{
	struct ga_armci_node_query f = {GA_FRAME(node_query, NODE_QUERY, fn), .what = what, .id = id, .member = member};

	ga_call(&f.head);
	return f.value;
}

static int node_of(const char *fn, int proc) { return ga_armci.procs ? 0 : node(fn, GA_ARMCI_NODE_OF, proc, 0); }
static bool same_node(const char *fn, int proc) { return ga_armci.procs || node_of(fn, proc) == node_of(fn, ga_armci_me(fn)); }

int armci_domain_count(armci_domain_t domain) { return ga_armci.procs ? 1 : node("armci_domain_count", GA_ARMCI_NODE_COUNT, 0, 0); }
int armci_domain_my_id(armci_domain_t domain) { return node_of("armci_domain_my_id", ga_armci_me("armci_domain_my_id")); }
int armci_domain_id(armci_domain_t domain, int glob_proc_id) { return node_of("armci_domain_id", glob_proc_id); }
int armci_domain_nprocs(armci_domain_t domain, int id)
{
	static const char fn[] = "armci_domain_nprocs";

	return ga_armci.procs ? (int)ga_armci.procs : node(fn, GA_ARMCI_NODE_SIZE, id < 0 ? node_of(fn, ga_armci_me(fn)) : id, 0);
}
int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id)
{
	return ga_armci.procs ? loc_proc_id : node("armci_domain_glob_proc_id", GA_ARMCI_NODE_MEMBER, id, loc_proc_id);
}
int armci_domain_same_id(armci_domain_t domain, int proc) { return same_node("armci_domain_same_id", proc); }
int ARMCI_Same_node(int proc) { return same_node("ARMCI_Same_node", proc); }
int armci_sameclusnode(int proc) { return same_node("armci_sameclusnode", proc); }
int armci_smp_master(int proc) { return ga_armci.procs ? 0 : node("armci_smp_master", GA_ARMCI_NODE_MEMBER, node_of("armci_smp_master", proc), 0); }
