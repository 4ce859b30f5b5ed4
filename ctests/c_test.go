package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// wide: every variant of a program at every size, also in the other worlds, as in make test-long.
var wide = whole("wide")

// TestC runs every program at every size, small ones first: np1 fails first if nothing works. samples says what make test leaves out.
func TestC(t *testing.T) {
	all := programs(t)
	for i, p := range all {
		first := p.variants[0]
		all[i].variants = slices.DeleteFunc(slices.Clone(p.variants), func(v variant) bool {
			return v.name != first.name && (testing.Short() || !runs("TestC variants", p.name()+"/"+v.name))
		})
	}
	sweep(t, "c", all, nil)
}

// TestPlaneGo runs programs again with every call through Go, which must have the same results.
func TestPlaneGo(t *testing.T) {
	all := pick("TestPlaneGo", inWorld(t, "go", programs(t)))
	for i, p := range all {
		switch top := slices.Max(p.sizes); {
		case len(p.sizes) > 1 && top >= 16:
			all[i].sizes = sizes("TestPlaneGo sizes", p, p.sizes...)
		case top > 3 && top < 16:
			all[i].sizes = sizes("TestPlaneGo sizes", p, 1, 3)
		}
	}
	sweep(t, "go", all, []string{"GASNETGO_PLANE=go"})
}

// TestOverPortals runs programs of OpenSHMEM with Portals between the ranks instead of shared memory.
func TestOverPortals(t *testing.T) {
	all := pick("TestOverPortals", inWorld(t, "portals", slices.DeleteFunc(programs(t), func(p program) bool {
		return !strings.HasPrefix(p.name(), "shmem/") && p.name() != "portals/with_shmem"
	})))
	for i, p := range all {
		if p.name() == "shmem/coll_late" {
			all[i].sizes = []int{4}
		} else if slices.Max(p.sizes) > 4 {
			all[i].sizes = sizes("TestOverPortals sizes", p, 2, 4)
		}
	}
	sweep(t, "portals", all, []string{"GASNETGO_SHMEM_TRANSPORT=portals"})
}

// pick is the programs that this run has of a test.
func pick(test string, all []program) []program {
	return slices.DeleteFunc(all, func(p program) bool { return !runs(test, p.name()) })
}

// sizes is the sizes at which this run has a program of a test.
func sizes(test string, p program, all ...int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(np int) bool { return !runs(test, fmt.Sprintf("%s/np%d", p.name(), np)) })
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
					name := fmt.Sprintf("np%d", np)
					one := []int{2, 4, 7}[turn(p.name(), 3)]
					if i > 0 || testing.Short() {
						one = 2
					}
					if several := i > 0 && slices.Contains(p.sizes, one) || slices.Equal(p.sizes, usual); several && np != one && !runs("TestC sizes", name) {
						continue
					}
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
