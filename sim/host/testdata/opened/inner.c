/* What the plugin needs. */
#include "opened.h"

static __thread int local = 3;
int inner_count = 100;
static int *order;

int inner_next(void) { return ++inner_count; }
int *inner_local(void) { return &local; }
void inner_order(int *to) { order = to; }
void inner_note(int digit)
{
	if (order)
		*order = *order * 10 + digit;
}
__attribute__((constructor)) static void up(void) { opened_order = opened_order * 10 + 1; }
__attribute__((destructor)) static void down(void) { inner_note(1); }
