/* shmem/state.c - the tables of contexts and teams. */
#include "handles.h"

struct ga_handle ga_shmem_contexts[1 << GA_HANDLE_BITS];
struct ga_handle ga_shmem_teams[GA_TEAMS];
