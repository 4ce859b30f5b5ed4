/* The message layer: messages to others and to oneself, broadcasts, reductions of all types and operations, selection, trees. */
#include "../gt_armci.h"

#include <message.h>

enum { MANY = 3000 };

static void pairs(void)
{
	char out[MANY], in[MANY];
	int got = -1, right = (gt_me + 1) % gt_n, left = (gt_me + gt_n - 1) % gt_n, from;

	for (int n = 0; n <= MANY; n += 500) {
		gt_fill(out, (size_t)n, gt_me, n);
		armci_msg_snd(100 + n, out, n, right); /* to itself, if it is alone: before the receive */
		armci_msg_rcv(100 + n, in, MANY, &got, left);
		CHECK(got == n && gt_differs(in, (size_t)n, left, n) == (size_t)n, "%d bytes from %d", got, left);
	}
	armci_msg_snd(7, out, 10, left);
	armci_msg_rcv(7, in, MANY, NULL, right);
	armci_msg_snd(8, &gt_me, sizeof gt_me, right);
	from = armci_msg_rcvany(8, in, MANY, &got);
	CHECK(from == left && got == (int)sizeof gt_me && memcmp(in, &left, sizeof left) == 0, "%d bytes from %d", got, from);
	/* tags are received in another order than they were sent in */
	armci_msg_snd(21, "a", 2, right);
	armci_msg_snd(22, "b", 2, right);
	armci_msg_rcv(22, in, MANY, &got, left);
	CHECK(in[0] == 'b', "%c", in[0]);
	armci_msg_rcv(21, in, MANY, &got, left);
	CHECK(in[0] == 'a', "%c", in[0]);
}

static void casts(void)
{
	long data[600];

	for (int root = 0; root < gt_n; root++) {
		for (int i = 0; i < 600; i++)
			data[i] = gt_me == root ? i * 7 + root : -1;
		if (root % 3 == 0)
			armci_msg_brdcst(data, sizeof data, root);
		else if (root % 3 == 1)
			armci_msg_bcast(data, sizeof data, root);
		else
			armci_msg_bcast_scope(SCOPE_ALL, data, sizeof data, root);
		for (int i = 0; i < 600; i++)
			CHECK(data[i] == i * 7 + root, "%ld at %d from %d", data[i], i, root);
	}
	data[0] = gt_me == armci_smp_master(gt_me) ? 5 : 0;
	armci_msg_clus_brdcst(data, sizeof data[0]);
	CHECK(data[0] == 5, "%ld", data[0]);
	{
		ARMCI_Group world;

		ARMCI_Group_get_world(&world);
		data[0] = gt_me == armci_smp_master(gt_me) ? 6 : 0;
		armci_grp_clus_brdcst(data, sizeof data[0], armci_smp_master(gt_me), gt_n, &world);
		CHECK(data[0] == 6, "%ld", data[0]);
	}
}

#define GOP(TYPE, CALL)                                                                                                                  \
	do {                                                                                                                             \
		TYPE x[2] = {(TYPE)(gt_me + 1), (TYPE)-gt_me}, most[1] = {(TYPE)gt_me}, least[1] = {(TYPE)(gt_me + 3)};                  \
		const double sum = gt_n * (gt_n + 1) / 2.0;                                                                              \
		CALL(x, 2, "+");                                                                                                         \
		CALL(most, 1, "max");                                                                                                    \
		CALL(least, 1, "min");                                                                                                   \
		CHECK((double)x[0] == sum && (double)x[1] == -(sum - gt_n), #CALL " +: %g %g", (double)x[0], (double)x[1]);              \
		CHECK((double)most[0] == gt_n - 1 && (double)least[0] == 3, #CALL " max %g, min %g", (double)most[0], (double)least[0]); \
		x[0] = (TYPE)2;                                                                                                          \
		CALL(x, 1, "*");                                                                                                         \
		CHECK((double)x[0] == (double)(1l << gt_n), #CALL " *: %g", (double)x[0]);                                               \
		x[0] = (TYPE)(gt_me % 2 ? -gt_me : gt_me);                                                                               \
		CALL(x, 1, "absmax");                                                                                                    \
		CHECK((double)x[0] == gt_n - 1, #CALL " absmax: %g", (double)x[0]);                                                      \
	} while (0)

static void reductions(void)
{
	double many[5000];
	int bits = 1 << gt_me % 30, ok = 0, root, up, left, right, selected[2] = {gt_me, gt_me};

	GOP(int, armci_msg_igop);
	GOP(long, armci_msg_lgop);
	GOP(long long, armci_msg_llgop);
	GOP(float, armci_msg_fgop);
	GOP(double, armci_msg_dgop);
	if (armci_domain_count(ARMCI_DOMAIN_SMP) == 1) { /* nodes.c has several */
		GOP(int, armci_msg_clus_igop);
		GOP(long, armci_msg_clus_lgop);
		GOP(long long, armci_msg_clus_llgop);
		GOP(float, armci_msg_clus_fgop);
		GOP(double, armci_msg_clus_dgop);
	}
	for (int i = 0; i < 5000; i++)
		many[i] = i + gt_me;
	armci_msg_gop_scope(SCOPE_ALL, many, 5000, "+", ARMCI_DOUBLE);
	for (int i = 0; i < 5000; i++)
		ok += many[i] == gt_n * (double)i + gt_n * (gt_n - 1) / 2.0;
	CHECK(ok == 5000, "%d of 5000 sums", ok);
	armci_msg_igop(&bits, 1, "or");
	CHECK(bits == (int)((1u << (gt_n < 30 ? gt_n : 30)) - 1), "%x", (unsigned)bits);
	many[0] = 1;
	armci_msg_reduce(many, 1, "+", ARMCI_DOUBLE);
	CHECK(gt_me != 0 || many[0] == gt_n, "%g at the root", many[0]);
	many[0] = 1;
	armci_msg_reduce_scope(SCOPE_ALL, many, 1, "+", ARMCI_DOUBLE);
	CHECK(gt_me != 0 || many[0] == gt_n, "%g at the root", many[0]);
	armci_msg_sel_scope(SCOPE_ALL, selected, sizeof selected, "max", ARMCI_INT, 1);
	CHECK(selected[0] == gt_n - 1 && selected[1] == gt_n - 1, "%d %d", selected[0], selected[1]);
	selected[0] = -gt_me;
	selected[1] = gt_me;
	armci_msg_sel(selected, sizeof selected, "min", ARMCI_INT, gt_me < gt_n - 1 || gt_n == 1); /* the last one does not contribute */
	CHECK(selected[1] == (gt_n > 1 ? gt_n - 2 : 0), "%d %d", selected[0], selected[1]);
	armci_msg_bintree(SCOPE_ALL, &root, &up, &left, &right);
	CHECK(root == 0 && (gt_me == 0 ? up == -1 : up == (gt_me - 1) / 2), "root %d, up %d", root, up);
	CHECK((left == -1 || left == 2 * gt_me + 1) && (right == -1 || right == 2 * gt_me + 2), "%d %d", left, right);
}

int main(int argc, char **argv)
{
	armci_msg_init(&argc, &argv);
	gt_start();
	CHECK(armci_timer() > 0 && armci_timer() >= armci_timer() - 1, "no time");
	if (gt_n > 20)
		GT_SKIP("at most 20 processes");
	pairs();
	armci_msg_barrier();
	casts();
	reductions();
	{
		const int rc = gt_stop();

		armci_msg_finalize();
		return rc;
	}
}
