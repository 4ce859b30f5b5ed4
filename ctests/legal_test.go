package ctests

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// disordered is how a job is started on a simulated machine with a seed of --shuffle.
func disordered(machine string, np, seed int) []string {
	c := simulated(machine, np)
	return slices.Insert(c, len(c)-1, fmt.Sprintf("--shuffle=%d", seed))
}

// beyond gives the reason why a program may fail under disorder that is allowed: it tests what this library and its machines do, and no specification promises.
func beyond(name string) string {
	const (
		ends    = "expects the ends and acknowledgements of puts in the order of the puts"
		atomics = "expects an atomic to see an earlier one of the same PE, without a fence"
		puts    = "expects a get, or a put to the same place, behind a put without a quiet"
		time    = "measures time"
		tests   = "expects a test of a free lock to have it"
	)
	return map[string]string{
		"portals/ack": ends, "portals/disable": ends, "portals/match": ends, "portals/threads": ends, "portals/with_shmem": ends, "portals/unlink": ends, "portals/shmem_idiom": ends,
		"portals/eq": ends, "portals/md": ends, "portals/iovec": ends, "portals/stale": ends, "shmem/lock": tests,
		"shmem/amo": atomics, "shmem/amo_contention": atomics, "shmem/generics": atomics, "shmem/pshmem": atomics,
		"shmem/order": puts, "shmem/progress": puts, "gasnet/moves": puts,
		"gasnet/tools_time": time, "gasnet/tools_counter": time, "shmem/pthreads": time,
	}[name]
}

// lasts reports whether a run ends after a quarter of an hour only: "latest first" holds each of 95,000 messages for up to 4 ms of virtual time, in which eight threads poll.
func lasts(name string) bool { return name == "ideal/gasnet/coll_images/3" }

// TestLegalDisorder: programs that are right pass with whatever --shuffle delays: all that it does is allowed.
func TestLegalDisorder(t *testing.T) {
	seeds := []int{1, 2, 3, 5}
	if whole("many") {
		seeds = nil
		for seed := range 24 {
			seeds = append(seeds, seed)
		}
	}
	all := simulatable(t)
	at.program.all(all)
	for i, m := range simMachines {
		for _, p := range all {
			for _, seed := range seeds {
				name := fmt.Sprintf("%s/%s/%d", m.name, p.name(), seed)
				if turn(p.name(), len(simMachines)) != i && !runs("TestLegalDisorder machines", p.name()) || endless(p.name()) || beyond(p.name()) != "" || lasts(name) || !runs("TestLegalDisorder", name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env...)
					o := job{command: disordered(m.name, m.np, seed), env: env, args: p.args, timeout: 120 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
					if o.status != 77 {
						assert.Zero(t, o.status, "%v", o)
					}
				})
			}
		}
	}
}

// TestFlagBeforeWait: with this seed a flag is raised while its rank pays for the call before the loop that polls it. The loop has looked by then, and the rank must not sleep for what has happened already.
func TestFlagBeforeWait(t *testing.T) {
	const seed = 14
	o := job{command: disordered("xt3", 2, seed), env: []string{"GT_EXPECT_SIZE=2", "GT_SIMULATED=1"}}.run(t, at.program.get(t, "armci/others.c", plain))
	assert.Zero(t, o.status, "%v", o)
}
