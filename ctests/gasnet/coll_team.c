/* Teams: rows and columns of a grid, halves of halves, ranks in reverse; collectives and barriers in them, at the same time. */
#include "../gt_gasnet.h"

#include <gasnet_coll_team.h>

enum { BYTES = 12000, PHASES = 200 };

static const int my = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC,
		 all = GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC;

static void add(void *results, size_t count, const void *left, size_t left_count, const void *right, size_t size, int flags, int arg)
{
	(void)left_count, (void)size, (void)flags, (void)arg;
	for (size_t i = 0; i < count; i++)
		((int *)results)[i] = ((const int *)left)[i] + ((const int *)right)[i];
}

/* All operations of a team with these nodes as members, by rank. */
static void use(gasnet_team_handle_t team, const int *member, int n, int me)
{
	static unsigned char data[BYTES], *where;
	int *numbers = malloc(2 * (size_t)n * sizeof *numbers), *got = numbers + n, mine = gt_me * 3, sum = 0, want = 0;

	CHECK((int)gasnet_coll_team_size(team) == n, "%u members, not %d", gasnet_coll_team_size(team), n);
	for (int r = 0; r < n; r++) {
		CHECK((int)gasnet_coll_team_rank2node(team, r) == member[r], "rank %d is node %u", r, gasnet_coll_team_rank2node(team, r));
		CHECK((int)gasnet_coll_team_node2rank(team, (gasnet_node_t)member[r]) == r, "node %d is rank %u", member[r],
		      gasnet_coll_team_node2rank(team, (gasnet_node_t)member[r]));
		want += member[r] * 3;
	}
	for (int root = 0; root < n; root++) {
		where = root % 2 ? data : gt_at(gt_me, 0);
		if (me == root)
			gt_fill(where, BYTES, member[root], (unsigned)root);
		gasnet_coll_broadcast(team, where, (gasnet_image_t)root, where, BYTES, all);
		CHECK(gt_differs(where, BYTES, member[root], (unsigned)root) == BYTES, "broadcast from rank %d of %d", root, n);
		gasnet_coll_gather(team, (gasnet_image_t)root, numbers, &mine, sizeof mine, my);
		for (int r = 0; me == root && r < n; r++)
			CHECK(numbers[r] == member[r] * 3, "%d from rank %d", numbers[r], r);
		for (int r = 0; me == root && r < n; r++)
			numbers[r] = root * 1000 + r;
		gasnet_coll_scatter(team, &got[0], (gasnet_image_t)root, numbers, sizeof(int), my);
		CHECK(got[0] == root * 1000 + me, "%d scattered from %d", got[0], root);
		sum = -1;
		gasnet_coll_reduce(team, (gasnet_image_t)root, &sum, &mine, 0, 0, sizeof mine, 1, 0, 0, my);
		CHECK(me != root || sum == want, "%d, not %d", sum, want);
	}
	gasnet_coll_gather_all(team, numbers, &mine, sizeof mine, all);
	for (int r = 0; r < n; r++)
		CHECK(numbers[r] == member[r] * 3, "%d from rank %d", numbers[r], r);
	for (int r = 0; r < n; r++)
		numbers[r] = me * 100 + r;
	gasnet_coll_exchange(team, got, numbers, sizeof(int), my);
	for (int r = 0; r < n; r++)
		CHECK(got[r] == r * 100 + me, "%d from rank %d", got[r], r);
	free(numbers);
}

static void barriers(gasnet_team_handle_t team, int n, int me)
{
	int id = -1, rc;

	for (int i = 0; i < PHASES; i++) {
		gasnet_coll_barrier_notify(team, 0, GASNET_BARRIERFLAG_UNNAMED);
		GT_OK(gasnet_coll_barrier_wait(team, 0, GASNET_BARRIERFLAG_UNNAMED));
	}
	CHECK(gasnet_coll_barrier_result(team, &id) != 0, "an anonymous barrier has a name");
	GT_OK(gasnet_coll_barrier(team, 5551212, me == 0 ? 0 : GASNET_BARRIERFLAG_ANONYMOUS));
	CHECK(gasnet_coll_barrier_result(team, &id) == 0 && id == 5551212, "the name is %d", id);
	gasnet_coll_barrier_notify(team, me, 0);
	while ((rc = gasnet_coll_barrier_try(team, me, 0)) == GASNET_ERR_NOT_READY)
		;
	CHECK(rc == (n > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK), "names differ: %s", gasnet_ErrorName(rc));
	GT_OK(gasnet_coll_barrier(team, 3, GASNET_BARRIERFLAG_IMAGES));
	rc = gasnet_coll_barrier(team, 3, me == n - 1 ? GASNET_BARRIERFLAG_MISMATCH : 0);
	CHECK(rc == GASNET_ERR_BARRIER_MISMATCH, "%s", gasnet_ErrorName(rc));
	gasnet_coll_barrier_notify(team, 4, 0);
	rc = gasnet_coll_barrier_wait(team, 5, 0);
	CHECK(rc == GASNET_ERR_BARRIER_MISMATCH, "%s", gasnet_ErrorName(rc));
	GT_OK(gasnet_coll_barrier(team, 0, GASNET_BARRIERFLAG_ANONYMOUS));
}

/* The names for teams of runtimes and older programs: two halves, made and freed repeatedly. */
static void idioms(gasnet_seginfo_t room, int *member)
{
	for (int i = 0; i < 20; i++) {
		gasnete_coll_team_t team = gasnet_coll_team_split(GASNET_TEAM_ALL, (gasnet_node_t)(gt_me * 2 / gt_n), (gasnet_node_t)gt_me, &room);
		const int size = (int)gasnete_coll_team_size(team), me = (int)gasnete_coll_team_node2rank(team, (gasnet_node_t)gt_me);

		for (int r = 0; r < size; r++)
			member[r] = (int)gasnete_coll_team_rank2node(team, r);
		CHECK(me >= 0 && me < size && member[me] == gt_me, "node %d is rank %d of %d", gt_me, me, size);
		if (i == 0)
			use(team, member, size, me);
		gasnete_coll_teambarrier_notify(team);
		gasnete_coll_teambarrier_wait(team);
		gasnete_coll_teambarrier(team);
		gasnete_coll_team_free(team);
	}
}

int main(int argc, char **argv)
{
	gasnet_coll_fn_entry_t table[] = {{add, 0}};
	gasnet_seginfo_t room;
	gasnet_team_handle_t row, column, back, half;
	int columns, rows, member[64], n = 0, me = 0;

	gt_attach(&argc, &argv, NULL, 0, 1 << 16);
	gasnet_coll_init(NULL, 0, table, 1, 0);
	room.addr = gt_at(gt_me, 1 << 15);
	room.size = 1 << 15;
	for (rows = 1, columns = gt_n; (rows + 1) * (rows + 1) <= gt_n; rows++)
		;
	while (gt_n % rows)
		rows--;
	columns = gt_n / rows;

	for (int i = 0; i < gt_n; i++)
		member[i] = i;
	use(GASNET_TEAM_ALL, member, gt_n, gt_me);
	barriers(GASNET_TEAM_ALL, gt_n, gt_me);

	row = gasnet_coll_team_split(GASNET_TEAM_ALL, (gasnet_node_t)(gt_me / columns), (gasnet_node_t)(gt_me % columns), &room);
	column = gasnet_coll_team_split(GASNET_TEAM_ALL, (gasnet_node_t)(gt_me % columns), (gasnet_node_t)(gt_me / columns), &room);
	for (int i = 0; i < columns; i++)
		member[i] = gt_me / columns * columns + i;
	use(row, member, columns, gt_me % columns);
	barriers(row, columns, gt_me % columns);
	for (int i = 0; i < rows; i++)
		member[i] = i * columns + gt_me % columns;
	use(column, member, rows, gt_me / columns);
	barriers(column, rows, gt_me / columns);

	/* both at once, and all */
	for (int i = 0; i < 20; i++) {
		gasnet_coll_barrier_notify(row, i, 0);
		gasnet_coll_barrier_notify(column, i, 0);
		gasnet_barrier_notify(i, 0);
		GT_OK(gasnet_coll_barrier_wait(column, i, 0));
		GT_OK(gasnet_barrier_wait(i, 0));
		GT_OK(gasnet_coll_barrier_wait(row, i, 0));
	}

	back = gasnete_coll_team_split(GASNET_TEAM_ALL, 7, (gasnet_node_t)(gt_n - 1 - gt_me), &room GASNETE_THREAD_GET); /* as UPC++ has it */
	for (int i = 0; i < gt_n; i++)
		member[i] = gt_n - 1 - i;
	use(back, member, gt_n, gt_n - 1 - gt_me);
	half = gasnet_coll_team_split(back, (gasnet_node_t)(gt_me % 2), (gasnet_node_t)gt_me, &room);
	for (int i = gt_me % 2; i < gt_n; i += 2) {
		if (i == gt_me)
			me = n;
		member[n++] = i;
	}
	use(half, member, n, me);
	barriers(half, n, me);
	idioms(room, member);
	MSG0("done");
	gt_leave();
	return 0;
}
