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

// TestGASNetOnMachines: GASNet's programs over Portals on simulated machines, with several numbers of ranks; without GASNETGO_MANY only some, as TestSim runs
// all of them on two ranks of an XT3.
func TestGASNetOnMachines(t *testing.T) {
	machines := []simMachine{{"xt4", 4}}
	many := os.Getenv("GASNETGO_MANY") != ""
	if many {
		machines = []simMachine{{"xt3", 1}, {"xt3", 4}, {"xt3", 7}, {"xt4", 1}, {"xt4", 2}, {"xt4", 4}, {"xt4", 7}, {"xt4", 64}}
	}
	for _, m := range machines {
		for _, p := range simulatable(t) {
			if !strings.HasPrefix(p.name(), "gasnet/") {
				continue
			}
			if !many && !slices.Contains([]string{"gasnet/core", "gasnet/am_args", "gasnet/moves", "gasnet/barrier_rules"}, p.name()) {
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

// TestGASNetManyToOne: many ranks flood one, which has the fewest credits that there can be, and the catch basin stays empty. With GASNETGO_MANY 1,023 of them.
func TestGASNetManyToOne(t *testing.T) {
	machines := []simMachine{{"xt4", 64}}
	if os.Getenv("GASNETGO_MANY") != "" {
		machines = append(machines, simMachine{"xt3", 64}, simMachine{"xt3", 1024}, simMachine{"xt4", 1024})
	}
	for _, m := range machines {
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

// TestGASNetOverPortals runs GASNet's programs live over Portals or LAPI instead of shared memory. Without GASNETGO_MANY only those whose messages, transfers and
// barriers are the conduit's, on two sizes.
func TestGASNetOverPortals(t *testing.T) { gasnetOver(t, "portals", []int{2, 4}) }

// TestGASNetOverLAPI is the same over LAPI, on one size.
func TestGASNetOverLAPI(t *testing.T) { gasnetOver(t, "lapi", []int{3}) }

// TestGASNetOnSP: GASNet's programs over LAPI on simulated machines, some of them with packets lost. Without GASNETGO_MANY only a few, with three ranks.
func TestGASNetOnSP(t *testing.T) {
	many := os.Getenv("GASNETGO_MANY") != ""
	machines := []lapiMachine{{"sp", 3, nil}}
	if many {
		machines = nil
		for _, np := range []int{1, 2, 4, 7} {
			machines = append(machines, lapiMachine{"sp", np, nil}, lapiMachine{"ideal", np, nil})
		}
		machines = append(machines, lapiMachine{"sp", 4, []string{"loss.packet=0.05"}})
	}
	for _, m := range machines {
		for _, p := range simulatable(t) {
			if !strings.HasPrefix(p.name(), "gasnet/") {
				continue
			}
			if !many && !slices.Contains([]string{"gasnet/core", "gasnet/am_args", "gasnet/moves", "gasnet/barrier_rules"}, p.name()) {
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

func gasnetOver(t *testing.T, conduit string, few []int) {
	many := os.Getenv("GASNETGO_MANY") != ""
	world := "gasnet-" + conduit
	all := inWorld(t, world, slices.DeleteFunc(programs(t), func(p program) bool { return !strings.HasPrefix(p.name(), "gasnet/") }))
	if !many {
		all = slices.DeleteFunc(all, func(p program) bool {
			return !slices.Contains([]string{"gasnet/core", "gasnet/am_args", "gasnet/moves", "gasnet/barrier_rules", "gasnet/vis_shapes"}, p.name())
		})
		for i := range all {
			all[i].sizes = few
		}
	}
	sweep(t, world, all, []string{"GASNETGO_GASNET_CONDUIT=" + conduit})
}
