/* portals_companions.c - the PMI functions of portals/pmi.h that the generated stubs cannot be.
 *
 * A real MPI has functions of these names for itself, in its own library or in one that is called libpmi. Linked into the same program, its calls
 * come to ours, which are found first. They are passed on: answered by us, they would find no PMI that was started. */
#define _GNU_SOURCE
#include <portals/pmi.h>
#include <portals/portals3.h>

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>

#include "plane_portals.h"

enum { RANK, SIZE }; /* what the op job_query is asked for */

/* Whether dl_iterate_phdr is at a library called libpmi; stores its path. */
static int is_libpmi(struct dl_phdr_info *info, size_t size, void *path)
{
	const char *name = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;

	(void)size;
	name = name ? name + 1 : info->dlpi_name;
	if (!name || strncmp(name, "libpmi.so", 9))
		return 0;
	*(const char **)path = info->dlpi_name;
	return 1;
}

/* The same function in another library: one that comes after ours, or a libpmi that was loaded where only its own client sees it. */
static void *elsewhere(const char *fn)
{
	void *found = dlsym(RTLD_NEXT, fn), *lib;
	const char *path = NULL;

	if (found || !dl_iterate_phdr(is_libpmi, &path))
		return found;
	lib = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
	if (!lib)
		return NULL;
	found = dlsym(lib, fn);
	dlclose(lib); /* which only takes back the count of the dlopen above */
	return found;
}

static int query(const char *fn, int what)
{
	struct ga_portals_job_query frame = {.head = {GA_OP_PORTALS_JOB_QUERY, sizeof frame, fn}, .what = what};

	ga_call(&frame.head);
	return frame.value;
}

/* query's answer as PMI wants it. */
static int answer(const char *fn, int what, int *out)
{
	int value = query(fn, what);

	if (value < 0)
		return PMI_FAIL;
	if (!out)
		return PMI_ERR_INVALID_ARG;
	*out = value;
	return PMI_SUCCESS;
}

static atomic_int initialized;

int PMI_Init(int *spawned)
{
	int (*other)(int *) = elsewhere("PMI_Init");

	if (other)
		return other(spawned);
	if (query("PMI_Init", RANK) < 0)
		return PMI_FAIL;
	if (spawned)
		*spawned = 0;
	atomic_store(&initialized, 1);
	return PMI_SUCCESS;
}

int PMI_Initialized(int *out)
{
	int (*other)(int *) = elsewhere("PMI_Initialized");

	if (other)
		return other(out);
	if (!out)
		return PMI_ERR_INVALID_ARG;
	*out = atomic_load(&initialized);
	return PMI_SUCCESS;
}

int PMI_Finalize(void)
{
	int (*other)(void) = elsewhere("PMI_Finalize");

	if (other)
		return other();
	atomic_store(&initialized, 0);
	return PMI_SUCCESS;
}

int PMI_Get_rank(int *rank)
{
	int (*other)(int *) = elsewhere("PMI_Get_rank");

	return other ? other(rank) : answer("PMI_Get_rank", RANK, rank);
}

int PMI_Get_size(int *size)
{
	int (*other)(int *) = elsewhere("PMI_Get_size");

	return other ? other(size) : answer("PMI_Get_size", SIZE, size);
}

int PMI_Barrier(void)
{
	struct ga_portals_job_barrier frame = {.head = {GA_OP_PORTALS_JOB_BARRIER, sizeof frame, "PMI_Barrier"}};
	int (*other)(void) = elsewhere("PMI_Barrier");

	if (other)
		return other();
	if (!ga_portals_plane_job_barrier(&frame.rc))
		ga_call(&frame.head);
	return frame.rc == 0 ? PMI_SUCCESS : PMI_FAIL;
}

int PMI_Get_nid(int rank, int *nid)
{
	ptl_process_id_t *map = NULL;
	struct ga_portals_nidpid_map frame = {.head = {GA_OP_PORTALS_NIDPID_MAP, sizeof frame, "PMI_Get_nid"}, .map = &map};

	ga_call(&frame.head);
	if (frame.count <= 0)
		return PMI_FAIL;
	if (rank < 0 || rank >= frame.count || !nid)
		return PMI_ERR_INVALID_ARG;
	*nid = (int)map[rank].nid;
	return PMI_SUCCESS;
}
