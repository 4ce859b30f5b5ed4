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

/* Libraries of which a process can have one only, wherever they are found: the C library's parts, and those that keep something per thread or that
 * other shared libraries use as well. */
static bool always_shared(const char *name)
{
	static const char *const names[] = {"libc.so",      "libm.so",      "libpthread.so", "libdl.so",     "librt.so",       "libutil.so",
	                                    "libresolv.so", "libnsl.so",    "libanl.so",     "ld-linux",     "libmvec.so",     "libstdc++.so",
	                                    "libgcc_s.so",  "libc++.so",    "libc++abi.so",  "libunwind.so", "libgfortran.so", "libquadmath.so",
	                                    "libgomp.so",   "libatomic.so", "libgasnetgo",   "linux-vdso"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool of_the_system(const char *path)
{
	static const char *const folders[] = {"/lib/", "/lib64/", "/lib32/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/"};
	char real[PATH_MAX];

	if (!realpath(path, real))
		return true;
	for (size_t i = 0; i < COUNT(folders); i++)
		if (strncmp(real, folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

/* Looks for a library in folders separated by colons, with $ORIGIN for the one that the object is in. */
static bool search(const struct object *o, const char *folders, const char *name, char *found, size_t size)
{
	const char *slash = strrchr(o->path, '/');

	while (*folders) {
		const size_t n = strcspn(folders, ":");
		size_t used = 0;

		for (size_t i = 0; i < n && used < size - 1;) {
			const size_t word = n - i >= 7 && strncmp(folders + i, "$ORIGIN", 7) == 0     ? 7
			                    : n - i >= 9 && strncmp(folders + i, "${ORIGIN}", 9) == 0 ? 9
			                                                                              : 0;

			if (word) {
				used += snprintf(found + used, size - used, "%.*s", slash ? (int)(slash - o->path) : 1, slash ? o->path : ".");
				i += word;
			} else {
				found[used++] = folders[i++];
			}
		}
		if (used < size && (size_t)snprintf(found + used, size - used, "/%s", name) < size - used && n && access(found, R_OK) == 0)
			return true;
		folders += n + (folders[n] == ':');
	}
	return false;
}

static int add_object(struct ga_sim_image *image, const char *path, bool program);

static bool need(struct ga_sim_image *image, struct object *o, const char *name)
{
	const char *env = getenv("LD_LIBRARY_PATH");
	char path[PATH_MAX];
	bool found;

	for (int i = 1; i < image->nobjects; i++)
		if (strcmp(image->objects[i]->name, name) == 0)
			return true;
	if (strstr(name, "libasan.") || strstr(name, "libtsan.") || strstr(name, "libmsan.") || strstr(name, "liblsan."))
		return ga_sim_no(image, "%s is built with a sanitizer (%s), which cannot serve many programs in one process", o->path, name);
	if (strchr(name, '/'))
		found = snprintf(path, sizeof path, "%s", name) < (int)sizeof path;
	else
		found = search(o, o->runpath, name, path, sizeof path) ||
		        (o != image->objects[0] && search(o, image->objects[0]->runpath, name, path, sizeof path)) ||
		        (env && search(o, env, name, path, sizeof path));
	if (!always_shared(name) && found && !of_the_system(path)) {
		void *there = dlopen(name, RTLD_NOW | RTLD_NOLOAD); /* a library of this process: the one that answers the calls among them */

		if (!there)
			return add_object(image, path, false) >= 0;
		dlclose(there);
		return true;
	}
	if (ga_sim_share(name) || (found && ga_sim_share(path)))
		return true;
	return ga_sim_no(image, "%s needs a library that cannot be loaded: %s", o->path, dlerror());
}

/* Reads a file and, depth first, the libraries it needs. */
static int add_object(struct ga_sim_image *image, const char *path, bool program)
{
	const int index = image->nobjects;
	struct tables t = {0};
	struct object *o;
	struct stat st;

	if (index == OBJECTS)
		return ga_sim_no(image, "more than %d libraries", OBJECTS), -1;
	o = image->objects[index] = calloc(1, sizeof *o);
	if (!o || !(o->path = strdup(path)))
		return ga_sim_no(image, "out of memory"), -1;
	image->nobjects++;
	o->name = strrchr(o->path, '/') ? strrchr(o->path, '/') + 1 : o->path;
	o->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (o->fd < 0 || fstat(o->fd, &st) != 0)
		return ga_sim_no(image, "%s: %s", path, strerror(errno)), -1;
	if (!S_ISREG(st.st_mode))
		return ga_sim_no(image, "%s is not a file", path), -1;
	o->file_bytes = st.st_size;
	o->file = o->file_bytes ? mmap(NULL, o->file_bytes, PROT_READ, MAP_PRIVATE, o->fd, 0) : "";
	if (o->file == MAP_FAILED)
		return ga_sim_no(image, "%s: %s", path, strerror(errno)), -1;
	if (!ga_sim_read(image, o, program, &t))
		return -1;
	for (char *const *p = program ? image->preload : NULL; p && *p; p++)
		if (add_object(image, *p, false) < 0)
			return -1;
	for (int i = 0; i < t.nneeded; i++)
		if (!need(image, o, ga_sim_text_at(o, t.needed[i])))
			return -1;
	image->order[image->nordered++] = index;
	return index;
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

void ga_sim_close(struct ga_sim_image *image)
{
	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];

		for (int k = 0; k < o->ndatas && k < (int)COUNT(o->datas); k++)
			free(o->datas[k].pattern);
		if (o->file_bytes && o->file && o->file != MAP_FAILED)
			munmap((void *)o->file, o->file_bytes);
		if (o->fd >= 0)
			close(o->fd);
		free(o->reads);
		free(o->path);
		free(o);
	}
	if (image->compact)
		close(image->compact_fd);
	free(image->words);
	free(image->indirect);
	free(image->copies);
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
	for (int i = 0; ok && i < image->nobjects; i++)
		ok = ga_sim_relocate(image, i);
	if (ok && image->objects[0]->head->e_entry == 0)
		ok = ga_sim_no(image, "%s is a library, not a program", path);
	if (ok)
		return image;
	ga_sim_close(image);
	return NULL;
}

const char *ga_sim_object(const struct ga_sim_image *image, int i) { return i >= 0 && i < image->nobjects ? image->objects[i]->path : NULL; }

const void *ga_sim_file(const struct ga_sim_image *image, int i, uint64_t *bytes)
{
	if (i < 0 || i >= image->nobjects)
		return NULL;
	*bytes = image->objects[i]->file_bytes;
	return image->objects[i]->file;
}
