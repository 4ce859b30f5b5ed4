/* missing.c - the source of the libraries of one API (libgasnetgo-shmem.so.1 and so on), which give the linker exactly the names of that API.
 * scripts/api_names.sh writes NAMES. The dynamic loader resolves all of them to libgasnetgo.so.1 (DT_FILTER), so no function here is ever
 * called, unless a loader does not support filters: docs/adr/0008-a-library-for-each-api.md. */
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

/* A function; a weak function, which the program may replace; a variable of the given bytes. */
#define FUNCTION(name) extern __typeof__(missing) name __attribute__((alias("missing")));
#define WEAK(name) extern __typeof__(missing) name __attribute__((weak, alias("missing")));
#define VARIABLE(name, bytes) char name[bytes];

/* Symbols that the library looks up in the program: the linker exports them from the program only if a library refers to them. */
#define CLIENT(name)                            \
	extern char name __attribute__((weak)); \
	static char *const client_##name __attribute__((used)) = &name;

#include NAMES
