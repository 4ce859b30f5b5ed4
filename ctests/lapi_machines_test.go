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

// TestLAPIOnMachines: LAPI's programs on simulated machines. Without GASNETGO_MANY not with 64 tasks.
func TestLAPIOnMachines(t *testing.T) {
	many := os.Getenv("GASNETGO_MANY") != ""
	for _, m := range lapiMachines() {
		if !many && m.np > 16 {
			continue
		}
		for _, p := range programs(t) {
			if !strings.HasPrefix(p.name(), "lapi/") {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s%s-%d", p.name(), m.name, strings.Join(m.set, ","), m.np), func(t *testing.T) {
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
