/* Every rank has its own environment. */
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "world.h"

extern char **environ;

static int count(void)
{
	int n = 0;

	for (char **e = environ; e && *e; e++)
		n++;
	return n;
}

int main(int argc, char **argv, char **envp)
{
	char value[32], name[32];
	static char put[32];
	const int before = count();

	CHECK(argc == 1 && argv[1] == NULL && envp == environ);
	CHECK(getenv("RANK") == NULL || atoi(getenv("RANK")) == world_rank());
	sprintf(value, "v%ld", world_rank());
	setenv("MINE", value, 1);
	world_barrier();
	CHECK(strcmp(getenv("MINE"), value) == 0);
	CHECK(setenv("MINE", "other", 0) == 0 && strcmp(getenv("MINE"), value) == 0);
	CHECK(setenv("A=B", "x", 1) == -1 && setenv("", "x", 1) == -1);
	sprintf(put, "PUT=%ld", world_rank());
	putenv(put);
	world_barrier();
	CHECK(atoi(getenv("PUT")) == world_rank());
	put[4] = 'z';
	CHECK(*getenv("PUT") == 'z');
	CHECK(count() == before + 2);
	putenv("PUT");
	CHECK(!getenv("PUT") && count() == before + 1);
	for (int i = 0; i < 100; i++) {
		sprintf(name, "N%d", i);
		sprintf(value, "%ld", i * world_rank());
		setenv(name, value, 1);
		if (i % 10 == 0)
			world_barrier();
	}
	for (int i = 0; i < 100; i++) {
		sprintf(name, "N%d", i);
		CHECK(atoi(getenv(name)) == i * world_rank());
		unsetenv(name);
		CHECK(!getenv(name));
	}
	CHECK(count() == before + 1);
	environ = (char *[]){(char *)"ONLY=1", NULL};
	CHECK(getenv("ONLY") && !getenv("MINE"));
	setenv("TWO", "2", 1);
	CHECK(count() == 2 && getenv("TWO") && getenv("ONLY"));
	world_barrier();
	CHECK(count() == 2);
	clearenv();
	CHECK(count() == 0 && !getenv("TWO"));
	setenv("TWO", "3", 1);
	CHECK(count() == 1);
	return 0;
}
