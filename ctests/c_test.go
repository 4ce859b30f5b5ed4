package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestC runs every program at every size, small ones first: np1 also shows what works at all.
func TestC(t *testing.T) { sweep(t, "c", programs(t), nil) }

// TestPlaneGo runs the programs again with every call taking the way through Go, which must mean the same. Only leaving a wait with longjmp is
// promised for waits in C alone: no Go frame may be on that stack, so wait_longjmp is not here.
func TestPlaneGo(t *testing.T) { sweep(t, "go", throughGo(t, 1, 3), []string{"GASNETGO_PLANE=go"}) }

// TestOverPortals runs the same programs with Portals between the ranks instead of shared memory.
func TestOverPortals(t *testing.T) {
	some := slices.DeleteFunc(throughGo(t, 2, 4), func(p program) bool { return strings.HasPrefix(p.name(), "gasnet/") })
	for i, p := range some {
		switch p.name() {
		case "shmem/amo_contention", "shmem/block_strided", "shmem/order", "shmem/rma_large", "shmem/rma_sized", "shmem/strided": // seconds each
			some[i].sizes = []int{2}
		case "shmem/coll_late":
			some[i].sizes = []int{4}
		}
	}
	sweep(t, "portals", some, []string{"GASNETGO_SHMEM_TRANSPORT=portals"})
}

// throughGo is the programs for which every call may go through Go, at the given sizes.
func throughGo(t *testing.T, sizes ...int) (some []program) {
	wanted := map[string]bool{}
	for _, name := range []string{"accessible", "amo", "amo_contention", "amo_float", "amo_legacy", "barrier_storm", "block_strided", "coll_again", "coll_late", "coll_random", "contexts",
		"counters", "counting", "fork", "generics", "get_types", "globals",
		"init_nested", "interpose", "lock", "lock_order", "malloc", "nbi", "order", "ptr", "put_types", "rma_large", "rma_sized", "rma_zero",
		"signals", "put_signal", "start_pes", "strided", "sync_stores", "team_2d", "team_apart", "teams", "threads", "wait_arrays", "wait_fair", "wait_local", "wait_types"} {
		wanted["shmem/"+name] = true
	}
	for _, name := range []string{"bypass", "eq", "gasnet_idiom", "match", "ompi_mtl_idiom", "ops", "post", "threads", "with_shmem"} {
		wanted["portals/"+name] = true
	}
	for _, name := range []string{"am_args", "am_storm", "barrier_rules", "coll_ahead", "coll_data", "coll_flight", "coll_images", "coll_reduce", "coll_scan", "coll_team", "coll_team_memory", "core", "handler_h", "moves", "setup", "threads",
		"tools_client", "vis_shapes"} {
		wanted["gasnet/"+name] = true
	}
	for _, p := range programs(t) {
		if wanted[p.name()] {
			p.variants, p.sizes = p.variants[:1], sizes
			some = append(some, p)
			delete(wanted, p.name())
		}
	}
	if len(wanted) > 0 {
		t.Errorf("no such programs: %v", wanted)
	}
	return some
}

func sweep(t *testing.T, world string, all []program, env []string) {
	skips := readSkips(t)
	at.program.all(all)
	for _, p := range all {
		t.Run(p.name(), func(t *testing.T) {
			if p.long && testing.Short() {
				t.Skip("long")
			}
			for _, v := range p.variants {
				for _, np := range p.sizes {
					if testing.Short() && np != 2 && len(p.sizes) > 1 {
						continue
					}
					name := fmt.Sprintf("np%d", np)
					if v.name != "" {
						name = v.name + "/" + name
					}
					t.Run(name, func(t *testing.T) {
						j := job{np: np, env: append(append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", np)}, p.env...), env...), args: p.args, timeout: p.timeout}
						o := j.run(t, at.program.get(t, p.source, v))
						judge(t, known(skips, p.name()+"/"+name, world), o)
					})
				}
			}
		})
	}
}
