package ctests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/sim/spec"
)

// TestLAPIShuffled: programs of LAPI, and of ARMCI and GASNet over it, on an SP print the same, send as many messages and take the same virtual time in whatever order its nodes run at each time
// (sim.Kernel.Shuffle): what ranks do to each other crosses the switch.
func TestLAPIShuffled(t *testing.T) {
	seeds := []uint64{1, 2}
	if whole("many") {
		seeds = append(seeds, 3, 4)
	}
	for _, m := range []lapiMachine{{"sp", 4, nil}, {"sp", 18, nil}, {"sp", 3, []string{"loss.packet=0.05"}}, {"sp", 4, []string{"nodes.ranks=2"}}} {
		for _, p := range programs(t) {
			own := strings.HasPrefix(p.name(), "lapi/")
			over := (strings.HasPrefix(p.name(), "armci/") || strings.HasPrefix(p.name(), "gasnet/")) && strings.HasSuffix(p.source, ".c") && notSimulated(p.name()) == ""
			name := fmt.Sprintf("%s/%s%s-%d", p.name(), m.name, strings.Join(m.set, ","), m.np)
			if !own && (!over || m.np > 16) || endless(p.name()) || !runs("TestLAPIShuffled", name) { // those of others take seconds on many ranks
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				sameShuffled(t, m, p, seeds...)
			})
		}
	}
}

// TestSCIShuffled: GASNet's programs over SISCI, the same twice, and with nodes of one time in other orders.
func TestSCIShuffled(t *testing.T) {
	for _, m := range []lapiMachine{{"sci", 4, patched}, {"sci", 4, append([]string{"nodes.ranks=2"}, patched...)}, {"sci", 7, patched}} {
		for _, p := range programs(t) {
			name := fmt.Sprintf("%s/%d,%s", p.name(), m.np, m.set[0])
			if !strings.HasPrefix(p.name(), "gasnet/") || !strings.HasSuffix(p.source, ".c") || notSimulated(p.name()) != "" || endless(p.name()) || !runs("TestSCIShuffled", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				sameShuffled(t, m, p, 0, 1, 2)
			})
		}
	}
}

// ran is what a simulated job leaves, apart from the order in which ranks print at the same time.
type ran struct {
	status   int
	out, err []string
	done     struct {
		Virtual  int64 `json:"virtual_ps"`
		Messages uint64
	}
}

// shuffled runs a program without the launcher, which has no flag for the seed.
func shuffled(t *testing.T, m lapiMachine, p program, seed uint64) (r ran) {
	path := at.program.get(t, p.source, p.variants[0])
	cost := filepath.Join(t.TempDir(), "cost.json")
	s := spec.Spec{Program: path, Ranks: m.np, Machine: m.name, Set: m.set, Tag: true, Cost: cost, Shuffle: seed}
	text, err := s.Encode()
	require.NoError(t, err)
	env := slices.Concat([]string{"GASNETGO_SIM=" + text, fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1", "GT_LOSSY=1"}, p.env)
	o := job{command: []string{filepath.Join(at.build, "libexec", "gasnetgo", "simhost")}, env: env, args: p.args, timeout: 300 * time.Second}.run(t, path)
	assert.Contains(t, []int{0, 77}, o.status, "%v", o)
	r.status, r.out, r.err = o.status, byRank(o.out), byRank(once.ReplaceAllString(o.err, "$1"))
	if made, err := os.ReadFile(cost); assert.NoError(t, err) {
		require.NoError(t, json.Unmarshal(made, &r.done))
	}
	return r
}

// once is the rank before what a job says once, by whichever rank comes first.
var once = regexp.MustCompile(`(?m)^\d+: (NOTICE: )`)

// byRank sorts lines by the ranks that they begin with, tagged ones and the library's own. Those of a rank stay in their order.
func byRank(text string) []string {
	lines := strings.Split(text, "\n")
	rank := func(line string) string {
		first, _, _ := strings.Cut(strings.TrimPrefix(line, "gasnetgo: rank "), " ")
		return strings.TrimSuffix(first, ":")
	}
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	return lines
}

// sameShuffled: a program is the same in other orders. One that cannot run on this machine says why, and the test is skipped with that.
func sameShuffled(t *testing.T, m lapiMachine, p program, seeds ...uint64) ran {
	want := shuffled(t, m, p, 0)
	if want.status == 77 { // whichever rank says so first
		t.Skip(want.out)
	}
	for _, seed := range seeds {
		require.Equal(t, want, shuffled(t, m, p, seed), "seed %d", seed)
	}
	return want
}
