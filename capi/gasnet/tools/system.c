/* gasnet/tools/system.c - what GASNet's tools know of the machine, and helpers about memory and streams. */
#define _GNU_SOURCE
#include <gasnet_tools.h>

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../plane/plane.h"
#include "../../runtime/program.h"
#include "host_name.h"

int gasnett_cpu_count(void)
{
	long n;

	if (ga_simulated) /* what a program does must not depend on the host */
		return 1;
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (int)n : 0;
}

const char *gasnett_gethostname(void)
{
	const char *const name = ga_host_name();

	if (!*name)
		gasnett_fatalerror("gasnett_gethostname: the system does not say");
	return name;
}

static char exe_name[PATH_MAX];

static void find_exe_name(void)
{
	static const char gone[] = " (deleted)"; /* the kernel's words */
	const ssize_t n = readlink("/proc/self/exe", exe_name, sizeof exe_name - 1);
	char *end = exe_name + (n > 0 ? n : 0);

	if (n >= (ssize_t)sizeof gone && strcmp(end - (sizeof gone - 1), gone) == 0)
		*(end - (sizeof gone - 1)) = 0;
}

const char *gasnett_exe_name(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (!ga_simulated)
		pthread_once(&once, find_exe_name);
	else if (!*exe_name && !realpath(program_invocation_name, exe_name)) /* all ranks execute one file, which is not the process's */
		snprintf(exe_name, sizeof exe_name, "%s", program_invocation_name);
	return exe_name;
}

uint64_t gasnett_getPhysMemSz(int failureIsFatal)
{
	const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	if (pages > 0 && page > 0)
		return (uint64_t)pages * (uint64_t)page;
	if (failureIsFatal)
		gasnett_fatalerror("gasnett_getPhysMemSz: the system does not say how much memory there is");
	return 0;
}

int gasnett_isLittleEndian(void) { return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__; }

int gasnett_set_affinity(int rank)
{
	cpu_set_t all, one;
	int place;

	if (ga_simulated)
		return 0; /* processors are the machine's */
	if (rank < 0 || sched_getaffinity(0, sizeof all, &all) != 0)
		return 1;
	place = rank % CPU_COUNT(&all);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && place-- == 0) {
			CPU_ZERO(&one);
			CPU_SET(cpu, &one);
			return sched_setaffinity(0, sizeof one, &one) != 0;
		}
	return 1;
}

void gasnett_flush_streams(void)
{
	ga_libc()->fflush(NULL);
	if (!ga_simulated && gasnett_getenv_yesno_withdefault("GASNET_FS_SYNC", 0))
		sync();
}

void gasnett_close_streams(void)
{
	gasnett_flush_streams();
	if (ga_simulated) /* they are all ranks' */
		return;
	fclose(stdin);
	fclose(stdout);
	fclose(stderr);
}

int gasnett_maximize_rlimit(int res, const char *lim_desc)
{
	struct rlimit limit;

	(void)lim_desc;
	if (getrlimit((__rlimit_resource_t)res, &limit) != 0)
		return 0;
	if (limit.rlim_cur == limit.rlim_max)
		return 1;
	limit.rlim_cur = limit.rlim_max;
	return setrlimit((__rlimit_resource_t)res, &limit) == 0;
}

int gasnett_maximize_rlimits(void)
{
	static const struct {
		int res;
		const char *name;
	} all[] = {{RLIMIT_DATA, "RLIMIT_DATA"}, {RLIMIT_STACK, "RLIMIT_STACK"},   {RLIMIT_RSS, "RLIMIT_RSS"},
	           {RLIMIT_AS, "RLIMIT_AS"},     {RLIMIT_NOFILE, "RLIMIT_NOFILE"}, {RLIMIT_NPROC, "RLIMIT_NPROC"}};
	int good = 1;

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		good &= gasnett_maximize_rlimit(all[i].res, all[i].name);
	return good;
}

void *gasnett_mmap(uintptr_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		gasnett_fatalerror("gasnett_mmap: size = %" PRIuPTR ": %s", size, strerror(errno));
	return p;
}

void *gasnett_malloc_aligned(size_t alignment, size_t size)
{
	void *p = NULL;
	int error = EINVAL;

	if (alignment && !(alignment & (alignment - 1)))
		error = posix_memalign(&p, alignment < sizeof p ? sizeof p : alignment, size ? size : 1);
	if (error)
		gasnett_fatalerror("gasnett_malloc_aligned: alignment = %zu, size = %zu: %s", alignment, size,
		                   error == EINVAL ? "the alignment is not a power of two" : strerror(error));
	return p;
}

void gasnett_free_aligned(void *ptr) { free(ptr); }

uint64_t gasnett_checksum(const void *p, int nbytes)
{
	const unsigned char *at = p;
	uint64_t h = 0;

	for (int i = 0; i < nbytes; i++)
		h = (h << 8 | h >> 56) ^ at[i];
	return h;
}

size_t gasnett_count0s(const void *src, size_t len)
{
	const char *at = src;
	size_t zeros = 0, i = 0;
	uint64_t word;

	for (; len - i >= sizeof word; i += sizeof word) {
		memcpy(&word, at + i, sizeof word);
		zeros += (size_t)gasnett_count0s_uint64_t(word);
	}
	for (; i < len; i++)
		zeros += !at[i];
	return zeros;
}

size_t gasnett_count0s_copy(void *restrict dst, const void *restrict src, size_t len)
{
	if (len)
		memcpy(dst, src, len);
	return gasnett_count0s(dst, len);
}
