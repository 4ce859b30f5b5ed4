/* gasnet_pending.h - memory of operations that are not synchronised yet, with GASNETGO_DEBUG=1 only. A source must stay as it is. A destination is the library's: until the
 * synchronisation its bytes are GA_UNDEFINED, and what the get has brought is kept elsewhere, so that who reads too early sees that. In shared memory nothing would happen,
 * which is why a program that is wrong elsewhere may work here.
 *
 * Only so many operations of a thread are looked after at a time. */
#ifndef GA_GASNET_PENDING_H
#define GA_GASNET_PENDING_H

#include "gasnet_client.h"
#include "plane_gasnet.h"

#define GA_UNDEFINED 0xd5

struct ga_pending;

struct ga_piece {
	char *at;
	size_t bytes;
};

/* A put that fn begins, whose source must stay until it is synchronised; NULL: nobody will look. ga_pending_begun follows. */
struct ga_pending *ga_pending_put(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi);

/* A get; NULL: it may go to its destination. Else its bytes, one piece behind the other, are to go to ga_pending_room. */
struct ga_pending *ga_pending_get(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi);
void *ga_pending_room(const struct ga_pending *);

/* The operation has begun, and this is the handle of whoever does it. Answers the program's. p may be NULL. */
gasnet_handle_t ga_pending_begun(struct ga_pending *p, gasnet_handle_t real);

/* fn reads the program's memory: a line if that is where a get will put something. */
void ga_pending_reads(const char *fn, const void *at, size_t bytes);

/* fn writes to the program's memory, by way of the library: not to a source. Answers whether a get that is under way will write there, too; of those nobody can tell
 * whose bytes stay. */
bool ga_pending_writes(const char *fn, const struct ga_piece *piece);

/* An access region is over, and this is its handle elsewhere. Answers the program's. */
gasnet_handle_t ga_pending_region(gasnet_handle_t real);

/* All synchronisation of handles, and of what has none: GASNet's codes. what and which are GA_GASNET_SYNC_ and GA_GASNET_WHICH_. */
int ga_pending_sync(const char *fn, int what, gasnet_handle_t *handles, size_t n);
int ga_pending_sync_nbi(const char *fn, int which, bool wait);

/* Fowler, Noll and Vo's hash 1a, of words first. */
uint64_t ga_sum_of(const void *at, size_t bytes);

#endif
