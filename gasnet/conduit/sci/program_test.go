package sci

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/reference"
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/siscitest"
)

// TestPrograms has ranks send random messages to random ranks, which reply or not, while everything arrives in a random order: each message arrives once and whole, each reply
// finds its request, and a Medium's payload stays until its handler returns, whatever its sender does meanwhile.
func TestPrograms(t *testing.T) {
	for _, ranks := range []int{2, 4, 7} {
		t.Run(fmt.Sprint(ranks), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				o := Defaults()
				o.Staging = regionBytes
				o.Inline = rapid.SampledFrom([]uint64{0, 100, MaxMedium}).Draw(t, "inline")
				o.Sums = rapid.Bool().Draw(t, "sums")
				j := newJob(siscitest.Options{
					Nodes: ranks, Ordered: rapid.Bool().Draw(t, "ordered"), DMAAlign: rapid.SampledFrom([]uint64{1, 8, 64}).Draw(t, "align"), Seed: rapid.Uint64().Draw(t, "seed"),
				}, o)
				if !o.Sums && rapid.Bool().Draw(t, "losses") {
					j.ring.Lose = func(s siscitest.Store) bool { return len(s.Bytes) > 1 && j.random.IntN(10) == 0 } // flags are single bytes
					j.ring.Fail = func(sisci.Copy) bool { return j.random.IntN(4) == 0 }
				}
				play(loud{}, j, rapid.IntRange(1, 40).Draw(t, "messages"))
			})
		})
	}
}

// loud makes a failure a panic: rapid prints its text even if it cannot make the test fail again.
type loud struct{}

func (loud) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (loud) FailNow()                          {}

const (
	regionBytes = 4096
	regionsEach = 4 // that a rank has in another one's segment, for Longs
	skew        = 64
)

// player is a rank's program.
type player struct {
	t      require.TestingT
	g      *game
	rank   int
	core   *Core
	ext    *reference.Extended
	random *rand.Rand

	free    [][]int            // regions of each other rank that Longs may go to
	own     []int              // regions here, for Longs that are replies
	pending map[int32]expected // requests that will be replied to
	last    int32
}

// expected is a reply.
type expected struct {
	to     int
	kind   conduit.Kind
	bytes  int
	region int // at the receiver of the request, that is free then; -1: none
	here   int // for the reply; -1: none
}

// game is what players have in common.
type game struct {
	job           *job
	players       []*player
	sent, handled int // requests
	left          int // players that still have requests which have not ended
}

func play(t require.TestingT, j *job, messages int) {
	ranks := len(j.cores)
	g := &game{job: j, left: ranks}
	bytes := uint64((ranks + 1) * regionsEach * regionBytes)
	j.boot(bytes, func(int) uintptr { return 0 })
	for r, c := range j.cores {
		p := &player{t: t, g: g, rank: r, core: c, ext: reference.New(c), random: rand.New(rand.NewPCG(uint64(r), j.random.Uint64())), pending: map[int32]expected{}}
		for range ranks {
			all := []int{}
			for i := range regionsEach {
				all = append(all, r*regionsEach+i)
			}
			p.free = append(p.free, all)
		}
		for i := range regionsEach {
			p.own = append(p.own, ranks*regionsEach+i)
		}
		g.players = append(g.players, p)
	}
	j.run(func(r int) { g.players[r].run(messages) })
	require.Equal(t, g.sent, g.handled)
	for r, c := range j.cores {
		require.Nil(t, c.Next(false), "rank %d", r)
		for to := range c.peers {
			require.Equal(t, [pairs]bool{}, c.peers[to].sent, "requests of rank %d to rank %d", r, to)
		}
		require.NoError(t, c.Close())
	}
	j.settle()
	require.Zero(t, j.ring.Memories())
}

func (p *player) run(messages int) {
	for range messages {
		p.send()
	}
	p.until("replies", func() bool { return len(p.pending) == 0 })
	p.put()
	p.barrier()
	p.until("the last requests", func() bool { return p.g.sent == p.g.handled })
	p.barrier()
	p.until("the ends of requests", func() bool {
		for i := range p.core.peers {
			if p.core.peers[i].sent != [pairs]bool{} {
				return false
			}
		}
		return true
	})
	p.g.left--
	p.until("the other ranks", func() bool { return p.g.left == 0 })
}

// at is where a Long to a region of a rank goes.
func (p *player) at(rank, region int) uintptr {
	return p.core.segments[rank].Base + uintptr(region*regionBytes)
}

// content is a payload that a seed names.
func content(n int, seed int32) []byte {
	b := memory.Room(n + 1)
	for i := range b {
		b[i] = byte(int32(i)*13 + seed*31 + int32(i)>>8)
	}
	return b[:n]
}

// bytes draws the size of a payload.
func (p *player) bytes(k conduit.Kind) int {
	switch k {
	case conduit.Medium:
		return []int{0, 1, MaxMedium, p.random.IntN(MaxMedium)}[p.random.IntN(4)]
	case conduit.Long:
		return []int{0, 1, MaxMedium + 1, p.random.IntN(regionBytes - skew)}[p.random.IntN(4)]
	}
	return 0
}

// Arguments of a request; a reply has the first two.
const (
	argID = iota
	argSeed
	argReplies // 0: no reply, otherwise 1 + its kind
	argBytes   // of the reply
	argLow     // where a reply that is a Long goes
	argHigh
)

// send sends a request.
func (p *player) send() {
	to := p.random.IntN(len(p.g.players))
	kind := conduit.Kind(p.random.IntN(3))
	x := expected{to: to, kind: conduit.Kind(p.random.IntN(3)), region: -1, here: -1}
	replies := kind == conduit.Long || p.random.IntN(3) > 0
	m := &conduit.Message{Kind: kind, Handler: 200}
	if kind == conduit.Long {
		p.until("a region", func() bool { return len(p.free[to]) > 0 })
		x.region = p.free[to][0]
		p.free[to] = p.free[to][1:]
		m.Dest = p.at(to, x.region) + uintptr(p.random.IntN(skew))
	}
	p.last++
	m.Args = []int32{p.last, p.random.Int32N(1000), 0, 0, 0, 0}
	if replies {
		if x.kind == conduit.Long {
			p.until("a region for a reply", func() bool { return len(p.own) > 0 })
			x.here = p.own[0]
			p.own = p.own[1:]
			at := uint64(p.at(p.rank, x.here)) + uint64(p.random.IntN(skew))
			m.Args[argLow], m.Args[argHigh] = int32(uint32(at)), int32(uint32(at>>32))
		}
		x.bytes = p.bytes(x.kind)
		m.Args[argReplies], m.Args[argBytes] = 1+int32(x.kind), int32(x.bytes)
		p.pending[p.last] = x
	}
	payload := content(p.bytes(kind), m.Args[argSeed])
	m.Source, m.Bytes = memory.Address(payload), uint64(len(payload))
	p.g.sent++
	for !p.core.Request(to, m) {
		p.serve(false)
	}
	clear(payload) // the source is the sender's again
}

// next is the next message for the program.
func (p *player) next(replies bool) *conduit.Arrival {
	for {
		a := p.core.Next(replies)
		switch {
		case a == nil:
			p.ext.Pump()
			return nil
		case a.Handler >= conduit.FirstLibrary:
			return a
		}
		p.ext.Handle(a)
	}
}

// serve handles one message, or lets time pass.
func (p *player) serve(replies bool) {
	if a := p.next(replies); a != nil {
		p.handle(a)
	} else {
		p.core.Idle()
	}
}

// until serves until cond holds.
func (p *player) until(why string, cond func() bool) {
	for {
		var a *conduit.Arrival
		p.core.Wait(why, func() bool {
			if cond() {
				return true
			}
			a = p.next(false)
			return a != nil || cond()
		})
		if a == nil {
			return
		}
		p.handle(a)
	}
}

// handle is the handler of all messages.
func (p *player) handle(a *conduit.Arrival) {
	defer p.core.Done(a)
	check := func() {
		if a.Kind != conduit.Short {
			require.Equal(p.t, content(int(a.Bytes), a.Args[argSeed]), memory.Bytes(a.Buffer, a.Bytes), "a payload of kind %d from rank %d", a.Kind, a.From)
		}
	}
	check()
	if a.Reply {
		x, ok := p.pending[a.Args[argID]]
		require.True(p.t, ok, "rank %d: a reply to no request", p.rank)
		delete(p.pending, a.Args[argID])
		require.Equal(p.t, []any{x.to, x.kind, x.bytes}, []any{a.From, a.Kind, int(a.Bytes)})
		if x.region >= 0 {
			p.free[x.to] = append(p.free[x.to], x.region)
		}
		if x.here >= 0 {
			p.own = append(p.own, x.here)
		}
		return
	}
	if replies := a.Args[argReplies]; replies > 0 {
		p.reply(a, conduit.Kind(replies-1))
		for range p.random.IntN(4) { // the requester goes on meanwhile
			p.core.Idle()
		}
		if a.Kind == conduit.Medium {
			check()
		}
	}
	p.g.handled++
}

func (p *player) reply(a *conduit.Arrival, kind conduit.Kind) {
	seed := p.random.Int32N(1000)
	payload := content(int(a.Args[argBytes]), seed)
	m := &conduit.Message{Kind: kind, Handler: 201, Args: []int32{a.Args[argID], seed}, Source: memory.Address(payload), Bytes: uint64(len(payload))}
	if kind == conduit.Long {
		m.Dest = uintptr(uint32(a.Args[argLow])) | uintptr(uint32(a.Args[argHigh]))<<32
	}
	for !p.core.Reply(a, m) {
		p.serve(true)
	}
	clear(payload)
}

// put puts bytes into a region of a rank and gets them back.
func (p *player) put() {
	to := p.random.IntN(len(p.g.players))
	want := content(1+p.random.IntN(regionBytes-1), p.last)
	back := memory.Room(len(want))
	op := &conduit.Op{}
	place := p.at(to, p.free[to][0])
	p.until("space for a put", func() bool { return p.ext.Put(to, place, memory.Address(want), uint64(len(want)), true, op) })
	p.until("a put", op.Done)
	p.until("space for a get", func() bool { return p.ext.Get(to, memory.Address(back), place, uint64(len(back)), op) })
	p.until("a get", op.Done)
	require.Equal(p.t, want, back)
}

func (p *player) barrier() {
	p.ext.Notify(conduit.Consensus{})
	p.until("a barrier", func() bool {
		_, over := p.ext.Ready()
		return over
	})
}
