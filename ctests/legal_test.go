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
				if turn(p.name(), len(simMachines)) != i && !runs("TestLegalDisorder machines", p.name()) || endless(p.name()) || !runs("TestLegalDisorder", name) {
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
