/* Every thread level can be requested; the provided level is one of them, and query returns it. */
#include "../gt_shmem.h"

int main(void)
{
	CHECK(SHMEM_THREAD_SINGLE < SHMEM_THREAD_FUNNELED && SHMEM_THREAD_FUNNELED < SHMEM_THREAD_SERIALIZED &&
	          SHMEM_THREAD_SERIALIZED < SHMEM_THREAD_MULTIPLE,
	      "levels are not ascending");
	for (int wanted = SHMEM_THREAD_SINGLE; wanted <= SHMEM_THREAD_MULTIPLE; wanted++) {
		int provided = -1, asked = -2;
		CHECK(shmem_init_thread(wanted, &provided) == 0, "level %d", wanted);
		GT_BEGIN(shmem_my_pe(), shmem_n_pes());
		CHECK(provided >= wanted && provided <= SHMEM_THREAD_MULTIPLE, "asked for %d, got %d", wanted, provided);
		shmem_query_thread(&asked);
		CHECK(asked == provided, "query says %d, init said %d", asked, provided);
		shmem_finalize();
	}
	return GT_END();
}
