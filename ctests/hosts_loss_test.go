package ctests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job/hosts/namespaces"
)

// TestHostsLoss: a link that is lost for a moment ends no job, also if ranks want to connect to each other meanwhile.
func TestHostsLoss(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "testdata/hosts_loss_shmem.c", plain)
	for _, provider := range []string{overTCP, "FI_PROVIDER=tcp"} {
		t.Run(strings.TrimPrefix(provider, "FI_PROVIDER="), func(t *testing.T) {
			for range 5 { // the kernel may take longer than survived on a busy host
				if n.loses(t, path, provider) < survived {
					return
				}
			}
			t.Skip("this host has not lost a link for so short a time")
		})
	}
}

// survived is what a link may be lost for: docs/user/hosts.md.
const survived = 2 * time.Second

// loses runs a job whose link is lost, and returns for how long. The job has to survive that if it is short enough.
func (n network) loses(t *testing.T, path, provider string) time.Duration {
	begin := filepath.Join(t.TempDir(), "begin")
	c := job{command: n.command(4, 4), args: []string{begin}, env: []string{provider, "GASNETGO_SPIN=0"}, timeout: time.Minute}.start(t, path)
	over := make(chan error, 1)
	go func() { over <- c.cmd.Wait() }()
	for ready := false; !ready; time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(c.out.Name())
		require.NoError(t, err)
		ready = strings.Count(string(text), "ready") == 8
		select {
		case err := <-over:
			require.FailNow(t, "the job has ended early", "%s", c.finish(t, err))
		default:
		}
	}
	before := time.Now()
	require.NoError(t, namespaces.IP("-n "+n.B+" link set eth0 down"))
	require.NoError(t, os.WriteFile(begin, nil, 0o600))
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, namespaces.IP("-n "+n.B+" link set eth0 up"))
	lost := time.Since(before)
	require.NoError(t, n.Up()) // for the next job
	o := c.finish(t, <-over)
	if lost < survived {
		o.verdict(t)
		assert.Empty(t, o.err, "lost for %v: %s", lost, o)
	}
	return lost
}

// TestHostsNoInterface: when one host has no network interface that runs, the job names it.
func TestHostsNoInterface(t *testing.T) {
	n := newNetwork(t)
	for _, words := range []string{ // the first host has another network, the second none
		"-n " + n.A + " link add other type veth peer name others", "-n " + n.A + " addr add 10.88.0.1/24 dev other", "-n " + n.A + " link set other up", "-n " + n.A + " link set others up",
		"-n " + n.B + " link set eth0 down",
	} {
		require.NoError(t, namespaces.IP(words))
	}
	path := at.program.get(t, "shmem/startup.c", plain)
	o := job{command: n.command(1, 1), timeout: time.Minute}.run(t, path)
	assert.Equal(t, 1, o.status, "%s", o)
	assert.Regexp(t, `^gasnetgo: rank 1 of 2: shmem_init: host `+n.B+`: libfabric \S+ has no provider for .*; this host has no network interface but the loopback interface \(GASNETGO_OFI_PROVIDER .*\)\n$`, o.err, "%s", o)
}
