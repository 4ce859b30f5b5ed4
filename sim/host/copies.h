/* copies.h - what simhost has for debuggers: the files of which ranks have copies. exe/ranks_gdb.py reads it, as words of 64 bits. */
#ifndef GA_SIM_COPIES_H
#define GA_SIM_COPIES_H

#include <stddef.h>
#include <stdint.h>

struct gasnetgo_sim_copy {
	const char *file;
	uint64_t bias; /* to add to the file's addresses */
	uint64_t rank;
	uint64_t from, to; /* all memory of the rank: its stack, and its copies of all files */
};

/* Called once, when all copies are there and none has run. The memory stays. */
void gasnetgo_sim_loaded(const struct gasnetgo_sim_copy *all, size_t n);

#endif
