/* gasnet/tools/lock.c - GASNet's reader-writer locks: POSIX locks in storage that does not require their declaration. */
#define _GNU_SOURCE
#include <gasnet_tools.h>

#include <pthread.h>

#include "../../runtime/program.h"

_Static_assert(sizeof(gasnett_rwlock_t) >= sizeof(pthread_rwlock_t), "room for a lock");
_Static_assert(_Alignof(gasnett_rwlock_t) >= _Alignof(pthread_rwlock_t), "a place for a lock");

/* GASNETT_RWLOCK_INITIALIZER is all zeros, as PTHREAD_RWLOCK_INITIALIZER is. */
static pthread_rwlock_t *of(gasnett_rwlock_t *lock) { return (pthread_rwlock_t *)(void *)lock; }

void gasnett_rwlock_init(gasnett_rwlock_t *lock) { pthread_rwlock_init(of(lock), NULL); }
void gasnett_rwlock_destroy(gasnett_rwlock_t *lock) { pthread_rwlock_destroy(of(lock)); }
void gasnett_rwlock_rdlock(gasnett_rwlock_t *lock) { pthread_rwlock_rdlock(of(lock)); }
void gasnett_rwlock_wrlock(gasnett_rwlock_t *lock) { pthread_rwlock_wrlock(of(lock)); }
void gasnett_rwlock_unlock(gasnett_rwlock_t *lock) { pthread_rwlock_unlock(of(lock)); }
int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *lock) { return pthread_rwlock_tryrdlock(of(lock)); }
int gasnett_rwlock_trywrlock(gasnett_rwlock_t *lock) { return pthread_rwlock_trywrlock(of(lock)); }

void gasnett_sched_yield(void) { ga_libc()->sched_yield(); }
