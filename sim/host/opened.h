/* opened.h - the libraries that a rank has, as dlopen and its like see them. */
#ifndef GA_SIM_OPENED_H
#define GA_SIM_OPENED_H

#include "image.h"

/* A library of which the rank has a copy; the program is one. dlopen returns its address. */
struct opened {
	struct link_map map; /* first: programs take what dlopen returns for one, as it is in the C library */
	struct opened *next; /* in the order in which they were loaded */
	int object;
	int references;               /* dlopen's, without those that dlclose has taken back */
	bool stays;                   /* until the program ends */
	bool up;                      /* its constructors have been called */
	bool alive;                   /* something uses it: while that is found out */
	int turn;                     /* when they were called */
	struct member *needs, *group; /* what it names; itself and, breadth first, all that these need */
	int nneeds, ngroup;
	int *uses; /* other opened objects that its relocations lead to */
	int nuses;
	char *memory;
	uint64_t bytes;
};

/* Of a rank. */
struct loaded {
	struct opened *first, *last;
	struct opened **global; /* opened with RTLD_GLOBAL */
	int nglobal;
	int turns; /* of constructors, so far */
	unsigned long long opens, closes;
	bool closing, again; /* dlclose is at work; it has been called meanwhile */
	bool failed;         /* dlerror has something to say */
	char error[512];
};

/* What dlopen has GA_SIM_OPEN do. */
struct opening {
	const char *path;
	int flags;
	uintptr_t caller;
	struct opened *root, *before; /* before: the last library that was there before this; NULL: there was none */
	void *shared;                 /* the library is one of the process, */
	bool of_the_system;           /* which would not have to be, but for its folder */
};

/* opened.c */
HIDDEN struct loaded *ga_sim_loaded(struct ga_sim_rank *r); /* the rank's, with what it has started with; NULL: no memory */
HIDDEN struct opened *ga_sim_opened_object(const struct ga_sim_rank *r, int object);
HIDDEN struct opened *ga_sim_add_opened(struct ga_sim_rank *r, int object); /* NULL: no memory */
HIDDEN bool ga_sim_use_object(struct opened *o, int object);                /* which stays as long as o does; false: no memory */
HIDDEN void ga_sim_unload(struct ga_sim_rank *r, struct opened *o);         /* destructors have run */
HIDDEN void ga_sim_construct(struct ga_sim_rank *r, struct opened *root);   /* on the rank's stack, as what follows */
HIDDEN void ga_sim_collect(struct ga_sim_rank *r);                          /* unloads what nothing uses */

/* linking.c */
HIDDEN struct member *ga_sim_scope(struct ga_sim_rank *r, const struct opened *root, bool deep,
                                   struct scope *scope);                                                /* of root's group; to be freed */
HIDDEN bool ga_sim_link(struct ga_sim_rank *r, struct opened *o, const struct scope *scope, bool lazy); /* finishes a copy; false: see why */

/* opening.c */
HIDDEN bool ga_sim_no_memory(struct ga_sim_rank *r); /* says so; false */
HIDDEN bool ga_sim_is_in(const struct member *all, int n, const struct member *one);
HIDDEN bool ga_sim_group(struct ga_sim_rank *r, struct opened *root); /* finds out what belongs to it */
HIDDEN const struct member *ga_sim_default_scope(struct ga_sim_rank *r, int object,
                                                 int *n); /* where code of an object looks for names; to be freed; NULL: no memory */

#endif
