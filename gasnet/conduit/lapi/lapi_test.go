package lapi

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
)

// network is the ranks' packets. They travel as bytes.
type network struct {
	queues  [][]carried // by receiver
	payload uint64
	random  *rand.Rand // packets overtake each other; nil: they do not
}

type carried struct {
	from  int
	bytes []byte
}

// link is a rank's end.
type link struct {
	net *network
	me  int
}

func (l *link) Limits() (payload, copied uint64) { return l.net.payload, 4000 }

// Send lets short data travel by value and longer data as its place, if packets are that long.
func (l *link) Send(to int, p *lapi.Packet) {
	whole := *p
	if p.Data == nil && p.Len() > 0 && p.Len() <= 2000 {
		whole.Data, whole.From = nil, nil
		for _, q := range p.From {
			whole.Data = append(whole.Data, memory.Bytes(q.At, int(q.Len))...)
		}
	}
	q := append(l.net.queues[to], carried{l.me, whole.Append(nil)})
	if r := l.net.random; r != nil {
		i := len(q) - 1 - r.IntN(min(len(q), 4))
		q = slices.Insert(q[:len(q)-1], i, q[len(q)-1])
	}
	l.net.queues[to] = q
}

func (l *link) Poll(handle func(from int, p *lapi.Packet)) (bool, error) {
	q := l.net.queues[l.me]
	if len(q) == 0 {
		return false, nil
	}
	l.net.queues[l.me] = q[1:]
	p, err := lapi.Decode(q[0].bytes)
	if err == nil {
		handle(q[0].from, p)
	}
	return true, err
}

func (l *link) Copy(_ int, p *lapi.Packet, into []lapi.Piece) error {
	data := p.Data
	if data == nil {
		for _, q := range p.From {
			data = append(data, memory.Bytes(q.At, int(q.Len))...)
		}
	}
	for _, q := range into {
		data = data[copy(memory.Bytes(q.At, int(q.Len)), data):]
	}
	return nil
}

// turn is a rank of a job whose ranks take turns.
type turn struct {
	pace.Free
	t    *testing.T
	w    conduittest.World
	rank int
}

func (x turn) Wait(why string, cond func() bool) { x.w.Pace(x.rank).Wait(why, cond) }
func (x turn) Idle(int)                          { x.w.Pace(x.rank).Idle(1) }
func (x turn) Enter()                            {}
func (x turn) Fail(err error)                    { require.NoError(x.t, err) }

// TestConduit: packets of any length, and short ones, which also overtake each other.
func TestConduit(t *testing.T) {
	for name, n := range map[string]network{"long": {payload: 1 << 40}, "short": {payload: 1000}, "unordered": {payload: 1900, random: rand.New(rand.NewPCG(1, 2))}} {
		t.Run(name, func(t *testing.T) {
			conduittest.Run(t, func(w conduittest.World, ranks int) (all []conduit.Core) {
				net := n
				net.queues = make([][]carried, ranks)
				for r := range ranks {
					c := New(Config{Me: r, Size: ranks, Link: &link{&net, r}, World: turn{t: t, w: w, rank: r}})
					t.Cleanup(func() { settled(t, c) })
					all = append(all, c)
				}
				return all
			})
		})
	}
}

// settled checks that a rank that has come to rest holds nothing but counters of requests whose end is still on its way.
func settled(t *testing.T, c *Core) {
	c.serve()
	require.Empty(t, c.coming)
	require.Zero(t, c.moves)
	require.Empty(t, c.came[0])
	require.Empty(t, c.came[1])
	open := 0
	for _, n := range c.requests {
		open += n
	}
	require.Equal(t, open, c.counters.Len())
}

// TestHeader: what append writes, parse reads, and nothing else does harm.
func TestHeader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := header{
			kind: conduit.Kind(rapid.IntRange(0, 2).Draw(t, "kind")), reply: rapid.Bool().Draw(t, "reply"), handler: rapid.Byte().Draw(t, "handler"),
			nargs: rapid.IntRange(0, conduit.MostArgs).Draw(t, "nargs"), dest: uintptr(rapid.Uint64().Draw(t, "dest")),
		}
		for i := range h.nargs {
			h.args[i] = rapid.Int32().Draw(t, "arg")
		}
		payload := []byte{}
		if h.kind == conduit.Medium {
			h.packed = rapid.Bool().Draw(t, "packed")
		}
		if h.packed {
			payload = rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "payload")
		}
		b := append(h.append(nil), payload...)
		got, packed, ok := parse(b)
		require.True(t, ok)
		require.Equal(t, h, got)
		require.Equal(t, payload, append([]byte{}, packed...))
		parse(b[:rapid.IntRange(0, len(b)).Draw(t, "cut")])
		_, _, _ = parse(rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "noise"))
	})
}

// once is a rank whose waits must be over at the first look.
type once struct{ turn }

func (x once) Wait(why string, cond func() bool) { require.True(x.t, cond(), why) }
func (x once) Idle(int)                          {}

// TestRoomBeforeIdle: a call finds no room, a poll serves the packets that make some, and Idle does not wait for more.
func TestRoomBeforeIdle(t *testing.T) {
	net := &network{queues: make([][]carried, 2), payload: 1 << 40}
	var cores [2]*Core
	for r := range cores {
		cores[r] = New(Config{Me: r, Size: 2, Link: &link{net, r}, World: once{turn{t: t, rank: r}}})
	}
	room := memory.Room(16)
	defer runtime.KeepAlive(room)
	op := new(conduit.Op)
	puts := 0
	for put := func() bool {
		return cores[0].Put(1, memory.Address(room), memory.Address(room[8:]), 8, false, op)
	}; put(); puts++ {
	}
	require.Equal(t, mostMoves, puts)
	for len(net.queues[0])+len(net.queues[1]) > 0 {
		for _, c := range cores {
			require.Nil(t, c.Next(false))
		}
	}
	cores[0].Idle()
	require.True(t, op.Done())
}

// BenchmarkRequest: a request without payload, and its handler's end.
func BenchmarkRequest(b *testing.B) {
	net := &network{queues: make([][]carried, 2), payload: 1 << 40}
	var cores [2]*Core
	for r := range cores {
		cores[r] = New(Config{Me: r, Size: 2, Link: &link{net, r}, World: once{turn{rank: r}}})
	}
	m := &conduit.Message{Kind: conduit.Short, Handler: 200}
	b.ReportAllocs()
	for b.Loop() {
		cores[0].Request(1, m)
		cores[1].Done(cores[1].Next(false))
		cores[0].Next(true)
	}
}
