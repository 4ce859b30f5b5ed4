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
	bool textrel, rel, program;
	uint64_t needed[64];
	int nneeded;
};

/* What a symbol is: an address in a rank's copy of an object, of a variable in the rank itself, or one that all share. */
struct meaning {
	uint64_t value;
	const Elf64_Sym *symbol;
	uint16_t of;
	int var;
	bool found;
};

/* Where a name is looked for: a copy of an object, or a library that all share. */
struct member {
	int object;   /* -1: all share it */
	void *shared; /* NULL: whatever the process has, and what we have in its place */
};

/* In this order. */
struct scope {
	const struct member *all;
	int n;
	int total; /* in those behind the n only for what exists once among all libraries (STB_GNU_UNIQUE) */
};

/* How an object is linked. */
struct linking {
	struct ga_sim_image *image;
	const struct scope *scope;
	struct relocations *to;
	bool lazy; /* a missing function is an error when it is called */
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
HIDDEN struct meaning ga_sim_look_up(const struct linking *k, int in, uint64_t index, bool copy);
HIDDEN void *ga_sim_in_process(const char *name, const char *version, void *shared,
                               int *var); /* of the process, or ours in its place; a variable of the rank: *var */

/* elf_relocate.c */
HIDDEN bool ga_sim_relocate(const struct linking *k, int in); /* all of an object, once all objects are there and placed */
HIDDEN int64_t ga_sim_tls_distance(const struct object *o);   /* of its block from the thread pointer, if the program has started with it */
HIDDEN void ga_sim_free_relocations(struct relocations *all);

/* image.c */
HIDDEN struct object *ga_sim_read_file(struct ga_sim_image *image, const char *path, struct tables *t); /* NULL: see why */
HIDDEN void ga_sim_free_object(struct object *o);

HIDDEN int ga_sim_once_word(const char *name); /* of those of image->once; -1: none */

/* libraries.c */
HIDDEN bool ga_sim_always_shared(const char *name);
HIDDEN bool ga_sim_of_the_system(const char *path);
HIDDEN bool ga_sim_for_threads(const char *name);
HIDDEN bool ga_sim_usual_path(const char *name, char *path, size_t size);
/* Looks for a library in folders separated by colons, with $ORIGIN for the one that the object is in. */
HIDDEN bool ga_sim_search(const struct object *o, const char *folders, const char *name, char *found, size_t size);
HIDDEN bool ga_sim_sanitizer(const char *name);

#endif
