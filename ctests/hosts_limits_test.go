package ctests

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostsLimits has the second host limit what a network card may pin. Each API that registers memory says so with one line, and works when the user does what the
// line says.
func TestHostsLimits(t *testing.T) {
	n := newNetwork(t)
	if _, err := exec.LookPath("setpriv"); err != nil {
		t.Skip("no setpriv, which takes the right to pin memory without limit (Debian: util-linux)")
	}
	pins := filepath.Join(at.work, "hosts_pins.so")
	out, err := exec.Command("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "testdata/hosts_pins.c", "-o", pins).CombinedOutput()
	require.NoError(t, err, "%s", out)

	preload := "LD_PRELOAD=" + pins + " exec "
	limited := "ulimit -l 8192 && " + preload + `setpriv --bounding-set=-ipc_lock "$@"`
	for _, c := range []struct {
		name, source string
		env          []string
		small        string // what the line says
		line         string
	}{
		{"shmem", "shmem/startup.c", []string{"SHMEM_SYMMETRIC_SIZE=128M"}, "SHMEM_SYMMETRIC_SIZE=1M",
			`rank [23] of 4: shmem_init: host ` + n.B + `: libfabric's provider \S+ cannot register \d+ bytes of memory: cannot allocate memory \(ulimit -l is 8192 kB there; SHMEM_SYMMETRIC_SIZE makes it smaller, but no less than \d+ kB\)`},
		{"gasnet", "testdata/hosts_most_gasnet.c", []string{"GASNET_MAX_SEGSIZE=128M"}, "GASNET_MAX_SEGSIZE=1M",
			`rank [23] of 4: gasnet_attach: host ` + n.B + `: libfabric's provider \S+ cannot register \d+ bytes of memory: cannot allocate memory \(ulimit -l is 8192 kB there; GASNET_MAX_SEGSIZE makes it smaller\)`},
		{"armci", "testdata/hosts_ends_armci.c", []string{"GASNETGO_ARMCI_MEMORY=128M"}, "GASNETGO_ARMCI_MEMORY=1M",
			`rank [23] of 4: ARMCI_Init: host ` + n.B + `: libfabric's provider \S+ cannot register \d+ bytes of memory: cannot allocate memory \(ulimit -l is 8192 kB there; GASNETGO_ARMCI_MEMORY makes it smaller\)`},
		{"completion queue", "testdata/hosts_ends_lapi.c", []string{"GT_PINS_CQ=1"}, "",
			`rank [23] of 4: LAPI_Init: host ` + n.B + `: libfabric's provider \S+, domain eth0: making a completion queue: Cannot allocate memory; ulimit -l is 8192 kB there \(GASNETGO_OFI_PROVIDER .*`},
	} {
		t.Run(c.name, func(t *testing.T) {
			wholeOnly(t, "TestHostsLimits", c.name)
			j := job{command: n.command(2, 2), env: append([]string{overTCP, "GT_EXPECT_SIZE=4"}, c.env...), args: []string{"return", "0"}, timeout: time.Minute}
			j.command[3] = n.wrapped(t, n.Shell, limited)
			o := j.run(t, at.program.get(t, c.source, plain))
			assert.Equal(t, 1, o.status, "%s", o)
			assert.Regexp(t, `^gasnetgo: (`+c.line+`)\n$`, o.err, "%s", o)
			if c.small != "" {
				j.env[len(j.env)-1] = c.small
				if c.name == "shmem" { // whose own memory is more than that limit
					j.command[3] = n.wrapped(t, n.Shell, preload+`"$@"`)
				}
				o = j.run(t, at.program.get(t, c.source, plain))
				assert.Equal(t, 0, o.status, "%s", o)
				assert.Empty(t, o.err, "%s", o)
			}
		})
	}
}

// TestHostsFlood floods a rank of another host that takes no messages for a second: nothing is lost, nothing hangs, and the senders wait rather than keep it all.
func TestHostsFlood(t *testing.T) {
	n := newNetwork(t)
	for _, api := range []string{"shmem", "gasnet", "armci", "portals", "lapi"} {
		for _, c := range []struct {
			how           string
			first, second int
			messages      string
		}{
			{"computes", 2, 1, "2000"},
			{"stops", 2, 1, "150000"},
			{"stops", 7, 1, "20000"}, // more senders than receive buffers for what each may have under way
			{"computes", 7, 1, "20000"},
		} {
			name := fmt.Sprintf("%s/%s/%d+%d", api, c.how, c.first, c.second)
			if !runs("TestHostsFlood", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				job{command: n.command(c.first, c.second), args: []string{c.how, c.messages}, env: []string{overTCP}, timeout: 2 * time.Minute}.
					run(t, at.program.get(t, "testdata/hosts_flood_"+api+".c", plain)).verdict(t)
			})
		}
	}
}

// TestHostsClose: what PtlPut has accepted for a process of the same host, and of another one, arrives also if that takes no messages while its sender closes the interface or exits.
func TestHostsClose(t *testing.T) {
	path := at.program.get(t, "testdata/hosts_close_portals.c", plain)
	all := func(t *testing.T, j job) {
		for _, how := range []string{"fini", "nifini", "exit", "return"} {
			for _, bytes := range []string{"512", "200000"} {
				if !runs("TestHostsClose", how+"/"+bytes) {
					continue
				}
				t.Run(how+"/"+bytes, func(t *testing.T) {
					j.args, j.env, j.timeout = []string{how, "2", bytes}, []string{overTCP}, time.Minute
					o := j.run(t, path)
					o.verdict(t)
					assert.Empty(t, o.err, "%s", o)
				})
			}
		}
	}
	t.Run("same", func(t *testing.T) { all(t, job{np: 3}) })
	t.Run("other", func(t *testing.T) { all(t, job{command: newNetwork(t).command(2, 1)}) })
}
