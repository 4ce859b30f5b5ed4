package ctests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestARMCIOnMachines: ARMCI's programs on simulated machines, with several numbers of ranks; without GASNETGO_MANY only some, as TestSim runs all of them on 4 ranks
// of a machine without costs and on 2 of an XT3. On that machine they run over Portals as well, and on an XT3 without a server.
func TestARMCIOnMachines(t *testing.T) {
	type machine struct {
		simMachine
		env string
	}
	on := func(name string, env string, sizes ...int) (all []machine) {
		for _, np := range sizes {
			all = append(all, machine{simMachine{name, np}, env})
		}
		return all
	}
	const server, over = "GASNETGO_ARMCI_SERVER=off", "GASNETGO_ARMCI_TRANSPORT=portals"
	machines := slices.Concat(on("ideal", "", 1, 5), on("ideal", over, 3), on("xt3", "", 5), on("xt3", server, 3), on("xt4", "", 3))
	many := os.Getenv("GASNETGO_MANY") != ""
	if many {
		machines = slices.Concat(on("ideal", "", 1, 2, 5, 16), on("ideal", over, 1, 2, 5, 16), on("xt3", "", 1, 4, 7, 20, 64), on("xt3", server, 2, 4, 16), on("xt4", "", 2, 4, 16),
			on("redstorm", "", 4))
	}
	for _, m := range machines {
		for _, p := range simulatable(t) {
			if !strings.HasPrefix(p.name(), "armci/") {
				continue
			}
			if !many && p.name() == "armci/transfer" { // the longest
				continue
			}
			t.Run(strings.TrimRight(fmt.Sprintf("%s-%d/%s/%s", m.name, m.np, p.name(), m.env), "/"), func(t *testing.T) {
				env := slices.Concat([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env)
				if m.env != "" {
					env = append(env, m.env)
				}
				c := simulated(m.name, m.np)
				if slices.Contains(spinning, p.name()) {
					c = slices.Concat(c[:len(c)-1], []string{"--spin", "20ms"}, c[len(c)-1:])
				}
				o := job{command: c, env: env, args: p.args, timeout: 600 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}
