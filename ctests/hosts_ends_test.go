package ctests

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostsEnds: the status of a job of ARMCI, Portals or LAPI on two hosts is that of the rank of the other host that ends first.
func TestHostsEnds(t *testing.T) {
	n := newNetwork(t)
	all := []struct {
		apis, how, status string
		want              int
		says              string // regular expression for standard error; empty: nothing
	}{
		{"armci", "error", "6", 6, `on purpose`},
		{"armci portals lapi", "return", "0", 0, ""},
		{"armci portals lapi", "return", "4", 4, `rank \d \(pid \d+.*\) exited with status 4`},
		{"armci portals lapi", "exit", "3", 3, `rank 2 \(pid \d+ on host ` + n.B + `\) exited with status 3`},
		{"armci portals lapi", "_exit", "8", 8, `rank 2 \(pid \d+ on host ` + n.B + `\) exited with status 8`},
		{"armci portals lapi", "abort", "0", 134, `rank 2 \(pid \d+ on host ` + n.B + `\) .*signal 6`},
		{"armci portals lapi", "kill", "15", 143, `rank 2 \(pid \d+ on host ` + n.B + `\) .*signal 15`},
	}
	for _, c := range all {
		if !runs("TestHostsEnds", c.how+","+c.status) {
			continue
		}
		for _, api := range strings.Fields(c.apis) {
			t.Run(api+","+c.how+","+c.status, func(t *testing.T) {
				path := at.program.get(t, "testdata/hosts_ends_"+api+".c", plain)
				o := job{command: n.command(2, 1), args: []string{c.how, c.status}, env: []string{overTCP}, timeout: time.Minute}.run(t, path)
				require.Equal(t, c.want, o.status, "%v", o)
				if c.says == "" {
					assert.Empty(t, o.err)
				} else {
					assert.Regexp(t, c.says, o.err)
				}
			})
		}
	}
}
