/* For plugins.c: a library with a counter and a symmetric pointer that it caches. */
#include <shmem.h>

int next_call(void)
{
	static int calls;
	return ++calls;
}

static long *cached;

void put(long value, int pe)
{
	if (!cached)
		cached = shmem_malloc(sizeof *cached);
	shmem_long_p(cached, value, pe);
}

long got(void) { return *cached; }
