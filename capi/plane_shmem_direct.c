/* plane_shmem_direct.c - what programs with GASNETGO_DIRECT see of the plane. include/shmem/direct.h is the other half. */
#include "plane_shmem_direct.h"

#include <gasnetgo.h>

#include "plane.h"
#include "wait.h"

static struct gasnetgo_shmem_direct shown;
static const struct gasnetgo_shmem_direct nothing;

const struct gasnetgo_shmem_direct *gasnetgo_shmem_direct_view(unsigned version) { return version == GASNETGO_SHMEM_DIRECT ? &shown : &nothing; }

void gasnetgo_shmem_ring(int pe)
{
	if ((uint32_t)pe < ga_plane.shmem_pes)
		ga_ring(ga_rank((uint32_t)pe));
}

static struct gasnetgo_shmem_segment segment(const struct ga_window *w)
{
	return (struct gasnetgo_shmem_segment){w->base, w->len, w->rank0, w->stride};
}

void ga_shmem_direct_show(void)
{
	const uint32_t pes = ga_plane.counting ? 0 : ga_plane.shmem_pes;

	if (pes != 0) {
		shown.heap = segment(&ga_plane.heap);
		shown.data = segment(&ga_plane.data);
		shown.doorbells = (const char *)&ga_rank(0)->sleeping;
		shown.doorbell_step = GA_PAGE;
	}
	__atomic_store_n(&shown.pes, pes, __ATOMIC_RELEASE);
}
