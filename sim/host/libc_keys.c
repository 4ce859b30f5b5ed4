/* libc_keys.c - values that belong to threads: keys of pthreads and of C11. Each rank has keys of its own. Their numbers do not look like those of the C library, of which a shared library may have
 * one since it was loaded. */
#include "pthreads.h"

#include <errno.h>
#include <threads.h>

enum { OURS = 0x40000000, ROUNDS = 4 /* as the C library */ };

static struct ga_sim_key *key_of(pthread_key_t key)
{
	const unsigned i = key - OURS;
	struct ga_sim_key *k = i < GA_SIM_KEYS ? &ga_sim_threads()->keys[i] : NULL;

	return k && k->life & 1 ? k : NULL;
}

static int sim_pthread_key_create(pthread_key_t *to, void (*destroy)(void *))
{
	struct ga_sim_thread_group *group;

	if (!ga_sim_now)
		return pthread_key_create(to, destroy);
	group = ga_sim_threads();
	for (unsigned i = 0; i < GA_SIM_KEYS; i++) {
		if (group->keys[i].life & 1)
			continue;
		group->keys[i].life++;
		group->keys[i].destroy = destroy;
		*to = OURS + i;
		return 0;
	}
	return EAGAIN;
}

static int sim_pthread_key_delete(pthread_key_t key)
{
	struct ga_sim_key *k;

	if (key < OURS)
		return pthread_key_delete(key);
	k = ga_sim_now ? key_of(key) : NULL;
	if (!k)
		return EINVAL;
	k->life++; /* values that threads have are of an earlier life from now on */
	return 0;
}

static void *sim_pthread_getspecific(pthread_key_t key)
{
	const struct ga_sim_thread *t;
	const struct ga_sim_key *k;

	if (key < OURS)
		return pthread_getspecific(key);
	if (!ga_sim_now)
		return NULL;
	t = ga_sim_thread_self();
	k = key_of(key);
	return k && t->values && t->lives[key - OURS] == k->life ? t->values[key - OURS] : NULL;
}

static int sim_pthread_setspecific(pthread_key_t key, const void *value)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct ga_sim_thread *t;
	const struct ga_sim_key *k;

	if (key < OURS)
		return pthread_setspecific(key, value);
	t = r ? ga_sim_thread_self() : NULL;
	k = r ? key_of(key) : NULL;
	if (!k)
		return EINVAL;
	if (!t->values) {
		ga_sim_heap_leave();
		t->values = calloc(GA_SIM_KEYS, sizeof *t->values);
		t->lives = calloc(GA_SIM_KEYS, sizeof *t->lives);
		ga_sim_heap_enter(r, __builtin_thread_pointer());
		if (!t->values || !t->lives)
			return ENOMEM;
	}
	t->values[key - OURS] = (void *)value;
	t->lives[key - OURS] = k->life;
	return 0;
}

void ga_sim_destroy_values(struct ga_sim_thread *t)
{
	struct ga_sim_thread_group *group = ga_sim_threads();
	bool some = t->values && t->lives;

	for (int round = 0; some && round < ROUNDS; round++) {
		some = false;
		for (unsigned i = 0; i < GA_SIM_KEYS; i++) {
			void *const value = t->values[i];

			t->values[i] = NULL;
			if (!value || t->lives[i] != group->keys[i].life || !group->keys[i].destroy)
				continue;
			some = true;
			group->keys[i].destroy(value);
		}
	}
}

static int sim_tss_create(tss_t *key, tss_dtor_t destroy) { return sim_pthread_key_create(key, destroy) == 0 ? thrd_success : thrd_error; }
static int sim_tss_set(tss_t key, void *value) { return sim_pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error; }
static void sim_tss_delete(tss_t key) { sim_pthread_key_delete(key); }

const struct name ga_sim_key_names[] = {
    NAME(pthread_key_create),
    {"__pthread_key_create", (void *)sim_pthread_key_create, 0},
    NAME(pthread_key_delete),
    NAME(pthread_getspecific),
    NAME(pthread_setspecific),
    NAME(tss_create),
    NAME(tss_set),
    NAME(tss_delete),
    {"tss_get", (void *)sim_pthread_getspecific, 0},
    {0},
};
