/* lines.c - the output of ranks. What a rank has printed waits in its lines until a process would have written it: until fflush, a full buffer, exit. A rank that
 * ends without that loses it, as a process does. Lines are written whole, with the rank's tag. */
#include "lines.h"

#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define LONG_LINE (64u << 10)

static bool shown; /* a line of ga_sim_show's is on the terminal */

void ga_sim_show(const char *text)
{
	char line[256];
	const bool terminal = isatty(2);
	int n = terminal ? snprintf(line, sizeof line, "\r%s\33[K", text) : snprintf(line, sizeof line, "%s\n", text);

	if (n > 0)
		(void)!write(2, line, n < (int)sizeof line ? n : (int)sizeof line - 1);
	shown = terminal;
}

void ga_sim_hide(void)
{
	static const char clear[] = "\r\33[K";

	if (shown)
		(void)!write(2, clear, sizeof clear - 1);
	shown = false;
}

static void put(int fd, struct iovec *v, int n)
{
	ga_sim_hide();
	while (n) {
		ssize_t done = writev(fd, v, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return;
		while (n && (size_t)done >= v->iov_len) {
			done -= v++->iov_len;
			n--;
		}
		if (n) {
			v->iov_base = (char *)v->iov_base + done;
			v->iov_len -= done;
		}
	}
}

static void put_line(struct ga_sim_rank *r, int fd, const char *text, size_t n)
{
	const char *tag = r->tag ? r->tag : "";

	put(fd, (struct iovec[]){{(void *)tag, strlen(tag)}, {(void *)text, n}}, 2);
}

/* Writes the lines that the program has flushed, and retains the rest. */
static void put_lines(struct ga_sim_rank *r, int fd)
{
	struct line *l = &r->lines[fd - 1];
	const char *text = l->text, *end;
	size_t n = l->flushed;

	if (!r->tag && n && (end = memrchr(text, '\n', n))) { /* many lines at once */
		put_line(r, fd, text, end + 1 - text);
		n -= end + 1 - text;
		text = end + 1;
	}
	while (r->tag && n && (end = memchr(text, '\n', n))) {
		put_line(r, fd, text, end + 1 - text);
		n -= end + 1 - text;
		text = end + 1;
	}
	if (n > LONG_LINE) {
		put_line(r, fd, text, n);
		text += n;
		n = 0;
	}
	if (text == l->text)
		return;
	l->n -= text - l->text;
	l->flushed = n;
	memmove(l->text, text, l->n);
}

/* Puts text into what the rank has printed, at a place. False: no memory. */
static bool insert(struct line *l, size_t at, const char *text, size_t n)
{
	if (l->n + n > l->room) {
		const size_t room = 2 * (l->n + n) + 128;
		char *more = ga_sim_outside_realloc(l->text, room);

		if (!more)
			return false;
		l->text = more;
		l->room = room;
	}
	memmove(l->text + at + n, l->text + at, l->n - at);
	memcpy(l->text + at, text, n);
	l->n += n;
	return true;
}

void ga_sim_commit_lines(struct ga_sim_rank *r, int fd)
{
	struct line *l = &r->lines[fd - 1];

	l->flushed = l->n;
	if (l->n)
		put_lines(r, fd);
}

/* The rank's stream has this text, and writes as much of it as the C library would. */
static void print_some(struct ga_sim_rank *r, int fd, const char *text, size_t n)
{
	struct line *l = &r->lines[fd - 1];
	const char *end;

	if (!insert(l, l->n, text, n)) {
		ga_sim_commit_lines(r, fd);
		put(fd, &(struct iovec){(void *)text, n}, 1);
		return;
	}
	if (l->buffering == UNBUFFERED)
		l->flushed = l->n;
	else if (l->buffering == BY_LINE && (end = memrchr(l->text + l->flushed, '\n', l->n - l->flushed)))
		l->flushed = end + 1 - l->text;
	if (l->n - l->flushed > l->block) /* a buffer that is just full is written with the next byte */
		l->flushed += (l->n - l->flushed - 1) / l->block * l->block;
	if (l->flushed)
		put_lines(r, fd);
}

static void print(struct ga_sim_rank *r, int fd, const char *text, size_t n)
{
	if (!r)
		put(fd, &(struct iovec){(void *)text, n}, 1);
	for (size_t some; r && n; text += some, n -= some) {
		some = n < BUFSIZ ? n : BUFSIZ; /* no rank needs much memory, whatever it prints at once */
		print_some(r, fd, text, some);
	}
}

ssize_t ga_sim_print(struct ga_sim_rank *r, int fd, const char *text, size_t n)
{
	const int file = r ? ga_sim_fd(fd) : fd;

	if (file < 0) {
		errno = EBADF;
		return 0;
	}
	if (file > 2)
		put(file, &(struct iovec){(void *)text, n}, 1);
	else
		print(r, file, text, n);
	return (ssize_t)n;
}

bool ga_sim_print_flushed(struct ga_sim_rank *r, int fd, const char *text, size_t n)
{
	struct line *l = &r->lines[fd - 1];

	if (!insert(l, l->flushed, text, n))
		return false;
	l->flushed += n;
	put_lines(r, fd);
	return true;
}

/* The buffer that the C library has for a stream. */
static size_t block_of(const struct stat *file) { return file->st_blksize > 0 && file->st_blksize < BUFSIZ ? (size_t)file->st_blksize : BUFSIZ; }

void ga_sim_stdio_new(struct ga_sim_rank *r)
{
	struct stat out;
	const bool terminal = !r->tag && isatty(1); /* with tags a process has a pipe */

	r->lines[0] = (struct line){.buffering = terminal ? BY_LINE : BY_BLOCK, .block = fstat(1, &out) == 0 ? block_of(&out) : BUFSIZ};
	r->lines[1] = (struct line){.buffering = UNBUFFERED, .block = BUFSIZ};
}

void ga_sim_flush_lines(struct ga_sim_rank *r)
{
	for (int fd = 1; fd <= 2; fd++) {
		struct line *l = &r->lines[fd - 1];

		if (l->flushed) {
			put_line(r, fd, l->text, l->flushed);
			if (r->tag)
				put(fd, &(struct iovec){"\n", 1}, 1);
		}
		l->n = l->flushed = 0;
	}
}
