package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestGASNetOnMachines: GASNet's programs over Portals on simulated machines, with several numbers of ranks. TestSim runs all of them on two ranks of an XT3.
func TestGASNetOnMachines(t *testing.T) {
	for _, m := range []simMachine{{"xt3", 1}, {"xt3", 4}, {"xt3", 7}, {"xt4", 1}, {"xt4", 2}, {"xt4", 4}, {"xt4", 7}, {"xt4", 64}} {
		if !runs("TestGASNetOnMachines machines", fmt.Sprintf("%s-%d", m.name, m.np)) {
			continue
		}
		for _, p := range pick("TestGASNetOnMachines", simulatable(t)) {
			if !strings.HasPrefix(p.name(), "gasnet/") {
				continue
			}
			if p.name() == "gasnet/coll_ahead" && m.np > 16 {
				continue // its ranks hold data for each other: 8 GB for 32
			}
			t.Run(fmt.Sprintf("%s-%d/%s", m.name, m.np, p.name()), func(t *testing.T) {
				t.Parallel()
				env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env...)
				o := job{command: simulated(m.name, m.np), env: env, args: p.args, timeout: 300 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

// TestGASNetManyToOne: many ranks flood one, which has the fewest credits that there can be, and the catch basin stays empty.
func TestGASNetManyToOne(t *testing.T) {
	for _, m := range []simMachine{{"xt4", 64}, {"xt3", 64}, {"xt3", 1024}, {"xt4", 1024}} {
		if !runs("TestGASNetManyToOne", fmt.Sprintf("%s-%d", m.name, m.np)) {
			continue
		}
		for _, bank := range []string{"0", "40"} {
			t.Run(fmt.Sprintf("%s-%d,%s", m.name, m.np, bank), func(t *testing.T) {
				env := []string{"GASNET_PORTAL_STATS=1", "GASNET_PORTAL_CRED_PER_NODE=8", "GASNET_PORTAL_BANKED_CREDITS=" + bank}
				o := job{command: simulated(m.name, m.np), env: env, timeout: 300 * time.Second}.run(t, at.program.get(t, "gasnet/many_to_one.c", plain))
				assert.Zero(t, o.status, "%v", o)
				assert.Regexp(t, `rank 1 of \d+: GASNet over Portals: 20 requests, [1-9]\d* waited for credits;`, o.err)
			})
		}
	}
}

// TestGASNetOverPortals runs GASNet's programs live over Portals instead of shared memory.
func TestGASNetOverPortals(t *testing.T) { gasnetOver(t, "TestGASNetOverPortals", "portals") }

// TestGASNetOverLAPI is the same over LAPI.
func TestGASNetOverLAPI(t *testing.T) { gasnetOver(t, "TestGASNetOverLAPI", "lapi") }

// TestGASNetOverSCI is the same over SISCI.
func TestGASNetOverSCI(t *testing.T) { gasnetOver(t, "TestGASNetOverSCI", "sci") }

// TestGASNetBesideSISCI: a program and the conduit have a process each of the same node. They share the ids of its segments.
func TestGASNetBesideSISCI(t *testing.T) {
	env := []string{"GASNETGO_GASNET_CONDUIT=sci"}
	program := at.program.get(t, "testdata/gasnet_sisci.c", plain)
	o := job{np: 3, env: env}.run(t, program)
	assert.Zero(t, o.status, "%v", o)
	o = job{np: 2, env: env, args: []string{"2"}}.run(t, program)
	assert.NotZero(t, o.status)
	assert.Contains(t, o.err, "gasnet_attach: segments of the conduit sci: SCICreateSegment: SCI_ERR_SEGMENTID_USED")
}

// TestGASNetOnSP: GASNet's programs over LAPI on simulated machines, some of them with packets lost.
func TestGASNetOnSP(t *testing.T) {
	machines := []lapiMachine{{"sp", 3, nil}, {"sp", 4, []string{"loss.packet=0.05"}}}
	for _, np := range []int{1, 2, 4, 7} {
		machines = append(machines, lapiMachine{"sp", np, nil}, lapiMachine{"ideal", np, nil})
	}
	for _, m := range machines {
		if m.set != nil && !whole("many") || !runs("TestGASNetOnSP machines", fmt.Sprintf("%s-%d", m.name, m.np)) {
			continue
		}
		for _, p := range pick("TestGASNetOnSP", simulatable(t)) {
			if !strings.HasPrefix(p.name(), "gasnet/") {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s%s-%d", p.name(), m.name, strings.Join(m.set, ","), m.np), func(t *testing.T) {
				t.Parallel()
				env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1", "GASNETGO_GASNET_CONDUIT=lapi"}, p.env...)
				o := job{command: m.command(), env: env, args: p.args, timeout: 300 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

// patched stands for the patch of the kernel that clusters with SCI needed for segments of more than 1 MB, as these programs of GASNet have.
var (
	patched       = []string{"driver.segment=64MiB"}
	largeSegments = []string{"gasnet/am_sizes", "gasnet/am_storm", "gasnet/coll_data", "gasnet/coll_images", "gasnet/tools_client"}
)

// TestGASNetLargeOnSCI: without the patch the machine refuses a larger segment, and says what allows it.
func TestGASNetLargeOnSCI(t *testing.T) {
	o := job{command: lapiMachine{name: "sci", np: 2}.command()}.run(t, at.program.get(t, "gasnet/am_sizes.c", plain))
	assert.NotZero(t, o.status, "%v", o)
	assert.Contains(t, o.err, "not a multiple of 4096 of at most 1048576 (--set driver.segment changes this)")
}

// TestGASNetOnSCI: GASNet's programs over SISCI on the simulated cluster, which is the default there.
func TestGASNetOnSCI(t *testing.T) {
	for _, np := range []int{1, 2, 4, 7} {
		if !runs("TestGASNetOnSCI ranks", fmt.Sprint(np)) {
			continue
		}
		for _, p := range pick("TestGASNetOnSCI", simulatable(t)) {
			if !strings.HasPrefix(p.name(), "gasnet/") {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", p.name(), np), func(t *testing.T) {
				t.Parallel()
				env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", np), "GT_SIMULATED=1"}, p.env...)
				m := lapiMachine{name: "sci", np: np}
				if slices.Contains(largeSegments, p.name()) {
					m.set = patched
				}
				o := job{command: m.command(), env: env, args: p.args, timeout: 300 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

func gasnetOver(t *testing.T, test, conduit string) {
	world := "gasnet-" + conduit
	all := pick(test, inWorld(t, world, slices.DeleteFunc(programs(t), func(p program) bool { return !strings.HasPrefix(p.name(), "gasnet/") })))
	for i, p := range all {
		if slices.Max(p.sizes) > 2 {
			all[i].sizes = sizes(test+" sizes", p, 1, 2, 3, 4, 7)
		}
	}
	sweep(t, world, all, []string{"GASNETGO_GASNET_CONDUIT=" + conduit})
}
