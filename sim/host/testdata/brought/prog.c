/* Uses a library's variables directly, through functions, and thread-local ones. */
#include "brought.h"

#include "../check.h"
#include "../world.h"

int main(void)
{
	const int me = world_rank();

	CHECK(brought_count == 10 && brought_at() == &brought_count && brought_order == 12 && brought_local == 4 && *inner_local() == 3);
	for (int i = 1; i < 4; i++) {
		CHECK(brought_next() == 10 + i + i + 100 + i);
		world_barrier();
	}
	CHECK(inner_counter() < 2000000000); /* the driver's, which begins with one second */
	brought_count += me;
	brought_local += me;
	*inner_local() += 2 * me;
	world_barrier();
	CHECK(*brought_at() == 13 + me && brought_local == 4 + me && *inner_local() == 3 + 2 * me);
	return 0;
}
