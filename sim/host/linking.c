/* linking.c - where a library that a rank has opened looks for symbols, and what its copy needs therefore. That is found out again only if a rank looks for symbols
 * elsewhere than the one before. */
#include "opened.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void add(struct member *all, int *n, const struct member *one)
{
	if (!ga_sim_is_in(all, *n, one))
		all[(*n)++] = *one;
}

static void add_group(struct member *all, int *n, const struct opened *o)
{
	for (int i = 0; i < o->ngroup; i++)
		add(all, n, &o->group[i]);
}

/* Where a library of root's group looks for names, and behind it all else that the rank has. */
struct member *ga_sim_scope(struct ga_sim_rank *r, const struct opened *root, bool deep, struct scope *scope)
{
	const struct loaded *l = r->loaded;
	int n = 0;
	struct member *all = malloc((2 * r->image->nobjects + 1 + (root ? root->ngroup : 0)) * sizeof *all);

	if (!all)
		return NULL;
	if (deep)
		add_group(all, &n, root);
	for (int i = 0; i < r->image->nstart; i++)
		add(all, &n, &(struct member){.object = i});
	add(all, &n, &(struct member){.object = -1});
	for (int i = 0; i < l->nglobal; i++)
		add(all, &n, &(struct member){.object = l->global[i]->object});
	if (root)
		add_group(all, &n, root);
	scope->n = n;
	for (const struct opened *o = l->first; o; o = o->next)
		add(all, &n, &(struct member){.object = o->object});
	scope->total = n;
	scope->all = all;
	return all;
}

const struct member *ga_sim_default_scope(struct ga_sim_rank *r, int object, int *n)
{
	struct opened *o = object < r->image->nstart ? NULL : ga_sim_opened_object(r, object);
	struct scope scope = {0};

	if (o && !ga_sim_group(r, o))
		return NULL;
	if (!ga_sim_scope(r, o, false, &scope))
		return NULL;
	*n = scope.n;
	return scope.all;
}

static uint64_t sign_of(const struct ga_sim_image *image, const struct member *m)
{
	return m->object < 0 ? (uint64_t)m->shared : image->objects[m->object]->serial;
}

/* Whether the object has been linked in the same surroundings. */
static bool as_before(const struct ga_sim_image *image, const struct object *o, const struct scope *scope, bool lazy)
{
	if (o->nscope != scope->total + 2 || o->scope[0] != (uint64_t)ga_sim_tls_top() || o->scope[1] != (uint64_t)(scope->n * 2 + lazy))
		return false;
	for (int i = 0; i < scope->total; i++)
		if (o->scope[i + 2] != sign_of(image, &scope->all[i]))
			return false;
	return true;
}

static bool link_object(struct ga_sim_rank *r, int object, const struct scope *scope, bool lazy)
{
	struct ga_sim_image *image = r->image;
	struct object *o = image->objects[object];
	const struct linking k = {.image = image, .scope = scope, .to = &o->here, .lazy = lazy};
	uint64_t *sign;

	if (as_before(image, o, scope, lazy))
		return true;
	o->nscope = 0;
	ga_sim_free_relocations(&o->here);
	sign = realloc(o->scope, (scope->total + 2) * sizeof *sign);
	if (!sign)
		return ga_sim_no_memory(r);
	o->scope = sign;
	if (!ga_sim_relocate(&k, object))
		return false;
	sign[0] = (uint64_t)ga_sim_tls_top();
	sign[1] = (uint64_t)(scope->n * 2 + lazy);
	for (int i = 0; i < scope->total; i++)
		sign[i + 2] = sign_of(image, &scope->all[i]);
	o->nscope = scope->total + 2;
	return true;
}

/* Which of the rank's other opened libraries it is bound to: they stay as long as it does. */
static bool find_uses(struct ga_sim_rank *r, struct opened *o)
{
	const struct relocations *all = &r->image->objects[o->object]->here;
	int last = -1;

	for (size_t i = 0; i < all->nwords + all->nindirect; i++) {
		const int of = i < all->nwords ? all->words[i].of : all->indirect[i - all->nwords].of;

		if (of != last && of != o->object && of < OF_RANK && of >= r->image->nstart && !ga_sim_use_object(o, of))
			return ga_sim_no_memory(r);
		last = of;
	}
	return true;
}

bool ga_sim_link(struct ga_sim_rank *r, struct opened *o, const struct scope *scope, bool lazy)
{
	const struct object *object = r->image->objects[o->object];
	char *const base = (char *)r->base[o->object];

	if (!link_object(r, o->object, scope, lazy) || !find_uses(r, o))
		return false;
	for (int i = 0; i < object->ndatas; i++) { /* linking may have changed it since it was copied */
		const struct data *d = &object->datas[i];

		if (d->pattern)
			memcpy(base + d->at, d->pattern, d->file_bytes);
	}
	ga_sim_apply(r, &object->here);
	if (object->tls_bytes)
		memcpy(base + object->tls_place, base + object->tls_at, object->tls_file_bytes);
	return true;
}
