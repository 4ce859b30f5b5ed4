package client

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/portals/portalstest"
)

// world lets goroutines wait for the messages of a network.
type world struct {
	net     *portalstest.Net
	mu      sync.Mutex
	changed *sync.Cond
	pokes   uint64 // guarded by mu
}

func newWorld(n int) *world {
	w := &world{net: portalstest.New(n)}
	w.changed = sync.NewCond(&w.mu)
	w.net.Poke = w.poke
	return w
}

func (w *world) poke() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pokes++
	w.changed.Broadcast()
}

func (w *world) wait(_ string, cond func() bool) {
	for {
		w.mu.Lock()
		before := w.pokes
		w.mu.Unlock()
		if cond() {
			return
		}
		w.mu.Lock()
		for before == w.pokes {
			w.changed.Wait()
		}
		w.mu.Unlock()
	}
}

// client is a rank's client, not yet open.
func (w *world) client(rank int) *Client {
	l := w.net.Links[rank]
	return New(Config{Name: "a test", Host: &l.Host, Link: l, Index: 4, Events: 64, Wait: w.wait})
}

func segmentOf(b []byte) Segment { return Segment{Base: memory.Address(b), Len: uint64(len(b))} }

// one is a client of one rank that puts to and gets from itself, and serves its network itself.
type one struct {
	*Client
	link    *portalstest.Link
	local   Memory
	segment []byte
}

func newOne(t *testing.T) *one {
	w := newWorld(1)
	x := &one{Client: w.client(0), link: w.net.Links[0], segment: make([]byte, 4096)}
	x.Wait = func(why string, cond func() bool) {
		for i := 0; !cond(); i++ {
			require.Less(t, i, 100, why)
		}
	}
	require.NoError(t, x.Open(func(s *Setup) {
		x.local = s.Memory(NoStart, s.Operations(nil), Everything())
		s.Entry(&Entry{Ignore: ^uint64(0), MD: segmentOf(x.segment).Describe(bothWays, eqNone)})
	}))
	x.Host.Lock()
	return x
}
