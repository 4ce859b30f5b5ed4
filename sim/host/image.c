/* image.c - a program with the libraries that it brings along: finds and reads them, and lays out a rank's copy of them all. */
#include "image.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int add_object(struct ga_sim_image *image, const char *path, bool program);

static bool need(struct ga_sim_image *image, struct object *o, const char *name)
{
	const char *env = getenv("LD_LIBRARY_PATH");
	char path[PATH_MAX];
	bool found;

	for (int i = 1; i < image->nobjects; i++)
		if (strcmp(image->objects[i]->name, name) == 0)
			return true;
	if (ga_sim_sanitizer(name))
		return ga_sim_no(image, "%s is built with a sanitizer (%s), which cannot serve many programs in one process", o->path, name);
	if (strchr(name, '/'))
		found = snprintf(path, sizeof path, "%s", name) < (int)sizeof path;
	else
		found = ga_sim_search(o, o->runpath, name, path, sizeof path) ||
		        (o != image->objects[0] && ga_sim_search(o, image->objects[0]->runpath, name, path, sizeof path)) ||
		        (env && ga_sim_search(o, env, name, path, sizeof path));
	if (ga_sim_for_threads(name) && (found || ga_sim_usual_path(name, path, sizeof path)))
		return add_object(image, path, false) >= 0;
	if (!ga_sim_always_shared(name) && found && !ga_sim_of_the_system(path)) {
		void *there = dlopen(name, RTLD_NOW | RTLD_NOLOAD); /* a library of this process: the one that answers the calls among them */

		if (!there)
			return add_object(image, path, false) >= 0;
		dlclose(there);
		return true;
	}
	if (ga_sim_share(name, RTLD_GLOBAL) || (found && ga_sim_share(path, RTLD_GLOBAL)))
		return true;
	return ga_sim_no(image, "%s needs a library that cannot be loaded: %s", o->path, dlerror());
}

/* All but the bytes of the file, which the object is to have. */
static bool open_file(struct ga_sim_image *image, struct object *o)
{
	o->name = strrchr(o->path, '/') ? strrchr(o->path, '/') + 1 : o->path;
	o->real = realpath(o->path, NULL);
	o->fd = ga_sim_high(open(o->path, O_RDONLY | O_CLOEXEC));
	if (o->fd < 0 || fstat(o->fd, &o->is) != 0)
		return ga_sim_no(image, "%s: %s", o->path, strerror(errno));
	if (!S_ISREG(o->is.st_mode))
		return ga_sim_no(image, "%s is not a file", o->path);
	o->file_bytes = o->is.st_size;
	o->file = o->file_bytes ? mmap(NULL, o->file_bytes, PROT_READ, MAP_PRIVATE, o->fd, 0) : "";
	return o->file != MAP_FAILED || ga_sim_no(image, "%s: %s", o->path, strerror(errno));
}

static bool read_file(struct ga_sim_image *image, struct object *o, bool program, struct tables *t)
{
	o->serial = ++image->serials;
	if (!open_file(image, o) || !ga_sim_read(image, o, program, t))
		return false;
	o->needed = malloc((t->nneeded + 1) * sizeof *o->needed);
	if (!o->needed)
		return ga_sim_no(image, "out of memory");
	memcpy(o->needed, t->needed, t->nneeded * sizeof *o->needed);
	o->nneeded = t->nneeded;
	return true;
}

static struct object *new_object(struct ga_sim_image *image, const char *path)
{
	struct object *o = calloc(1, sizeof *o);

	if (!o || !(o->path = strdup(path))) {
		free(o);
		ga_sim_no(image, "out of memory");
		return NULL;
	}
	o->fd = -1;
	return o;
}

struct object *ga_sim_read_file(struct ga_sim_image *image, const char *path, struct tables *t)
{
	struct object *o = new_object(image, path);

	if (o && !read_file(image, o, false, t)) {
		ga_sim_free_object(o);
		return NULL;
	}
	return o;
}

/* Reads a file and, depth first, the libraries it needs. */
static int add_object(struct ga_sim_image *image, const char *path, bool program)
{
	const int index = image->nobjects;
	struct tables t = {0};
	struct object *o;

	if (index == OBJECTS)
		return ga_sim_no(image, "more than %d libraries", OBJECTS), -1;
	o = image->objects[index] = new_object(image, path);
	if (!o)
		return -1;
	image->nobjects++;
	if (!read_file(image, o, program, &t))
		return -1;
	for (char *const *p = program ? image->preload : NULL; p && *p; p++)
		if (add_object(image, *p, false) < 0)
			return -1;
	for (int i = 0; i < o->nneeded; i++)
		if (!need(image, o, ga_sim_text_at(o, o->needed[i])))
			return -1;
	image->order[image->nordered++] = index;
	return index;
}

/* What std::call_once passes to the function that pthread_once calls. libstdc++ has these for the ranks' thread only: programs have them beside their own, with a function that knows. */
static const char *const once_words[] = {"_ZSt15__once_callable", "_ZSt11__once_call"};

int ga_sim_once_word(const char *name)
{
	for (size_t i = 0; i < COUNT(once_words); i++)
		if (strcmp(name, once_words[i]) == 0)
			return (int)i;
	return -1;
}

static bool calls_once(const struct ga_sim_image *image)
{
	for (int i = 0; i < image->nobjects; i++) {
		const struct object *o = image->objects[i];

		for (uint64_t k = 1; k < o->nsymbols; k++) {
			const char *name = o->symbols[k].st_shndx == SHN_UNDEF ? ga_sim_text_at(o, o->symbols[k].st_name) : NULL;

			if (name && ga_sim_once_word(name) >= 0)
				return true;
		}
	}
	return false;
}

/* Thread-local variables of all objects share the room that the host's executable has set aside next to the thread pointer, the program's first. */
static bool place_tls(struct ga_sim_image *image)
{
	const uint64_t room = ga_sim_tls_room();
	uint64_t used = 0;

	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];
		const uint64_t align = o->tls_align;

		if (o->tls_bytes == 0)
			continue;
		if ((align & (align - 1)) != 0 || align > 64)
			return ga_sim_no(image, "%s has thread-local variables aligned to %lu bytes; up to 64 work in the simulated world", o->path,
			                 (unsigned long)align);
#if defined(__x86_64__)
		used = (used + o->tls_bytes + align - 1) & ~(align - 1);
		o->tls_offset = used;
#else
		used = (used + (used ? 0 : 16) + align - 1) & ~(align - 1);
		o->tls_offset = used;
		used += o->tls_bytes;
#endif
	}
	if (calls_once(image)) {
		used = (used + 15) & -(uint64_t)16;
#if defined(__x86_64__)
		used += 16;
		image->once = -(int64_t)used;
#else
		image->once = (int64_t)used;
		used += 16;
#endif
	}
	image->tls_bytes = used;
	if (used > room)
		return ga_sim_no(image, "%s has %lu bytes of thread-local variables; this process has room for %lu", image->objects[0]->path,
		                 (unsigned long)used, (unsigned long)room);
	return true;
}

static void place(struct ga_sim_image *image)
{
	uint64_t at = 0;

	image->align = PAGE;
	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];

		if (o->align > image->align)
			image->align = o->align;
		at = (at + o->align - 1) & ~(o->align - 1);
		image->offset[i] = at;
		at += o->high - (o->low & ~(o->align - 1));
	}
	image->heap = at;
	image->bytes = up(at + HEAP_FIRST);
}

void ga_sim_free_object(struct object *o)
{
	for (int k = 0; k < o->ndatas && k < (int)COUNT(o->datas); k++)
		free(o->datas[k].pattern);
	if (o->file_bytes && o->file && o->file != MAP_FAILED)
		munmap((void *)o->file, o->file_bytes);
	if (o->fd >= 0)
		close(o->fd);
	if (o->whole_fd > 0)
		close(o->whole_fd);
	ga_sim_free_relocations(&o->here);
	free(o->scope);
	free(o->needed);
	free(o->reads);
	free(o->path);
	free(o->real);
	free(o);
}

void ga_sim_close(struct ga_sim_image *image)
{
	for (int i = 0; i < image->nobjects; i++)
		if (image->objects[i])
			ga_sim_free_object(image->objects[i]);
	if (image->compact)
		close(image->compact_fd);
	ga_sim_free_relocations(&image->start);
	free(image);
}

/* Memory from one allocator must not be given back to another, and the C library is all ranks'. */
static bool uses_malloc(struct ga_sim_image *image)
{
	const Elf64_Sym *s;

	for (int i = 0; i < image->nobjects; i++)
		if (ga_sim_find(image->objects[i], "malloc", NULL, &s) && ELF64_ST_TYPE(s->st_info) == STT_FUNC)
			return ga_sim_no(image, "%s has a malloc of its own, which the C library would not use here; preload an allocator instead",
			                 image->objects[i]->path);
	return true;
}

/* Names are looked for in the program, in the libraries that it brings along, and in the process. */
static bool relocate(struct ga_sim_image *image)
{
	struct member all[OBJECTS + 1];
	const struct scope scope = {.all = all, .n = image->nstart + 1, .total = image->nstart + 1};
	const struct linking k = {.image = image, .scope = &scope, .to = &image->start};

	for (int i = 0; i < image->nstart; i++)
		all[i] = (struct member){.object = i};
	all[image->nstart] = (struct member){.object = -1};
	for (int i = 0; i < image->nstart; i++)
		if (!ga_sim_relocate(&k, i))
			return false;
	return true;
}

struct ga_sim_image *ga_sim_open(const char *path, char *const *preload, char *why, size_t size)
{
	struct ga_sim_image *image = calloc(1, sizeof *image);
	char real[PATH_MAX];
	bool ok;

	if (!image) {
		snprintf(why, size, "out of memory");
		return NULL;
	}
	image->why = why;
	image->why_size = size;
	image->preload = preload;
	ga_sim_setup();
	ok = add_object(image, realpath(path, real) ? real : path, true) >= 0 && uses_malloc(image);
	if (ok) {
		ga_sim_patch_libraries();
		ga_sim_ready_streams();
		place(image);
		ok = place_tls(image);
	}
	image->nstart = image->nobjects;
	ok = ok && relocate(image);
	if (ok && image->objects[0]->head->e_entry == 0)
		ok = ga_sim_no(image, "%s is a library, not a program", path);
	if (ok)
		return image;
	ga_sim_close(image);
	return NULL;
}

const char *ga_sim_object(const struct ga_sim_image *image, int i)
{
	return i < 0 || i >= image->nobjects ? NULL
	       : !image->objects[i]          ? ""
	       : image->objects[i]->real     ? image->objects[i]->real
	                                     : image->objects[i]->path;
}

const void *ga_sim_file(const struct ga_sim_image *image, int i, uint64_t *bytes)
{
	if (i < 0 || i >= image->nobjects || !image->objects[i])
		return NULL;
	*bytes = image->objects[i]->file_bytes;
	return image->objects[i]->file;
}

int ga_sim_unsearched(struct ga_sim_image *image)
{
	for (int i = 0; i < image->nobjects; i++)
		if (image->objects[i] && !image->objects[i]->searched)
			return image->objects[i]->searched = true, i;
	return -1;
}
