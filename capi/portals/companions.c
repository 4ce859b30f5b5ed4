/* portals/companions.c - rank, size and barrier under the names of the XT (cnos), and the PMI functions of portals/pmi.h that no stub can be.
 *
 * A real MPI has functions of these names for itself, in its own library or in one that is called libpmi. Linked into the same program, its calls
 * come to ours, which are found first. They are passed on: answered by us, they would find no PMI that was started. */
#define _GNU_SOURCE
#include <cnos_mpi_os.h>
#include <portals/pmi.h>
#include <portals/portals3.h>

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "../job/job.h"
#include "plane.h"

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

/* Whether the library only has the names of ours, for the linker (docs/adr/0008-a-library-for-each-api.md). */
static bool is_filter(const struct link_map *map)
{
	for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_FILTER)
			return true;
	return false;
}

static const struct link_map *owner_of(void *fn)
{
	struct link_map *map = NULL;
	Dl_info info;

	return dladdr1(fn, &info, (void **)&map, RTLD_DL_LINKMAP) ? map : NULL;
}

/* What the library that was loaded from path has itself, or finds in those it needs. */
static void *in_library(const char *path, const char *fn)
{
	void *const lib = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
	void *const found = lib ? dlsym(lib, fn) : NULL;

	if (lib)
		dlclose(lib); /* which only takes back the count of the dlopen above */
	return found;
}

/* The same function in another library: one that comes after ours, or a libpmi that was loaded where only its own client sees it. */
static void *elsewhere(const char *fn)
{
	void *found = dlsym(RTLD_NEXT, fn);
	const struct link_map *map = found ? owner_of(found) : NULL;
	const char *path = NULL;

	if (map && is_filter(map)) /* right behind ours, and nothing is behind its names */
		for (found = NULL; !found && (map = map->l_next);)
			if (!is_filter(map) && (found = in_library(map->l_name, fn)) && owner_of(found) != map)
				found = NULL; /* of another library, perhaps of ours */
	if (found || !dl_iterate_phdr(is_libpmi, &path))
		return found;
	return in_library(path, fn);
}

int cnos_get_rank(void) { return ga_job_rank("cnos_get_rank"); }
int cnos_get_size(void) { return ga_job_size("cnos_get_size"); }
int cnos_get_n_pes_in_app(void) { return ga_job_size("cnos_get_n_pes_in_app"); }
int cnos_barrier(void) { return ga_job_barrier("cnos_barrier"); }

/* A rank or a size as PMI wants it. */
static int answer(int value, int *out)
{
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
	if (ga_job_rank("PMI_Init") < 0)
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

	return other ? other(rank) : answer(ga_job_rank("PMI_Get_rank"), rank);
}

int PMI_Get_size(int *size)
{
	int (*other)(int *) = elsewhere("PMI_Get_size");

	return other ? other(size) : answer(ga_job_size("PMI_Get_size"), size);
}

int PMI_Barrier(void)
{
	int (*other)(void) = elsewhere("PMI_Barrier");

	if (other)
		return other();
	return ga_job_barrier("PMI_Barrier") == 0 ? PMI_SUCCESS : PMI_FAIL;
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
