/* A library that the program brings along: every rank has its own copy. */
#include "brought.h"

#include <stdio.h>

__thread int brought_local = 4;
int brought_order;
int brought_count = 10;
static int hidden;

int brought_next(void) { return ++brought_count + ++hidden + inner_next(); }
int *brought_at(void) { return &brought_count; }
__attribute__((constructor)) static void up(void) { brought_order = brought_order * 10 + 2; }
__attribute__((destructor)) static void down(void) { printf("library down %d\n", brought_count); }
