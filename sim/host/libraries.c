/* libraries.c - where libraries are found, and of which of them each rank has a copy. */
#include "image.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#define TRIPLET "x86_64-linux-gnu"
#else
#define TRIPLET "aarch64-linux-gnu"
#endif

/* Libraries of which a process can have one only, wherever they are found: the C library's parts, and those that keep something per thread or that
 * other shared libraries use as well. */
bool ga_sim_always_shared(const char *name)
{
	static const char *const names[] = {"libc.so",      "libm.so",     "libpthread.so", "libdl.so",     "librt.so",       "libutil.so",
	                                    "libresolv.so", "libnsl.so",   "libanl.so",     "ld-linux",     "libmvec.so",     "libstdc++.so",
	                                    "libgcc_s.so",  "libc++.so",   "libc++abi.so",  "libunwind.so", "libgfortran.so", "libquadmath.so",
	                                    "libatomic.so", "libgasnetgo", "linux-vdso"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* Libraries for threads of which each rank has a copy, wherever they are: they know a process, and keep something per thread. */
bool ga_sim_for_threads(const char *name)
{
	static const char *const names[] = {"libgomp.so", "libomp.so", "libiomp5.so"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

bool ga_sim_waits_itself(const struct ga_sim_image *image, int i) { return ga_sim_for_threads(image->objects[i]->name); }

/* Where the process would find a library, as long as no folder is named. One that is not there is loaded, and unloaded, to find out. */
bool ga_sim_usual_path(const char *name, char *path, size_t size)
{
	static const char *const folders[] = {"/lib/" TRIPLET, "/usr/lib/" TRIPLET, "/lib64", "/usr/lib64", "/usr/lib", "/usr/local/lib"};
	void *there;
	struct link_map *map;
	bool found = false;

	for (size_t i = 0; i < COUNT(folders); i++)
		if ((size_t)snprintf(path, size, "%s/%s", folders[i], name) < size && access(path, R_OK) == 0)
			return true;
	there = dlopen(name, RTLD_LAZY);
	found = there && dlinfo(there, RTLD_DI_LINKMAP, &map) == 0 && (size_t)snprintf(path, size, "%s", map->l_name) < size;
	if (there)
		dlclose(there);
	return found;
}

bool ga_sim_of_the_system(const char *path)
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

bool ga_sim_search(const struct object *o, const char *folders, const char *name, char *found, size_t size)
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

bool ga_sim_sanitizer(const char *name)
{
	return strstr(name, "libasan.") || strstr(name, "libtsan.") || strstr(name, "libmsan.") || strstr(name, "liblsan.");
}
