/**
 * @file portals/portals3.h
 * Portals 3.3, with what Cray's library for the XT added to it.
 *
 * A process opens a network interface (PtlNIInit) and has there a portal table. An entry of the table is an ordered list of match
 * entries; a match entry may carry a memory descriptor, which describes a piece of the process's memory. An arriving put or get names a
 * process, an entry of its table and 64 match bits, and is answered by the first match entry that fits and whose descriptor accepts
 * it: data moves to or from the program's own memory, whatever the process is doing at the time. Initiator and target record it as
 * events in the event queues of their descriptors.
 *
 * Several threads may call at once. Functions return one of the codes of p3/codes.h, PTL_OK on success; results are only stored with
 * PTL_OK, unless the function says otherwise. A NULL result pointer makes a function return PTL_SEGV, and every call before PtlInit
 * returns PTL_NO_INIT; descriptions do not repeat these two. Lengths and offsets are in bytes.
 *
 * The parts under p3/ are the manual. docs/user/portals.md is about building old programs; docs/portals.md lists how this library
 * interprets Portals 3.3 where its sources differ.
 */
#ifndef _PORTALS_PORTALS3_H
#define _PORTALS_PORTALS3_H

/* Clients rely on this header to include these. */
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "p3/types.h"
#include "p3/constants.h"
#include "p3/codes.h"
#include "p3/setup.h"
#include "p3/match.h"
#include "p3/memory.h"
#include "p3/events.h"
#include "p3/move.h"

#endif
