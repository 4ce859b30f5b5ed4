/* Large arrays of zeros cost memory only where they are touched, and their last byte is as symmetric as the first. */
#include "../gt_shmem.h"

#define BYTES ((size_t)1 << 30)

static unsigned char zeros[BYTES];
static double table[1 << 16] = {1.0, 2.0};

static long resident_kb(void)
{
	long pages = 0, size = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (f == NULL || fscanf(f, "%ld %ld", &size, &pages) != 2)
		pages = -1;
	if (f != NULL)
		fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(void)
{
	gt_start();
	CHECK(resident_kb() < 200 * 1024, "%ld KB resident after init with 1 GB of untouched zeros", resident_kb());
	CHECK(table[0] == 1.0 && table[1] == 2.0 && table[65535] == 0, "table");
	for (size_t at = 0; at < BYTES; at += BYTES / 16)
		shmem_uchar_p(&zeros[at], (unsigned char)(gt_me + 1), GT_NEXT);
	shmem_uchar_p(&zeros[BYTES - 1], (unsigned char)(gt_me + 1), GT_NEXT);
	shmem_barrier_all();
	for (size_t at = 0; at < BYTES; at += BYTES / 16)
		CHECK(zeros[at] == (unsigned char)(GT_PREV + 1) && zeros[at + 1] == 0, "at %zu", at);
	CHECK(zeros[BYTES - 1] == (unsigned char)(GT_PREV + 1), "last byte");
	CHECK(resident_kb() < 200 * 1024, "%ld KB resident", resident_kb());
	return gt_finish();
}
