package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// network is two hosts: network namespaces that a pair of virtual Ethernet interfaces joins. A script plays ssh: it enters one, with a host name and a /dev/shm of its own.
type network struct {
	a, b, rsh string
}

const enter = `#!/bin/sh
# Plays ssh: HOST COMMAND ARGS... Each host has a core of its own.
host=$1 core=0
shift
case $host in *b) core=$(($(nproc) - 1)) ;; esac
exec taskset -c $core ip netns exec "$host" unshare --uts --mount sh -c 'hostname "$0" && mount -t tmpfs none /dev/shm && exec "$@"' "$host" "$@"
`

// newNetwork makes the hosts, and removes them when the test is over. It skips the test where that is impossible.
func newNetwork(t *testing.T) network {
	t.Helper()
	for _, tool := range []string{"ip", "unshare", "taskset"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no network namespaces: %v (Debian: iproute2, util-linux)", err)
		}
	}
	if _, err := os.Stat(filepath.Join(at.build, "lib", "gasnetgo", "libgasnetgo-ofi.so")); err != nil {
		t.Skip("this build has no plugin for libfabric (Debian: libfabric-dev)")
	}
	name := fmt.Sprintf("ga%d", os.Getpid())
	n := network{a: name + "a", b: name + "b", rsh: filepath.Join(t.TempDir(), "enter")}
	require.NoError(t, os.WriteFile(n.rsh, []byte(enter), 0o700))
	ip := func(words string) error {
		if out, err := exec.Command("ip", strings.Fields(words)...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %w: %s", words, err, out)
		}
		return nil
	}
	for _, host := range []string{n.a, n.b} {
		if err := ip("netns add " + host); err != nil {
			t.Skipf("no network namespaces: %v", err)
		}
		t.Cleanup(func() { assert.NoError(t, ip("netns del "+host)) })
	}
	require.NoError(t, ip("link add eth0 netns "+n.a+" type veth peer name eth0 netns "+n.b))
	for i, host := range []string{n.a, n.b} {
		require.NoError(t, ip(fmt.Sprintf("-n %s addr add 10.77.0.%d/24 dev eth0", host, i+1)))
		require.NoError(t, ip("-n "+host+" link set eth0 up"))
		require.NoError(t, ip("-n "+host+" link set lo up"))
	}
	for _, host := range []string{n.a, n.b} { // libfabric skips an interface that is not running yet
		require.Eventually(t, func() bool {
			out, err := exec.Command("ip", "-n", host, "link", "show", "eth0").Output()
			return err == nil && strings.Contains(string(out), "state UP")
		}, time.Minute, 10*time.Millisecond, "eth0 of %s does not come up", host)
	}
	return n
}

// command runs first ranks on one host and second on the other.
func (n network) command(first, second int) []string {
	return []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "--rsh", n.rsh, "--hosts", fmt.Sprintf("%s:%d,%s:%d", n.a, first, n.b, second)}
}

// hostsAPIs are the folders of programs that run on several hosts.
var hostsAPIs = []string{"shmem/", "gasnet/"}

// TestHosts runs programs on two hosts, over libfabric's tcp: some of them, and all with GASNETGO_HOSTS=1, as in make test-long.
func TestHosts(t *testing.T) {
	n := newNetwork(t)
	every := os.Getenv("GASNETGO_HOSTS") != ""
	sample := []string{"shmem/amo", "shmem/globals", "shmem/put_signal", "shmem/teams", "shmem/lock", "gasnet/am_args", "gasnet/core"}
	all := inWorld(t, "hosts", slices.DeleteFunc(programs(t), func(p program) bool {
		return !slices.ContainsFunc(hostsAPIs, func(api string) bool { return strings.HasPrefix(p.name(), api) }) || slices.Max(p.sizes) < 4 || !every && !slices.Contains(sample, p.name())
	}))
	require.NotEmpty(t, all)
	at.program.all(all)
	skips := readSkips(t)
	for _, p := range all {
		for _, ranks := range [][2]int{{2, 2}, {3, 1}} {
			if !every && ranks[0] == 3 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d+%d", p.name(), ranks[0], ranks[1]), func(t *testing.T) {
				j := job{command: n.command(ranks[0], ranks[1]), env: append([]string{"GT_EXPECT_SIZE=4", "FI_PROVIDER=tcp"}, p.env...), args: p.args, timeout: max(p.timeout, 2*time.Minute)}
				o := j.run(t, at.program.get(t, p.source, p.variants[0]))
				judge(t, known(skips, p.name(), "hosts"), o)
			})
		}
	}
}

// TestHostsExits ends jobs of two hosts in every way: some of them, and all with GASNETGO_HOSTS=1.
func TestHostsExits(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for i, w := range ways() {
		if os.Getenv("GASNETGO_HOSTS") == "" && i%8 != 0 {
			continue
		}
		name := fmt.Sprintf("%s,%d,%d", w.how, w.who, w.status)
		if w.wait != "" {
			name += "," + w.wait
		}
		t.Run(name, func(t *testing.T) {
			o, bad := leave(t, job{command: n.command(2, 1), env: []string{"FI_PROVIDER=tcp"}}, path, w)
			if len(bad) > 0 {
				t.Errorf("%s\n%s", strings.Join(bad, "\n"), o)
			}
		})
	}
}
