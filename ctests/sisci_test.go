package ctests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSISCIDeath: a process that ends ends its node, and the job goes on. The others notice, lose nothing but what was of that node, and the status is the dead process's.
func TestSISCIDeath(t *testing.T) {
	path := at.program.get(t, "testdata/sisci_death.c", plain)
	for how, says := range map[string]struct {
		status int
		line   string
	}{
		"kill":   {137, `rank 1 \(pid \d+\) was killed by signal 9 \(killed\); the others go on`},
		"abort":  {134, `rank 1 \(pid \d+\) was killed by signal 6 \(abort.*\); the others go on`},
		"status": {3, `rank 1 \(pid \d+\) exited with status 3; the others go on`},
		"exit":   {0, ""},
	} {
		for _, np := range []int{2, 4} {
			t.Run(how, func(t *testing.T) {
				t.Parallel()
				o := job{np: np, args: []string{how}, timeout: 60 * time.Second}.run(t, path)
				require.Equal(t, says.status, o.status, "%v", o)
				assert.Equal(t, np-1, strings.Count(o.out, "the end"), "%v", o)
				assert.NotContains(t, o.err, "ERROR", "%v", o)
				if says.line == "" {
					assert.Empty(t, o.err)
				} else {
					assert.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: `+says.line+`$`), o.err)
				}
			})
		}
	}
}

// TestSISCIAbsent: on simulated machines without SCI every call says that there is no SISCI.
func TestSISCIAbsent(t *testing.T) {
	path := at.program.get(t, "testdata/sisci_absent.c", plain)
	for _, machine := range []string{"ideal", "xt3", "sp"} {
		t.Run(machine, func(t *testing.T) {
			o := job{command: simulated(machine, 2), timeout: 60 * time.Second}.run(t, path)
			require.Zero(t, o.status, "%v", o)
			assert.Equal(t, 2, strings.Count(o.out, "says so"), "%v", o)
		})
	}
}

// TestSISCIOnSCI: programs on the simulated cluster, twice, at the same virtual time, and with nodes of one time in other orders.
func TestSISCIOnSCI(t *testing.T) {
	for _, p := range programs(t) {
		if !strings.HasPrefix(p.name(), "sisci/") {
			continue
		}
		for _, np := range []int{1, 2, 4, 7} {
			name := fmt.Sprintf("%s/%d", p.name(), np)
			if !runs("TestSISCIOnSCI", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				want := sameShuffled(t, lapiMachine{"sci", np, patched}, p, 0, 1, 2)
				require.Zero(t, want.status, "%v", want)
			})
		}
	}
}

// TestSISCINodes: ids of nodes that the user chooses, and lists that are none.
func TestSISCINodes(t *testing.T) {
	path := at.program.get(t, "testdata/sisci_nodes.c", plain)
	o := job{np: 3, env: []string{"GASNETGO_SISCI_NODES=100, 7,65535"}, args: []string{"100", "7", "65535"}, timeout: 60 * time.Second}.run(t, path)
	require.Zero(t, o.status, "%v", o)
	for list, says := range map[string]string{
		"4,8":       `GASNETGO_SISCI_NODES=4,8: 2 ids for 3 ranks`,
		"4,8,4":     `GASNETGO_SISCI_NODES=4,8,4: two nodes have the id 4`,
		"4,8,x":     `GASNETGO_SISCI_NODES=4,8,x: "x" is no id of a node, which is from 1 to 65535`,
		"4,8,65536": `GASNETGO_SISCI_NODES=4,8,65536: "65536" is no id of a node, which is from 1 to 65535`,
	} {
		o := job{np: 3, env: []string{"GASNETGO_SISCI_NODES=" + list}, args: []string{"4", "8", "12"}, timeout: 60 * time.Second}.run(t, path)
		require.Equal(t, 1, o.status, "%v", o)
		assert.Contains(t, o.err, says)
	}
}
