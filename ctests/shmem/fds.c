/* Repeated starts and ends of the library leak no descriptors, mappings or threads, and a child of exec inherits no descriptor of the library. */
#include "../gt_shmem.h"

#include <dirent.h>
#include <fcntl.h>

static int entries(const char *directory)
{
	DIR *d = opendir(directory);
	int n = 0;
	while (d != NULL && readdir(d) != NULL)
		n++;
	if (d != NULL)
		closedir(d);
	return n - 2;
}

static int lines(const char *file)
{
	FILE *f = fopen(file, "r");
	int n = 0, c;
	while (f != NULL && (c = getc(f)) != EOF)
		n += c == '\n';
	if (f != NULL)
		fclose(f);
	return n;
}

static void life(void)
{
	shmem_init();
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	void *p = shmem_malloc(1 << 20);
	memset(p, 1, 1 << 20);
	shmem_barrier_all();
	shmem_finalize();
}

int main(void)
{
	char child[200];

	life();
	life();
	int fds = entries("/proc/self/fd"), maps = lines("/proc/self/maps"), threads = entries("/proc/self/task");
	for (int i = 0; i < 10; i++)
		life();
	CHECK(entries("/proc/self/fd") <= fds, "%d descriptors became %d in ten starts", fds, entries("/proc/self/fd"));
	CHECK(lines("/proc/self/maps") <= maps + 12, "%d mappings became %d in ten starts", maps, lines("/proc/self/maps"));
	CHECK(entries("/proc/self/task") <= threads + 6, "%d threads became %d in ten starts", threads, entries("/proc/self/task"));

	/* 0, 1, 2 and the directory itself; inherited descriptors of the launcher's parent do not count */
	FILE *f = popen("for l in /proc/self/fd/*; do readlink $l; done | grep -c memfd", "r");
	CHECK(f != NULL && fgets(child, sizeof child, f) != NULL && atoi(child) == 0, "a child inherits descriptors of the library: %s", child);
	if (f != NULL)
		pclose(f);
	return GT_END();
}
