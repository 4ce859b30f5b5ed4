/* The MPI-like layer that measures figures: messages of all lengths, expected and not, received in another order than they were sent in, longer than the
 * receive buffer. */
#include "../../bench/figures/mpi_portals.h"

enum { BURST = 6, MOST = 20000, ROUNDS = 60 };

int main(void)
{
	static char out[BURST][MOST], in[BURST][MOST + 1];
	gt_start();
	mpi_costs.eager = 4096;
	mpi_begin();
	gt_srand(5); /* all ranks draw the same numbers */
	for (int round = 0; round < ROUNDS; round++) {
		size_t n[BURST];
		int order[BURST], distance = 1 + (int)gt_range(0, (uint64_t)gt_n - 1), to = (gt_me + distance) % gt_n,
				  from = (gt_me + gt_n - distance % gt_n) % gt_n;
		bool early = gt_range(0, 1); /* receives are posted before anything is sent */
		size_t room = gt_range(0, 3) == 0 ? 100 : MOST;
		struct mpi_request *s[BURST], *r[BURST];
		for (int i = 0; i < BURST; i++) {
			n[i] = gt_range(0, 4) == 0 ? 0 : gt_range(0, 1) ? gt_range(1, 4096) : gt_range(4097, MOST);
			order[i] = i;
			gt_fill(out[i], n[i], gt_me, round * BURST + i);
			memset(in[i], 'x', sizeof in[i]);
		}
		for (int i = BURST - 1; i > 0; i--) {
			int k = (int)gt_range(0, (uint64_t)i), x = order[i];
			order[i] = order[k], order[k] = x;
		}
		for (int i = 0; early && i < BURST; i++)
			r[order[i]] = mpi_irecv(in[order[i]], room, from, order[i]);
		gt_barrier();
		for (int i = 0; i < BURST; i++)
			s[i] = mpi_isend(out[i], n[i], to, i);
		if (!early && round % 2) /* so that all of them are unexpected */
			gt_barrier();
		for (int i = 0; !early && i < BURST; i++)
			r[order[i]] = mpi_irecv(in[order[i]], room, from, order[i]);
		for (int i = 0; i < BURST; i++) {
			size_t got = mpi_received(r[i]), want = n[i] < room ? n[i] : room;
			CHECK(got == want, "round %d, message %d: %zu bytes instead of %zu", round, i, got, want);
			CHECK(gt_differs(in[i], want, from, round * BURST + i) == want && in[i][want] == 'x',
			      "round %d, message %d of %zu bytes is wrong", round, i, want);
		}
		for (int i = 0; i < BURST; i++)
			mpi_wait(s[i]);
	}
	gt_barrier();
	mpi_look();
	for (; mpi_first != mpi_last; mpi_first++)
		CHECK(mpi_early[mpi_first % MPI_MOST_EARLY].taken, "a message is left over");
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	return gt_finish();
}
