/* hosts_open.c - what the opening of libfabric leaves behind in a rank, and that it does not read the kernel's symbols: hosts_open BUFFER, the value of FI_OFI_RXM_BUFFER_SIZE
 * that the rank shall have. */
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>

#include <shmem.h>

#include "../gt.h"

/* Bytes that this process has read ever, with all its threads; -1 where the kernel does not count them. */
static long bytes_read(void)
{
	FILE *f = fopen("/proc/self/io", "r");
	long n = -1;

	if (f && fscanf(f, "rchar: %ld", &n) != 1)
		n = -1;
	if (f)
		fclose(f);
	return n;
}

/* The size of a file of /proc, which stat does not tell; 0 if it cannot be read. */
static long length(const char *path)
{
	static char buffer[1 << 20];
	long all = 0, n;
	const int fd = open(path, O_RDONLY);

	while (fd >= 0 && (n = read(fd, buffer, sizeof buffer)) > 0)
		all += n;
	if (fd >= 0)
		close(fd);
	return all;
}

int main(int argc, char **argv)
{
	const long symbols = length("/proc/kallsyms"), before = bytes_read();
	const int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
	const char *size;
	long read;

	shmem_init();
	read = bytes_read() - before;
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	CHECK(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) == slack, "%d", prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
	CHECK(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == privileges, "%d", privileges);
	CHECK(length("/proc/kallsyms") == symbols || symbols == 0, "%s", strerror(errno));
	size = getenv("FI_OFI_RXM_BUFFER_SIZE");
	CHECK(argc == 2 && size && strcmp(size, argv[1]) == 0, "%s", size ? size : "not set");
	if (before >= 0 && symbols > 2000000) {
		MSG("shmem_init has read %ld kB, and the symbols are %ld kB", read / 1000, symbols / 1000);
		CHECK(getenv("GT_MAY_SEARCH") || read < symbols / 2, "%ld of %ld bytes", read, symbols);
	}
	shmem_finalize();
	return GT_END();
}
