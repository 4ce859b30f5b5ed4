package portals

import (
	"encoding/binary"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
	"gasnetgo/armci/pages"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/portalstest"
)

// jobs makes the network of each job of armcitest.
type jobs struct {
	mu     sync.Mutex
	nets   map[*armcitest.Job]*portalstest.Net
	room   int
	change func(*Config)
}

func (j *jobs) link(r *armcitest.Rank) *portalstest.Link {
	j.mu.Lock()
	defer j.mu.Unlock()
	x := j.nets[r.Job]
	if x == nil {
		x = portalstest.New(r.Size())
		x.Poke, x.Room = r.Poke, j.room
		j.nets[r.Job] = x
	}
	return x.Links[r.Rank()]
}

func (j *jobs) factory(r *armcitest.Rank) armci.Transport {
	l := j.link(r)
	c := Config{
		Host: &l.Host, Link: l, Index: 3, ID: portalstest.ID, World: &world{Rank: r}, Pages: r.Pages(), Ranks: r.Size(),
		Part:  func(rank int) client.Segment { return client.Segment{Base: r.Control(rank), Len: r.Bytes()} },
		Slots: func(n uint64) []byte { return make([]byte, n) }, Events: 16,
	}
	if j.change != nil {
		j.change(&c)
	}
	t, err := New(c)
	if err != nil {
		r.T.Error(err)
		r.Exit()
	}
	return t
}

// world takes no time.
type world struct {
	*armcitest.Rank
}

func (w *world) Polls()         {}
func (w *world) Fail(err error) { w.Rank.Fail(1, err.Error()) }

func TestTransport(t *testing.T) {
	for name, j := range map[string]*jobs{
		"room": {}, "narrow": {room: 1}, "unordered": {change: func(c *Config) { c.Unordered = true }},
		"alone": {change: func(c *Config) { c.Alone = true }},
	} {
		t.Run(name, func(t *testing.T) {
			j.nets = map[*armcitest.Job]*portalstest.Net{}
			if name == "room" {
				armcitest.Run(t, j.factory)
			} else {
				armcitest.Run(t, j.factory, 3)
			}
		})
	}
}

// Nothing is left on the interface when a transport is closed, and what cannot be had is named.
func TestObjects(t *testing.T) {
	config := func(l *portalstest.Link) Config {
		return Config{
			Host: &l.Host, Link: l, Index: 3, ID: portalstest.ID, World: &world{Rank: &armcitest.Rank{}}, Pages: pages.Pages{}, Ranks: 1,
			Part: func(int) client.Segment { return client.Segment{Base: 4096, Len: 4096} }, Slots: func(n uint64) []byte { return make([]byte, n) },
		}
	}
	l := portalstest.Alone(ptl.Limits{MaxEQs: 2, MaxMEs: 4, MaxMDs: 7, MaxPTIndex: 4})
	for range 3 {
		made, err := New(config(l))
		require.NoError(t, err)
		require.Equal(t, 2, l.Hooks(), "the client's and its own")
		made.Close()
		require.Zero(t, l.Hooks())
		created, gone := l.NI.Objects()
		require.Equal(t, created, gone)
	}
	for text, limits := range map[string]ptl.Limits{
		"event queue": {MaxEQs: 1}, "memory descriptor": {MaxMDs: 6}, "match entry": {MaxPTIndex: 3},
	} {
		l := portalstest.Alone(limits)
		_, err := New(config(l))
		require.ErrorContains(t, err, "no Portals "+text+" left for ARMCI")
		require.Zero(t, l.Hooks())
	}
}

// A large job has smaller slots.
func TestSlots(t *testing.T) {
	for ranks, bytes := range map[int]uint64{1: 8192, 64: 8192, 2048: 8192, 4096: 4096, 1 << 20: 1024} {
		s := slotsFor(ranks)
		require.Equal(t, bytes, s.bytes, "%d ranks", ranks)
		peer, slot := s.at(s.offset(ranks-1, 2))
		require.Equal(t, ranks-1, peer)
		require.Equal(t, uint32(2), slot)
	}
}

// A network that does not keep the order of messages is noticed: the job ends instead of receiving what was never sent.
func TestPartsOutOfOrder(t *testing.T) {
	for _, second := range []uint64{0, 2} {
		l := portalstest.Alone(ptl.Limits{MaxPTIndex: 9})
		made, err := New(Config{
			Host: &l.Host, Link: l, Index: 3, ID: portalstest.ID, World: &world{Rank: &armcitest.Rank{}}, Pages: pages.Pages{}, Ranks: 2,
			Part: func(int) client.Segment { return client.Segment{Base: 4096, Len: 4096} }, Slots: func(n uint64) []byte { return make([]byte, n) },
		})
		require.NoError(t, err)
		part := func(number uint64) []byte {
			b := make([]byte, pieceHead+8)
			binary.NativeEndian.PutUint64(b[16:], number<<1|1)
			return b
		}
		made.arrived(1, part(0))
		require.NoError(t, made.client.Err())
		made.arrived(1, part(second))
		require.ErrorContains(t, made.client.Err(), "of messages of rank 1 has come to rank 0 as part 1: the network does not keep their order")
	}
}
