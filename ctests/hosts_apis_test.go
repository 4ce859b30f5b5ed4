package ctests

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostsMistakes: mistakes of ARMCI have the same lines where the other process is on another host: its caller asks that for its allocations.
func TestHostsMistakes(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "testdata/armci_ends.c", plain)
	all := armciMistakes()
	delete(all, "theirs") // on hosts of their own, memory of both processes may lie at one address, so that it is the caller's as well
	for what, says := range all {
		if !runs("TestHostsMistakes", what) {
			continue
		}
		t.Run(what, func(t *testing.T) {
			o := job{command: n.command(1, 1), args: []string{what}, env: []string{overTCP}, timeout: time.Minute}.run(t, path)
			require.Equal(t, 1, o.status, "%v", o)
			require.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: rank \d of 2: `+says), o.err)
		})
	}
}

// TestHostsDeaths: when a rank of another host dies while the others wait for it, the job of each API ends with one line that names it.
func TestHostsDeaths(t *testing.T) {
	n := newNetwork(t)
	for _, api := range []string{"armci", "portals", "lapi"} {
		t.Run(api, func(t *testing.T) {
			path := at.program.get(t, "testdata/hosts_death_"+api+".c", plain)
			o := job{command: n.command(2, 1), env: []string{overTCP}, timeout: time.Minute}.run(t, path)
			require.Equal(t, 137, o.status, "%v", o)
			lines := strings.Split(strings.TrimSpace(o.err), "\n")
			require.Len(t, lines, 1, "%v", o)
			assert.Regexp(t, `^gasnetgo: rank 2 \(pid \d+ on host `+n.B+`\) .*signal 9`, lines[0])
		})
	}
}
