/* A client of the toy API: every rank prints its results. */
#include <stdio.h>
#include <toy.h>

static int seen;

static void handler(int value) { seen = toy_add(value); }

int main(void)
{
	const int added = toy_add(1), called = toy_call(handler, 41);

	printf("rank %d: added %d, handler saw %d, call returned %d, %d run\n", toy_rank(), added, seen, called, toy_runs());
	return 0;
}
