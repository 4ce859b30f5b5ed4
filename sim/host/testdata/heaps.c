/* Tests the heap of a rank: blocks are aligned, do not overlap, keep their content, and are zero after calloc. With an argument the program also prints
 * their addresses, or makes a mistake. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "world.h"

enum { PLACES = 300, ROUNDS = 12000 };

static struct place {
	unsigned char *at;
	size_t n;
	unsigned char value;
} places[PLACES];
static uint64_t seed, sum;

static uint32_t dice(uint32_t sides)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((seed >> 33) % sides);
}

static size_t size(void)
{
	switch (dice(20)) {
	case 0: return dice(3 << 20);
	case 1:
	case 2: return dice(100000);
	case 3:
	case 4:
	case 5: return dice(4000);
	default: return dice(300);
	}
}

static void see(const void *p) { sum = (sum ^ (uintptr_t)p) * 1099511628211u; }

static void check(const struct place *p)
{
	for (size_t i = 0; i<p->n; i += p->n> 4096 ? 509 : 1)
		CHECK(p->at[i] == p->value);
	CHECK(p->n == 0 || p->at[p->n - 1] == p->value);
}

static void fill(struct place *p, unsigned char *at, size_t n)
{
	CHECK(at && (uintptr_t)at % 16 == 0 && malloc_usable_size(at) >= n);
	see(at);
	*p = (struct place){at, n, (unsigned char)(1 + dice(255))};
	memset(at, p->value, n);
}

static void play(struct place *p)
{
	const size_t n = size(), align = 16u << dice(10);
	unsigned char *at;
	void *got;
	size_t kept;

	switch (dice(6)) {
	case 0:
		at = calloc(1, n);
		for (size_t i = 0; i < n; i++)
			CHECK(at[i] == 0);
		break;
	case 1:
		CHECK(posix_memalign(&got, align, n) == 0 && (uintptr_t)got % align == 0);
		at = got;
		break;
	case 2:
		if (!p->at)
			return;
		check(p);
		kept = p->n < n ? p->n : n;
		at = realloc(p->at, n ? n : 1);
		CHECK(at);
		check(&(struct place){at, kept, p->value});
		p->at = NULL;
		break;
	default: at = malloc(n);
	}
	if (p->at) {
		check(p);
		free(p->at);
	}
	fill(p, at, n);
}

/* Memory that the C library allocates, and that the program does for it. */
static void with_the_library(void)
{
	char *line = malloc(2), *text = strdup("some text"), *both;
	size_t room = 2;
	FILE *f = fmemopen(NULL, 100, "w+");

	fputs("a longer line than two bytes\n", f);
	rewind(f);
	CHECK(getline(&line, &room, f) == 29 && room >= 30);
	CHECK(asprintf(&both, "%s %s", text, line) == 39);
	see(line);
	see(text);
	see(both);
	fclose(f);
	free(line);
	free(text);
	free(both);
}

static void maps(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	char *a, *b, *c;

	for (int i = 0; i < 200; i++) {
		a = mmap(NULL, 5000, PROT_READ | PROT_WRITE, flags, -1, 0);
		b = mmap(NULL, 3 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
		CHECK(a != MAP_FAILED && b != MAP_FAILED);
		a[4999] = 7;
		see(a);
		see(b);
		c = mremap(a, 5000, 1 << 20, MREMAP_MAYMOVE);
		CHECK(c != MAP_FAILED && c[4999] == 7);
		see(c);
		CHECK(munmap(b, 3 << 20) == 0 && (i % 2 || munmap(c, 1 << 20) == 0));
	}
	a = sbrk(0);
	CHECK(sbrk(10000) == a && sbrk(0) == a + 10000);
	memset(a, 1, 10000);
	CHECK(brk(a) == 0 && sbrk(0) == a);
	see(a);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	char *p, on_stack;

	if (strcmp(what, "twice") == 0 || strcmp(what, "large twice") == 0) {
		p = malloc(what[0] == 't' ? 10 : 5000);
		malloc(10);
		free(p);
		free(p);
	}
	if (strcmp(what, "inside") == 0)
		free((char *)malloc(100) + 32);
	errno = 0;
	CHECK(!malloc((size_t)-1 / 2) && errno == ENOMEM && !calloc(SIZE_MAX / 2, 3) && !aligned_alloc(3, 8));
	CHECK(!realloc(p = malloc(3), (size_t)-100) && malloc(0) != malloc(0));
	free(p);
	seed = (uint64_t)world_rank();
	for (int i = 0; i < ROUNDS; i++) {
		play(&places[dice(PLACES)]);
		if (i % 1000 == 0)
			world_barrier();
	}
	with_the_library();
	maps();
	for (int i = 0; i < PLACES; i++) {
		check(&places[i]);
		free(places[i].at);
	}
	if (*what) {
		for (long i = 0; i < world_size(); i++, world_barrier())
			if (i == world_rank())
				printf("%ld: %lx, variables in a page at %lx\n", i, (unsigned long)sum, (unsigned long)&on_stack & 4095);
	}
	return 0;
}
