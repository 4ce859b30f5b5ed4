/* plane/state.c - what the files of the plane know of the job's shared memory and of waiting in it. */
#include "plane.h"
#include "wait.h"

struct ga_plane ga_plane;
bool ga_oversubscribed;
uint32_t ga_spins, ga_polls;
