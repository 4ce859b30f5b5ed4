/* runtime/state.c - what the files of the runtime know of this process and its threads. */
#include "edge.h"
#include "signals.h"
#include "start.h"

bool ga_simulated, ga_forked, ga_spans_hosts;
uint32_t ga_ranks;

sigset_t ga_held, ga_held_briefly;
uint32_t ga_go_up;

uint32_t ga_handlers = GA_UNPROVEN;
_Thread_local struct ga_caller *ga_me;
