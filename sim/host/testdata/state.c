/* What the C library remembers between calls is each rank's own: the numbers are those of a process, whatever the others do. */
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <dlfcn.h>

#include "check.h"
#include "world.h"

int visible(int x) { return x + 1; }

int main(void)
{
	char text[] = "a,b,,c", *p;
	char state[64];
	unsigned short x[3] = {1, 2, 3};
	volatile double minus = -0.5;
	int n = 0;

	for (int i = 0; i < 4; i++, world_barrier())
		printf("%d %ld %ld %f %ld\n", rand(), random(), lrand48(), drand48(), mrand48());
	srand(7);
	srand48(8);
	for (int i = 0; i < 4; i++, world_barrier())
		printf("%d %ld %ld %f %ld %f\n", rand(), random(), lrand48(), drand48(), nrand48(x), erand48(x));
	char *before = initstate(9, state, sizeof state);
	printf("%ld\n", random());
	setstate(before);
	printf("%ld\n", random());
	seed48(x);
	printf("%ld\n", jrand48(x));
	for (p = strtok(text, ","); p; p = strtok(NULL, ","), n++) {
		printf("%s\n", p);
		world_barrier();
	}
	CHECK(n == 3);
	signgam = 0;
	CHECK(lgamma(minus) > 1 && signgam == -1);
	CHECK(lgamma(-minus) > 0 && signgam == 1);
	setenv("TZ", "XYZ5", 1);
	tzset();
	printf("%ld %d %s\n", timezone, daylight, tzname[0]);
	int (*fn)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "visible");
	printf("%d\n", fn ? fn(41) : 0);
	fn = (int (*)(int))dlsym(dlopen(NULL, RTLD_NOW), "visible");
	printf("%d\n", fn ? fn(41) : 0);
	char *memory = NULL;
	size_t bytes = 0;
	FILE *was = stdout, *stream = open_memstream(&memory, &bytes);

	CHECK(stream != NULL);
	stdout = stream;
	printf("to memory %d\n", 1);
	world_barrier();
	puts("more");
	putchar('.');
	fflush(stdout);
	stdout = was;
	fclose(stream);
	CHECK(strcmp(memory, "to memory 1\nmore\n.") == 0);
	free(memory);
	CHECK(fileno(stdout) == 1 && fileno(stderr) == 2);
	putchar('x');
	fputs("y", stdout);
	printf("%s", "z");
	write(1, "", 0);
	fprintf(stdout, "!\n");
	return 0;
}
