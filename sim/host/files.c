/* files.c - descriptors of ranks. Numbers are the process's, but for those that a rank needs for itself: the standard ones as soon as it closes or replaces them, and
 * numbers that it names for dup2 and that are in use elsewhere. A rank closes only what it has made. So nothing that a program does to its descriptors reaches another rank's, and
 * descriptors inside streams of the C library stay what they are. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A number of the rank's that is another one of the process's. */
struct moved {
	int fd, file; /* file: -1: closed; 1, 2: the job's output or error */
};

/* By the process's number. */
static struct owned {
	int rank;   /* + 1; 0: the process's, or not known */
	int stream; /* 1, 2: it is a copy of the job's output or error */
} * owned;
static int nowned;

static struct moved *find(const struct ga_sim_rank *r, int fd)
{
	for (int i = 0; i < r->nmoved; i++)
		if (r->moved[i].fd == fd)
			return &r->moved[i];
	return NULL;
}

/* Another rank's is none. */
int ga_sim_fd(int fd)
{
	const struct ga_sim_rank *r = ga_sim_now;
	const struct moved *m = r && __builtin_expect(r->nmoved, 0) ? find(r, fd) : NULL;

	if (m)
		return m->file;
	return r && fd > 2 && fd < nowned && owned[fd].rank && owned[fd].rank != r->id + 1 ? -1 : fd;
}

static void own(const struct ga_sim_rank *r, int file, int stream)
{
	struct owned *more;
	int n;

	if (file < 0)
		return;
	if (file >= nowned) {
		n = 2 * file + 64;
		ga_sim_heap_leave();
		more = realloc(owned, n * sizeof *more);
		ga_sim_heap_enter(r, __builtin_thread_pointer());
		if (!more)
			return;
		memset(more + nowned, 0, (n - nowned) * sizeof *more);
		owned = more;
		nowned = n;
	}
	owned[file] = (struct owned){r->id + 1, stream};
}

static bool owns(const struct ga_sim_rank *r, int file) { return file >= 0 && file < nowned && owned[file].rank == r->id + 1; }

/* Which of the job's streams a descriptor of the process is. */
static int stream_of(int file) { return file == 1 || file == 2 ? file : file >= 0 && file < nowned ? owned[file].stream : 0; }

static bool is_open(int file) { return fcntl(file, F_GETFD) >= 0; }

static void put_away(int file)
{
	if (file > 2)
		close(file);
}

/* stdin of the program is a stream of its own from now on. */
static void read_from(struct ga_sim_rank *r, int file)
{
	FILE *f = file > 2 ? fdopen(dup(file), "r") : NULL;

	if (f)
		*(FILE **)r->vars[STDIN] = f;
}

static int move(struct ga_sim_rank *r, int fd, int file)
{
	struct moved *m = find(r, fd), *more;

	if (!m && r->nmoved == r->moved_room) {
		const int room = 2 * r->moved_room + 4;

		ga_sim_heap_leave();
		more = realloc(r->moved, room * sizeof *more);
		ga_sim_heap_enter(r, __builtin_thread_pointer());
		if (!more) {
			put_away(file);
			errno = ENOMEM;
			return -1;
		}
		r->moved = more;
		r->moved_room = room;
	}
	fflush(*(FILE **)r->vars[STDOUT]);
	if (m)
		put_away(m->file);
	else
		m = &r->moved[r->nmoved++];
	*m = (struct moved){fd, file};
	if (fd == 0)
		read_from(r, file);
	if (file == fd || (file < 0 && fd > 2))
		*m = r->moved[--r->nmoved];
	return fd;
}

int ga_sim_move_file(struct ga_sim_rank *r, int fd, int file) { return move(r, fd, ga_sim_high(file)); }

/* The lowest standard number that the rank has closed. */
static int closed(const struct ga_sim_rank *r)
{
	int lowest = 3;

	for (int i = 0; i < r->nmoved; i++)
		if (r->moved[i].file < 0 && r->moved[i].fd < lowest)
			lowest = r->moved[i].fd;
	return lowest < 3 ? lowest : -1;
}

static int new_file(struct ga_sim_rank *r, int file, int stream, int from)
{
	const int free = closed(r);

	if (file < 0)
		return file;
	if (free >= from) {
		if (!stream)
			return move(r, free, ga_sim_high(file));
		close(file);
		return move(r, free, stream);
	}
	while (find(r, file)) { /* the rank means something else by this number */
		const int other = fcntl(file, F_DUPFD, file + 1);

		close(file);
		file = other;
	}
	own(r, file, stream);
	return file;
}

int ga_sim_new_file(int file) { return ga_sim_now ? new_file(ga_sim_now, file, 0, 0) : file; }

static int sim_close(int fd)
{
	struct ga_sim_rank *r = ga_sim_now;
	const struct moved *m = r ? find(r, fd) : NULL;

	if (!r)
		return close(fd);
	if ((m && m->file < 0) || (!m && fd > 2 && !owns(r, fd))) {
		errno = EBADF;
		return -1;
	}
	if (m || (fd >= 0 && fd <= 2))
		return move(r, fd, -1) < 0 ? -1 : 0;
	owned[fd] = (struct owned){0};
	return close(fd);
}

/* A copy of a rank's descriptor under another number of its choice. */
static int copy_to(int from, int to)
{
	struct ga_sim_rank *r = ga_sim_now;
	const int file = ga_sim_fd(from), stream = stream_of(file);

	if (file < 0 || to < 0 || !is_open(file)) {
		errno = EBADF;
		return -1;
	}
	if (from == to)
		return to;
	if (stream && to >= 1 && to <= 2)
		return move(r, to, stream);
	if (to <= 2 || find(r, to) || (!owns(r, to) && is_open(to)))
		return move(r, to, ga_sim_high(dup(file)));
	to = dup2(file, to);
	own(r, to, stream);
	return to;
}

static int sim_dup2(int from, int to) { return ga_sim_now ? copy_to(from, to) : dup2(from, to); }

static int sim_dup3(int from, int to, int flags)
{
	if (!ga_sim_now)
		return dup3(from, to, flags);
	if (from == to || flags & ~O_CLOEXEC) {
		errno = EINVAL;
		return -1;
	}
	return copy_to(from, to);
}

static int copy(int fd, int from)
{
	const int file = ga_sim_fd(fd);

	return new_file(ga_sim_now, fcntl(file, F_DUPFD, from), stream_of(file), from);
}

static int sim_dup(int fd) { return ga_sim_now ? copy(fd, 0) : dup(fd); }

static int sim_fcntl(int fd, int command, ...)
{
	const int file = ga_sim_fd(fd);
	va_list args;
	void *arg;

	va_start(args, command);
	arg = va_arg(args, void *);
	va_end(args);
	if (ga_sim_now && (command == F_DUPFD || command == F_DUPFD_CLOEXEC))
		return copy(fd, (int)(long)arg);
	if (ga_sim_now && (command == F_SETLK || command == F_SETLKW || command == F_GETLK))
		return ga_sim_lock(file, command, arg);
	return fcntl(file, command, arg);
}

static void sim_closefrom(int first)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r) {
		closefrom(first);
		return;
	}
	for (int fd = first; fd < nowned || fd <= 2; fd++)
		if (fd <= 2 || owns(r, fd))
			sim_close(fd);
	for (int i = r->nmoved; i-- > 0;)
		if (r->moved[i].fd >= first && r->moved[i].file >= 0)
			sim_close(r->moved[i].fd);
}

static int sim_close_range(unsigned first, unsigned last, int flags)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r)
		return close_range(first, last, flags);
	for (unsigned fd = first; fd <= last && fd < (unsigned)(nowned > 3 ? nowned : 3); fd++)
		if (fd <= 2 || owns(r, (int)fd))
			sim_close((int)fd);
	for (int i = r->nmoved; i-- > 0;)
		if ((unsigned)r->moved[i].fd >= first && (unsigned)r->moved[i].fd <= last && r->moved[i].file >= 0)
			sim_close(r->moved[i].fd);
	return 0;
}

/* The number in a stream, which the program may close. */
static int sim_fileno(FILE *f)
{
	const struct ga_sim_rank *r = ga_sim_now;
	const int fd = fileno(f);

	if (r && f == *(FILE **)r->vars[STDIN])
		return 0;
	if (r && fd > 2 && !stream_of(fd))
		own(r, fd, 0);
	return fd;
}

/* The standard descriptors are not a stream's to close. */
static FILE *sim_fdopen(int fd, const char *mode)
{
	const struct ga_sim_rank *r = ga_sim_now;

	return fdopen(r && (fd <= 2 || find(r, fd)) ? dup(ga_sim_fd(fd)) : fd, mode);
}

const struct name ga_sim_files_names[] = {
    NAME(close),
    {"__close", (void *)sim_close, 0},
    NAME(dup),
    NAME(dup2),
    {"__dup2", (void *)sim_dup2, 0},
    NAME(dup3),
    NAME(fcntl),
    {"fcntl64", (void *)sim_fcntl, 0},
    {"__fcntl", (void *)sim_fcntl, 0},
    NAME(closefrom),
    NAME(close_range),
    NAME(fileno),
    {"fileno_unlocked", (void *)sim_fileno, 0},
    NAME(fdopen),
    {0},
};
