#include "calls.h"
#include "../world.h"

void ga_sim_enter(struct ga_head *);

static long call(int op, const char *fn, long a, long b)
{
	struct call c = {.head = {op, sizeof c, fn}, .a = a, .b = b};

	ga_sim_enter(&c.head);
	return c.answer;
}

#define SHOWN __attribute__((visibility("default")))

SHOWN long world_rank(void) { return call(RANK, __func__, 0, 0); }
SHOWN long world_size(void) { return call(SIZE, __func__, 0, 0); }
SHOWN void world_barrier(void) { call(BARRIER, __func__, 0, 0); }
SHOWN void world_send(long to, long word) { call(SEND, __func__, to, word); }
SHOWN long world_receive(void) { return call(RECEIVE, __func__, 0, 0); }
SHOWN void world_call(void (*fn)(void *), void *arg) { call(CALL, __func__, (long)fn, (long)arg); }
SHOWN void *world_segment(long bytes, int watched) { return (void *)call(SEGMENT, __func__, bytes, watched); }
SHOWN void *world_map(long rank) { return (void *)call(MAP, __func__, rank, 0); }
SHOWN void world_unmap(void *map) { call(UNMAP, __func__, (long)map, 0); }
SHOWN long world_accesses(struct access *to, long most) { return call(ACCESSES, __func__, (long)to, most); }
SHOWN void world_nothing(void) { call(NOTHING, __func__, 0, 0); }
