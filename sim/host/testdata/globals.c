/* Every rank has its own variables, of every kind. */
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "world.h"

static int zero, five = 5;
static int *to_five = &five;
static const char *const names[] = {"zero", "one", "two", "three"};
static long large[100000] = {[0] = 1, [50000] = 2, [99999] = 3}; /* 800 KB from the file */
static char huge[64 << 20];
static struct node {
	struct node *next;
	int (*fn)(int);
} ring[3];
static int twice(int x) { return 2 * x; }
static struct node start = {&ring[1], twice};
static int (*volatile indirect)(const char *, const char *) = strcmp;
int shown = 7;
static char aligned[64] __attribute__((aligned(4096)));
static int counted(void)
{
	static int n;
	return ++n;
}

int main(void)
{
	const long me = world_rank(), n = world_size();

	CHECK(zero == 0 && five == 5 && to_five == &five && large[99999] == 3 && large[50000] == 2 && shown == 7);
	CHECK(start.next == &ring[1] && start.fn(4) == 8 && indirect("a", "a") == 0);
	CHECK((uintptr_t)aligned % 4096 == 0);
	for (int round = 0; round < 5; round++) {
		zero += me;
		*to_five += me;
		shown -= me;
		large[50000] += me;
		huge[(size_t)round << 20] = me;
		CHECK(counted() == round + 1);
		world_barrier();
		CHECK(zero == me * (round + 1) && five == 5 + zero && shown == 7 - zero && large[50000] == 2 + zero &&
		      huge[(size_t)round << 20] == (char)me);
	}
	CHECK(strcmp(names[3], "three") == 0);
	world_send((me + 1) % n, (long)&five);
	CHECK(n == 1 || world_receive() != (long)&five);
	if (n == 1)
		world_receive();
	return 0;
}
