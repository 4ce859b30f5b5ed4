package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestARMCIOnMachines: ARMCI's programs on simulated machines, with several numbers of ranks. TestSim runs all of them on 4 ranks of a machine without costs and
// on 2 of an XT3. On that machine they run over Portals and LAPI as well, on an XT3 without a server, and on an SP where packets are lost.
func TestARMCIOnMachines(t *testing.T) {
	type machine struct {
		lapiMachine
		env string
	}
	on := func(name string, env string, sizes ...int) (all []machine) {
		for _, np := range sizes {
			all = append(all, machine{lapiMachine{name, np, nil}, env})
		}
		return all
	}
	const server, over, lapi = "GASNETGO_ARMCI_SERVER=off", "GASNETGO_ARMCI_TRANSPORT=portals", "GASNETGO_ARMCI_TRANSPORT=lapi"
	machines := slices.Concat(on("ideal", "", 1, 2, 5, 16), on("ideal", over, 1, 2, 3, 5, 16), on("xt3", "", 1, 4, 5, 7, 20, 64), on("xt3", server, 2, 3, 4, 16), on("xt4", "", 2, 3, 4, 16),
		on("redstorm", "", 4), on("sp", "", 1, 2, 4, 7, 16), on("ideal", lapi, 1, 2, 4, 7), []machine{{lapiMachine{"sp", 4, []string{"loss.packet=0.05"}}, ""}})
	for _, m := range machines {
		_, value, _ := strings.Cut(m.env, "=")
		if m.set != nil && !whole("many") || !runs("TestARMCIOnMachines machines", strings.TrimRight(fmt.Sprintf("%s-%d,%s", m.name, m.np, value), ",")) {
			continue
		}
		for _, p := range pick("TestARMCIOnMachines", simulatable(t)) {
			if !strings.HasPrefix(p.name(), "armci/") {
				continue
			}
			t.Run(strings.TrimRight(fmt.Sprintf("%s%s-%d/%s/%s", m.name, strings.Join(m.set, ","), m.np, p.name(), m.env), "/"), func(t *testing.T) {
				t.Parallel()
				env := slices.Concat([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env)
				if m.env != "" {
					env = append(env, m.env)
				}
				c := m.command()
				if endless(p.name()) {
					needPolls(t)
				}
				o := job{command: c, env: env, args: p.args, timeout: 600 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

// TestARMCIServed: processes that compute are interrupted to serve requests, ARMCI lives beside OpenSHMEM and Portals, and a wait that cannot end is reported.
func TestARMCIServed(t *testing.T) {
	path := at.program.get(t, "testdata/armci_machine.c", plain)
	run := func(what, machine string) outcome {
		return job{command: simulated(machine, 3), args: strings.Fields(what), timeout: 60 * time.Second}.run(t, path)
	}
	var o outcome
	for machine, what := range map[string]string{"xt3": "progress", "sp": "progress 3"} {
		o = run(what, machine)
		require.Zero(t, o.status, "%v", o)
		require.Equal(t, o.out, run(what, machine).out, "virtual time is the same")
	}
	for _, machine := range []string{"xt3", "ideal"} {
		o = run("beside", machine)
		require.Zero(t, o.status, "%v", o)
	}
	for what, says := range map[string]string{"lock": `ARMCI_Lock \(.*mutex 0, proc 0`, "notify": `armci_notify_wait \(proc 1\), rank 1, in ARMCI`} {
		for _, machine := range []string{"xt3", "sp"} {
			o = run(what, machine)
			require.Equal(t, 1, o.status, "%v", o)
			require.Regexp(t, `^gasnetgo: deadlock at \S+[um]s: nothing can happen any more, and 3 ranks wait:\n  rank 0: `+says, o.err)
		}
	}
}
