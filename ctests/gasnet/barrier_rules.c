/* Barriers that some ranks name, some do not, and some mismatch: the result at every rank, for every combination of the specification, many times. */
#include "../gt_gasnet.h"

enum { ANON = GASNET_BARRIERFLAG_ANONYMOUS, UNNAMED = GASNET_BARRIERFLAG_UNNAMED, MIS = GASNET_BARRIERFLAG_MISMATCH, ROUNDS = 30 };

static int way;

/* Waits for the barrier in one of the possible ways. */
static int finish(int id, int flags)
{
	int rc;

	switch (way) {
	case 0: return gasnet_barrier_wait(id, flags);
	case 1:
		while ((rc = gasnet_barrier_try(id, flags)) == GASNET_ERR_NOT_READY)
			;
		return rc;
	default:
		gasnet_AMPoll();
		rc = gasnet_barrier_try(id, flags);
		return rc == GASNET_ERR_NOT_READY ? gasnet_barrier_wait(id, flags) : rc;
	}
}

static int whole(int id, int flags) { return way == 2 ? gasnet_barrier(id, flags) : (gasnet_barrier_notify(id, flags), finish(id, flags)); }

#define IS(rc, want, what)                                                                \
	do {                                                                              \
		const int rc_ = (rc);                                                     \
		CHECK(rc_ == (want), "%s, way %d: %s", what, way, gasnet_ErrorName(rc_)); \
	} while (0)

/* The result of an earlier barrier does not leak into a later one. */
static void clean(int i)
{
	int id = -1;

	IS(whole(i, 0), GASNET_OK, "all the same name");
	CHECK(gasnet_barrier_result(&id) == 0 && id == i, "the name is %d", id);
}

int main(int argc, char **argv)
{
	gt_attach(&argc, &argv, NULL, 0, 0);
	for (int round = 0; round < ROUNDS; round++)
		for (way = 0; way < 3; way++) {
			int id = 99;

			clean(round);
			IS(whole(gt_me, ANON), GASNET_OK, "all anonymous");
			CHECK(gasnet_barrier_result(&id) != 0, "no rank named it, but the result is %d", id);
			IS(whole(gt_me * 7, UNNAMED), GASNET_OK, "all unnamed");
			CHECK(gasnet_barrier_result(&id) != 0, "no rank named it");

			for (int one = 0; one < gt_n; one++) {
				/* one is anonymous, the others are named */
				IS(gt_me == one ? whole(12345, ANON) : whole(5551212, 0), GASNET_OK, "one anonymous");
				if (gt_n > 1)
					CHECK(gasnet_barrier_result(&id) == 0 && id == 5551212, "the name is %d", id);

				/* one is named, the others are not */
				IS(gt_me == one ? whole((int)0xcafef00d, 0) : whole(1, ANON), GASNET_OK, "one named");
				CHECK(gasnet_barrier_result(&id) == 0 && id == (int)0xcafef00d, "the name is %d", id);

				/* one has another name */
				IS(whole(gt_me == one ? 7 : 8, 0), gt_n > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK, "two names");
				clean(round + 1000);

				/* one reports a mismatch */
				IS(gt_me == one ? whole(0, MIS) : whole(0, 0), GASNET_ERR_BARRIER_MISMATCH, "a mismatch");
				IS(gt_me == one ? whole(0, MIS) : whole(0, ANON), GASNET_ERR_BARRIER_MISMATCH, "a mismatch among anonymous");
				IS(gt_me == one ? whole(0, MIS | ANON) : whole(0, ANON), GASNET_ERR_BARRIER_MISMATCH, "an anonymous mismatch");
				clean(round + 2000);

				/* two names and anonymous ones */
				if (gt_n >= 3) {
					const int other = (one + 1) % gt_n;

					IS(gt_me == one     ? whole(1, 0)
					   : gt_me == other ? whole(2, 0)
					                    : whole(3, ANON),
					   GASNET_ERR_BARRIER_MISMATCH, "two names among anonymous");
					clean(round + 3000);
				}

				/* named, but waited for by another name: an error of this rank only */
				gasnet_barrier_notify(one, 0);
				IS(finish(gt_me == one ? one + 1 : one, 0), gt_me == one ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK,
				   "waits for another");
				gasnet_barrier_notify(4, 0);
				IS(gt_me == one ? finish(0, ANON) : finish(4, 0), GASNET_OK, "waits for any");
				CHECK(gasnet_barrier_result(&id) == 0 && id == 4, "the name is %d", id);
				gasnet_barrier_notify(9, ANON);
				IS(finish(gt_me, 0), GASNET_OK, "waits for one that no rank named");
				if (gt_n > 1) {
					gasnet_barrier_notify(6, gt_me == one ? ANON : 0);
					IS(finish(gt_me == one ? 5 : 6, 0), gt_me == one ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK,
					   "anonymous, then misnamed");
				}
				clean(round + 4000);
			}
		}
	MSG0("done");
	gt_leave();
	return 0;
}
