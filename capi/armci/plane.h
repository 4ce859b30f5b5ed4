/* armci/plane.h - ARMCI in shared memory, as the data plane sees it.
 *
 * All memory of ARMCI is at the same addresses in all ranks. So the only question about a remote address is whether its process has allocated it, which the map of
 * that process's arena answers: a byte for each page. Go fills the map and this struct; peers is 0 while calls are to go through Go. In a job of several hosts transfers between
 * processes of one host are the plane's, and procs is 0: what waits for others goes through Go, which polls the network. */
#ifndef GA_ARMCI_PLANE_H
#define GA_ARMCI_PLANE_H

#include <string.h>

#include "../plane/plane.h"
#include "../plane/wait.h"

#define GA_ARMCI_PAGE_BITS 12 /* window.Page */
#define GA_ARMCI_LOCKS 64     /* armci.AccLocks */
#define GA_ARMCI_LOCK_BITS 16 /* armci.AccBlock */
#define GA_ARMCI_PART 20480   /* armci.GroupPart */
#define GA_ARMCI_WORDS 4096   /* of a part: the words that members wait for; its rooms for data are behind them */

/* The mutexes of a process. */
struct ga_armci_mutexes {
	char *at;
	uint64_t count;
};

/* A group. */
struct ga_armci_group {
	uint64_t id; /* of all groups that this process has had, from 2^32 on */
	uint32_t size;
	int32_t me;      /* -1: not a member */
	uint32_t *ranks; /* in the job */
	uint32_t *procs;
	char *block;    /* GA_ARMCI_PART bytes for each member */
	uint32_t epoch; /* syncs so far */
	uint32_t turn;  /* which room of a part is next */
};

struct ga_armci {
	uint32_t peers; /* processes; 0: closed */
	uint32_t procs; /* peers, if all are on this host, else 0 */
	uint32_t me;
	uint32_t *ranks;          /* in the job, of processes */
	char **parts;             /* memory of processes: locks of accumulates come first; NULL for those of other hosts */
	size_t map, arena, bytes; /* in a part */

	struct ga_armci_mutexes *mutexes; /* of processes; NULL: there are none */
	size_t mutex_bytes;               /* from one to the next */

	bool freed; /* memory, since the last barrier of all: it is given back to the system behind the next one */

	struct ga_armci_group **groups;
	uint32_t ngroups;
	uint64_t made; /* groups so far */
};

extern struct ga_armci ga_armci;

/* What Go tells. The arrays are the plane's from now on. */
void ga_armci_open(uint32_t procs, uint32_t me, uint32_t *ranks, char *base, size_t stride, size_t map, size_t arena, size_t bytes);
void ga_armci_close(void);
void ga_armci_set_group(int handle, struct ga_armci_group *group);
void ga_armci_set_mutexes(struct ga_armci_mutexes *all, size_t bytes);

/* Whether process proc is on this host, and [at, at+bytes) is its memory: all its pages are allocated. Own memory is any. */
static inline bool ga_armci_reach(int proc, const void *at, size_t bytes)
{
	const uint32_t p = (uint32_t)proc;

	if (GA_UNLIKELY(p >= ga_armci.peers))
		return false;
	if (p == ga_armci.me)
		return true;
	const char *part = ga_armci.parts[p];
	if (GA_UNLIKELY(!part))
		return false;
	const size_t off = (size_t)((uintptr_t)at - (uintptr_t)(part + ga_armci.arena));
	if (GA_UNLIKELY(off >= ga_armci.bytes || bytes - 1 >= ga_armci.bytes - off))
		return false;
	const char *map = part + ga_armci.map;
	const size_t first = off >> GA_ARMCI_PAGE_BITS, last = (off + bytes - 1) >> GA_ARMCI_PAGE_BITS;

	return GA_LIKELY(map[first] && map[last]) && (last - first < 2 || GA_LIKELY(!memchr(map + first, 0, last - first)));
}

/* The group of a handle, or NULL if the plane has none that this process is a member of. */
static inline struct ga_armci_group *ga_armci_group_of(int handle)
{
	if (GA_UNLIKELY(!ga_armci.procs || (uint32_t)handle >= ga_armci.ngroups))
		return NULL;
	struct ga_armci_group *g = ga_armci.groups[handle];
	return g && g->me >= 0 ? g : NULL;
}

/* Waits for something that a rank does. */
void ga_armci_check(struct ga_wait *w, uint32_t rank);

#endif
