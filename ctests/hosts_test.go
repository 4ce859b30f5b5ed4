package ctests

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job/hosts/namespaces"
)

// network is two hosts.
type network struct{ *namespaces.Pair }

// newNetwork makes the hosts, and removes them when the test is over. It skips the test where that is impossible.
func newNetwork(t *testing.T) network {
	t.Helper()
	if _, err := os.Stat(filepath.Join(at.build, "lib", "gasnetgo", "libgasnetgo-ofi.so")); err != nil {
		t.Skip("this build has no plugin for libfabric (Debian: libfabric-dev)")
	}
	pair, err := namespaces.New(fmt.Sprintf("ga%d", os.Getpid()))
	if errors.Is(err, namespaces.ErrImpossible) {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, pair.Close()) })
	return network{pair}
}

// command runs first ranks on one host and second on the other.
func (n network) command(first, second int) []string {
	return []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "--rsh", n.Shell, "--hosts", fmt.Sprintf("%s:%d,%s:%d", n.A, first, n.B, second)}
}

// hostsAPIs are the folders of programs that run on several hosts.
var hostsAPIs = []string{"shmem/", "gasnet/", "gex/", "armci/", "portals/", "lapi/", "sisci/"}

// TestHosts runs programs on two hosts, over TCP.
func TestHosts(t *testing.T) {
	n := newNetwork(t)
	all := pick("TestHosts", inWorld(t, "hosts", slices.DeleteFunc(programs(t), func(p program) bool {
		return !slices.ContainsFunc(hostsAPIs, func(api string) bool { return strings.HasPrefix(p.name(), api) }) || slices.Max(p.sizes) < 4
	})))
	n.sweep(t, "TestHosts", "hosts", all, nil)
}

// TestHostsFortran runs the programs in Fortran on two hosts.
func TestHostsFortran(t *testing.T) {
	all := fortranPrograms(t)
	newNetwork(t).sweep(t, "TestHostsFortran", "hosts", pick("TestHostsFortran", inWorld(t, "hosts", all)), nil)
}

// overTCP has a job use TCP: libfabric's provider net or tcp, without ofi_rxm.
const overTCP = "FI_PROVIDER=tcp,net"

// sweep runs programs of a test with 2 + 2 ranks, the same over ofi_rxm, and with 3 + 1, or those of these ways that the test's row has. world is where programs may be known to fail.
func (n network) sweep(t *testing.T, test, world string, all []program, env []string) {
	require.NotEmpty(t, all)
	at.program.all(all)
	skips := readSkips(t)
	for _, p := range all {
		for _, c := range []struct {
			name          string
			first, second int // ranks of the hosts
			provider      string
		}{{"2+2", 2, 2, overTCP}, {"2+2/ofi_rxm", 2, 2, "FI_PROVIDER=tcp"}, {"3+1", 3, 1, overTCP}} {
			if !runs(test+" ways", p.name()+"/"+c.name) {
				continue
			}
			t.Run(p.name()+"/"+c.name, func(t *testing.T) {
				j := job{command: n.command(c.first, c.second), env: slices.Concat([]string{"GT_EXPECT_SIZE=4", "GT_EXPECT_HOSTS=2", c.provider}, p.env, env), args: p.args, timeout: max(p.timeout, 2*time.Minute)}
				o := j.run(t, at.program.get(t, p.source, p.variants[0]))
				judge(t, known(skips, p.name(), world), o)
			})
		}
	}
}

// TestHostsMany runs programs with more ranks than have their sockets polled one by one: libfabric waits in an epoll then.
func TestHostsMany(t *testing.T) {
	wholeOnly(t, "TestHostsMany", "")
	n := newNetwork(t)
	for _, source := range []string{"shmem/put_signal.c", "gasnet/core.c"} {
		j := job{command: n.command(9, 9), env: []string{"GT_EXPECT_SIZE=18", "GT_EXPECT_HOSTS=2", overTCP}, timeout: 2 * time.Minute}
		j.run(t, at.program.get(t, source, plain)).verdict(t)
	}
}

// TestHostsTransports runs SHMEM over Portals, and GASNet over Portals and LAPI, on two hosts.
func TestHostsTransports(t *testing.T) {
	n := newNetwork(t)
	for _, c := range []struct{ api, world, env string }{
		{"shmem", "portals", "GASNETGO_SHMEM_TRANSPORT=portals"},
		{"gasnet", "gasnet-portals", "GASNETGO_GASNET_CONDUIT=portals"},
		{"gasnet", "gasnet-lapi", "GASNETGO_GASNET_CONDUIT=lapi"},
	} {
		t.Run(c.world, func(t *testing.T) {
			all := inWorld(t, "hosts", inWorld(t, c.world, slices.DeleteFunc(programs(t), func(p program) bool {
				return !strings.HasPrefix(p.name(), c.api+"/") || slices.Max(p.sizes) < 4 || !runs("TestHostsTransports", c.world+"/"+p.name())
			})))
			n.sweep(t, "TestHostsTransports", c.world, all, []string{c.env})
		})
	}
}

// TestHostsExits ends jobs of two hosts in every way.
func TestHostsExits(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for _, w := range ways() {
		name := fmt.Sprintf("%s,%d,%d", w.how, w.who, w.status)
		if w.wait != "" {
			name += "," + w.wait
		}
		if !runs("TestHostsExits", name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o, bad := leave(t, job{command: n.command(2, 1), env: []string{overTCP}}, path, w)
			if len(bad) > 0 {
				t.Errorf("%s\n%s", strings.Join(bad, "\n"), o)
			}
		})
	}
}

// TestHostsFaults breaks the network before and during jobs. Each ends with one line that says what cannot reach what, and why.
func TestHostsFaults(t *testing.T) {
	n := newNetwork(t)
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	const tcp = overTCP
	b := "-n " + n.B + " "
	gate := func(rule string) string { // of the second host
		return "netns exec " + n.B + " nft add table inet gate { chain in { type filter hook input priority 0; " + rule + "; } ; }"
	}
	open := "netns exec " + n.B + " nft delete table inet gate"
	for _, f := range []struct {
		name   string
		hosts  string
		env    string
		breaks string // ip's words; while: the job runs, with what ranks do
		mends  string
		while  []string
		line   string
		any    bool // libfabric chooses among all of its providers
	}{
		{name: "unknown host", hosts: n.A + ":1,nohost:1", line: `host nohost \(rank 1\) could not be reached: .*`},
		{name: "unknown provider", env: "GASNETGO_OFI_PROVIDER=nosuch",
			line: `rank \d of 4: shmem_init: host \S+: libfabric \S+ has no provider nosuch .*\(GASNETGO_OFI_PROVIDER and GASNETGO_OFI_DOMAIN choose\)`},
		{name: "no route", breaks: b + "route add unreachable 10.77.0.1/32", mends: b + "route del unreachable 10.77.0.1/32",
			line: `rank [02] of 4: shmem_init: host \S+: cannot reach rank [02] on host \S+ over libfabric's provider \S+, 10\.77\.0\.[12]:\d+: .*no route to host \(GASNETGO_OFI_PROVIDER .*`},
		{name: "no carrier", breaks: b + "link set eth0 down", mends: b + "link set eth0 up",
			line: `rank \d of 4: shmem_init: host \S+: libfabric \S+ has no provider tcp,net .*; this host has no network interface but the loopback interface \(GASNETGO_OFI_PROVIDER .*`},
		{name: "no carrier, any provider", env: "GASNETGO_OFI_PROVIDER=", any: true, breaks: b + "link set eth0 down", mends: b + "link set eth0 up", // not libfabric's shm
			line: `rank \d of 4: shmem_init: host \S+: libfabric \S+ has no provider for .*; this host has no network interface but the loopback interface \(GASNETGO_OFI_PROVIDER .*`},
		{name: "shm", env: "GASNETGO_OFI_PROVIDER=shm", any: true,
			line: `rank \d of 4: shmem_init: host \S+: libfabric \S+ has no provider shm .*: shm joins processes of one host only \(GASNETGO_OFI_PROVIDER .*`},
		{name: "packets vanish", breaks: b + "neigh replace 10.77.0.1 lladdr 02:00:00:00:00:99 dev eth0 nud permanent", mends: b + "neigh del 10.77.0.1 dev eth0",
			line: `rank [02] of 4: shmem_init: host \S+: cannot reach rank [02] on host .*: no answer within 10s; a firewall\? \(GASNETGO_OFI_PROVIDER .*`},
		{name: "firewall, refused", breaks: gate("tcp dport 1024-65535 reject with tcp reset"), mends: open,
			line: `rank [02] of 4: shmem_init: host \S+: cannot reach rank [02] on host .*: (connection refused|no answer within 10s).*`},
		{name: "firewall, new connections refused", breaks: gate("tcp flags & (syn|ack) == syn reject with tcp reset"), mends: open,
			line: `rank 0 of 4: shmem_init: host \S+: cannot reach rank 2 on host .*: connection refused, though messages from there arrive; a firewall\? \(GASNETGO_OFI_PROVIDER .*`},
		{name: "firewall, new connections dropped", breaks: gate("tcp flags & (syn|ack) == syn drop"), mends: open,
			line: `rank [02] of 4: shmem_init: host \S+: cannot reach rank [02] on host .*: (connection timed out, though messages from there arrive|no answer within 10s); a firewall\? .*`},
		{name: "cut, barrier", while: []string{"hang", "-1", "0", "barrier"}, breaks: b + "link set eth0 down", mends: b + "link set eth0 up",
			line: `rank [02] of 4: host \S+ has lost host \S+ \(rank [02]\) over libfabric's provider \S+, .*`},
		{name: "cut, compute", while: []string{"hang", "-1", "0", "compute"}, breaks: b + "link set eth0 down", mends: b + "link set eth0 up",
			line: `rank [02] of 4: host \S+ has lost host \S+ \(rank [02]\) over libfabric's provider \S+, .*`},
		{name: "vanish, wait", while: []string{"hang", "-1", "0", "wait"}, breaks: b + "neigh replace 10.77.0.1 lladdr 02:00:00:00:00:99 dev eth0 nud permanent", mends: b + "neigh del 10.77.0.1 dev eth0",
			line: `rank [02] of 4: host \S+ has lost host \S+ \(rank [02]\) over .*: connection timed out`},
	} {
		t.Run(f.name, func(t *testing.T) {
			wholeOnly(t, "TestHostsFaults", f.name)
			command := n.command(2, 2)
			if f.hosts != "" {
				command[len(command)-1] = f.hosts
			}
			broken := func() {
				if f.breaks != "" {
					if err := namespaces.IP(f.breaks); f.mends == open && err != nil {
						t.Skipf("no firewall here (Debian: nftables): %v", err)
					} else {
						require.NoError(t, err)
					}
					t.Cleanup(func() {
						assert.NoError(t, namespaces.IP(f.mends))
						assert.NoError(t, n.Up())
					})
				}
			}
			j := job{command: command, env: []string{tcp}, args: []string{"finalize", "-1", "0"}, timeout: time.Minute}
			if f.any {
				j.env = nil
			}
			if f.env != "" {
				j.env = append(j.env, f.env)
			}
			var o outcome
			if f.while == nil {
				broken()
				o = j.run(t, path)
			} else {
				j.args = f.while
				c := j.start(t, path)
				waitForRanks(t, c, 4)
				broken()
				o = c.finish(t, c.cmd.Wait())
			}
			assert.Equal(t, 1, o.status, "%s", o)
			assert.Regexp(t, `^(gasnetgo: (`+f.line+`)\n){1,2}$`, o.err, "%s", o) // both hosts may find it out at the same time
		})
	}
}
