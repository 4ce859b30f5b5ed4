/* Descriptors of ranks, as a process has them: what one closes and replaces the others still have. Argument: a folder to work in. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "world.h"

static char path[1000];
static const char *folder;

static const char *mine(const char *name)
{
	snprintf(path, sizeof path, "%s/%s%ld", folder, name, world_rank());
	return path;
}

static void has(const char *name, const char *want)
{
	char text[1000] = "";
	int fd = open(mine(name), O_RDONLY);
	ssize_t n = read(fd, text, sizeof text - 1);

	if (n < 0 || strcmp(text, want) != 0)
		fprintf(stderr, "%s has \"%s\", not \"%s\"\n", path, text, want);
	CHECK(n >= 0 && strcmp(text, want) == 0);
	CHECK(close(fd) == 0);
}

/* dup2 onto 1 and back, as programs do that collect what a function prints. */
static void redirect(void)
{
	int saved, fd = open(mine("a"), O_CREAT | O_TRUNC | O_RDWR, 0666);

	CHECK(fd > 2);
	printf("to the job 1\n");
	fflush(stdout);
	saved = dup(1);
	CHECK(saved > 2 && dup2(fd, 1) == 1 && close(fd) == 0);
	printf("to the file\n");
	world_barrier();
	fflush(stdout);
	CHECK(write(1, "by write\n", 9) == 9);
	dprintf(1, "by dprintf\n");
	world_barrier();
	CHECK(lseek(1, 0, SEEK_CUR) == 32 && !isatty(1));
	CHECK(dup2(saved, 1) == 1 && close(saved) == 0);
	printf("to the job 2\n");
	has("a", "to the file\nby write\nby dprintf\n");
}

/* A number that is closed is the next one's. */
static void lowest(void)
{
	int saved = dup(1), in;

	fflush(stdout);
	CHECK(close(1) == 0 && write(1, "x", 1) == -1 && errno == EBADF && close(1) == -1 && errno == EBADF);
	world_barrier();
	CHECK(open(mine("b"), O_CREAT | O_TRUNC | O_RDWR, 0666) == 1);
	printf("lowest\n");
	fflush(stdout);
	world_barrier();
	CHECK(dup2(saved, 1) == 1);
	CHECK(close(0) == 0 && dup(saved) == 0 && close(0) == 0);
	in = open(mine("b"), O_RDONLY);
	CHECK(in == 0);
	world_barrier();
	CHECK(getchar() == 'l' && fileno(stdin) == 0);
	close(saved);
	has("b", "lowest\n");
}

static void streams(void)
{
	int saved = dup(2);

	CHECK(freopen(mine("c"), "w", stderr) == stderr);
	fprintf(stderr, "to stderr\n");
	world_barrier();
	fprintf(stderr, "more\n");
	fflush(stderr);
	CHECK(fcntl(saved, F_GETFD) >= 0 && dup2(saved, 2) == 2);
	has("c", "to stderr\nmore\n");
	FILE *f = freopen(mine("c"), "r", stdin);
	char word[100];

	CHECK(f && scanf("%99s", word) == 1 && strcmp(word, "to") == 0 && fscanf(f, "%99s", word) == 1 && strcmp(word, "stderr") == 0);
	world_barrier();
	CHECK(dup2(1, 2) == 2); /* 2>&1 */
	fprintf(stderr, "error in the output\n");
	fflush(stderr);
	CHECK(dup2(saved, 2) == 2 && close(saved) == 0);
}

/* A number of the program's choice, what others have, and all of them. */
static void numbers(void)
{
	int fd = open(mine("d"), O_CREAT | O_TRUNC | O_RDWR, 0666), pipes[2];
	struct stat a, b;
	char text[10] = "";
	FILE *f = fopen(mine("e"), "w+");

	CHECK(dup2(fd, 77) == 77 && fstat(fd, &a) == 0);
	world_barrier();
	CHECK(fstat(77, &b) == 0 && a.st_ino == b.st_ino && write(77, "77", 2) == 2);
	CHECK(close(77) == 0 && fstat(77, &b) == -1 && errno == EBADF);
	CHECK(mmap(NULL, 2, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED);
	CHECK(fcntl(fd, F_DUPFD, 200) >= 200);
	CHECK(pipe(pipes) == 0 && write(pipes[1], "pipe", 4) == 4 && read(pipes[0], text, 9) == 4 && strcmp(text, "pipe") == 0);
	world_barrier();
	for (int i = 3; i < 1000; i++)
		close(i);
	CHECK(fstat(fd, &a) == -1 && errno == EBADF && fstat(pipes[0], &a) == -1);
	world_barrier();
	CHECK(f != NULL);
	has("d", "77");
}

/* Ranks exclude each other as processes do. */
static void locks(void)
{
	char shared[1000];
	long n = 0;
	int fd;

	snprintf(shared, sizeof shared, "%s/shared", folder);
	fd = open(shared, O_CREAT | O_RDWR, 0666);
	for (int i = 0; i < 20; i++) {
		struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

		CHECK(i % 2 ? flock(fd, LOCK_EX) == 0 : fcntl(fd, F_SETLKW, &l) == 0);
		if (i % 2 == 0) {
			n = 0;
			CHECK(pread(fd, &n, sizeof n, 0) >= 0);
			n++;
			usleep(1);
			CHECK(pwrite(fd, &n, sizeof n, 0) == sizeof n);
		}
		l.l_type = F_UNLCK;
		CHECK(i % 2 ? flock(fd, LOCK_UN) == 0 : fcntl(fd, F_SETLK, &l) == 0);
	}
	world_barrier();
	CHECK(pread(fd, &n, sizeof n, 0) == sizeof n && n == 10 * world_size());
	CHECK(close(fd) == 0);
}

int main(int argc, char **argv)
{
	(void)argc;
	folder = argv[1];
	redirect();
	redirect();
	lowest();
	streams();
	locks();
	numbers();
	printf("done\n");
	return 0;
}
