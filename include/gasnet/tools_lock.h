/**
 * @file gasnet/tools_lock.h
 * Mutexes, condition variables, locks of readers and writers, and variables that each thread has for itself.
 *
 * They work between the threads of one process, in every mode. Where POSIX reports a caller's error by a code, these calls detect nothing: the program is
 * wrong.
 */
#ifndef GASNET_TOOLS_LOCK_H
#define GASNET_TOOLS_LOCK_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "annotate.h"

/** @name Mutexes */
/**@{*/
typedef pthread_mutex_t gasnett_mutex_t;
#define GASNETT_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#define gasnett_mutex_init(m) ((void)pthread_mutex_init((m), NULL))
#define gasnett_mutex_destroy(m) ((void)pthread_mutex_destroy(m))
#define gasnett_mutex_destroy_ignoreerr(m) ((void)pthread_mutex_destroy(m))
#define gasnett_mutex_lock(m) ((void)pthread_mutex_lock(m))
#define gasnett_mutex_unlock(m) ((void)pthread_mutex_unlock(m))
/** 0 if it is locked now, EBUSY if it was already. */
#define gasnett_mutex_trylock(m) pthread_mutex_trylock(m)
#define gasnett_mutex_assertlocked(m) ((void)(m))
#define gasnett_mutex_assertunlocked(m) ((void)(m))
/**@}*/

/** @name Condition variables: wait may wake early, as POSIX's may */
/**@{*/
typedef pthread_cond_t gasnett_cond_t;
#define GASNETT_COND_INITIALIZER PTHREAD_COND_INITIALIZER
#define gasnett_cond_init(c) ((void)pthread_cond_init((c), NULL))
#define gasnett_cond_destroy(c) ((void)pthread_cond_destroy(c))
#define gasnett_cond_signal(c) ((void)pthread_cond_signal(c))
#define gasnett_cond_broadcast(c) ((void)pthread_cond_broadcast(c))
#define gasnett_cond_wait(c, m) ((void)pthread_cond_wait((c), (m)))
/**@}*/

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** @name Locks of many readers or one writer */
/**@{*/
typedef struct {
  uint64_t gasneti_room[7]; /* of a pthread_rwlock_t, which strict C does not declare */
} gasnett_rwlock_t;
#define GASNETT_RWLOCK_INITIALIZER {{0, 0, 0, 0, 0, 0, 0}}
void gasnett_rwlock_init(gasnett_rwlock_t *lock);
void gasnett_rwlock_destroy(gasnett_rwlock_t *lock);
void gasnett_rwlock_rdlock(gasnett_rwlock_t *lock);
void gasnett_rwlock_wrlock(gasnett_rwlock_t *lock);
void gasnett_rwlock_unlock(gasnett_rwlock_t *lock);
/** 0 if it is locked now, EBUSY if not, EAGAIN if it has too many readers. */
int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *lock);
/** 0 if it is locked now, EBUSY if not. */
int gasnett_rwlock_trywrlock(gasnett_rwlock_t *lock);
#define gasnett_rwlock_assertlocked(l) ((void)(l))
#define gasnett_rwlock_assertrdlocked(l) ((void)(l))
#define gasnett_rwlock_assertwrlocked(l) ((void)(l))
#define gasnett_rwlock_assertunlocked(l) ((void)(l))
/**@}*/

/** Let another thread or process run. */
void gasnett_sched_yield(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/**
 * @name Thread keys
 * A pointer for each thread, NULL at first. At file scope, DECLARE where it is used and DEFINE in one file; both may be in the same.
 */
/**@{*/
#define GASNETT_THREADKEY_DECLARE(key) extern __thread void *gasneti_threadkey_##key
#define GASNETT_THREADKEY_DEFINE(key) __thread void *gasneti_threadkey_##key
#define gasnett_threadkey_init(key) ((void)&gasneti_threadkey_##key)
#define gasnett_threadkey_get(key) (gasneti_threadkey_##key)
#define gasnett_threadkey_set(key, value) ((void)(gasneti_threadkey_##key = (void *)(uintptr_t)(value)))
#define gasnett_threadkey_get_noinit(key) gasnett_threadkey_get(key)
#define gasnett_threadkey_set_noinit(key, value) gasnett_threadkey_set(key, value)
/** Clients call it so that compilers do not warn of an unused key; keys need no initialisation. */
GASNETT_INLINE(_gasneti_threadkey_init)
void _gasneti_threadkey_init(void *key) { (void)key; }
/**@}*/

#endif
