/* libc_files.c - functions that take or make a descriptor, with the rank's numbers: see files.c. */
#include "files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

#define WITH(type, name, params, ...) \
	static type sim_##name params { return name(ga_sim_fd(fd), ##__VA_ARGS__); }

/* The same, and the kernel accesses memory, which may be watched. */
#define WITH_MEMORY(name, params, at, n, ...)                     \
	static ssize_t sim_##name params                          \
	{                                                         \
		ga_sim_touch(at, n, #name);                       \
		return name(ga_sim_fd(fd), at, n, ##__VA_ARGS__); \
	}
WITH_MEMORY(read, (int fd, void *to, size_t n), to, n)
WITH_MEMORY(pread, (int fd, void *to, size_t n, off_t at), to, n, at)
WITH_MEMORY(pwrite, (int fd, const void *from, size_t n, off_t at), from, n, at)

#define WITH_PIECES(name, params, v, n, ...)                              \
	static ssize_t sim_##name params                                  \
	{                                                                 \
		for (int i = 0; i < n; i++)                               \
			ga_sim_touch(v[i].iov_base, v[i].iov_len, #name); \
		return name(ga_sim_fd(fd), v, n, ##__VA_ARGS__);          \
	}
WITH_PIECES(readv, (int fd, const struct iovec *v, int n), v, n)
WITH_PIECES(preadv, (int fd, const struct iovec *v, int n, off_t at), v, n, at)
WITH_PIECES(pwritev, (int fd, const struct iovec *v, int n, off_t at), v, n, at)

WITH(off_t, lseek, (int fd, off_t to, int whence), to, whence)
WITH(int, fstat, (int fd, struct stat *st), st)
WITH(int, fsync, (int fd))
WITH(int, fdatasync, (int fd))
WITH(int, ftruncate, (int fd, off_t n), n)
WITH(int, fchmod, (int fd, mode_t mode), mode)
WITH(int, fchown, (int fd, uid_t user, gid_t group), user, group)
WITH(int, posix_fallocate, (int fd, off_t at, off_t n), at, n)
WITH(int, posix_fadvise, (int fd, off_t at, off_t n, int what), at, n, what)
WITH(int, isatty, (int fd))
WITH(char *, ttyname, (int fd))
WITH(int, ttyname_r, (int fd, char *to, size_t n), to, n)
WITH(int, tcgetattr, (int fd, struct termios *t), t)
WITH(int, tcsetattr, (int fd, int when, const struct termios *t), when, t)

ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
WITH_MEMORY(__read_chk, (int fd, void *to, size_t n, size_t room), to, n, room)
WITH_MEMORY(__pread_chk, (int fd, void *to, size_t n, off_t at, size_t room), to, n, at, room)

static size_t sim_fread(void *to, size_t size, size_t n, FILE *f)
{
	ga_sim_touch(to, size * n, "fread");
	return fread(to, size, n, f);
}

static size_t sim_fwrite(const void *from, size_t size, size_t n, FILE *f)
{
	ga_sim_touch(from, size * n, "fwrite");
	return fwrite(from, size, n, f);
}

static int sim_ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *arg;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	return ioctl(ga_sim_fd(fd), request, arg);
}

static ssize_t sim_sendfile(int to, int from, off_t *at, size_t n) { return sendfile(ga_sim_fd(to), ga_sim_fd(from), at, n); }

static mode_t mode_in(int flags, va_list args) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0; }

static int sim_open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = mode_in(flags, args);
	va_end(args);
	return ga_sim_new_file(open(path, flags, mode));
}

static int sim_openat(int fd, const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = mode_in(flags, args);
	va_end(args);
	return ga_sim_new_file(openat(fd == AT_FDCWD ? fd : ga_sim_fd(fd), path, flags, mode));
}

static int sim___open_2(const char *path, int flags) { return ga_sim_new_file(open(path, flags, 0)); }
static int sim___openat_2(int fd, const char *path, int flags) { return sim_openat(fd, path, flags, 0); }

#define MAKES(name, params, ...) \
	static int sim_##name params { return ga_sim_new_file(name(__VA_ARGS__)); }
MAKES(creat, (const char *path, mode_t mode), path, mode)
MAKES(socket, (int domain, int type, int protocol), domain, type, protocol)
MAKES(accept, (int fd, struct sockaddr *a, socklen_t *n), ga_sim_fd(fd), a, n)
MAKES(accept4, (int fd, struct sockaddr *a, socklen_t *n, int flags), ga_sim_fd(fd), a, n, flags)
MAKES(epoll_create, (int n), n)
MAKES(epoll_create1, (int flags), flags)
MAKES(inotify_init, (void), )
MAKES(inotify_init1, (int flags), flags)
MAKES(memfd_create, (const char *name, unsigned flags), name, flags)
MAKES(mkstemp, (char *path), path)
MAKES(mkstemps, (char *path, int n), path, n)
MAKES(mkostemp, (char *path, int flags), path, flags)
MAKES(shm_open, (const char *name, int flags, mode_t mode), name, flags, mode)

static int both(int rc, int fds[2])
{
	if (rc == 0) {
		fds[0] = ga_sim_new_file(fds[0]);
		fds[1] = ga_sim_new_file(fds[1]);
	}
	return rc;
}

static int sim_pipe(int fds[2]) { return both(pipe(fds), fds); }
static int sim_pipe2(int fds[2], int flags) { return both(pipe2(fds, flags), fds); }
static int sim_socketpair(int domain, int type, int protocol, int fds[2]) { return both(socketpair(domain, type, protocol, fds), fds); }

static int sim_dirfd(DIR *d) { return ga_sim_new_file(dirfd(d)); }

#define ALSO(other, fn)                     \
	{                                   \
#other, (void *)sim_##fn, 0 \
	}

const struct name ga_sim_file_names[] = {
    NAME(read),
    OWN_NAME(fread),
    OWN_NAME(fwrite),

    NAME(readv),

    NAME(pread),
    NAME(pwrite),
    NAME(preadv),
    NAME(pwritev),
    NAME(lseek),
    NAME(fstat),
    NAME(fsync),
    NAME(fdatasync),
    NAME(ftruncate),
    NAME(fchmod),
    NAME(fchown),
    NAME(isatty),
    NAME(ttyname),
    NAME(ttyname_r),
    NAME(tcgetattr),
    NAME(tcsetattr),

    NAME(ioctl),
    NAME(sendfile),
    NAME(posix_fallocate),
    NAME(posix_fadvise),
    NAME(open),
    NAME(openat),
    NAME(creat),
    NAME(socket),
    NAME(accept),
    NAME(accept4),
    NAME(epoll_create),
    NAME(epoll_create1),
    NAME(inotify_init),
    NAME(inotify_init1),
    NAME(memfd_create),
    NAME(mkstemp),
    NAME(mkstemps),
    NAME(mkostemp),
    NAME(shm_open),
    NAME(pipe),
    NAME(pipe2),
    NAME(socketpair),
    NAME(dirfd),
    NAME(__read_chk),
    NAME(__pread_chk),

    NAME(__open_2),
    NAME(__openat_2),
    ALSO(__read, read),

    ALSO(pread64, pread),
    ALSO(__pread64_chk, __pread_chk),
    ALSO(pwrite64, pwrite),
    ALSO(preadv64, preadv),
    ALSO(pwritev64, pwritev),
    ALSO(lseek64, lseek),
    ALSO(fstat64, fstat),
    ALSO(ftruncate64, ftruncate),
    ALSO(sendfile64, sendfile),
    ALSO(posix_fallocate64, posix_fallocate),
    ALSO(posix_fadvise64, posix_fadvise),
    ALSO(open64, open),
    ALSO(__open, open),
    ALSO(__open64, open),
    ALSO(openat64, openat),
    ALSO(__open64_2, __open_2),
    ALSO(__openat64_2, __openat_2),
    ALSO(creat64, creat),
    ALSO(mkstemp64, mkstemp),
    ALSO(mkostemp64, mkostemp),
    {0},
};
