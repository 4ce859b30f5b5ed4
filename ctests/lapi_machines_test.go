package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// lapiMachines are where LAPI's programs run: machine, tasks, and what is changed about the machine.
func lapiMachines() (all []lapiMachine) {
	for _, np := range []int{1, 2, 4, 64} {
		all = append(all, lapiMachine{"ideal", np, nil}, lapiMachine{"sp", np, nil}, lapiMachine{"sp", np, []string{"loss.packet=0.05"}})
	}
	return all
}

type lapiMachine struct {
	name string
	np   int
	set  []string
}

// TestLAPIOnMachines: LAPI's programs on simulated machines.
func TestLAPIOnMachines(t *testing.T) {
	for _, m := range lapiMachines() {
		if !runs("TestLAPIOnMachines", fmt.Sprintf("%s-%d", m.name, m.np)) {
			continue
		}
		for _, p := range programs(t) {
			if !strings.HasPrefix(p.name(), "lapi/") {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s%s-%d", p.name(), m.name, strings.Join(m.set, ","), m.np), func(t *testing.T) {
				t.Parallel()
				if m.name == "sp" && (m.set != nil || m.np > 16) { // packets are sent again: they are lost, or 64 tasks keep one busy for long
					p.env = append(slices.Clone(p.env), "GT_LOSSY=1")
				}
				env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env...)
				o := job{command: m.command(), env: env, args: p.args, timeout: 300 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

// TestLAPIPauses: a task leaves LAPI_Term although it pauses there: a thread of the library that has ended with its context does not look again, which would interrupt the program all the time.
func TestLAPIPauses(t *testing.T) {
	for _, source := range []string{"lapi/busy.c", "lapi/again.c", "lapi/put.c"} {
		for _, m := range []lapiMachine{{"ideal", 4, nil}, {"sp", 2, nil}} {
			t.Run(source+"/"+m.name, func(t *testing.T) {
				t.Parallel()
				c := m.command()
				c = append(c[:len(c)-1], "--fault", "noise:p=1,by=20us", "--")
				env := []string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1", "GT_LOSSY=1"}
				o := job{command: c, env: env, timeout: 120 * time.Second}.run(t, at.program.get(t, source, plain))
				assert.Zero(t, o.status, "%v", o)
			})
		}
	}
}

// TestLAPISame is TestSimSame for LAPI's programs, and some of ARMCI's and GASNet's over LAPI, also where packets are lost.
func TestLAPISame(t *testing.T) {
	for _, m := range []lapiMachine{{"ideal", 4, nil}, {"sp", 4, nil}, {"sp", 3, []string{"loss.packet=0.05"}}} {
		for _, p := range programs(t) {
			overLAPI := m.name == "sp" && slices.Contains([]string{"armci/consistency", "armci/mutex", "armci/progress", "gasnet/core"}, p.name())
			if !strings.HasPrefix(p.name(), "lapi/") && !overLAPI {
				continue
			}
			name := fmt.Sprintf("%s/%s%s-%d", p.name(), m.name, strings.Join(m.set, ","), m.np)
			if !runs("TestLAPISame", name) {
				continue
			}
			p.env = append(slices.Clone(p.env), "GT_LOSSY=1")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				same(t, m.command(), m.np, true, p)
			})
		}
	}
}

// TestLAPIBesidePortals: a machine of another network that has section [lapi] carries LAPI, and Portals beside it in one job.
func TestLAPIBesidePortals(t *testing.T) {
	for _, c := range []struct {
		source string
		np     int
		env    string
	}{
		{"lapi/put.c", 4, "GT_SIMULATED=1 GT_LOSSY=1"},
		{"lapi/am.c", 3, "GT_SIMULATED=1 GT_LOSSY=1"},
		{"lapi/leave.c", 2, "GT_SIMULATED=1 GT_LOSSY=1"},
		{"lapi/with_shmem.c", 3, ""}, // OpenSHMEM travels over Portals
		{"armci/consistency.c", 4, "GASNETGO_ARMCI_TRANSPORT=lapi"},
		{"armci/consistency.c", 2, "GASNETGO_ARMCI_TRANSPORT=portals"},
		{"gasnet/core.c", 3, "GASNETGO_GASNET_CONDUIT=lapi"},
	} {
		t.Run(fmt.Sprintf("%s-%d %s", c.source, c.np, c.env), func(t *testing.T) {
			t.Parallel()
			env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", c.np)}, strings.Fields(c.env)...)
			o := job{command: simulated("testdata/xt3_lapi.toml", c.np), env: env, timeout: 300 * time.Second}.run(t, at.program.get(t, c.source, plain))
			assert.Zero(t, o.status, "%v", o)
		})
	}
}

// TestOthersOnSP: programs of the libraries that send messages end on the SP with a sentence, and LAPI's on machines of such messages.
func TestOthersOnSP(t *testing.T) {
	for _, c := range []struct{ source, machine, says, env string }{
		{"shmem/startup.c", "sp", "the network of this simulated machine carries LAPI only: run this program with --machine ideal, redstorm, xt3 or xt4, or without --machine", ""},
		{"gasnet/core.c", "sp", "gasnet_init: GASNETGO_GASNET_CONDUIT=portals: the network of this simulated machine carries LAPI only", "GASNETGO_GASNET_CONDUIT=portals"},
		{"gasnet/core.c", "xt3", "gasnet_init: GASNETGO_GASNET_CONDUIT=lapi: LAPI is on the simulated machines sp and ideal, and on those whose file has a section [lapi]", "GASNETGO_GASNET_CONDUIT=lapi"},
		{"portals/ops.c", "sp", "the network of this simulated machine carries LAPI only", ""},
		{"armci/transfer.c", "sp", "ARMCI_Init: GASNETGO_ARMCI_TRANSPORT=portals: the network of this simulated machine carries LAPI only", "GASNETGO_ARMCI_TRANSPORT=portals"},
		{"armci/transfer.c", "xt3", "ARMCI_Init: GASNETGO_ARMCI_TRANSPORT=lapi: LAPI is on the simulated machines sp and ideal, and on those whose file has a section [lapi]", "GASNETGO_ARMCI_TRANSPORT=lapi"},
		{"lapi/put.c", "xt3", "LAPI_Init: LAPI is on the simulated machines sp and ideal, and on those whose file has a section [lapi] that says what it costs: run this program with --machine sp, or without --machine", ""},
	} {
		o := job{command: simulated(c.machine, 2), env: strings.Fields(c.env), timeout: 60 * time.Second}.run(t, at.program.get(t, c.source, plain))
		assert.Equal(t, 1, o.status, "%s: %v", c.source, o)
		assert.Contains(t, o.err, c.says, c.source)
	}
}

// command starts a job there.
func (m lapiMachine) command() []string {
	c := simulated(m.name, m.np)
	end := c[len(c)-1]
	c = c[:len(c)-1]
	for _, s := range m.set {
		c = append(c, "--set", s)
	}
	return append(c, end)
}

// TestLAPIPolling: nothing interrupts a task while interrupts are off, whichever thread polls for packets and by whichever call. Until 16 us a put is a call; then its packet is under way, and the target deals with it in the look
// that finds it (a probe is 1 us), and acknowledges it for 4.6 us before it goes on, if the sender waits for that.
func TestLAPIPolling(t *testing.T) {
	const want = `LAPI_Waitcntr, completion: call 15891, seen 34029
LAPI_Waitcntr, completion: call 15891, seen 34030
LAPI_Waitcntr, completion: call 15891, seen 34029
LAPI_Probe, completion: call 15891, seen 33585
LAPI_Probe, completion: call 15891, seen 33585
LAPI_Probe, completion: call 15891, seen 33785
LAPI_Probe, LAPI_Getcntr, completion: call 15891, seen 33585
LAPI_Probe, LAPI_Getcntr, completion: call 15891, seen 33585
LAPI_Probe, LAPI_Getcntr, completion: call 15891, seen 34285
LAPI_Waitcntr, none: call 15891, seen 29429
LAPI_Waitcntr, none: call 15891, seen 29430
LAPI_Waitcntr, none: call 15891, seen 29429
LAPI_Probe, none: call 15891, seen 28985
LAPI_Probe, none: call 15891, seen 28985
LAPI_Probe, none: call 15891, seen 29185
LAPI_Probe, LAPI_Getcntr, none: call 15891, seen 28985
LAPI_Probe, LAPI_Getcntr, none: call 15891, seen 28985
LAPI_Probe, LAPI_Getcntr, none: call 15891, seen 29685
`
	m := lapiMachine{"sp", 2, []string{"host.clock=1ns"}}
	o := job{command: m.command()}.run(t, at.program.get(t, "testdata/lapi_polling.c", plain))
	assert.Zero(t, o.status, "%v", o)
	assert.Equal(t, want, o.out)
}
