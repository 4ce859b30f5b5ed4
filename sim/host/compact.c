/* compact.c - the layout of ranks in which each takes a single mapping, for jobs that would need more mappings than the process may have.
 *
 *   file in memory:      | stack, empty | text | variables | ... the same for libraries it brings along ... |
 *   address space:       nothing | rank 0: the file, private | nothing | rank 1: the file, private | nothing ...
 *
 * What all ranks have in common they read from the file, and what one of them writes is copied for it. The kernel does not join the mappings, for
 * each begins at the file's beginning; so nothing may lie between them, and that is the guard below each stack.
 *
 * A mapping has one protection: a program can write to its own text here. */
#include "image.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010u
#endif

enum { PIECE = 64 << 10, TRIES = 1024 };

static bool put(int to, uint64_t at, const char *bytes, uint64_t n)
{
	while (n > 0) {
		const ssize_t done = pwrite(to, bytes, n, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		at += (uint64_t)done, bytes += done, n -= (uint64_t)done;
	}
	return true;
}

/* Behind the end of a file there are zeros, as in a mapping of it. */
static bool copy(int to, uint64_t at, int from, uint64_t offset, uint64_t n)
{
	static char piece[PIECE];

	while (n > 0) {
		const ssize_t got = pread(from, piece, n < PIECE ? n : PIECE, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0)
			return true;
		if (got < 0 || !put(to, at, piece, (uint64_t)got))
			return false;
		at += (uint64_t)got, offset += (uint64_t)got, n -= (uint64_t)got;
	}
	return true;
}

/* A copy of the object, with its address 0 at this place of the file. */
static bool fill_object(const struct object *o, int fd, uint64_t at)
{
	for (int k = 0; k < o->ntexts; k++)
		if (!copy(fd, at + o->texts[k].at, o->fd, o->texts[k].offset, o->texts[k].bytes))
			return false;
	for (int k = 0; k < o->ndatas; k++) {
		const struct data *d = &o->datas[k];

		if (d->pattern ? !put(fd, at + d->at, d->pattern, d->file_bytes) : !copy(fd, at + d->at, o->fd, d->offset, d->file_bytes))
			return false;
	}
	return true;
}

static bool fill(const struct ga_sim_image *image, int fd)
{
	for (int i = 0; i < image->nstart; i++) {
		const struct object *o = image->objects[i];

		if (!fill_object(o, fd, image->compact_stack + image->offset[i] - (o->low & ~(o->align - 1))))
			return false;
	}
	return true;
}

static int new_file(uint64_t bytes)
{
	int fd = memfd_create("ranks", MFD_CLOEXEC | MFD_EXEC);

	if (fd < 0 && errno == EINVAL) /* Linux before 6.3 */
		fd = memfd_create("ranks", MFD_CLOEXEC);
	if (fd >= 0 && ftruncate(fd, (off_t)bytes) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void *map(void *at, uint64_t bytes, int flags, int fd)
{
	return mmap(at, bytes, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_NORESERVE | flags, fd, 0);
}

bool ga_sim_compact(struct ga_sim_image *image, uint64_t stack, char *why, size_t size)
{
	void *trial;
	int fd;

	image->why = why;
	image->why_size = size;
	image->compact_stack = ga_sim_stack_bytes(stack);
	fd = new_file(image->compact_stack + image->bytes);
	if (fd < 0)
		return ga_sim_no(image, "the compact layout of ranks needs a file in memory: %s", strerror(errno));
	if (!fill(image, fd)) {
		ga_sim_no(image, "the file in memory for the compact layout of ranks: %s", strerror(errno));
		close(fd);
		return false;
	}
	trial = map(NULL, image->compact_stack + image->bytes, 0, fd);
	if (trial == MAP_FAILED) {
		ga_sim_no(image, "the compact layout of ranks needs memory that can be written and executed, which this system refuses (%s)",
		          strerror(errno));
		close(fd);
		return false;
	}
	munmap(trial, image->compact_stack + image->bytes);
	image->compact = true;
	image->compact_fd = fd;
	return true;
}

/* One rank behind the other, so that a rank has the same addresses in every run. Where something else is, it is left out. */
char *ga_sim_map_compact(const struct ga_sim_image *image)
{
	static uintptr_t next = RANKS_AT;
	const uint64_t bytes = image->compact_stack + image->bytes;

	for (int i = 0; i < TRIES; i++) {
		char *const text = (char *)((next + GUARD + image->compact_stack + image->align - 1) & ~(image->align - 1));
		char *const stack = text - image->compact_stack, *at = map(stack, bytes, MAP_FIXED_NOREPLACE, image->compact_fd);

		if (at == stack) {
			next = (uintptr_t)stack + bytes;
			return stack;
		}
		if (at != MAP_FAILED) { /* a kernel that does not know the flag */
			munmap(at, bytes);
			errno = EEXIST;
		} else if (errno != EEXIST) {
			return NULL;
		}
		next += 64 << 20;
	}
	return NULL;
}

bool ga_sim_map_whole(struct object *o, char *at)
{
	const uint64_t low = o->low & ~(o->align - 1);

	if (o->whole_fd <= 0) {
		o->whole_fd = new_file(o->bytes);
		if (o->whole_fd < 0 || !fill_object(o, o->whole_fd, -low))
			return false;
	}
	return map(at, o->bytes, MAP_FIXED, o->whole_fd) != MAP_FAILED;
}

/* Where there is no MADV_GUARD_INSTALL, the guard is a mapping, and what is below it another one. */
static bool guards_are_free(void)
{
	void *const page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool works = false;

	if (page != MAP_FAILED) {
		works = madvise(page, PAGE, MADV_GUARD_INSTALL) == 0;
		munmap(page, PAGE);
	}
	return works;
}

int ga_sim_mappings(const struct ga_sim_image *image)
{
	int n = guards_are_free() ? 0 : 2;

	if (image->compact)
		return 1;
	for (int i = 0; i < image->nstart; i++) {
		const struct object *o = image->objects[i];

		n += o->ntexts + 1; /* and variables, which the next object's or the next rank's stack may continue */
		for (int k = 0; k < o->ndatas; k++)
			n += !o->datas[k].pattern;
	}
	return n;
}
