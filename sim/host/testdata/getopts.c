/* getopt in all its forms, on thousands of random command lines; what it makes of them is printed and compared with a process of its own. */
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "world.h"

static unsigned seed;
static int roll(int n) { return (seed = seed * 1103515245 + 12345) / 65536 % n; }

static int flag;
static const struct option longs[] = {
    {"alpha", no_argument, 0, 'a'},         {"beta", required_argument, 0, 'b'}, {"betamax", optional_argument, 0, 'm'},
    {"gamma", no_argument, &flag, 9},       {"gammas", no_argument, &flag, 9},   {"verbose", optional_argument, 0, 'v'},
    {"version", required_argument, 0, 256}, {"x", no_argument, 0, 'X'},          {0, 0, 0, 0}};
static const char *const shorts[] = {"ab:m::v", "+ab:m::v", "-ab:m::v", ":ab:m::v", "+:ab:", "", "abW;", "-:b:"};
static const char *const words[] = {"-a",     "-b",      "-bx",       "-ab",      "-m",       "-mfoo", "-v",          "--",        "-",
                                    "file",   "other",   "--alpha",   "--beta",   "--beta=1", "--bet", "--betamax=2", "--gam",     "--gamma",
                                    "--verb", "--ver=3", "--version", "--x",      "-x",       "-z",    "--nonsense",  "--alpha=5", "-alpha",
                                    "-beta",  "-W",      "-Walpha",   "-Wbeta=1", "-vv",      "-abc",  "--=",         "-:",        "-X"};

static void one(int kind, const char *options)
{
	char *args[12] = {(char *)"prog"};
	int argc = 1 + roll(9), c, index = -1;

	for (int i = 1; i < argc; i++)
		args[i] = (char *)words[roll(sizeof words / sizeof *words)];
	printf("%d '%s':", kind, options);
	for (int i = 1; i < argc; i++)
		printf(" %s", args[i]);
	printf("\n");
	fflush(stdout);
	optind = roll(4) ? 0 : 1;
	if (optind == 1)
		optind = 0; /* a new scan either way */
	opterr = roll(2);
	flag = 0;
	for (int rounds = 0; rounds < 40; rounds++) {
		index = -1;
		fflush(stdout);
		c = kind == 0   ? getopt(argc, args, options)
		    : kind == 1 ? getopt_long(argc, args, options, longs, &index)
		                : getopt_long_only(argc, args, options, longs, &index);
		world_barrier();
		printf("  %d '%c' ind %d arg %s opt %d index %d flag %d\n", c, c > 31 && c < 127 ? c : '?', optind, optarg ? optarg : "-",
		       c == '?' || c == ':' ? optopt : 0, index, flag);
		if (c == -1)
			break;
	}
	for (int i = 1; i < argc; i++)
		printf(" %s", args[i]);
	printf("\n");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int c, n = 0;

	/* The usual loop, first thing. */
	while ((c = getopt(argc, argv, "n:q")) != -1) {
		CHECK(c == 'n');
		world_barrier();
		n = atoi(optarg);
	}
	CHECK(optind == 3 && n == 1000 && argc == 4);
	seed = atoi(argv[optind]) + world_rank();
	dup2(1, 2);
	for (int i = 0; i < n; i++)
		one(roll(3), shorts[roll(sizeof shorts / sizeof *shorts)]);
	if (world_rank() == 0)
		setenv("POSIXLY_CORRECT", "1", 1);
	for (int i = 0; i < 100; i++)
		one(roll(3), shorts[roll(2) * 3]);
	return 0;
}
