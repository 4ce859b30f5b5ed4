package nal

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// carried is a twintest.Network of ranks of two hosts.
type carried struct {
	*cluster
	t      *testing.T
	routes []*Routes
	ranks  []*rank // nil before the first Open
	memory []uintptr
	epoch  uint16
}

// TestTwin compares interfaces of processes on two hosts with naive ones.
func TestTwin(t *testing.T) { twin(t, ofitest.InMemory()(4)) }

// TestTwinOverLibfabric uses the plugin of the build, on the loopback interface.
func TestTwinOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		t.Run(provider, func(t *testing.T) { twin(t, ofitest.Libfabric(t, provider)(4)) })
	}
}

// twin has two processes on each of two hosts.
func twin(t *testing.T, engines []ofi.Engine) {
	x := newCarried(t, engines, twintest.MemoryBytes)
	twintest.RunOver(t, x, len(x.Nodes))
}

// newCarried is processes with so much memory, of which none has an interface.
func newCarried(t *testing.T, engines []ofi.Engine, bytes int) *carried {
	x := &carried{cluster: newCluster(t, engines, 2, 2), t: t}
	for _, n := range x.Nodes {
		x.routes = append(x.routes, NewRoutes(n, func(rank int) uint32 { return uint32(rank / 2) }))
		x.memory = append(x.memory, programMemory(t, bytes))
	}
	t.Cleanup(x.close)
	return x
}

func (x *carried) close() {
	for _, r := range x.ranks {
		r.close()
	}
	x.ranks = nil
}

// Open is twintest.Network's, as are the others.
func (x *carried) Open(configs []portals.Config) (all []*portals.NI) {
	x.close()
	x.epoch++
	for i, c := range configs {
		r := x.open(i, x.routes[i], c, x.epoch)
		x.ranks, all = append(x.ranks, r), append(all, r.NI)
	}
	announce(x.ranks) // from now on messages arrive, also where the end of the interface before has not been dealt with
	return all
}

func (x *carried) Memory(i int) []byte { return memory.Bytes(x.memory[i], twintest.MemoryBytes) }

func (x *carried) Issue(i int, f func(send func(o *portals.Op))) {
	for _, r := range x.ranks { // their progress goroutines are to see what has been done to the interfaces
		r.Lock()
		defer r.Unlock()
	}
	f(x.ranks[i].link.Send)
}

// Settle serves all ranks until no record is under way anywhere.
func (x *carried) Settle() {
	const roundLimit = 1_000_000 // rounds
	for i := 0; !x.settled(); i++ {
		require.Less(x.t, i, roundLimit, "messages are under way and do not arrive")
		for _, r := range x.ranks {
			r.Lock()
			for r.link.Serve() {
			}
			r.Unlock()
		}
		runtime.Gosched()
	}
}

// settled reports whether nothing is under way. It looks at all ranks at once.
func (x *carried) settled() bool {
	for _, r := range x.ranks {
		r.Lock()
		defer r.Unlock()
	}
	for i, r := range x.ranks {
		if r.link.Moving() || len(r.link.streams)+len(r.link.pulls) > 0 || x.Nodes[i].HasMail() {
			return false
		}
	}
	for _, f := range x.fars {
		f.port.Lock()
		defer f.port.Unlock()
	}
	for from := range x.fars {
		for to := range x.fars {
			if x.fars[from].peers[to].stream.Sent() != x.fars[to].handled.Ever(from) {
				return false
			}
		}
	}
	return true
}
