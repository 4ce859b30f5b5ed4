/* opened.c - the list of libraries that a rank has copies of: how long they live, and what runs when they come and go. What a program brings along is there
 * from the beginning and stays. */
#include "opened.h"

#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <sys/mman.h>

static const void *dynamic_at(const struct ga_sim_rank *r, int object)
{
	const struct object *o = r->image->objects[object];

	for (int i = 0; i < o->head->e_phnum; i++)
		if (o->segments[i].p_type == PT_DYNAMIC)
			return (const void *)(r->base[object] + o->segments[i].p_vaddr);
	return NULL;
}

static struct opened *append(struct ga_sim_rank *r, struct loaded *l, int object)
{
	struct opened *o = calloc(1, sizeof *o);

	if (!o)
		return NULL;
	o->object = object;
	o->map.l_addr = r->base[object];
	o->map.l_name = object ? r->image->objects[object]->path : (char *)"";
	o->map.l_ld = (void *)dynamic_at(r, object);
	o->map.l_prev = l->last ? &l->last->map : NULL;
	if (l->last) {
		l->last->next = o;
		l->last->map.l_next = &o->map;
	} else {
		l->first = o;
	}
	l->last = o;
	l->opens++;
	return o;
}

struct loaded *ga_sim_loaded(struct ga_sim_rank *r)
{
	struct loaded *l = r->loaded;

	if (l)
		return l;
	l = calloc(1, sizeof *l);
	for (int i = 0; l && i < r->image->nstart; i++) {
		struct opened *o = append(r, l, i);

		if (!o)
			return NULL;
		o->stays = o->up = true;
	}
	return r->loaded = l;
}

struct opened *ga_sim_opened_object(const struct ga_sim_rank *r, int object)
{
	for (struct opened *o = r->loaded ? r->loaded->first : NULL; o; o = o->next)
		if (o->object == object)
			return o;
	return NULL;
}

struct opened *ga_sim_add_opened(struct ga_sim_rank *r, int object)
{
	struct opened *o = append(r, r->loaded, object);

	if (o)
		r->image->objects[object]->users++;
	return o;
}

bool ga_sim_use_object(struct opened *o, int object)
{
	int *more;

	for (int i = 0; i < o->nuses; i++)
		if (o->uses[i] == object)
			return true;
	more = realloc(o->uses, (o->nuses + 1) * sizeof *more);
	if (!more)
		return false;
	o->uses = more;
	o->uses[o->nuses++] = object;
	return true;
}

static void release_shared(struct member *all, int n)
{
	for (int i = 0; i < n; i++)
		if (all[i].object < 0 && all[i].shared)
			dlclose(all[i].shared);
}

static void forget_global(struct loaded *l, const struct opened *o)
{
	int n = 0;

	for (int i = 0; i < l->nglobal; i++)
		if (l->global[i] != o)
			l->global[n++] = l->global[i];
	l->nglobal = n;
}

static void unlink_opened(struct loaded *l, struct opened *o)
{
	struct opened *before = (struct opened *)o->map.l_prev;

	if (before) {
		before->next = o->next;
		before->map.l_next = o->map.l_next;
	} else {
		l->first = o->next;
	}
	if (o->next)
		o->next->map.l_prev = o->map.l_prev;
	else
		l->last = before;
}

void ga_sim_unload(struct ga_sim_rank *r, struct opened *o)
{
	struct object *object = r->image->objects[o->object];

	forget_global(r->loaded, o);
	unlink_opened(r->loaded, o);
	r->loaded->closes++;
	r->base[o->object] = 0;
	if (o->memory)
		ga_sim_unmap(r, o->memory, o->bytes);
	if (--object->users == 0)
		object->left = ++r->image->closings;
	release_shared(o->needs, o->nneeds);
	free(o->needs);
	free(o->group);
	free(o->uses);
	free(o);
}

/* The process ends soon, and the rank cannot run: shared libraries keep their references. */
void ga_sim_forget_opened(struct ga_sim_rank *r)
{
	struct opened *next;

	for (struct opened *o = r->loaded ? r->loaded->first : NULL; o; o = next) {
		next = o->next;
		if (o->memory) {
			munmap(o->memory, o->bytes);
			r->image->objects[o->object]->users--;
		}
		free(o->needs);
		free(o->group);
		free(o->uses);
		free(o);
	}
	if (r->loaded)
		free(r->loaded->global);
	free(r->loaded);
	r->loaded = NULL;
}

void ga_sim_count_opened(const struct ga_sim_rank *r, struct dl_phdr_info *info)
{
	info->dlpi_adds = r->loaded ? r->loaded->opens : (unsigned long long)r->image->nstart;
	info->dlpi_subs = r->loaded ? r->loaded->closes : 0;
}

/* What a library needs comes first. */
void ga_sim_construct(struct ga_sim_rank *r, struct opened *root)
{
	const struct object *o = r->image->objects[root->object];
	void (**all)(int, char **, char **) = (void *)(r->base[root->object] + o->init_array);

	if (root->up)
		return;
	root->up = true;
	for (int i = 0; i < root->nneeds; i++)
		if (root->needs[i].object >= 0)
			ga_sim_construct(r, ga_sim_opened_object(r, root->needs[i].object));
	root->turn = ++r->loaded->turns;
	if (o->init)
		((void (*)(int, char **, char **))(r->base[root->object] + o->init))(r->argc, r->argv, *var_environ(r));
	for (uint64_t n = 0; n < o->ninit; n++)
		all[n](r->argc, r->argv, *var_environ(r));
}

static void destroy(struct ga_sim_rank *r, struct opened *one)
{
	const struct object *o = r->image->objects[one->object];
	void (**all)(void) = (void *)(r->base[one->object] + o->fini_array);

	one->up = false;
	for (uint64_t n = o->nfini; n-- > 0;)
		all[n]();
	if (o->fini)
		((void (*)(void))(r->base[one->object] + o->fini))();
}

/* The one whose constructors have been called last; NULL: none has any left to undo. */
static struct opened *latest(const struct ga_sim_rank *r, bool dead)
{
	struct opened *found = NULL;

	for (struct opened *o = r->loaded->first; o; o = o->next)
		if (o->turn && o->up && !(dead && o->alive) && (!found || o->turn > found->turn))
			found = o;
	return found;
}

void ga_sim_destroy_opened(struct ga_sim_rank *r)
{
	struct opened *o;

	while (r->loaded && (o = latest(r, false)))
		destroy(r, o);
}

static void use(const struct ga_sim_rank *r, struct opened *o)
{
	if (!o || o->alive)
		return;
	o->alive = true;
	for (int i = 0; i < o->nneeds; i++)
		if (o->needs[i].object >= 0)
			use(r, ga_sim_opened_object(r, o->needs[i].object));
	for (int i = 0; i < o->nuses; i++)
		use(r, ga_sim_opened_object(r, o->uses[i]));
}

/* A destructor of a thread-local object waits for the end of the thread in it. */
static bool waits(const struct ga_sim_rank *r, const struct opened *o)
{
	for (int i = 0; i < r->at_thread_exit.n; i++)
		if (ga_sim_object_at(r, (uintptr_t)r->at_thread_exit.all[i].dso) == o->object)
			return true;
	return false;
}

static void find_alive(const struct ga_sim_rank *r)
{
	for (struct opened *o = r->loaded->first; o; o = o->next)
		o->alive = false;
	for (struct opened *o = r->loaded->first; o; o = o->next)
		if (o->stays || o->references || waits(r, o))
			use(r, o);
}

/* Destructors may open and close libraries. */
void ga_sim_collect(struct ga_sim_rank *r)
{
	struct loaded *l = r->loaded;
	struct opened *o, *next;

	l->again = true;
	if (l->closing)
		return;
	l->closing = true;
	while (l->again) {
		l->again = false;
		find_alive(r);
		while (!l->again && (o = latest(r, true)))
			destroy(r, o);
	}
	for (o = l->first; o; o = next) {
		next = o->next;
		if (!o->alive && !o->up)
			ga_sim_unload(r, o);
	}
	l->closing = false;
}
