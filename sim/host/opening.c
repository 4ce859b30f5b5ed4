/* opening.c - makes a rank's copies of a library that its program opens at run time, and of those that it needs. On the scheduler's stack, with the memory of the
 * process. A file is read once. */
#include "opened.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { UNUSED = 16 /* files that are kept read although no rank has them */ };

static bool no_library(struct ga_sim_rank *r)
{
	const char *why = dlerror();

	snprintf(r->loaded->error, sizeof r->loaded->error, "%s", why ? why : "no such library");
	return false;
}

bool ga_sim_no_memory(struct ga_sim_rank *r) { return ga_sim_no(r->image, "%s", "out of memory"), r->loaded->failed = true, false; }

/* A place for one more object, -1: there is none. Of those that no rank has any more, the one that was closed first goes if there are many. */
static int new_place(struct ga_sim_image *image)
{
	int unused = 0, oldest = -1;

	for (int i = image->nstart; i < image->nobjects; i++) {
		const struct object *o = image->objects[i];

		if (!o || o->users)
			continue;
		unused++;
		if (oldest < 0 || o->left < image->objects[oldest]->left)
			oldest = i;
	}
	if (oldest >= 0 && (unused > UNUSED || image->nobjects == MOST_OBJECTS)) {
		ga_sim_free_object(image->objects[oldest]);
		image->objects[oldest] = NULL;
	}
	for (int i = image->nstart; i < image->nobjects; i++)
		if (!image->objects[i])
			return i;
	return image->nobjects < MOST_OBJECTS ? image->nobjects++ : -1;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	       a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The object of a file, which is read if it is new; -1: image->why. */
static int object_of(struct ga_sim_image *image, const char *path)
{
	struct tables t = {0};
	struct object *o;
	struct stat is;
	int place;

	if (stat(path, &is) == 0)
		for (int i = 0; i < image->nobjects; i++)
			if (image->objects[i] && same_file(&image->objects[i]->is, &is))
				return i;
	o = ga_sim_read_file(image, path, &t);
	if (!o)
		return -1;
	if (t.program) {
		ga_sim_no(image, "%s: cannot dynamically load position-independent executable", path);
		ga_sim_free_object(o);
		return -1;
	}
	o->tls_place = o->high;
	if (o->tls_bytes)
		o->tls_place = (o->high + o->tls_align - 1) & -o->tls_align;
	o->bytes = up(o->tls_place + o->tls_bytes) - (o->low & ~(o->align - 1));
	place = new_place(image);
	if (place < 0) {
		ga_sim_no(image, "%s: more than %d libraries", path, MOST_OBJECTS);
		ga_sim_free_object(o);
		return -1;
	}
	image->objects[place] = o;
	return place;
}

static bool have_base(struct ga_sim_rank *r, int object)
{
	uintptr_t *more;

	if (object < r->nbases)
		return true;
	more = realloc(r->base, (r->image->nobjects + 8) * sizeof *more);
	if (!more)
		return false;
	memset(more + r->nbases, 0, (r->image->nobjects + 8 - r->nbases) * sizeof *more);
	r->base = more;
	r->nbases = r->image->nobjects + 8;
	return true;
}

/* A library by its own name, that the rank has already. */
static struct opened *named(const struct ga_sim_rank *r, const char *name)
{
	for (struct opened *o = r->loaded->first->next; o; o = o->next)
		if (strcmp(r->image->objects[o->object]->name, name) == 0)
			return o;
	return NULL;
}

static bool find_file(const struct ga_sim_rank *r, const struct object *by, const char *name, char *path, size_t size)
{
	const char *env = getenv("LD_LIBRARY_PATH");
	const struct object *program = r->image->objects[0];

	if (strchr(name, '/'))
		return snprintf(path, size, "%s", name) < (int)size;
	return ga_sim_search(by, by->runpath, name, path, size) || (by != program && ga_sim_search(program, program->runpath, name, path, size)) ||
	       (env && ga_sim_search(by, env, name, path, size));
}

static bool share(struct ga_sim_rank *r, const char *name, const char *path, int flags, struct member *found)
{
	found->object = -1;
	found->shared = ga_sim_share(name, flags);
	if (!found->shared && path)
		found->shared = ga_sim_share(path, flags);
	return found->shared || no_library(r);
}

/* The library that by names: one that the rank has, a new one, or one that all share. */
static bool want(struct ga_sim_rank *r, const struct object *by, const char *name, int flags, struct member *found)
{
	const char *last = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	struct opened *o = last == name ? named(r, name) : NULL;
	char path[PATH_MAX];
	bool there;
	void *shared;

	*found = (struct member){.object = o ? o->object : -1};
	if (o)
		return true;
	if (ga_sim_sanitizer(last))
		return ga_sim_no(r->image, "%s is of a sanitizer, which cannot serve many programs in one process", name);
	if (ga_sim_for_threads(last))
		return ga_sim_no(r->image, "%s cannot be opened by a program of a simulated job that has not been linked with it", name);
	there = find_file(r, by, name, path, sizeof path);
	if (ga_sim_always_shared(last) || !there || ga_sim_of_the_system(path))
		return share(r, name, there ? path : NULL, flags & (RTLD_GLOBAL | RTLD_NOLOAD | RTLD_NODELETE), found);
	shared = dlopen(path, RTLD_NOW | RTLD_NOLOAD); /* a library of this process: the one that answers the calls among them */
	if (!shared && last == name)
		shared = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
	found->shared = shared;
	if (shared)
		return true;
	found->object = object_of(r->image, path);
	if (found->object < 0)
		return false;
	if (!have_base(r, found->object))
		return ga_sim_no_memory(r);
	if (!ga_sim_opened_object(r, found->object) && !(flags & RTLD_NOLOAD) && !ga_sim_add_opened(r, found->object))
		return ga_sim_no_memory(r);
	return true;
}

/* Finds what it needs, and so on. */
static bool find_needs(struct ga_sim_rank *r, struct opened *o)
{
	const struct object *object = r->image->objects[o->object];

	if (o->needs)
		return true;
	o->needs = calloc(object->nneeded + 1, sizeof *o->needs);
	if (!o->needs)
		return ga_sim_no_memory(r);
	for (int i = 0; i < object->nneeded; i++) {
		if (!want(r, object, ga_sim_text_at(object, object->needed[i]), 0, &o->needs[o->nneeds]))
			return false;
		o->nneeds++;
	}
	for (int i = 0; i < o->nneeds; i++)
		if (o->needs[i].object >= 0 && !find_needs(r, ga_sim_opened_object(r, o->needs[i].object)))
			return false;
	return true;
}

bool ga_sim_is_in(const struct member *all, int n, const struct member *one)
{
	for (int i = 0; i < n; i++)
		if (all[i].object == one->object && all[i].shared == one->shared)
			return true;
	return false;
}

bool ga_sim_group(struct ga_sim_rank *r, struct opened *root)
{
	struct member *all = NULL;
	int n = 1;

	if (root->group)
		return true;
	if (!find_needs(r, root) || !(all = malloc(sizeof *all)))
		return false;
	all[0] = (struct member){.object = root->object};
	for (int i = 0; i < n; i++) {
		const struct opened *o = all[i].object < 0 ? NULL : ga_sim_opened_object(r, all[i].object);
		struct member *more = o ? realloc(all, (n + o->nneeds) * sizeof *all) : NULL;

		if (!o)
			continue;
		if (!more) {
			free(all);
			return ga_sim_no_memory(r);
		}
		all = more;
		for (int k = 0; k < o->nneeds; k++)
			if (!ga_sim_is_in(all, n, &o->needs[k]))
				all[n++] = o->needs[k];
	}
	root->group = all;
	root->ngroup = n;
	return true;
}

static bool reserve(struct ga_sim_rank *r, struct opened *o)
{
	const struct object *object = r->image->objects[o->object];
	const uint64_t more = object->align - PAGE, low = object->low & ~(object->align - 1);
	char *at = ga_sim_map(r, object->bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	uint64_t before;

	if (at == MAP_FAILED)
		return false;
	before = -(uintptr_t)at & (object->align - 1);
	o->memory = at;
	o->bytes = object->bytes + more;
	o->map.l_addr = r->base[o->object] = (uintptr_t)at + before - low;
	return true;
}

static bool map_opened(struct ga_sim_rank *r, struct opened *o)
{
	struct object *object = r->image->objects[o->object];
	const uint64_t low = object->low & ~(object->align - 1);
	bool ok = reserve(r, o);

	if (ok && r->image->compact)
		ok = ga_sim_map_whole(object, (char *)r->base[o->object] + low);
	else
		ok = ok && ga_sim_map_object(r, o->object);
	if (!ok)
		return ga_sim_no(r->image, "%s: no memory for a copy of it, or no more mappings (vm.max_map_count)", object->path);
	for (int i = 0; i < object->head->e_phnum; i++)
		if (object->segments[i].p_type == PT_DYNAMIC)
			o->map.l_ld = (void *)(r->base[o->object] + object->segments[i].p_vaddr);
	o->stays |= object->stays;
	return true;
}

static bool make_global(struct ga_sim_rank *r, const struct opened *root)
{
	struct loaded *l = r->loaded;
	struct opened **more = realloc(l->global, (l->nglobal + root->ngroup) * sizeof *more);

	if (!more)
		return ga_sim_no_memory(r);
	l->global = more;
	for (int i = 0; i < root->ngroup; i++) {
		struct opened *o = root->group[i].object < r->image->nstart ? NULL : ga_sim_opened_object(r, root->group[i].object);
		bool known = !o;

		for (int k = 0; !known && k < l->nglobal; k++)
			known = l->global[k] == o;
		if (!known)
			l->global[l->nglobal++] = o;
	}
	return true;
}

static void undo(struct ga_sim_rank *r, struct opening *q)
{
	while (r->loaded->last != q->before)
		ga_sim_unload(r, r->loaded->last);
	q->root = NULL;
	r->loaded->failed = true;
}

void ga_sim_open_begin(struct ga_sim_rank *r, void *what)
{
	struct opening *q = what;
	const int by = ga_sim_object_at(r, q->caller);
	struct member found;

	if (!ga_sim_loaded(r))
		return;
	r->image->why = r->loaded->error;
	r->image->why_size = sizeof r->loaded->error;
	r->loaded->failed = false;
	q->before = r->loaded->last;
	ga_sim_know_again();
	if (!want(r, r->image->objects[by < 0 ? 0 : by], q->path, q->flags, &found)) {
		r->loaded->failed = !(q->flags & RTLD_NOLOAD);
		return;
	}
	q->shared = found.shared;
	q->of_the_system = !ga_sim_always_shared(strrchr(q->path, '/') ? strrchr(q->path, '/') + 1 : q->path);
	q->root = found.object < 0 ? NULL : ga_sim_opened_object(r, found.object);
	if (q->root && !ga_sim_group(r, q->root))
		undo(r, q);
}

void ga_sim_open_end(struct ga_sim_rank *r, void *what)
{
	struct opening *q = what;
	struct opened *const first = q->before ? q->before->next : NULL;
	const bool lazy = !(q->flags & RTLD_NOW);
	struct scope scope = {0};
	bool ok = true;

	if (!q->root)
		return;
	for (struct opened *o = first; ok && o; o = o->next)
		ok = map_opened(r, o);
	if (ok && first)
		ok = ga_sim_scope(r, q->root, (q->flags & RTLD_DEEPBIND) != 0, &scope) || ga_sim_no_memory(r);
	for (struct opened *o = r->loaded->last; ok && first && o != q->before; o = (struct opened *)o->map.l_prev)
		ok = ga_sim_link(r, o, &scope, lazy);
	free((void *)scope.all);
	if (ok && q->flags & RTLD_GLOBAL)
		ok = make_global(r, q->root);
	if (!ok)
		undo(r, q);
	else
		q->root->stays |= (q->flags & RTLD_NODELETE) != 0;
}
