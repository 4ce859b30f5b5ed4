/* Processes that share memory: domains, and collective operations of a node and of the first processes of all nodes. GT_EXPECT_HOSTS is how many hosts there are. */
#include "../gt_armci.h"

#include <message.h>

static int count(void) { return armci_domain_count(ARMCI_DOMAIN_SMP); }

/* Each process is in one domain, and finds itself there. */
static void domains(void)
{
	const char *hosts = getenv("GT_EXPECT_HOSTS");
	const int mine = armci_domain_my_id(ARMCI_DOMAIN_SMP);
	int sum = 0;

	CHECK(count() == (hosts ? atoi(hosts) : 1), "%d domains", count());
	CHECK(mine >= 0 && mine < count() && armci_domain_id(ARMCI_DOMAIN_SMP, gt_me) == mine, "domain %d", mine);
	for (int d = 0; d < count(); d++) {
		const int n = armci_domain_nprocs(ARMCI_DOMAIN_SMP, d);

		sum += n;
		for (int i = 0; i < n; i++) {
			const int p = armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, d, i);

			CHECK(armci_domain_id(ARMCI_DOMAIN_SMP, p) == d, "process %d of domain %d", p, d);
			CHECK(armci_domain_same_id(ARMCI_DOMAIN_SMP, p) == (d == mine) && ARMCI_Same_node(p) == (d == mine) &&
			          armci_sameclusnode(p) == (d == mine),
			      "%d", p);
			CHECK(armci_smp_master(p) == armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, d, 0), "the first of domain %d", d);
		}
	}
	CHECK(sum == gt_n, "%d processes in all domains", sum);
	CHECK(armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1) == armci_domain_nprocs(ARMCI_DOMAIN_SMP, mine), "-1 is the caller's");
}

/* Sums and broadcasts of a node, and of the first processes. */
static void scopes(void)
{
	static char plus[] = "+";
	const int first = armci_smp_master(gt_me), size = armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1), root = armci_smp_master(gt_n - 1);
	int members = 0, firsts = 0;

	for (int p = 0; p < gt_n; p++) {
		if (armci_domain_same_id(ARMCI_DOMAIN_SMP, p))
			members += p + 1;
		if (armci_smp_master(p) == p)
			firsts += p + 1;
	}
	for (int round = 0; round < 3; round++) {
		int x = gt_me + 1, b = gt_me == first ? 100 + first : 0;

		armci_msg_gop_scope(SCOPE_NODE, &x, 1, plus, ARMCI_INT);
		CHECK(x == members, "%d instead of %d on a node of %d", x, members, size);
		armci_msg_clus_brdcst(&b, sizeof b);
		CHECK(b == 100 + first, "%d from %d", b, first);
		x = gt_me + 1;
		armci_msg_gop_scope(SCOPE_MASTERS, &x, 1, plus, ARMCI_INT);
		CHECK(x == (gt_me == first ? firsts : gt_me + 1), "%d instead of %d of the first ones", x, firsts);
		b = gt_me == root ? 7 : 0;
		armci_msg_bcast_scope(SCOPE_MASTERS, &b, sizeof b, root);
		CHECK(b == (gt_me == first || gt_me == root ? 7 : 0), "%d from %d", b, root);
		armci_msg_barrier();
	}
}

/* In each tree, those above and below agree. */
static void trees(void)
{
	static const int all[] = {SCOPE_ALL, SCOPE_NODE, SCOPE_MASTERS};

	for (int i = 0; i < 3; i++) {
		int root, up, left, right, seen = -1, length;

		if (all[i] == SCOPE_MASTERS && armci_smp_master(gt_me) != gt_me)
			continue;
		armci_msg_bintree(all[i], &root, &up, &left, &right);
		CHECK((up < 0) == (root == gt_me), "root %d, up %d", root, up);
		if (left >= 0)
			armci_msg_snd(10 + i, &gt_me, sizeof gt_me, left);
		if (right >= 0)
			armci_msg_snd(10 + i, &gt_me, sizeof gt_me, right);
		if (up >= 0) {
			armci_msg_rcv(10 + i, &seen, sizeof seen, &length, up);
			CHECK(seen == up, "%d is above, not %d", seen, up);
		}
	}
}

int main(void)
{
	gt_start();
	domains();
	scopes();
	trees();
	return gt_stop();
}
