/* Starting, ending, and the queries that are legal before, between and after. */
#include "../gt_shmem.h"

int main(void)
{
	char name[SHMEM_MAX_NAME_LEN + 8];
	int on = -1, level = -1, major = -1, minor = -1;

	shmem_query_initialized(&on);
	CHECK(on == 0, "before init: %d", on);
	shmem_query_thread(&level);
	CHECK(level >= SHMEM_THREAD_SINGLE && level <= SHMEM_THREAD_MULTIPLE, "before init: %d", level);

	gt_start();
	shmem_query_initialized(&on);
	CHECK(on == 1, "after init: %d", on);
	CHECK(gt_n >= 1 && gt_me >= 0 && gt_me < gt_n, "rank %d of %d", gt_me, gt_n);
	CHECK(shmem_my_pe() == gt_me && shmem_n_pes() == gt_n, "not constant");
	CHECK(_my_pe() == gt_me && _num_pes() == gt_n, "old names differ: %d of %d", _my_pe(), _num_pes());
	if (getenv("GT_EXPECT_SIZE") != NULL)
		CHECK(gt_n == atoi(getenv("GT_EXPECT_SIZE")), "%d ranks instead of %s", gt_n, getenv("GT_EXPECT_SIZE"));

	memset(name, '#', sizeof name);
	shmem_info_get_name(name);
	CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0, "%.40s", name);
	CHECK(name[SHMEM_MAX_NAME_LEN] == '#', "wrote past SHMEM_MAX_NAME_LEN");
	CHECK(strlen(SHMEM_VENDOR_STRING) < SHMEM_MAX_NAME_LEN, "vendor string too long");
	shmem_info_get_version(&major, &minor);
	CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION, "%d.%d", major, minor);
	CHECK(major == 1 && minor == 6, "%d.%d", major, minor);

	for (int pe = 0; pe < gt_n; pe++)
		CHECK(shmem_pe_accessible(pe) == 1, "pe %d", pe);
	shmem_pcontrol(0);
	shmem_pcontrol(1);
	shmem_pcontrol(3, "more", 7);
	MSG("here");
	shmem_finalize();

	shmem_query_initialized(&on);
	CHECK(on == 0, "after finalize: %d", on);
	shmem_query_thread(&level);
	shmem_pcontrol(2);
	memset(name, 0, sizeof name);
	shmem_info_get_name(name);
	CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0, "after finalize: %.40s", name);
	return GT_END();
}
