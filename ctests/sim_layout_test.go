package ctests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const compactLayout = "GASNETGO_SIM_LAYOUT=compact"

var codePlace = regexp.MustCompile(`\w+\+0x\w+ \(stuck\.c:\d+\)`)

// TestSimCompact: with one mapping for each rank, programs have the same output, trace and virtual time as in the usual layout, and reports name the same places.
func TestSimCompact(t *testing.T) {
	some := []string{"shmem/lock", "shmem/malloc", "shmem/coll_types", "portals/ops", "portals/gasnet_idiom", "gasnet/coll_reduce"}
	tested := 0
	for _, p := range simulatable(t) {
		if !slices.Contains(some, p.name()) {
			continue
		}
		tested++
		t.Run(p.name(), func(t *testing.T) {
			t.Parallel()
			usual, compact := leaves(t, simulated("xt3", 3), 3, p, nil), leaves(t, simulated("xt3", 3), 3, p, []string{compactLayout})
			assert.Equal(t, usual.text, compact.text)
			assert.Equal(t, usual.quick, compact.quick)
			assert.Equal(t, usual.done, compact.done)
			if usual.hash != compact.hash {
				assert.Fail(t, "traces differ", difference(t, usual.trace, compact.trace))
			}
		})
	}
	require.Equal(t, len(some), tested, "no such programs")
	for _, mode := range []string{"crash", "deadlock"} {
		places := func(env ...string) []string {
			o := job{command: simulated("xt3", 5), env: env, args: []string{mode}}.run(t, at.program.get(t, stuck, plain))
			require.NotZero(t, o.status, "%v", o)
			return append(codePlace.FindAllString(o.err, -1), strconv.Itoa(o.status))
		}
		usual := places()
		require.Greater(t, len(usual), 2)
		assert.Equal(t, usual, places(compactLayout))
	}
	script := gdbScript(t, "break step_of if $rank() == 2", "continue", "backtrace", "print me")
	o := job{command: debugged(t, script, "--machine", "xt3", "-n", "4"), env: []string{compactLayout}}.run(t, withLines(t))
	assert.Regexp(t, `#0 +step_of \(mine=20\) at .*stops\.c:\d+\n#1 .* in main \(\) at .*stops\.c:\d+`, o.out, "%s", o)
	assert.Contains(t, o.out, "$1 = 2\n")
}

// TestSimMappings: a layout that needs more mappings than the kernel allows is refused before a rank is loaded, with the setting that would be enough.
func TestSimMappings(t *testing.T) {
	text, err := os.ReadFile("/proc/sys/vm/max_map_count")
	require.NoError(t, err)
	most, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	ranks := most/2 + 1
	if ranks > 50_000 {
		t.Skipf("the kernel allows a process %d mappings: too many ranks for a test", most)
	}
	env := []string{"GASNETGO_SIM_LAYOUT=usual"}
	o := job{command: simulated("ideal", ranks), env: env, args: []string{"none"}}.run(t, at.program.get(t, stuck, plain))
	require.Equal(t, 1, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: `+strconv.Itoa(ranks)+` ranks need \d+ mappings of memory, [2-9] each, and the kernel allows a process `+strconv.Itoa(most)+
		`: sysctl -w vm.max_map_count=\d+ allows enough\n$`, o.err)
}

// TestSimScale: 32,768 ranks of barriers and of a halo exchange take less than 3.5 GB, page tables included, and as many mappings as the kernel allows by default. Each rank has a copy of the
// environment: with two kilobytes of it a page more, which is 0.13 GB.
func TestSimScale(t *testing.T) {
	wholeOnly(t, "TestSimScale", "")
	const ranks = 32_768
	for _, load := range []string{"barrier 2", "halo 4 8"} {
		t.Run(load, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cost")
			c := simulated("xt3", ranks)
			c = slices.Concat([]string{"env", "-i", "PATH=/usr/bin:/bin", runner + strconv.Itoa(os.Getpid())}, c[:len(c)-1], []string{"--cost", file}, c[len(c)-1:])
			j := job{command: c, args: strings.Fields(load), timeout: 20 * time.Minute}
			o := j.run(t, filepath.Join(at.build, "libexec", "gasnetgo", "sim_bench"))
			require.Zero(t, o.status, "%v", o)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			t.Logf("%s", text)
			var cost struct {
				Messages   uint64
				Peak       uint64 `json:"peak_bytes"`
				PageTables uint64 `json:"page_table_bytes"`
			}
			require.NoError(t, json.Unmarshal(text, &cost))
			require.Greater(t, cost.Messages, uint64(ranks))
			require.Positive(t, cost.PageTables)
			require.Less(t, cost.Peak+cost.PageTables, uint64(3_500_000_000))
		})
	}
}
