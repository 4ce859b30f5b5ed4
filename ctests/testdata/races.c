/* Two races: of a put with a store, and of two puts. */
#include <shmem.h>

static long counter;

int main(void)
{
	shmem_init();
	char data[8] = "abcdefg";
	int me = shmem_my_pe();
	char *block = shmem_malloc(64);

	if (me == 0)
		shmem_putmem(block + 4, data, 8, 1);
	else
		block[4] = 1;
	shmem_long_p(&counter, me, 1);
	shmem_free(block);
	shmem_finalize();
}
