/* native.c - the world of one rank that is a process: what programs do there they must do in a copy. */
#include <stdlib.h>

#include "world.h"

static long box[64], from, to;

long world_rank(void) { return 0; }
long world_size(void) { return 1; }
void world_barrier(void) {}
void world_send(long rank, long word) { rank == 0 ? box[to++ % 64] = word : 0; }
long world_receive(void) { return from < to ? box[from++ % 64] : (abort(), 0); }
void world_call(void (*fn)(void *), void *arg) { fn(arg); }
void world_nothing(void) {}
