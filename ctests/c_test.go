package ctests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// wide: every variant of a program at every size, also in the other worlds, as in make test-long.
var wide = os.Getenv("GASNETGO_WIDE") != ""

// TestC runs every program at every size, small ones first: np1 fails first if nothing works. Variants of a program after the first run at one size, and 4 of the usual sizes is left out.
func TestC(t *testing.T) { sweep(t, "c", programs(t), nil) }

// TestPlaneGo runs every program again with every call through Go, which must have the same results.
func TestPlaneGo(t *testing.T) {
	all := half(inWorld(t, "go", programs(t)))
	for i, p := range all {
		switch top := slices.Max(p.sizes); {
		case top <= 3 || top >= 16:
		case wide:
			all[i].sizes = []int{1, 3}
		case p.name() == "gasnet/coll_ahead": // 20 s on three ranks
			all[i].sizes = []int{1}
		default:
			all[i].sizes = []int{3}
		}
	}
	sweep(t, "go", all, []string{"GASNETGO_PLANE=go"})
}

// TestOverPortals runs the programs of OpenSHMEM with Portals between the ranks instead of shared memory.
func TestOverPortals(t *testing.T) {
	all := inWorld(t, "portals", slices.DeleteFunc(programs(t), func(p program) bool {
		return !strings.HasPrefix(p.name(), "shmem/") && p.name() != "portals/with_shmem"
	}))
	all = half(all)
	for i, p := range all {
		switch p.name() {
		case "shmem/amo_contention", "shmem/block_strided", "shmem/order", "shmem/rma_large", "shmem/rma_sized", "shmem/strided": // seconds each
			all[i].sizes = []int{2}
		case "shmem/coll_late":
			all[i].sizes = []int{4}
		default:
			if slices.Max(p.sizes) > 4 {
				all[i].sizes = []int{2, 4}
				if !wide {
					all[i].sizes = []int{4}
				}
			}
		}
	}
	sweep(t, "portals", all, []string{"GASNETGO_SHMEM_TRANSPORT=portals"})
}

// half is every second program, for worlds in which make test only samples; make test-long runs all.
func half(all []program) (some []program) {
	for i, p := range all {
		if wide || i%2 == 0 {
			some = append(some, p)
		}
	}
	return some
}

// inWorld is the programs for another world, one variant of each, without those that skips.txt excludes there.
func inWorld(t *testing.T, world string, all []program) (some []program) {
	skips := readSkips(t)
	for _, p := range all {
		if strings.HasPrefix(known(skips, p.name(), world), notRun) {
			continue
		}
		p.variants = p.variants[:1]
		some = append(some, p)
	}
	return some
}

func sweep(t *testing.T, world string, all []program, env []string) {
	skips := readSkips(t)
	at.program.all(all)
	for _, p := range all {
		t.Run(p.name(), func(t *testing.T) {
			t.Parallel() // many programs mostly wait
			if p.long && testing.Short() {
				t.Skip("long")
			}
			for i, v := range p.variants {
				for _, np := range p.sizes {
					if one := testing.Short() || i > 0 && !wide; one && np != 2 && len(p.sizes) > 1 && slices.Contains(p.sizes, 2) {
						continue
					}
					if !wide && np == 4 && slices.Equal(p.sizes, usual) {
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
