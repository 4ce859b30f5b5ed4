/* gasnet/pending.h - memory of operations that are not synchronised yet, with GASNETGO_DEBUG=1 only. A source must not change. A destination
 * belongs to the library: until the synchronisation its bytes are GA_UNDEFINED, and the data of the get is stored elsewhere, so that reading too
 * early is visible. In shared memory such errors have no effect, so a program with a bug on other networks may work here.
 *
 * Only a bounded number of operations per thread is checked at a time. */
#ifndef GA_GASNET_PENDING_H
#define GA_GASNET_PENDING_H

#include "tools/client.h"
#include "plane.h"

#define GA_UNDEFINED 0xd5

struct ga_pending;

struct ga_piece {
	char *at;
	size_t bytes;
};

/* A put that fn begins, whose source must not change until it is synchronised; NULL: not checked. ga_pending_begun follows. */
struct ga_pending *ga_pending_put(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi);

/* A get; NULL: it may go to its destination. Else its bytes, one piece behind the other, are to go to ga_pending_room. */
struct ga_pending *ga_pending_get(const char *fn, const struct ga_piece *pieces, size_t n, bool nbi);
void *ga_pending_room(const struct ga_pending *);

/* The operation has begun with this handle of the data plane or conduit. Returns the program's handle. p may be NULL. */
gasnet_handle_t ga_pending_begun(struct ga_pending *p, gasnet_handle_t real);

/* fn reads the program's memory: a line if that is where a get will put something. */
void ga_pending_reads(const char *fn, const void *at, size_t bytes);

/* fn writes to the program's memory, through the library: not to a source. Returns whether a pending get will write there, too; then it is
 * undefined whose bytes remain. */
bool ga_pending_writes(const char *fn, const struct ga_piece *piece);

/* An access region is over, and this is its handle elsewhere. Answers the program's. */
gasnet_handle_t ga_pending_region(gasnet_handle_t real);

/* Whether the program's handle is of a checked operation; then its handle elsewhere. */
bool ga_pending_of(gasnet_handle_t handle, gasnet_handle_t *real);

/* The operations of a handle are complete, or the implicit ones that are meant: what they promised is checked, and what they fetched is delivered. */
void ga_pending_end(const char *fn, gasnet_handle_t handle);
void ga_pending_end_nbi(const char *fn, int which);

/* All synchronisation of handles and of implicit operations: GASNet's codes. what and which are GA_GASNET_SYNC_ and GA_GASNET_WHICH_. */
int ga_pending_sync(const char *fn, int what, gasnet_handle_t *handles, size_t n);
int ga_pending_sync_nbi(const char *fn, int which, bool wait);

/* Fowler, Noll and Vo's hash 1a, of words first. */
uint64_t ga_sum_of(const void *at, size_t bytes);

#endif
