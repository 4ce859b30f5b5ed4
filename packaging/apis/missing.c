/* missing.c - what a library of one API is made of, beside its names: libgasnetgo-shmem.so.1 and its sisters, which tell the linker that there are these names and
 * no others. NAMES is written by scripts/api_names.sh. The dynamic loader takes all of them from libgasnetgo.so.1 (DT_FILTER), so nothing here is ever
 * called, unless a loader does not know of filters: docs/adr/0008-a-library-for-each-api.md. */
#include <stdlib.h>
#include <unistd.h>

static void missing(void)
{
	static const char text[] =
	    "gasnetgo: this system's dynamic loader does not follow DT_FILTER: link with -lgasnetgo instead of a library of one API\n";

	if (write(STDERR_FILENO, text, sizeof text - 1) >= 0)
		abort();
	abort();
}

/* A function; one that a program's own may replace; a variable of so many bytes. */
#define FUNCTION(name) extern __typeof__(missing) name __attribute__((alias("missing")));
#define WEAK(name) extern __typeof__(missing) name __attribute__((weak, alias("missing")));
#define VARIABLE(name, bytes) char name[bytes];

/* What the library looks for in the program: without a mention here the linker would not show it to the library. */
#define CLIENT(name)                            \
	extern char name __attribute__((weak)); \
	static char *const client_##name __attribute__((used)) = &name;

#include NAMES
