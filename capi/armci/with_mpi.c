/* armci/with_mpi.c - ARMCI and MPI in one process. An MPI_Comm is a pointer (Open MPI) or an int (MPICH): both fit into the register of a pointer, so that
 * functions with communicators need no mpi.h. MPI's own functions are looked up when they are needed. */
#include "with_mpi.h"

#include <dlfcn.h>
#include <stdio.h>

#include "call.h"

typedef void *comm; /* MPI_Comm, MPI_Group */

/* MPI's constants have no symbols in MPICH. */
#define MPICH_WORLD ((comm)(uintptr_t)0x44000000)
#define MPICH_BYTE ((void *)(uintptr_t)0x4c00010d)

static void *find(const char *fn, const char *name)
{
	void *f = dlsym(RTLD_DEFAULT, name);

	if (!f && fn) {
		char text[128];
		snprintf(text, sizeof text, "this process has no MPI: it has no %s", name);
		ga_armci_fatal(fn, text, 0);
	}
	return f;
}

#define CALL(fn, ret, name, params) ((ret(*) params)find(fn, name))

static bool open_mpi(void) { return dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != NULL; }
static comm world(void) { return open_mpi() ? dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") : MPICH_WORLD; }
static void *byte_type(void) { return open_mpi() ? dlsym(RTLD_DEFAULT, "ompi_mpi_byte") : MPICH_BYTE; }

void ga_armci_mpi_init(int *argc, char ***argv)
{
	int (*initialized)(int *) = CALL(NULL, int, "MPI_Initialized", (int *));
	int (*init)(int *, char ***) = CALL(NULL, int, "MPI_Init", (int *, char ***));
	int is = 0;

	if (initialized && init && initialized(&is) == 0 && !is)
		init(argc, argv);
}

void ga_armci_mpi_finalize(void)
{
	int (*finalized)(int *) = CALL(NULL, int, "MPI_Finalized", (int *));
	int (*initialized)(int *) = CALL(NULL, int, "MPI_Initialized", (int *));
	int (*finalize)(void) = CALL(NULL, int, "MPI_Finalize", (void));
	int is = 0, was = 0;

	if (finalized && initialized && finalize && initialized(&was) == 0 && was && finalized(&is) == 0 && !is)
		finalize();
}

static void must(const char *fn, const char *what, int rc)
{
	if (rc != 0)
		ga_armci_fatal(fn, what, rc);
}

/* Ranks of a communicator are those of MPI_COMM_WORLD, and these those of the job. */
static int start_on(const char *fn, comm c)
{
	int size = 0;
	comm ours, all;

	must(fn, "MPI_Comm_size failed", CALL(fn, int, "MPI_Comm_size", (comm, int *))(c, &size));
	int *own = calloc((size_t)size, sizeof *own), *ranks = calloc((size_t)size, sizeof *ranks);
	if (!own || !ranks)
		ga_armci_fatal(fn, "out of memory", size);
	for (int i = 0; i < size; i++)
		own[i] = i;
	must(fn, "MPI_Comm_group failed", CALL(fn, int, "MPI_Comm_group", (comm, comm *))(c, &ours));
	must(fn, "MPI_Comm_group failed", CALL(fn, int, "MPI_Comm_group", (comm, comm *))(world(), &all));
	must(fn, "MPI_Group_translate_ranks failed",
	     CALL(fn, int, "MPI_Group_translate_ranks", (comm, int, const int *, comm, int *))(ours, size, own, all, ranks));
	CALL(fn, int, "MPI_Group_free", (comm *))(&ours);
	CALL(fn, int, "MPI_Group_free", (comm *))(&all);
	const int rc = ga_armci_start(fn, ranks, size);
	free(own);
	free(ranks);
	return rc;
}

#define EXPORTED __attribute__((visibility("default")))
#define WEAKLY(name) EXPORTED extern __typeof__(P##name) name __attribute__((weak, alias("P" #name)));

EXPORTED int PARMCI_Init_mpi_comm(comm c) { return start_on("ARMCI_Init_mpi_comm", c); }
WEAKLY(ARMCI_Init_mpi_comm)
EXPORTED int PARMCI_Init_thread_comm(int armci_requested, comm c) { return start_on("ARMCI_Init_thread_comm", c); }
WEAKLY(ARMCI_Init_thread_comm)
EXPORTED void armci_msg_init_comm(comm c) {}

/* A communicator for each group, made when it is first asked for. */
struct communicator {
	struct communicator *next;
	uint64_t group; /* its id, or its handle if the plane is closed */
	comm comm;
};

static struct communicator *communicators;

#define TAG 20043 /* of the messages that make a communicator */

static comm make(const char *fn, int handle)
{
	const int size = ga_armci_group_number(fn, GA_ARMCI_GROUP_SIZE, handle, 0);
	int *ranks = calloc((size_t)size, sizeof *ranks);
	comm all, ours, made = NULL;

	if (!ranks)
		ga_armci_fatal(fn, "out of memory", size);
	for (int i = 0; i < size; i++) {
		const int p = ga_armci_group_number(fn, GA_ARMCI_GROUP_ABSOLUTE, handle, i);
		ranks[i] = ga_armci.peers ? (int)ga_armci.ranks[p] : p;
	}
	must(fn, "MPI_Comm_group failed", CALL(fn, int, "MPI_Comm_group", (comm, comm *))(world(), &all));
	must(fn, "MPI_Group_incl failed", CALL(fn, int, "MPI_Group_incl", (comm, int, const int *, comm *))(all, size, ranks, &ours));
	must(fn, "MPI_Comm_create_group failed", CALL(fn, int, "MPI_Comm_create_group", (comm, comm, int, comm *))(world(), ours, TAG, &made));
	CALL(fn, int, "MPI_Group_free", (comm *))(&ours);
	CALL(fn, int, "MPI_Group_free", (comm *))(&all);
	free(ranks);
	return made;
}

EXPORTED comm armci_group_comm(ARMCI_Group *group);
comm armci_group_comm(ARMCI_Group *group)
{
	static const char fn[] = "armci_group_comm";
	const int handle = group ? *group : 0;
	int size = 0;

	must(fn, "MPI_Comm_size failed", CALL(fn, int, "MPI_Comm_size", (comm, int *))(world(), &size));
	if (handle == 0 && size == ga_armci_size(fn))
		return world();
	const struct ga_armci_group *g = ga_armci_group_of(handle);
	const uint64_t id = g ? g->id : (uint64_t)(uint32_t)handle;
	for (struct communicator *c = communicators; c; c = c->next)
		if (c->group == id)
			return c->comm;
	struct communicator *c = calloc(1, sizeof *c);
	if (!c)
		ga_armci_fatal(fn, "out of memory", handle);
	*c = (struct communicator){communicators, id, make(fn, handle)};
	communicators = c;
	return c->comm;
}

EXPORTED void ARMCI_Bcast_(void *buffer, int len, int root, comm c);
void ARMCI_Bcast_(void *buffer, int len, int root, comm c)
{
	must("ARMCI_Bcast_", "MPI_Bcast failed",
	     CALL("ARMCI_Bcast_", int, "MPI_Bcast", (void *, int, void *, int, comm))(buffer, len, byte_type(), root, c));
}
