/* libc_dl.c - dlopen and its like: each rank opens libraries for itself. */
#include "opened.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is allocated here is not in the rank's heap, where it would move what the program allocates. */
static struct loaded *begin(struct ga_sim_rank *r)
{
	ga_sim_heap_leave();
	return ga_sim_loaded(r);
}

static void end(const struct ga_sim_rank *r) { ga_sim_heap_enter(r, __builtin_thread_pointer()); }

static __attribute__((format(printf, 2, 3))) void fail(struct ga_sim_rank *r, const char *format, ...)
{
	va_list args;

	if (!r->loaded)
		return;
	va_start(args, format);
	vsnprintf(r->loaded->error, sizeof r->loaded->error, format, args);
	va_end(args);
	r->loaded->failed = true;
}

/* What the C library says about a library that all share. */
static void fail_as_process(struct ga_sim_rank *r)
{
	const char *why = dlerror();

	if (why)
		fail(r, "%s", why);
}

static struct opened *of_handle(const struct ga_sim_rank *r, const void *handle)
{
	for (struct opened *o = r->loaded ? r->loaded->first : NULL; o; o = o->next)
		if (o == handle)
			return o;
	return NULL;
}

static void *open_at(struct ga_sim_rank *r, const char *path, int flags, uintptr_t caller)
{
	struct opening q = {.path = path, .flags = flags, .caller = caller};
	struct ga_sim_request request = {.op = GA_SIM_OPEN, .fn = "dlopen", .what = &q};

	if (!path || !*path) {
		struct loaded *l = begin(r);

		end(r);
		return l ? l->first : NULL;
	}
	if (!(flags & (RTLD_LAZY | RTLD_NOW))) {
		begin(r);
		end(r);
		fail(r, "invalid mode for dlopen(): Invalid argument");
		return NULL;
	}
	ga_sim_tell(GA_SIM_REQUEST, &request);
	if (q.shared && q.of_the_system)
		ga_sim_notice(GA_SIM_SHARED_LIBRARY, "opens %s, a library of the system: all ranks of a simulated job share its variables", path);
	if (!q.root)
		return q.shared;
	q.root->references++;
	ga_sim_construct(r, q.root);
	return q.root;
}

static void *sim_dlopen(const char *path, int flags)
{
	if (!ga_sim_now)
		return dlopen(path, flags);
	return open_at(ga_sim_now, path, flags, (uintptr_t)__builtin_return_address(0));
}

static void *sim_dlmopen(Lmid_t space, const char *path, int flags)
{
	if (!ga_sim_now)
		return dlmopen(space, path, flags);
	if (space == LM_ID_BASE)
		return open_at(ga_sim_now, path, flags, (uintptr_t)__builtin_return_address(0));
	begin(ga_sim_now);
	end(ga_sim_now);
	fail(ga_sim_now, "dlmopen: further namespaces are not supported in the simulated world");
	return NULL;
}

static int sim_dlclose(void *handle)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct opened *o = r ? of_handle(r, handle) : NULL;

	if (!o) {
		const int rc = dlclose(handle);

		if (rc && r && begin(r))
			fail_as_process(r);
		if (r)
			end(r);
		return rc;
	}
	if (o->object < r->image->nstart)
		return 0;
	if (o->references == 0) {
		fail(r, "%s: shared object not open", o->map.l_name);
		return -1;
	}
	o->references--;
	ga_sim_collect(r);
	return 0;
}

static char *sim_dlerror(void)
{
	struct loaded *l = ga_sim_now ? ga_sim_now->loaded : NULL;

	if (!ga_sim_now)
		return dlerror();
	if (!l || !l->failed)
		return NULL;
	l->failed = false;
	return l->error;
}

static void *value_of(struct ga_sim_rank *r, int object, const Elf64_Sym *s)
{
	const struct object *o = r->image->objects[object];
	const uintptr_t at = r->base[object] + s->st_value;

	if (s->st_shndx == SHN_ABS)
		return (void *)s->st_value;
	if (ELF64_ST_TYPE(s->st_info) == STT_TLS)
		return object < r->image->nstart ? (char *)__builtin_thread_pointer() + ga_sim_tls_distance(o) + s->st_value
		                                 : (char *)at + o->tls_place;
	if (ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC)
		return ((void *(*)(void))at)();
	return (void *)at;
}

/* In these places, one after the other. */
static bool look_in(struct ga_sim_rank *r, const struct member *all, int n, const char *name, const char *version, void **found, int *object)
{
	const Elf64_Sym *s;
	int var;

	for (int i = 0; i < n; i++) {
		if (all[i].object >= 0) {
			if (!ga_sim_find(r->image->objects[all[i].object], name, version, &s))
				continue;
			*found = value_of(r, all[i].object, s);
			*object = all[i].object;
			return true;
		}
		*found = ga_sim_in_process(name, version, all[i].shared, &var);
		if (var >= 0)
			*found = r->vars[var];
		if (*found)
			return true;
	}
	return false;
}

static bool look(struct ga_sim_rank *r, const struct member *all, int n, const char *name, const char *version, void **found)
{
	int object;

	return look_in(r, all, n, name, version, found, &object);
}

/* What the caller finds without saying where stays as long as the caller. */
static bool look_default(struct ga_sim_rank *r, int caller, const char *name, const char *version, void **found)
{
	int n = 0;
	const struct member *all = ga_sim_default_scope(r, caller, &n);
	int object = 0;
	const bool ok = all && look_in(r, all, n, name, version, found, &object);
	struct opened *by = ok && object >= r->image->nstart ? ga_sim_opened_object(r, caller < 0 ? 0 : caller) : NULL;

	if (by)
		ga_sim_use_object(by, object);

	free((void *)all);
	return ok;
}

static bool look_global(struct ga_sim_rank *r, const char *name, const char *version, void **found)
{
	int n = 0;
	const struct member *all = ga_sim_default_scope(r, 0, &n);
	const bool ok = all && look(r, all, n, name, version, found);

	free((void *)all);
	return ok;
}

/* Behind the caller: in the rest of what the program has started with, or of the libraries that were opened with the caller's. */
static bool look_behind(struct ga_sim_rank *r, int caller, const char *name, const char *version, void **found)
{
	const struct member process = {.object = -1};
	int first = caller + 1;

	if (caller < 0 || caller >= r->image->nstart) {
		for (struct opened *o = r->loaded->first; o; o = o->next)
			for (int i = 0; o->references && i < o->ngroup; i++)
				if (o->group[i].object == caller && look(r, o->group + i + 1, o->ngroup - i - 1, name, version, found))
					return true;
		first = r->image->nstart;
	}
	for (int i = first; i < r->image->nstart; i++)
		if (look(r, &(struct member){.object = i}, 1, name, version, found))
			return true;
	return look(r, &process, 1, name, version, found);
}

static void *find(void *handle, const char *name, const char *version, uintptr_t caller)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct opened *o;
	void *found = NULL;
	bool ok;
	int by;

	if (!r)
		return version ? dlvsym(handle, name, version) : dlsym(handle, name);
	if (!begin(r)) {
		end(r);
		return NULL;
	}
	by = ga_sim_object_at(r, caller);
	o = of_handle(r, handle);
	if (handle == RTLD_NEXT)
		ok = look_behind(r, by, name, version, &found);
	else if (handle == RTLD_DEFAULT)
		ok = look_default(r, by, name, version, &found);
	else if (o && o->object == 0)
		ok = look_global(r, name, version, &found);
	else if (o)
		ok = ga_sim_group(r, o) && look(r, o->group, o->ngroup, name, version, &found);
	else
		ok = look(r, &(struct member){.object = -1, .shared = handle}, 1, name, version, &found);
	dlerror();
	if (!ok)
		fail(r, "%s: undefined symbol: %s%s%s", o && o->object ? o->map.l_name : r->image->objects[by < 0 ? 0 : by]->path, name,
		     version ? ", version " : "", version ? version : "");
	end(r);
	return found;
}

static void *sim_dlsym(void *handle, const char *name) { return find(handle, name, NULL, (uintptr_t)__builtin_return_address(0)); }

static void *sim_dlvsym(void *handle, const char *name, const char *version)
{
	return find(handle, name, version, (uintptr_t)__builtin_return_address(0));
}

static int address(const void *at, Dl_info *info, void **extra, int flags)
{
	struct ga_sim_rank *r = ga_sim_now;
	const int i = r ? ga_sim_object_at(r, (uintptr_t)at) : -1;
	const struct object *o = i < 0 ? NULL : r->image->objects[i];
	const uint64_t where = i < 0 ? 0 : (uint64_t)at - r->base[i];

	if (!o)
		return flags ? dladdr1(at, info, extra, flags) : dladdr(at, info);
	if (flags == RTLD_DL_LINKMAP) {
		begin(r);
		end(r);
		*extra = ga_sim_opened_object(r, i);
	} else if (flags == RTLD_DL_SYMENT) {
		*extra = NULL;
	}
	*info = (Dl_info){.dli_fname = o->path, .dli_fbase = (void *)(r->base[i] + o->low)};
	for (uint64_t k = 1; k < o->nsymbols; k++)
		if (o->symbols[k].st_shndx != SHN_UNDEF && where - o->symbols[k].st_value < o->symbols[k].st_size) {
			info->dli_sname = o->strings + o->symbols[k].st_name;
			info->dli_saddr = (void *)(r->base[i] + o->symbols[k].st_value);
			if (flags == RTLD_DL_SYMENT)
				*extra = (void *)&o->symbols[k];
		}
	return 1;
}

static int sim_dladdr(const void *at, Dl_info *info) { return address(at, info, NULL, 0); }

static int sim_dladdr1(const void *at, Dl_info *info, void **extra, int flags) { return address(at, info, extra, flags); }

static int sim_dlinfo(void *handle, int request, void *info)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct opened *o = r ? of_handle(r, handle) : NULL;
	const struct object *object = o ? r->image->objects[o->object] : NULL;
	const char *slash = o ? strrchr(object->path, '/') : NULL;

	if (!o)
		return dlinfo(handle, request, info);
	switch (request) {
	case RTLD_DI_LMID: *(Lmid_t *)info = LM_ID_BASE; return 0;
	case RTLD_DI_LINKMAP: *(struct link_map **)info = &o->map; return 0;
	case RTLD_DI_ORIGIN: sprintf(info, "%.*s", slash ? (int)(slash - object->path) : 1, slash ? object->path : "."); return 0;
	case RTLD_DI_TLS_DATA:
		*(void **)info = !object->tls_bytes             ? NULL
		                 : o->object < r->image->nstart ? (char *)__builtin_thread_pointer() + ga_sim_tls_distance(object)
		                                                : (char *)r->base[o->object] + object->tls_place;
		return 0;
	}
	fail(r, "dlinfo: request %d is not supported in the simulated world", request);
	return -1;
}

const struct name ga_sim_dl_names[] = {
    OWN_NAME(dlopen), OWN_NAME(dlmopen), OWN_NAME(dlclose), OWN_NAME(dlerror), OWN_NAME(dlsym),
    OWN_NAME(dlvsym), OWN_NAME(dladdr),  OWN_NAME(dladdr1), OWN_NAME(dlinfo),  {0},
};
