/* lapi/lock.c - the lock that a context shares with its program, and conditions. A thread may take it again while it has it. */
#define _GNU_SOURCE
#include "lock.h"

#include <pthread.h>

static struct lock {
	pthread_mutex_t mutex;
	pthread_t owner; /* valid while held */
	int held;
} locks[GA_LAPI_PORTS] = {[0 ... GA_LAPI_PORTS - 1] = {.mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}};

static struct lock *lock_of(lapi_handle_t h) { return ga_lapi_port(h) ? &locks[h] : NULL; }

static int taken(struct lock *l)
{
	__atomic_store_n(&l->owner, pthread_self(), __ATOMIC_RELAXED);
	__atomic_add_fetch(&l->held, 1, __ATOMIC_RELEASE);
	return LAPI_SUCCESS;
}

int ga_lapi_lock(lapi_handle_t h)
{
	struct lock *l = h < GA_LAPI_PORTS ? &locks[h] : NULL;

	if (!l)
		return LAPI_ERR_HNDL_INVALID;
	pthread_mutex_lock(&l->mutex);
	return taken(l);
}

int ga_lapi_unlock(lapi_handle_t h)
{
	struct lock *l = h < GA_LAPI_PORTS ? &locks[h] : NULL;

	if (!l)
		return LAPI_ERR_HNDL_INVALID;
	__atomic_sub_fetch(&l->held, 1, __ATOMIC_RELEASE);
	return pthread_mutex_unlock(&l->mutex);
}

static int try_lock(lapi_handle_t h)
{
	struct lock *l = lock_of(h);
	int rc;

	if (!l)
		return LAPI_ERR_HNDL_INVALID;
	rc = pthread_mutex_trylock(&l->mutex);
	return rc ? rc : taken(l);
}

static int owner(lapi_handle_t h, pthread_t *tid)
{
	struct lock *l = lock_of(h);

	if (!l)
		return LAPI_ERR_HNDL_INVALID;
	if (!tid)
		return LAPI_ERR_RET_PTR_NULL;
	*tid = __atomic_load_n(&l->held, __ATOMIC_ACQUIRE) > 0 ? __atomic_load_n(&l->owner, __ATOMIC_RELAXED) : LAPI_NULL_THREAD_ID;
	return LAPI_SUCCESS;
}

static int wait(lapi_handle_t h, lapi_cond_t *cond, const struct timespec *until)
{
	struct lock *l = lock_of(h);
	int rc;

	if (!l)
		return LAPI_ERR_HNDL_INVALID;
	__atomic_sub_fetch(&l->held, 1, __ATOMIC_RELEASE);
	rc = until ? pthread_cond_timedwait(&cond->Pt, &l->mutex, until) : pthread_cond_wait(&cond->Pt, &l->mutex);
	taken(l);
	return rc;
}

static int cond_wait(lapi_handle_t h, lapi_cond_t *cond) { return wait(h, cond, NULL); }
static int cond_timedwait(lapi_handle_t h, lapi_cond_t *cond, struct timespec *until) { return wait(h, cond, until); }
static int cond_signal(lapi_handle_t h, lapi_cond_t *cond) { return lock_of(h) ? pthread_cond_signal(&cond->Pt) : LAPI_ERR_HNDL_INVALID; }
static int cond_init(lapi_handle_t h, lapi_cond_t *cond) { return lock_of(h) ? pthread_cond_init(&cond->Pt, NULL) : LAPI_ERR_HNDL_INVALID; }
static int cond_destroy(lapi_handle_t h, lapi_cond_t *cond) { return lock_of(h) ? pthread_cond_destroy(&cond->Pt) : LAPI_ERR_HNDL_INVALID; }

int ga_lapi_share_lock(struct ga_lapi_port *p, lapi_thread_func_t *u)
{
	if (ga_simulated) /* threads of a simulated task are not threads of the process */
		return LAPI_ERR_UTIL_CMD;
	u->mutex_lock = ga_lapi_lock;
	u->mutex_unlock = ga_lapi_unlock;
	u->mutex_trylock = try_lock;
	u->mutex_getowner = owner;
	u->cond_wait = cond_wait;
	u->cond_timedwait = cond_timedwait;
	u->cond_signal = cond_signal;
	u->cond_init = cond_init;
	u->cond_destroy = cond_destroy;
	p->locks = true;
	return LAPI_SUCCESS;
}
