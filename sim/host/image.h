/* image.h - what the files that read programs know of each other: elf.c one file, elf_symbols.c its names, elf_relocate.c what depends on where a
 * copy is, image.c the program with all its libraries. */
#ifndef GA_SIM_IMAGE_H
#define GA_SIM_IMAGE_H

#include "rank.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#define MACHINE_NAME "x86-64"
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#define MACHINE_NAME "arm64"
#else
#error "relocations of which machine?"
#endif

/* What a file's dynamic section says besides what the object keeps of it. */
struct tables {
	uint64_t symbols, strings, strings_bytes, sysv, gnu, versions, needs, has, rela, rela_bytes, plt, plt_bytes, relr, relr_bytes, soname, rpath,
	    runpath;
	bool textrel, rel;
	uint64_t needed[64];
	int nneeded;
};

/* What a symbol is: an address in a rank's copy of an object, of a variable in the rank itself, or one that all share. */
struct meaning {
	uint64_t value;
	const Elf64_Sym *symbol;
	uint8_t of;
	int var;
	bool found;
};

/* Says why the image cannot be had; false. */
HIDDEN __attribute__((format(printf, 2, 3))) bool ga_sim_no(struct ga_sim_image *image, const char *format, ...);

static inline uint64_t down(uint64_t a) { return a & ~(PAGE - 1); }
static inline uint64_t up(uint64_t a) { return (a + PAGE - 1) & ~(PAGE - 1); }

/* elf.c */
HIDDEN bool ga_sim_read(struct ga_sim_image *image, struct object *o, bool program, struct tables *t); /* o has the file's bytes */
HIDDEN const void *ga_sim_in_file(const struct object *o, uint64_t at, uint64_t bytes);
HIDDEN bool ga_sim_inside(const struct object *o, const void *at, uint64_t bytes);
HIDDEN const char *ga_sim_text_at(const struct object *o, uint64_t offset);

/* elf_symbols.c */
HIDDEN const char *ga_sim_version(const struct object *o, uint64_t symbol);
HIDDEN struct meaning ga_sim_look_up(struct ga_sim_image *image, int in, uint64_t index, bool copy);

/* elf_relocate.c */
HIDDEN bool ga_sim_relocate(struct ga_sim_image *image, int in); /* all of an object, once all objects are there and placed */

#endif
