package ctests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// faultKinds are rules of each kind, and whether a job that ends well does so in spite of them everywhere.
var faultKinds = []struct {
	name, rule string
	harmless   bool
}{
	{"drop", "drop:p=0.02,seed=1", false},
	{"drop_all", "drop:from=0,to=1,after=1us", false},
	{"drop_barrier", "drop:kind=barrier,count=1", false},
	{"double", "double:p=0.2,seed=2", true},
	{"delay", "delay:p=0.2,by=50us,seed=3", true},
	{"damage", "damage:p=0.02,seed=4", false},
	{"down", "down:from=0,to=1,after=30us", false},
	{"down_for", "down:node=1,after=30us,for=1ms", true},
	{"slow", "slow:rate=10MB/s", true},
	{"lossy", "lossy:p=0.2,by=5us,seed=5", true},
	{"die", "die:node=1,after=50us", false},
	{"stop", "stop:node=1,after=50us", false},
	{"stop_for", "stop:node=1,after=50us,for=1ms", true},
	{"exhaust", "exhaust:node=0,after=50us", false},
	{"exhaust_for", "exhaust:node=0,after=50us,for=1ms", true},
	{"noise", "noise:p=0.1,by=20us,seed=6", true},
}

// faultPrograms are a program of each API, and the machines that have it.
var faultPrograms = []struct {
	name     string
	machines []string
}{
	{"shmem/put_signal", []string{"ideal", "xt3", "redstorm", "sci"}},
	{"portals/storm", []string{"ideal", "xt3", "xt4"}},
	{"gasnet/core", []string{"ideal", "xt3", "sp", "sci"}},
	{"armci/mutex", []string{"ideal", "xt3", "sp"}},
	{"lapi/put", []string{"ideal", "sp"}},
	{"sisci/pingpong", []string{"sci"}},
}

// TestFaults: whatever breaks, no job hangs; a job whose status is not 0 says in its first sentence what has broken, and what breaks nothing changes no result.
func TestFaults(t *testing.T) {
	all := programs(t)
	for _, f := range faultPrograms {
		i := slices.IndexFunc(all, func(p program) bool { return p.name() == f.name })
		p := all[i]
		for _, machine := range f.machines {
			for _, k := range faultKinds {
				name := fmt.Sprintf("%s/%s/%s", f.name, machine, k.name)
				if !runs("TestFaults", name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					c := simulated(machine, 4)
					c = append(c[:len(c)-1], "--fault", k.rule, "--")
					env := append([]string{"GT_EXPECT_SIZE=4", "GT_SIMULATED=1", "GT_LOSSY=1"}, p.env...)
					o := job{command: c, env: env, args: p.args, timeout: 120 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
					happened := strings.Contains(o.err, "gasnetgo: faults: ")
					switch {
					case o.status == 0 || o.status == 77:
					case k.harmless:
						assert.Fail(t, "it fails although nothing is lost", "%v", o)
					default:
						assert.True(t, happened, "%v", o)
						assert.Contains(t, o.err, "(fault "+k.rule, "%v", o)
					}
				})
			}
		}
	}
}
