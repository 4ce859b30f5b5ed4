package ctests

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job/hosts/namespaces"
)

// TestHostsWire runs programs of all APIs over a bad wire: late, slow, or one that loses packets, which the provider repeats.
func TestHostsWire(t *testing.T) {
	wholeOnly(t, "TestHostsWire", "")
	n := newNetwork(t)
	inB := "netns exec " + n.B + " "
	some := []program{}
	for _, p := range inWorld(t, "hosts", programs(t)) {
		switch p.name() {
		case "shmem/amo", "shmem/coll_types", "gasnet/core", "gasnet/am_args", "armci/accumulate", "portals/ops", "lapi/am":
			some = append(some, p)
		}
	}
	require.Len(t, some, 7)
	for _, w := range []struct {
		name string
		bad  func() (good func() error, err error)
	}{
		{"loss", ip(inB+"nft add table inet loss { chain in { type filter hook input priority 0; iif eth0 numgen random mod 100 < 2 drop; } ; "+
			"chain out { type filter hook output priority 0; oif eth0 numgen random mod 100 < 2 drop; } ; }", inB+"nft delete table inet loss")},
		{"slow", ip(inB+"tc qdisc add dev eth0 root tbf rate 20mbit burst 16kbit latency 50ms", inB+"tc qdisc del dev eth0 root")},
		{"late", func() (func() error, error) {
			return n.Delay(func() time.Duration { return 3*time.Millisecond + rand.N(4*time.Millisecond) })
		}},
	} {
		t.Run(w.name, func(t *testing.T) {
			good, err := w.bad()
			if err != nil {
				t.Skipf("not possible here (Debian: nftables, iproute2; the kernel's tbf and tun): %v", err)
			}
			t.Cleanup(func() { assert.NoError(t, good()) })
			n.sweep(t, "TestHostsWire", "hosts", some, nil)
		})
	}
}

// ip makes a wire bad, and good again, by two commands of ip.
func ip(bad, good string) func() (func() error, error) {
	return func() (func() error, error) {
		return func() error { return namespaces.IP(good) }, namespaces.IP(bad)
	}
}
