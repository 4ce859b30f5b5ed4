/* Which addresses and which PEs are accessible: every query returns a result, none is an error. */
#include "../gt_shmem.h"

#include <sys/mman.h>

int global_zero;
long global_set[10] = {1, 2, 3};
static double file_static = 1.0;
static char big[3000000];
__thread int per_thread = 3;

static int *function_static(void)
{
	static int counter = 7;
	return &counter;
}

static void ask(const char *what, const void *p, int want)
{
	for (int pe = 0; pe < gt_n; pe++)
		CHECK(shmem_addr_accessible(p, pe) == want, "%s (%p) on pe %d: not %d", what, p, pe, want);
	CHECK(shmem_addr_accessible(p, -1) == 0, "%s on pe -1", what);
	CHECK(shmem_addr_accessible(p, -10) == 0, "%s on pe -10", what);
	CHECK(shmem_addr_accessible(p, gt_n) == 0, "%s on pe n", what);
	CHECK(shmem_addr_accessible(p, gt_n + 10) == 0, "%s on pe n+10", what);
	CHECK(shmem_addr_accessible(p, INT32_MAX) == 0 && shmem_addr_accessible(p, INT32_MIN) == 0, "%s on absurd pes", what);
	CHECK((shmem_ptr(p, gt_me) != NULL) == want, "%s: shmem_ptr disagrees", what);
}

int main(void)
{
	int on_stack = 1;

	gt_start();
	for (int pe = -20; pe < gt_n + 20; pe++)
		CHECK(shmem_pe_accessible(pe) == (pe >= 0 && pe < gt_n), "pe %d", pe);
	CHECK(shmem_pe_accessible(INT32_MAX) == 0 && shmem_pe_accessible(INT32_MIN) == 0, "absurd pes");

	ask("zeroed global", &global_zero, 1);
	ask("initialised global", &global_set[9], 1);
	ask("static of the file", &file_static, 1);
	ask("static of a function", function_static(), 1);
	ask("first byte of a large array", big, 1);
	ask("last byte of a large array", big + sizeof big - 1, 1);

	char *heap = shmem_malloc(100000), *small = shmem_malloc(1);
	ask("heap", heap, 1);
	ask("inside a heap block", heap + 99999, 1);
	ask("small heap block", small, 1);

	ask("NULL", NULL, 0);
	ask("stack", &on_stack, 0);
	ask("thread-local", &per_thread, 0);
	char *private = malloc(100), *large = malloc(10 << 20);
	ask("malloc", private, 0);
	ask("large malloc", large, 0);
	void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ask("mmap", mapped, 0);
	ask("a function of libc", (const void *)(uintptr_t)&getpid, 0);
	ask("address 1", (const void *)1, 0);
	ask("last address", (const void *)UINTPTR_MAX, 0);
	munmap(mapped, 4096);
	free(private);
	free(large);
	shmem_free(small);
	shmem_free(heap);
	return gt_finish();
}
