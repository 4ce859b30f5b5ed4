/* stdio.c - stdout and stderr of ranks: one stream each for all ranks, behind the C library's buffer, which is emptied whenever a rank stops running, so its content
 * always belongs to one rank; and the functions of the C library about them. lines.c writes what they hold. */
#include "files.h"
#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static ssize_t to_out(void *cookie, const char *text, size_t n)
{
	(void)cookie;
	return ga_sim_print(ga_sim_now, 1, text, n);
}

static ssize_t to_err(void *cookie, const char *text, size_t n)
{
	(void)cookie;
	return ga_sim_print(ga_sim_now, 2, text, n);
}

static FILE *streams[2];

/* In place of the C library's, before libstdc++ or a program remembers those. */
void ga_sim_stdio_setup(void)
{
	FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = to_out}),
	     *err = fopencookie(NULL, "w", (cookie_io_functions_t){.write = to_err});

	if (!out || !err)
		return;
	setvbuf(out, NULL, _IOFBF, 32 << 10);
	setvbuf(err, NULL, _IONBF, 0);
	out->_fileno = 1; /* for fileno; nothing else looks */
	err->_fileno = 2;
	fflush(stdout);
	stdout = streams[0] = out;
	stderr = streams[1] = err;
}

/* The locks are recursive, and those who run are one thread. */
bool ga_sim_streams_held(void)
{
	for (size_t i = 0; i < COUNT(streams); i++)
		if (streams[i] && streams[i]->_lock && *(const int *)streams[i]->_lock)
			return true;
	return false;
}

void ga_sim_flush(struct ga_sim_rank *r)
{
	(void)r;
	if (streams[0] && __builtin_expect(streams[0]->_IO_write_ptr > streams[0]->_IO_write_base, 0))
		fflush(streams[0]);
}

void ga_sim_commit(struct ga_sim_rank *r)
{
	ga_sim_flush(r);
	for (int fd = 1; fd <= 2; fd++)
		ga_sim_commit_lines(r, fd);
}

void ga_sim_written(struct ga_sim_rank *r)
{
	if (r->over)
		return;
	ga_sim_commit(r);
	ga_sim_flush_lines(r);
}

/* The rank may have been inside stdio. */
void ga_sim_drain(struct ga_sim_rank *r)
{
	FILE *f = streams[0];

	if (f && f->_IO_write_ptr > f->_IO_write_base) {
		ga_sim_print(r, 1, f->_IO_write_base, f->_IO_write_ptr - f->_IO_write_base);
		f->_IO_write_ptr = f->_IO_write_base;
	}
}

static bool is_ours(const FILE *f) { return f && (f == streams[0] || f == streams[1]); }

static int sim_fflush(FILE *f)
{
	const int rc = fflush(f);

	if (ga_sim_now && (!f || f == streams[0]))
		ga_sim_commit_lines(ga_sim_now, 1);
	if (ga_sim_now && (!f || f == streams[1]))
		ga_sim_commit_lines(ga_sim_now, 2);
	return rc;
}

/* A rank that closes its stdout leaves the others theirs. */
static int sim_fclose(FILE *f) { return is_ours(f) || f == stdin ? sim_fflush(f == stdin ? NULL : f) : fclose(f); }

static int flags_of(const char *mode)
{
	const int more = *mode == 'r' ? 0 : *mode == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;

	return more | (strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY);
}

/* The streams stay; the rank's descriptors behind them are others. */
static FILE *sim_freopen(const char *path, const char *mode, FILE *f)
{
	struct ga_sim_rank *r = ga_sim_now;
	const int fd = f == streams[0] ? 1 : f == streams[1] ? 2 : 0;
	int file;

	if (!r || (!is_ours(f) && f != *(FILE **)r->vars[STDIN]))
		return freopen(path, mode, f);
	sim_fflush(f);
	if (!path)
		return f;
	file = open(path, flags_of(mode), 0666);
	if (ga_sim_move_file(r, fd, file) < 0 || file < 0)
		return NULL;
	clearerr(f);
	return fd == 0 ? *(FILE **)r->vars[STDIN] : f;
}

/* The streams' own buffers stay; what the rank wants says when its output is written. */
static int sim_setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
	struct line *l;

	if (!is_ours(f))
		return setvbuf(f, buffer, mode, n);
	if (!ga_sim_now)
		return 0;
	ga_sim_flush(ga_sim_now);
	l = &ga_sim_now->lines[f == streams[1]];
	l->buffering = mode == _IONBF ? UNBUFFERED : mode == _IOLBF ? BY_LINE : BY_BLOCK;
	if (buffer && n)
		l->block = n;
	return 0;
}

static void sim_setbuf(FILE *f, char *buffer) { sim_setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ); }

static void sim_setlinebuf(FILE *f) { sim_setvbuf(f, NULL, _IOLBF, 0); }

static void sim_setbuffer(FILE *f, char *buffer, size_t n) { sim_setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, n); }

/* std::ios_base::sync_with_stdio: would give the streams of libstdc++ buffers of their own, behind the back of the ranks' copies of them. */
static bool sim_sync(bool yes)
{
	(void)yes;
	return true;
}

/* A program may assign to stdout, and then printf uses the assigned stream. */
static FILE *std(enum var v) { return ga_sim_now ? *(FILE **)ga_sim_now->vars[v] : v == STDIN ? stdin : v == STDOUT ? stdout : stderr; }

int __vfprintf_chk(FILE *, int, const char *, va_list);

#define WITH_ARGS(last, call) \
	va_list args;         \
	int n;                \
                              \
	va_start(args, last); \
	n = call;             \
	va_end(args);         \
	return n

static int sim_printf(const char *format, ...) { WITH_ARGS(format, vfprintf(std(STDOUT), format, args)); }
static int sim___printf_chk(int flag, const char *format, ...) { WITH_ARGS(format, __vfprintf_chk(std(STDOUT), flag, format, args)); }
static int sim_vprintf(const char *format, va_list args) { return vfprintf(std(STDOUT), format, args); }
static int sim___vprintf_chk(int flag, const char *format, va_list args) { return __vfprintf_chk(std(STDOUT), flag, format, args); }
static int sim_scanf(const char *format, ...) { WITH_ARGS(format, vfscanf(std(STDIN), format, args)); }
static int sim_vscanf(const char *format, va_list args) { return vfscanf(std(STDIN), format, args); }
static int sim_putchar(int c) { return putc(c, std(STDOUT)); }
static int sim_getchar(void) { return getc(std(STDIN)); }

static int sim_puts(const char *text)
{
	FILE *f = std(STDOUT);

	return fputs(text, f) == EOF || putc('\n', f) == EOF ? EOF : 1;
}

static void sim_perror(const char *what)
{
	const int error = errno;

	if (what && *what)
		fprintf(std(STDERR), "%s: %s\n", what, strerror(error));
	else
		fprintf(std(STDERR), "%s\n", strerror(error));
}

/* What goes to the descriptor comes before what waits in the stream's buffer, and after what has been flushed. */
static ssize_t sim_write(int fd, const void *text, size_t n)
{
	struct ga_sim_rank *r = ga_sim_now;

	ga_sim_touch(text, n, "write");
	fd = ga_sim_fd(fd);
	if (!r || !text || n == 0 || (fd != 1 && fd != 2) || !ga_sim_print_flushed(r, fd, text, n))
		return write(fd, text, n);
	return (ssize_t)n;
}

static ssize_t sim_writev(int fd, const struct iovec *v, int n)
{
	ssize_t all = 0;

	for (int i = 0; i < n; i++)
		ga_sim_touch(v[i].iov_base, v[i].iov_len, "writev");
	if (!ga_sim_now || (ga_sim_fd(fd) != 1 && ga_sim_fd(fd) != 2))
		return writev(ga_sim_fd(fd), v, n);
	for (int i = 0; i < n; i++)
		all += sim_write(fd, v[i].iov_base, v[i].iov_len);
	return all;
}

static int sim_vdprintf(int fd, const char *format, va_list args)
{
	char *text;
	int n;

	if (!ga_sim_now || (ga_sim_fd(fd) != 1 && ga_sim_fd(fd) != 2))
		return vdprintf(ga_sim_fd(fd), format, args);
	n = vasprintf(&text, format, args);
	if (n < 0)
		return n;
	sim_write(fd, text, n);
	free(text);
	return n;
}

static int sim_dprintf(int fd, const char *format, ...) { WITH_ARGS(format, sim_vdprintf(fd, format, args)); }

static int sim___dprintf_chk(int fd, int flag, const char *format, ...)
{
	(void)flag;
	WITH_ARGS(format, sim_vdprintf(fd, format, args));
}

const struct name ga_sim_stdio_names[] = {
    NAME(write),
    {"__write", (void *)sim_write, 0},
    NAME(writev),
    OWN_NAME(dprintf),
    OWN_NAME(vdprintf),
    OWN_NAME(__dprintf_chk),
    NAME(fflush),
    {"fflush_unlocked", (void *)sim_fflush, 0},
    OWN_NAME(printf),
    OWN_NAME(__printf_chk),
    OWN_NAME(vprintf),
    OWN_NAME(__vprintf_chk),
    OWN_NAME(scanf),
    {"__isoc99_scanf", (void *)sim_scanf, PROGRAM_ONLY},
    {"__isoc23_scanf", (void *)sim_scanf, PROGRAM_ONLY},
    OWN_NAME(vscanf),
    {"__isoc99_vscanf", (void *)sim_vscanf, PROGRAM_ONLY},
    {"__isoc23_vscanf", (void *)sim_vscanf, PROGRAM_ONLY},
    OWN_NAME(putchar),
    {"putchar_unlocked", (void *)sim_putchar, PROGRAM_ONLY},
    OWN_NAME(getchar),
    {"getchar_unlocked", (void *)sim_getchar, PROGRAM_ONLY},
    OWN_NAME(puts),
    OWN_NAME(perror),
    OWN_NAME(fclose),
    OWN_NAME(freopen),
    {"freopen64", (void *)sim_freopen, PROGRAM_ONLY},
    OWN_NAME(setvbuf),
    OWN_NAME(setbuf),
    OWN_NAME(setlinebuf),
    OWN_NAME(setbuffer),
    {"_ZNSt8ios_base15sync_with_stdioEb", (void *)sim_sync, PROGRAM_ONLY},
    {0},
};
