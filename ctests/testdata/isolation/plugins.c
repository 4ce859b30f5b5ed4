/* Opens libraries at run time: each PE counts for itself, and each caches an address of its own symmetric heap. Arguments: plugin.so, and one in C++ or nothing. */
#include "../../gt_shmem.h"

#include <dlfcn.h>

static void *look(void *library, const char *name)
{
	void *fn = dlsym(library, name);

	if (!fn)
		FATAL("%s", dlerror());
	return fn;
}

int main(int argc, char **argv)
{
	gt_start();
	if (argc < 2)
		FATAL("which library?");
	void *library = dlopen(argv[1], RTLD_NOW);
	if (!library)
		FATAL("%s", dlerror());
	int (*next)(void) = (int (*)(void))look(library, "next_call");
	void (*put)(long, int) = (void (*)(long, int))look(library, "put");
	long (*got)(void) = (long (*)(void))look(library, "got");
	int n = 0;
	for (int i = 0; i < 4; i++) {
		shmem_barrier_all();
		n = next();
	}
	CHECK(n == 4, "4 calls, counter %d", n);
	put(100 + gt_me, (gt_me + 1) % gt_n);
	shmem_barrier_all();
	CHECK(got() == 100 + GT_PREV, "%ld", got());
	CHECK(dlclose(library) == 0, "%s", dlerror());
	if (argc > 2) {
		void *other = dlopen(argv[2], RTLD_LAZY);
		if (!other)
			FATAL("%s", dlerror());
		int (*catches)(int) = (int (*)(int))look(other, "catches");
		for (int i = 1; i < 4; i++) {
			shmem_barrier_all();
			n = catches(gt_me);
			CHECK(n == 100 * i + gt_me, "%d", n);
		}
	}
	shmem_finalize();
	return gt_end();
}
