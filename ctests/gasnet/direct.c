/* The inline functions of gasnet.h: the library publishes the segments from gasnet_attach on, to this process only, and not on simulated machines, over
 * Portals or LAPI, to checked programs or to those that expect another version. The functions still have addresses. */
#include "../gt_gasnet.h"

#include <sys/wait.h>

static uint64_t shown(void) { return gasneti_direct_view(GASNETI_DIRECT_VERSION)->nodes; }

/* Nodes see the stores of others to their own segments, and poll them. */
static void in_order(gasnet_node_t next)
{
	uint32_t *own = gt_at((int)gt_me, 8), seen = 0;

	own[0] = 9;
	while (gasnet_get_val(next, gt_at((int)next, 8), 4) != 9)
		;
	own[1] = 10;
	do
		gasnet_get(&seen, next, gt_at((int)next, 12), 4);
	while (seen != 10);
	own[2] = 11;
	do
		gasnet_wait_syncnb(gasnet_get_nb(&seen, next, gt_at((int)next, 16), 4));
	while (seen != 11);
}

int main(int argc, char **argv)
{
	void (*volatile called)(gasnet_node_t, void *, void *, size_t) = gasnet_put;
	const char *debug = getenv("GASNETGO_DEBUG"), *conduit = getenv("GASNETGO_GASNET_CONDUIT");
	const bool direct =
	    !getenv("GT_SIMULATED") && !(debug && *debug == '1') && !(conduit && strcmp(conduit, "auto") != 0 && strcmp(conduit, "memory") != 0);
	gasnet_node_t next;
	uint32_t value = 7, got = 0;
	int status = -1;
	pid_t child;

	CHECK(shown() == 0, "before gasnet_attach");
	gt_attach(&argc, &argv, NULL, 0, GASNET_PAGESIZE);
	next = (gasnet_node_t)((gt_me + 1) % gt_n);
	CHECK(shown() == (direct ? (uint64_t)gt_n : 0), "%d nodes are published", (int)shown());
	CHECK(gasneti_direct_view(GASNETI_DIRECT_VERSION + 1)->nodes == 0, "an unknown version");
	for (int i = 0; direct && i < gt_n; i++) {
		const struct gasneti_direct_node *n = &gasneti_direct_view(GASNETI_DIRECT_VERSION)->node[i];
		CHECK(n->segment == (uintptr_t)gt_segments[i].addr && n->bytes == gt_segments[i].size, "segment of node %d", i);
	}
	gasnet_put(next, gt_at((int)next, 0), &value, 4);
	called(next, gt_at((int)next, 4), &value, 4);
	gt_barrier();
	gasnet_get(&got, next, gt_at((int)next, 0), 4);
	CHECK(got == 7 && gasnet_get_val(next, gt_at((int)next, 4), 4) == 7, "got %u", got);
	if (direct) {
		in_order(next);
		child = fork();
		if (child == 0)
			_exit(shown() == 0 ? 5 : 6);
		CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 5, "status %x",
		      (unsigned)status);
	}
	gt_leave();
	return 0;
}
