package ctests

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sys/unix"
)

// TestHostsOpen: opening libfabric reads no symbols of the kernel where Landlock can forbid it and no RDMA device needs them, and leaves the process as it was.
func TestHostsOpen(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "testdata/hosts_open.c", plain)
	env := []string{overTCP}
	if why := maySearch(); why != "" {
		t.Logf("the kernel's symbols may be read: %s", why)
		env = append(env, "GT_MAY_SEARCH=1")
	}
	for _, c := range []struct{ name, set, want string }{{"default", "", "4112"}, {"the user's", "FI_OFI_RXM_BUFFER_SIZE=8192", "8192"}} {
		t.Run(c.name, func(t *testing.T) {
			j := job{command: n.command(2, 1), args: []string{c.want}, env: append([]string{}, env...), timeout: time.Minute}
			if c.set != "" {
				j.env = append(j.env, c.set)
			}
			o := j.run(t, path)
			assert.Equal(t, 0, o.status, "%s", o)
			assert.Empty(t, o.err)
		})
	}
}

// maySearch says why libfabric may read the kernel's symbols on this host; empty: it may not.
func maySearch() string {
	if _, err := os.Stat("/sys/class/net"); err != nil {
		return "no /sys"
	}
	if devices, _ := os.ReadDir("/sys/class/infiniband"); len(devices) > 0 {
		return "there are RDMA devices"
	}
	const version = 1
	if _, _, err := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, version); err != 0 {
		return "no Landlock: " + err.Error()
	}
	return ""
}
