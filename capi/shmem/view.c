/* shmem/view.c - the segments: where the plane finds them, and what programs with GASNETGO_DIRECT see of it. include/shmem/direct.h is the other half. */
#include "view.h"

#include <gasnetgo.h>

#include "../plane/place.h"
#include "../plane/plane.h"
#include "../plane/wait.h"
#include "../runtime/start.h"
#include "counters.h"
#include "far.h"

static struct gasnetgo_shmem_direct shown;
static const struct gasnetgo_shmem_direct nothing;

const struct gasnetgo_shmem_direct *gasnetgo_shmem_direct_view(unsigned version) { return version == GASNETGO_SHMEM_DIRECT ? &shown : &nothing; }

void gasnetgo_shmem_ring(int pe)
{
	if ((uint32_t)pe < ga_plane.shmem_pes)
		ga_ring(ga_local((uint32_t)pe));
}

static struct gasnetgo_shmem_segment segment(const struct ga_window *w)
{
	return (struct gasnetgo_shmem_segment){w->base, w->len, w->local0, w->stride};
}

void ga_shmem_direct_show(void)
{
	const uint32_t pes = ga_plane.counting || ga_plane.guarded.len != 0 ? 0 : ga_plane.shmem_pes;

	if (pes != 0) {
		shown.heap = segment(&ga_plane.heap);
		shown.data = segment(&ga_plane.data);
		shown.doorbells = (const char *)&ga_local(0)->sleeping;
		shown.doorbell_step = GA_PAGE;
	}
	__atomic_store_n(&shown.pes, pes, __ATOMIC_RELEASE);
}

void ga_shmem_windows(struct ga_window heap, struct ga_window data, bool open, uint32_t *entered)
{
	uint32_t locals = open ? ga_plane.local_size : 0;

	ga_plane.control = heap.local0 + heap.len;
	ga_plane.guarded = (struct ga_window){0};
	if (ga_guard_works()) {
		ga_plane.guarded = heap;
		heap.len = 0;
	}
	ga_plane.heap = heap;
	ga_plane.data = data;
	ga_globals_are_shared(data.base, data.len);
	if (locals != 0) {
		ga_shmem_count_afresh(0);
		ga_plane.counting = ga_plane.counting || ga_shmem_counters_wanted();
		if (ga_plane.counting && !ga_all_local())
			locals = 0; /* Go counts what leaves this host */
		ga_place_look();
	}
	ga_shmem_far.entered = locals != 0 ? entered : NULL;
	__atomic_store_n(&ga_plane.shmem_pes, ga_all_local() ? locals : 0, __ATOMIC_RELEASE);
	__atomic_store_n(&ga_plane.shmem_locals, locals, __ATOMIC_RELEASE);
	ga_shmem_direct_show();
}

void ga_shmem_in_child(void)
{
	ga_plane.shmem_pes = ga_plane.shmem_locals = 0;
	ga_shmem_direct_show();
}
