package ctests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sisciDeath is a way in which rank 1 of testdata/sisci_death.c ends: the job's status, and the line about it, behind the rank.
type sisciDeath struct {
	name   string
	status int
	line   string
}

var sisciDeaths = []sisciDeath{
	{"kill", 137, `was killed by signal 9 \(killed\); the others go on`},
	{"abort", 134, `was killed by signal 6 \(abort.*\); the others go on`},
	{"status", 3, `exited with status 3; the others go on`},
	{"exit", 0, ""},
}

// judge judges a job of np ranks, of which rank 1 was on a host, unless its name is empty.
func (d sisciDeath) judge(t *testing.T, np int, host string, o outcome) {
	require.Equal(t, d.status, o.status, "%v", o)
	assert.Equal(t, np-1, strings.Count(o.out, "the end"), "%v", o)
	assert.NotContains(t, o.err, "ERROR", "%v", o)
	if d.line == "" {
		assert.Empty(t, o.err)
		return
	}
	if host != "" {
		host = " on host " + host
	}
	assert.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: rank 1 \(pid \d+`+host+`\) `+d.line+`$`), o.err)
}

// TestSISCIDeath: a process that ends ends its node, and the job goes on. The others notice, lose nothing but what was of that node, and the status is the dead process's.
func TestSISCIDeath(t *testing.T) {
	path := at.program.get(t, "testdata/sisci_death.c", plain)
	for _, how := range sisciDeaths {
		for _, np := range []int{2, 4} {
			t.Run(how.name, func(t *testing.T) {
				t.Parallel()
				how.judge(t, np, "", job{np: np, args: []string{how.name}, timeout: 60 * time.Second}.run(t, path))
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

// TestHostsSISCIDeath: a process of another host that ends ends its node, and the job goes on.
func TestHostsSISCIDeath(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "testdata/sisci_death.c", plain)
	for _, how := range sisciDeaths {
		for _, first := range []int{1, 2} { // the ranks of the first host; rank 1 ends
			name := fmt.Sprintf("%s/%d", how.name, first)
			if !runs("TestHostsSISCIDeath", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				how.judge(t, first+1, []string{n.B, n.A}[first-1], job{command: n.command(first, 1), args: []string{how.name}, env: []string{overTCP, "GT_EXPECT_HOSTS=2"}, timeout: time.Minute}.run(t, path))
			})
		}
	}
}

// TestHostsSISCIPlain: a plain store or load in a map of a segment on another host ends the rank with a line that says what to do instead. The other ranks go on.
func TestHostsSISCIPlain(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "testdata/sisci_plain.c", plain)
	for _, how := range []string{"store", "load"} {
		if !runs("TestHostsSISCIPlain", how) {
			continue
		}
		t.Run(how, func(t *testing.T) {
			o := job{command: n.command(2, 1), args: []string{how}, env: []string{overTCP, "GT_EXPECT_HOSTS=2"}, timeout: time.Minute}.run(t, path)
			require.Equal(t, 139, o.status, "%v", o)
			assert.Equal(t, 2, strings.Count(o.out, "goes on"), "%v", o)
			assert.Regexp(t, `(?m)^gasnetgo: rank 0 of 3 \(pid \d+\) crashed: SIGSEGV: a plain load or store in a map of segment 5 of node 12 \(rank 2\), at offset 13, which is on another host: between hosts SCIMemCpy, block transfers and DMA queues move data$`, o.err)
			assert.Regexp(t, `(?m)^gasnetgo: rank 0 \(pid \d+ on host `+n.A+`\) was killed by signal 11 .*; the others go on$`, o.err)
		})
	}
}

// TestHostsSISCILost: a host that is lost ends the job, with one line.
func TestHostsSISCILost(t *testing.T) {
	if !runs("TestHostsSISCILost", "launcher") {
		return
	}
	n := newNetwork(t)
	path := at.program.get(t, "testdata/sisci_lost.c", plain)
	o := job{command: n.command(1, 1), env: []string{overTCP, "GT_EXPECT_HOSTS=2"}, timeout: time.Minute}.run(t, path)
	require.Equal(t, 1, o.status, "%v", o)
	assert.Regexp(t, `^gasnetgo: host `+n.B+` \(rank 1\) is gone.*\n$`, o.err)
}

// TestHostsGASNetOverSCI: the conduit over SISCI is refused between hosts.
func TestHostsGASNetOverSCI(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "gasnet/core.c", plain)
	o := job{command: n.command(1, 1), env: []string{overTCP, "GASNETGO_GASNET_CONDUIT=sci"}, timeout: time.Minute}.run(t, path)
	require.Equal(t, 1, o.status, "%v", o)
	assert.Regexp(t, `^(gasnetgo: rank [01] of 2: gasnet_init: GASNETGO_GASNET_CONDUIT=sci: the job has several hosts, and this conduit stores to memory of its peers, which is possible on one host only .*\n){1,2}$`, o.err)
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
	file := filepath.Join(t.TempDir(), "gasnet_nodes.sci")
	require.NoError(t, os.WriteFile(file, []byte("3\n12; 100; 8;\n"), 0o600))
	o := job{np: 3, env: []string{"GASNETGO_SISCI_NODES=@" + file}, args: []string{"12", "100", "8"}, timeout: 60 * time.Second}.run(t, path)
	assert.Zero(t, o.status, "%v", o)
	o = job{np: 3, env: []string{"GASNETGO_SISCI_NODES=@" + file, "GASNETGO_GASNET_CONDUIT=sci"}}.run(t, at.program.get(t, "gasnet/core.c", plain))
	assert.Zero(t, o.status, "%v", o)
	o = job{np: 3, env: []string{"GASNETGO_SISCI_NODES=100, 7,65535"}, args: []string{"100", "7", "65535"}, timeout: 60 * time.Second}.run(t, path)
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
