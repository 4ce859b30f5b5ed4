/* Every kind of global and static of the executable is symmetric and keeps its initial value; built as PIE, non-PIE, optimised and not. */
#include "../gt_shmem.h"

int initialised = 12345, zeroed;
static int hidden = 7;
static char text[] = "writable text";
const int constant = 99;
static struct {
	char c;
	double d;
	short s[3];
} record = {'x', 2.5, {1, 2, 3}};
int common_like[1000];
static long aligned_page[512] __attribute__((aligned(4096)));
static char odd_a = 1, odd_b[3] = {2, 3, 4};
int *pointer_to_global = &initialised;
static char *pointer_to_text = text;
static int (*function_pointer)(void) = shmem_n_pes;
static const char *const table[] = {"one", "two", "three"};

static int *statics(int which)
{
	static int first = 1, second;
	return which == 0 ? &first : &second;
}

int main(int argc, char **argv)
{
	/* values written before init stay as well */
	zeroed = argc * 1000 + 1;
	aligned_page[511] = 5;

	gt_start();
	CHECK(initialised == 12345 && zeroed == argc * 1000 + 1 && hidden == 7 && constant == 99, "numbers changed at init");
	CHECK(strcmp(text, "writable text") == 0 && record.c == 'x' && record.d == 2.5 && record.s[2] == 3, "data changed at init");
	CHECK(aligned_page[0] == 0 && aligned_page[511] == 5 && odd_a == 1 && odd_b[2] == 4, "data changed at init");
	CHECK(pointer_to_global == &initialised && *pointer_to_global == 12345, "a pointer to a global changed");
	CHECK(pointer_to_text == text && strcmp(table[2], "three") == 0, "a pointer to text changed");
	CHECK(function_pointer() == gt_n, "a pointer to a function changed");
	CHECK(*statics(0) == 1 && *statics(1) == 0 && argv[argc] == NULL, "statics of a function changed");

	shmem_barrier_all();
	shmem_int_p(&initialised, 100 + gt_me, GT_NEXT);
	shmem_int_p(&zeroed, 200 + gt_me, GT_NEXT);
	shmem_int_p(&hidden, 300 + gt_me, GT_NEXT);
	shmem_int_p(statics(0), 400 + gt_me, GT_NEXT);
	shmem_int_p(statics(1), 500 + gt_me, GT_NEXT);
	shmem_double_p(&record.d, gt_me + 0.5, GT_NEXT);
	shmem_short_p(&record.s[1], (short)gt_me, GT_NEXT);
	shmem_putmem(text, "overwritten", 12, GT_NEXT);
	shmem_int_p(&common_like[999], 600 + gt_me, GT_NEXT);
	shmem_long_p(&aligned_page[256], 700 + gt_me, GT_NEXT);
	shmem_char_p(&odd_b[1], (char)gt_me, GT_NEXT);
	shmem_barrier_all();
	CHECK(initialised == 100 + GT_PREV && *pointer_to_global == 100 + GT_PREV, "%d", initialised);
	CHECK(zeroed == 200 + GT_PREV, "%d", zeroed);
	CHECK(hidden == 300 + GT_PREV, "%d", hidden);
	CHECK(*statics(0) == 400 + GT_PREV && *statics(1) == 500 + GT_PREV, "statics of a function");
	CHECK(record.d == GT_PREV + 0.5 && record.s[0] == 1 && record.s[1] == GT_PREV && record.s[2] == 3, "record");
	CHECK(strcmp(pointer_to_text, "overwritten") == 0, "%s", text);
	CHECK(common_like[999] == 600 + GT_PREV && common_like[998] == 0, "%d", common_like[999]);
	CHECK(aligned_page[256] == 700 + GT_PREV && aligned_page[511] == 5, "%ld", aligned_page[256]);
	CHECK(odd_a == 1 && odd_b[0] == 2 && odd_b[1] == (char)GT_PREV && odd_b[2] == 4, "odd bytes");

	/* peers get this PE's own stores */
	for (int i = 0; i < 100; i++) {
		common_like[i] = i + gt_me;
		shmem_barrier_all();
		CHECK(shmem_int_g(&common_like[i], GT_NEXT) == i + GT_NEXT, "store %d", i);
	}
	return gt_finish();
}
