/* runtime/addresses.c - the same program at the same addresses on all ranks.
 *
 * A position-independent program has its code and static data at a different address in every process, so a pointer to a function, sent to another
 * rank, is invalid there. The launcher disables address space randomisation for the ranks that it starts (job/addresses.go). A process that
 * another launcher has started, or that is about to start its own peers, disables it here and executes itself once more, before anything has
 * happened that could be noticed.
 *
 * The kernel reads this setting when a program is executed, and children inherit it. So a rank restores it at once: the programs that it starts
 * are not affected. */
#define _GNU_SOURCE
#include "addresses.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image.h"

#define KNOB "GASNETGO_ADDRESSES"
#define MARK "GASNETGO_PERSONALITY" /* personality to go back to : process that has executed itself */

#define ASK 0xffffffffu

static bool above(const char *name, long least)
{
	const char *text = getenv(name);

	return text && strtol(text, NULL, 10) > least;
}

/* Whether this may become a rank of several. That is settled in package job later; an error here costs an exec, or equal addresses. */
static bool is_one_of_many(void)
{
	static const char *const sizes[] = {
	    "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS", "FLUX_JOB_SIZE", "PALS_SIZE", "MV2_COMM_WORLD_SIZE", "JSM_NAMESPACE_SIZE",
	};
	const char *launcher = getenv("GASNETGO_LAUNCHER");

	if (getenv("GASNETGO_RANK") || getenv("GASNETGO_SIM")) /* the launcher has done it */
		return false;
	if (above("GASNETGO_NPROCS", 1) || above("GASNET_PSHM_NODES", 1))
		return true;
	if (launcher && strcmp(launcher, "alone") == 0)
		return false;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		if (above(sizes[i], 1))
			return true;
	/* These do not say how many. */
	return (getenv("PMIX_RANK") && getenv("PMIX_NAMESPACE")) || (getenv("PMI_PORT") && getenv("PMI_ID")) ||
	       (getenv("SLURM_STEP_ID") && getenv("SLURM_PROCID") && above("SLURM_NTASKS", 1));
}

static const char *text_of(const struct link_map *map, ElfW(Xword) offset)
{
	for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_STRTAB) /* an address already, except where the section cannot be written */
			return (const char *)d->d_un.d_ptr + (d->d_un.d_ptr < map->l_addr ? map->l_addr : 0) + offset;
	return "";
}

static bool goes_by(const struct link_map *map, const char *name)
{
	const char *slash = strrchr(map->l_name, '/');

	for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_SONAME)
			return strcmp(text_of(map, d->d_un.d_val), name) == 0;
	return strcmp(slash ? slash + 1 : map->l_name, name) == 0;
}

enum { OBJECTS = 1024 };

/* Whether the program needs this library, directly, by a library of one API's names (which filters this one) or by another one. Else it is being loaded by something that has run for a while, Python for instance, and has
 * done what must not be done twice. */
static bool is_needed(void)
{
	extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));
	static const struct link_map *todo[OBJECTS];
	void *const program = dlopen(NULL, RTLD_LAZY);
	struct link_map *all = NULL;
	size_t found = 0;

	if (!program || dlinfo(program, RTLD_DI_LINKMAP, &all) != 0)
		return false;
	todo[found++] = all; /* the first is the program */
	for (size_t next = 0; next < found; next++) {
		if (todo[next]->l_ld == _DYNAMIC)
			return true;
		for (const ElfW(Dyn) *d = todo[next]->l_ld; d->d_tag != DT_NULL; d++)
			for (const struct link_map *m = d->d_tag == DT_NEEDED || d->d_tag == DT_FILTER ? all : NULL; m; m = m->l_next) {
				bool known = false;

				if (!m->l_ld || !goes_by(m, text_of(todo[next], d->d_un.d_val)))
					continue;
				for (size_t i = 0; i < found; i++)
					known = known || todo[i] == m;
				if (!known && found < OBJECTS)
					todo[found++] = m;
			}
	}
	return false;
}

/* The name under which this program was executed, so that ps continues showing it; for a script or after a move, the file itself. */
static const char *own_file(char *room, size_t size)
{
	const char *names[] = {(const char *)getauxval(AT_EXECFN), room};
	const ssize_t n = readlink("/proc/self/exe", room, size - 1);
	struct stat own, other;

	room[n > 0 ? n : 0] = 0;
	if (stat("/proc/self/exe", &own) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i] && stat(names[i], &other) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino)
			return names[i];
	return "/proc/self/exe";
}

/* The words this process was started with, as the kernel knows them; NULL-terminated, to be freed with what they lie in. */
static char **own_words(char **text)
{
	const int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	size_t length = 0, room = 0, count = 0;
	char **words = NULL;
	ssize_t n = fd < 0 ? -1 : 1;

	*text = NULL;
	while (n > 0) {
		if (room - length < 4096) {
			char *more = realloc(*text, room = 2 * room + 8192);

			if (!more)
				break;
			*text = more;
		}
		n = read(fd, *text + length, room - length - 1);
		length += n > 0 ? (size_t)n : 0;
	}
	if (fd >= 0)
		close(fd);
	if (n != 0 || length == 0)
		return NULL;
	(*text)[length] = 0;
	for (size_t i = 0; i < length; i++)
		count += (*text)[i] == 0;
	words = malloc((count + 2) * sizeof *words);
	for (size_t at = 0, i = 0; words && at < length; at += strlen(*text + at) + 1) {
		words[i++] = *text + at;
		words[i] = NULL;
	}
	return words;
}

/* Comes back only if it cannot be done. */
static void execute_again(int before)
{
	static char path[4096];
	char mark[64], *text;
	char **const words = own_words(&text);
	const char *const file = own_file(path, sizeof path);

	snprintf(mark, sizeof mark, "%x:%ld", (unsigned)before, (long)getpid());
	if (words && file && setenv(MARK, mark, 1) == 0) {
		if (personality((unsigned)before | ADDR_NO_RANDOMIZE) != -1)
			execv(file, words);
		personality((unsigned)before);
		unsetenv(MARK);
	}
	free(words);
	free(text);
}

void ga_same_addresses(void)
{
	const char *const mark = getenv(MARK), *const knob = getenv(KNOB), *const preload = getenv("LD_PRELOAD");
	const int now = personality(ASK);
	bool again = false;
	unsigned before;
	long pid;

	if (now == -1 || getauxval(AT_SECURE))
		return;
	if (mark && sscanf(mark, "%x:%ld", &before, &pid) == 2) {
		again = pid == getpid(); /* once is enough, whatever the result */
		if (now & ADDR_NO_RANDOMIZE)
			personality(before);
	}
	unsetenv(MARK);
	if (again || now & ADDR_NO_RANDOMIZE || (knob && *knob && strcmp(knob, "same") != 0))
		return;
	if (preload && strstr(preload, "vgpreload")) /* Valgrind would not follow */
		return;
	if (is_one_of_many() && ga_main_image().bias != 0 && is_needed())
		execute_again(now);
}
