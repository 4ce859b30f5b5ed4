/* Globals that the C library shares with the program (copy relocations in a non-PIE executable): getopt's, stdout, environ. Both sides must
 * see the same object before, during and after the use of the library. */
#include "../gt_shmem.h"

#include <getopt.h>

extern char **environ;
static long word;

static void options(const char *when)
{
	char *args[] = {"prog", "-a", "-b", "value", "--long=7", "-c", "rest", NULL};
	const struct option longs[] = {{"long", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
	int c, seen = 0;

	optind = 0; /* glibc: start over */
	while ((c = getopt_long(7, args, "ab:c", longs, NULL)) != -1) {
		seen = seen * 10 + (c == 'a' ? 1 : c == 'b' ? 2 : c == 'l' ? 3 : c == 'c' ? 4 : 9);
		if (c == 'b')
			CHECK(optarg != NULL && strcmp(optarg, "value") == 0, "%s: optarg is %s", when, optarg ? optarg : "NULL");
		if (c == 'l')
			CHECK(optarg != NULL && atoi(optarg) == 7, "%s: optarg is %s", when, optarg ? optarg : "NULL");
	}
	CHECK(seen == 1234 && optind == 6, "%s: options %d, optind %d", when, seen, optind);
	opterr = 0;
	optind = 0;
	char *wrong[] = {"prog", "-x", NULL};
	CHECK(getopt(2, wrong, "ab:") == '?' && optopt == 'x', "%s: optopt is %d", when, optopt);
}

static void surroundings(const char *when)
{
	char name[64];
	int found = 0;

	snprintf(name, sizeof name, "GT_TEST_%s", when);
	CHECK(setenv(name, "set", 1) == 0, "setenv");
	for (char **e = environ; *e != NULL; e++)
		found += strncmp(*e, name, strlen(name)) == 0;
	CHECK(found == 1, "%s: environ does not have the variable that setenv set", when);
	environ[0] = environ[0]; /* writable */
	CHECK(getenv(name) != NULL, "%s: getenv", when);

	/* stdout is an object of libc that the program may hold a copy of */
	FILE *was = stdout;
	char *memory = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&memory, &bytes);
	stdout = stream;
	printf("to memory %s", when);
	fflush(stdout);
	stdout = was;
	fclose(stream);
	CHECK(memory != NULL && strncmp(memory, "to memory", 9) == 0, "%s: printf did not use the program's stdout: %s", when, memory);
	free(memory);
	fprintf(stderr, "%s", "");
	CHECK(ferror(stdout) == 0 && fileno(stdout) == 1 && fileno(stdin) == 0 && fileno(stderr) == 2, "%s: streams", when);
}

int main(void)
{
	options("before");
	surroundings("before");
	gt_start();
	options("during");
	surroundings("during");
	shmem_long_p(&word, gt_me + 1, GT_NEXT);
	shmem_barrier_all();
	CHECK(word == GT_PREV + 1, "%ld", word);
	/* a peer may even write such an object */
	optind = 0;
	shmem_barrier_all();
	shmem_finalize();
	options("after");
	surroundings("after");
	printf("[%d] printed after finalize, not flushed by the program\n", gt_me);
	return GT_END();
}
