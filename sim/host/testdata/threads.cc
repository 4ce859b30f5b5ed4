// Threads by way of a library that all ranks share.
#include <thread>

#include "world.h"

int main()
{
	world_barrier();
	std::thread t([] {});
	t.join();
	return 0;
}
