/* check.h - the shortest way to say what must hold. */
#include <stdio.h>
#include <stdlib.h>

#define CHECK(x)                                                                                        \
	do {                                                                                            \
		if (!(x)) {                                                                             \
			fprintf(stderr, "%s:%d: rank %ld: %s\n", __FILE__, __LINE__, world_rank(), #x); \
			exit(1);                                                                        \
		}                                                                                       \
	} while (0)
