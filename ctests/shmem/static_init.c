/* Handles and constants where C wants constant expressions: static initialisers, array sizes, #if. */
#include "../gt_shmem.h"

static shmem_ctx_t ctx_default = SHMEM_CTX_DEFAULT, ctx_invalid = SHMEM_CTX_INVALID;
static shmem_team_t world = SHMEM_TEAM_WORLD, shared = SHMEM_TEAM_SHARED, no_team = SHMEM_TEAM_INVALID;
static struct {
	shmem_ctx_t ctx;
	shmem_team_t team;
} both[] = {{SHMEM_CTX_DEFAULT, SHMEM_TEAM_WORLD}};
static long psync[SHMEM_SYNC_SIZE] = {SHMEM_SYNC_VALUE}, bsync[SHMEM_BARRIER_SYNC_SIZE], csync[SHMEM_BCAST_SYNC_SIZE];
static long rsync[SHMEM_REDUCE_SYNC_SIZE], osync[SHMEM_COLLECT_SYNC_SIZE], async[SHMEM_ALLTOALL_SYNC_SIZE], ssync[SHMEM_ALLTOALLS_SYNC_SIZE];
static double work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static char name[SHMEM_MAX_NAME_LEN] = SHMEM_VENDOR_STRING;
static long old[_SHMEM_REDUCE_SYNC_SIZE + _SHMEM_BARRIER_SYNC_SIZE + _SHMEM_BCAST_SYNC_SIZE + _SHMEM_COLLECT_SYNC_SIZE] = {_SHMEM_SYNC_VALUE};

#if SHMEM_MAJOR_VERSION != 1 || SHMEM_MINOR_VERSION != 6 || _SHMEM_MAJOR_VERSION != 1 || _SHMEM_MINOR_VERSION != 6
#error "version"
#endif
#ifndef SHMEM_TEAM_NUM_CONTEXTS
#error "programs ask with #ifdef"
#endif
#ifdef complex
#error "old programs use the identifier complex"
#endif

int main(void)
{
	switch (SHMEM_CMP_EQ) {
	case SHMEM_CMP_EQ: break;
	case SHMEM_CMP_NE:
	case SHMEM_CMP_GT:
	case SHMEM_CMP_GE:
	case SHMEM_CMP_LT:
	case SHMEM_CMP_LE: return 1;
	}
	switch (_SHMEM_CMP_EQ) {
	case _SHMEM_CMP_EQ: break;
	case _SHMEM_CMP_NE:
	case _SHMEM_CMP_GT:
	case _SHMEM_CMP_GE:
	case _SHMEM_CMP_LT:
	case _SHMEM_CMP_LE: return 1;
	}
	switch (SHMEM_SIGNAL_SET) {
	case SHMEM_SIGNAL_SET: break;
	case SHMEM_SIGNAL_ADD: return 1;
	}
	gt_start();
	CHECK(ctx_default == SHMEM_CTX_DEFAULT && ctx_invalid == SHMEM_CTX_INVALID && ctx_default != ctx_invalid, "contexts");
	CHECK(world == SHMEM_TEAM_WORLD && shared == SHMEM_TEAM_SHARED && no_team == SHMEM_TEAM_INVALID, "teams");
	CHECK(world != no_team && shared != no_team && both[0].team == world && both[0].ctx == ctx_default, "teams");
	CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0 && strcmp(name, _SHMEM_VENDOR_STRING) == 0, "%s", name);
	CHECK(sizeof psync >= sizeof bsync && sizeof psync >= sizeof csync && sizeof psync >= sizeof rsync && sizeof psync >= sizeof osync &&
	          sizeof psync >= sizeof async && sizeof psync >= sizeof ssync && sizeof work > 0 && sizeof old > 0,
	      "sizes");
	CHECK((SHMEM_CTX_SERIALIZED & SHMEM_CTX_PRIVATE) == 0 && (SHMEM_CTX_PRIVATE & SHMEM_CTX_NOSTORE) == 0, "flags");
	CHECK((SHMEM_MALLOC_ATOMICS_REMOTE & SHMEM_MALLOC_SIGNAL_REMOTE) == 0, "hints");
	return gt_finish();
}
