// What ranks share is named when it is changed, once; handlers of C++ are each rank's own.
#include <exception>
#include <new>

#include <sys/resource.h>

#include "check.h"
#include "world.h"

template <int n> static void handler() {}

int main()
{
	const int me = world_rank();
	const std::terminate_handler ends = me % 2 ? handler<1> : handler<2>;
	const std::new_handler news = me % 2 ? handler<3> : handler<4>, first = std::get_new_handler();
	rlimit limit;

	CHECK(!first);
	world_barrier();
	if (me != 2) {
		std::set_terminate(ends);
		std::set_new_handler(news);
	}
	for (int i = 0; i < 3; i++) {
		world_barrier();
		CHECK((std::get_terminate() == ends) == (me != 2) && std::get_new_handler() == (me == 2 ? first : news));
	}
	CHECK(getrlimit(RLIMIT_MSGQUEUE, &limit) == 0);
	CHECK(setrlimit(RLIMIT_MSGQUEUE, &limit) == 0); // changes nothing
	limit.rlim_cur = limit.rlim_cur == 0 ? limit.rlim_max : 0;
	CHECK(setrlimit(RLIMIT_MSGQUEUE, &limit) == 0);
	return 0;
}
