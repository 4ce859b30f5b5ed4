//go:build cgo

/* limits/limits.c - what Go needs from the process before it starts, and the thread that it cannot have later. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

/* Go reserves about 600 MiB for the summaries of its heap and maps arenas of 64 MiB; each of its threads has a stack of 8 MiB and an arena of malloc of 64 MiB. With less
 * than this, when it fails depends on how many threads there are at that moment. */
#define RESERVED (1440 * MIB)
#define WRITABLE (96 * MIB)

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...)
{
	char line[512];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (write(STDERR_FILENO, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1) < 0)
		_exit(1);
	_exit(1);
}

static bool limited(int resource, struct rlimit *limit) { return getrlimit(resource, limit) == 0 && limit->rlim_cur != RLIM_INFINITY; }

/* Go needs the first two of these to wait for events from its start, and reads its CPU limits from some more files. */
static void need_descriptors(void)
{
	enum { EPOLL, EVENT, NEEDED = 5 };
	static const char *const calls[NEEDED] = {"epoll_create1", "eventfd", "dup", "dup", "dup"};
	int fds[NEEDED], have = 0, error;
	struct rlimit limit = {0};

	do {
		fds[have] = have == EPOLL   ? epoll_create1(EPOLL_CLOEXEC)
		            : have == EVENT ? eventfd(0, EFD_CLOEXEC)
		                            : fcntl(fds[EPOLL], F_DUPFD_CLOEXEC, 0);
		error = errno;
	} while (fds[have] >= 0 && ++have < NEEDED);
	for (int i = 0; i < have; i++)
		close(fds[i]);
	if (have == NEEDED)
		return;
	getrlimit(RLIMIT_NOFILE, &limit);
	if (error == EMFILE)
		refuse("gasnetgo: cannot wait for events: %s: %s (ulimit -n is %ju)\n", calls[have], strerror(error), (uintmax_t)limit.rlim_cur);
	refuse("gasnetgo: cannot wait for events: %s: %s (a filter of system calls, perhaps a container's, stands in the way)\n", calls[have],
	       strerror(error));
}

/* Whether the process may have so many bytes more. */
static bool fits(size_t bytes, int protection, int flags)
{
	void *at = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	if (at == MAP_FAILED)
		return false;
	munmap(at, bytes);
	return true;
}

static void need_memory(void)
{
	struct rlimit limit;

	if (limited(RLIMIT_AS, &limit) && !fits(RESERVED + WRITABLE, PROT_NONE, MAP_NORESERVE))
		refuse("gasnetgo: cannot start: %zu MiB of address space are needed beside the program's own (ulimit -v is %ju kB)\n",
		       (RESERVED + WRITABLE) / MIB, (uintmax_t)limit.rlim_cur / 1024);
	if (limited(RLIMIT_DATA, &limit) && !fits(WRITABLE, PROT_READ | PROT_WRITE, MAP_NORESERVE))
		refuse("gasnetgo: cannot start: %zu MiB of data are needed beside the program's own (ulimit -d is %ju kB)\n", WRITABLE / MIB,
		       (uintmax_t)limit.rlim_cur / 1024);
}

__attribute__((constructor(101))) static void before_go(void)
{
	need_descriptors();
	need_memory();
}

/* Appends a limit to a list, if there is one. */
static void name_limit(char *list, size_t size, const char *option, int resource, uintmax_t unit)
{
	const size_t n = strlen(list);
	struct rlimit limit;

	if (limited(resource, &limit))
		snprintf(list + n, size - n, "%sulimit %s is %ju%s", n ? ", " : "", option, (uintmax_t)limit.rlim_cur / unit, unit > 1 ? " kB" : "");
}

static void refuse_thread(int error)
{
	char limits[256] = "";

	name_limit(limits, sizeof limits, "-u", RLIMIT_NPROC, 1);
	name_limit(limits, sizeof limits, "-v", RLIMIT_AS, 1024);
	name_limit(limits, sizeof limits, "-d", RLIMIT_DATA, 1024);
	refuse(
	    "gasnetgo: cannot create a thread: %s (%s; -u counts all processes and threads of the user, a container may have a limit of its own)\n",
	    strerror(error), *limits ? limits : "ulimit sets none");
}

/* Go's threads. The linker sends calls of these two functions here (--wrap): runtime/cgo creates the first thread by the first, and repeats the second for 0.2 s before
 * it reports a failure. */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) __attribute__((weak));
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __real__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) __attribute__((weak));
int __wrap__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

static bool began; /* Go has its first thread */

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	const int error = __real_pthread_create(thread, attributes, start, argument);

	if (error && !began)
		refuse_thread(error);
	began = true;
	return error;
}

int __wrap__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	const int error = __real__cgo_try_pthread_create(thread, attributes, start, argument);

	if (error)
		refuse_thread(error);
	return 0;
}
