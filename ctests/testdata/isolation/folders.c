/* Working directories and masks of PEs: each works in a folder of its own with relative paths, whatever the others do. Argument: a folder to work in. */
#include "../../gt_shmem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>

static int walked;
static int walk(const char *path, const struct stat *st, int flag)
{
	(void)path, (void)st;
	walked += flag == FTW_F;
	return 0;
}

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (!f)
		FATAL("%s: %s", path, strerror(errno));
	fprintf(f, "%s %d\n", text, gt_me);
	fclose(f);
}

static void has(const char *path, const char *text)
{
	FILE *f = fopen(path, "r");
	char word[100] = "";
	int of = -1;

	if (!f)
		FATAL("%s: %s", path, strerror(errno));
	CHECK(fscanf(f, "%99s %d", word, &of) == 2 && strcmp(word, text) == 0 && of == gt_me, "%s has %s %d", path, word, of);
	fclose(f);
}

static int files(const char *path)
{
	DIR *d = opendir(path);
	int n = 0;

	for (struct dirent *e; d && (e = readdir(d));)
		n += e->d_name[0] != '.';
	if (d)
		closedir(d);
	return d ? n : -1;
}

int main(int argc, char **argv)
{
	char mine[64], at[PATH_MAX], want[PATH_MAX + 100], link[PATH_MAX] = "";
	struct stat st;

	gt_start();
	if (argc < 2 || chdir(argv[1]) != 0 || !getcwd(at, sizeof at))
		FATAL("no folder to work in");
	snprintf(mine, sizeof mine, "pe%d", gt_me);
	CHECK(mkdir(mine, 0755) == 0, "%s", strerror(errno));
	shmem_barrier_all();
	CHECK(chdir(mine) == 0, "%s", strerror(errno));
	shmem_barrier_all();
	for (int round = 0; round < 3; round++) {
		snprintf(want, sizeof want, "%s/%s", at, mine);
		CHECK(getcwd(link, sizeof link) && strcmp(link, want) == 0, "in %s, not in %s", link, want);
		put("a", "first");
		shmem_barrier_all();
		has("a", "first");
		CHECK(rename("a", "b") == 0 && access("a", F_OK) != 0 && access("b", F_OK) == 0, "rename");
		shmem_barrier_all();
		CHECK(stat("b", &st) == 0 && st.st_size > 0, "stat");
		CHECK(symlink("b", "c") == 0, "symlink: %s", strerror(errno));
		memset(link, 0, sizeof link);
		CHECK(readlink("c", link, sizeof link - 1) == 1 && link[0] == 'b', "readlink: %s", link);
		CHECK(mkdir("d", 0777) == 0, "mkdir: %s", strerror(errno));
		put("d/e", "deep");
		shmem_barrier_all();
		CHECK(files(".") == 3 && files("d") == 1, "%d files, %d in d", files("."), files("d"));
		walked = 0;
		CHECK(ftw(".", walk, 8) == 0 && walked >= 2, "ftw: %d", walked);
		CHECK(realpath("d/e", link) && strncmp(link, want, strlen(want)) == 0, "realpath: %s", link);
		CHECK(chdir("d") == 0, "chdir");
		shmem_barrier_all();
		has("e", "deep");
		CHECK(unlink("e") == 0, "unlink");
		CHECK(chdir("nothing") == -1 && errno == ENOENT, "chdir into nothing: %s", strerror(errno));
		shmem_barrier_all();
		int up = open("..", O_RDONLY | O_DIRECTORY);
		CHECK(up >= 0 && fchdir(up) == 0 && close(up) == 0, "fchdir: %s", strerror(errno));
		CHECK(rmdir("d") == 0 && unlink("b") == 0 && unlink("c") == 0, "rmdir: %s", strerror(errno));
		shmem_barrier_all();
	}
	mode_t before = umask(gt_me % 2 ? 077 : 022);
	shmem_barrier_all();
	CHECK(umask(gt_me % 2 ? 077 : 022) == (gt_me % 2 ? 077 : 022), "the mask of another PE");
	int fd = open("masked", O_CREAT | O_WRONLY, 0666);
	CHECK(fd >= 0 && fstat(fd, &st) == 0 && (st.st_mode & 0777) == (gt_me % 2 ? 0600 : 0644), "mode %o", st.st_mode & 0777);
	close(fd);
	shmem_barrier_all();
	umask(before);
	MSG("worked in %s", mine);
	shmem_finalize();
	return gt_end();
}
