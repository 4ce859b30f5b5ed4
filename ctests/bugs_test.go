package ctests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bug is a wrong program, and a seed of --shuffle under which it fails.
type bug struct {
	name string
	seed int
}

// bugs are the programs of check/bugs.
var bugs = []bug{
	{"shmem_flag", 2}, {"shmem_signal", 2}, {"shmem_context", 2}, {"shmem_source", 4}, {"shmem_get_nbi", 2}, {"shmem_sync", 2}, {"shmem_locks", 40},
	{"shmem_test_lock", 4}, {"shmem_early", 4}, {"shmem_reset", 4},
	{"gasnet_order", 3}, {"gasnet_main", 30}, {"gasnet_get_nb", 2}, {"gasnet_source", 11}, {"gasnet_flag", 2}, {"gasnet_names", 41},
	{"armci_fence", 2}, {"armci_wait", 2}, {"armci_nbget", 2}, {"armci_third", 2},
	{"portals_order", 3}, {"portals_sent", 2}, {"portals_flag", 2}, {"portals_source", 58},
	{"lapi_counter", 3}, {"lapi_origin", 2}, {"lapi_fence", 7},
}

const bugRanks = 3

// machineOf is the machine on which a wrong program never fails without disorder.
func (b bug) machine() string {
	if strings.HasPrefix(b.name, "lapi_") {
		return "sp"
	}
	return "xt3"
}

func (b bug) path(t *testing.T) string {
	return at.program.get(t, "check/bugs/"+b.name+".c", variant{"g", []string{"-g"}})
}

// TestBugs: a wrong program passes on the plain machine, and fails under a seed of --shuffle that gasnetgo explore has found, each time in the same way.
func TestBugs(t *testing.T) {
	files, err := filepath.Glob("check/bugs/*.c")
	require.NoError(t, err)
	require.Len(t, files, len(bugs), "a program without a row, or a row without a program")
	for _, b := range bugs {
		if !runs("TestBugs", b.name) {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			path := b.path(t)
			o := job{command: simulated(b.machine(), bugRanks), timeout: 60 * time.Second}.run(t, path)
			require.Zero(t, o.status, "%v", o)
			o = job{command: disordered(b.machine(), bugRanks, b.seed), timeout: 60 * time.Second}.run(t, path)
			require.NotZero(t, o.status, "seed %d: %v", b.seed, o)
			again := job{command: disordered(b.machine(), bugRanks, b.seed), timeout: 60 * time.Second}.run(t, path)
			require.Equal(t, o.err, again.err, "the same seed, the same run")
		})
	}
}

var (
	seedFails = regexp.MustCompile(`(?m)^Seed (\d+) fails: (.*)$`)
	leastIs   = regexp.MustCompile(`(?m)^The least disorder that fails: (\d+) of (\d+) delays`)
	repeats   = regexp.MustCompile(`--shuffle=(\d+:\S+) `)
)

// TestExplore: gasnetgo explore finds each wrong program in at most 300 runs, and the least disorder that it prints makes the program fail again.
func TestExplore(t *testing.T) {
	for _, b := range bugs {
		if !runs("TestExplore", b.name) {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			path := b.path(t)
			explore := []string{filepath.Join(at.build, "bin", "gasnetgo"), "explore", "--machine", b.machine(), "-n", strconv.Itoa(bugRanks), "--jobs", "1", "--trials", "60", "--"}
			if !whole("many") {
				explore = append(explore[:len(explore)-1], "--seed", strconv.Itoa(b.seed), "--runs", "1", "--")
			}
			o := job{command: explore, timeout: 600 * time.Second}.run(t, path)
			require.Equal(t, 1, o.status, "%v", o)
			found, least, repeat := seedFails.FindStringSubmatch(o.out), leastIs.FindStringSubmatch(o.out), repeats.FindStringSubmatch(o.out)
			require.NotNil(t, found, "%v", o)
			require.NotNil(t, least, "%v", o)
			require.NotNil(t, repeat, "%v", o)
			seed, _ := strconv.Atoi(found[1])
			assert.Less(t, seed, 300)
			fmt.Fprintf(os.Stderr, "%s: seed %s, least disorder %s of %s\n", b.name, found[1], least[1], least[2])
			c := simulated(b.machine(), bugRanks)
			c = append(c[:len(c)-1], "--shuffle="+repeat[1], "--")
			again := job{command: c, timeout: 60 * time.Second}.run(t, path)
			assert.NotZero(t, again.status, "%v", again)
		})
	}
}
