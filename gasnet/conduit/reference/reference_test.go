package reference_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/gasnet/conduit/reference"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
)

// small is a core that has nothing but a core, and little room: payloads travel in many pieces.
type small struct{ conduit.Core }

func (small) Limits() conduit.Limits {
	return conduit.Limits{Medium: 48, LongRequest: 100, LongReply: 100}
}

// ranks is a job whose ranks take turns: a rank that waits has the others serve.
type ranks struct {
	t     require.TestingT
	cores []conduit.Core
	ext   []*reference.Extended
}

func newRanks(t require.TestingT, n int) *ranks {
	r := &ranks{t: t}
	job := local.New(r, n)
	for i := range n {
		r.cores = append(r.cores, small{job.Core(i)})
		r.ext = append(r.ext, reference.New(r.cores[i]))
	}
	return r
}

func (r *ranks) Wake(int)             {}
func (r *ranks) Pace(int) pace.Waiter { return r }
func (r *ranks) Idle(int)             { r.serve() }
func (r *ranks) Wait(why string, cond func() bool) {
	for i := 0; !cond(); i++ {
		require.Less(r.t, i, 100000, "nothing happens any more: %s", why)
		r.serve()
	}
}

// serve has every rank take what has come.
func (r *ranks) serve() {
	for i := range r.cores {
		r.serveRank(i)
	}
}

// serveRank has one rank handle the messages that have arrived.
func (r *ranks) serveRank(i int) {
	for a := r.cores[i].Next(false); a != nil; a = r.cores[i].Next(false) {
		r.ext[i].Handle(a)
	}
	r.ext[i].Pump()
}

func address(b []byte) uintptr { return memory.Address(b) }

// room is n bytes whose address tests may pass on.
func room(n int) []byte { return memory.Room(n) }

// TestMoves: pieces of any size arrive, whatever is under way at the same time; a source that is not bulk may change at once.
func TestMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 40000
		r := newRanks(t, 3)
		memory, want := room(size), make([]byte, size)
		defer runtime.KeepAlive(memory)
		op, sources := &conduit.Op{}, [][]byte(nil)
		for i := range rapid.IntRange(1, 6).Draw(t, "moves") {
			n := rapid.Uint64Range(0, size/8).Draw(t, "bytes")
			at := uint64(i) * (size / 8)
			from := bytes.Repeat([]byte{byte(i + 1)}, int(n)+1)
			sources = append(sources, from)
			bulk := rapid.Bool().Draw(t, "bulk")
			set := rapid.Bool().Draw(t, "set")
			begin := func() bool {
				if set {
					return r.ext[0].Set(1, address(memory)+uintptr(at), byte(i+1), n, op)
				}
				return r.ext[0].Put(1, address(memory)+uintptr(at), address(from), n, bulk, op)
			}
			for !begin() {
				r.serve()
			}
			copy(want[at:at+n], bytes.Repeat([]byte{byte(i + 1)}, int(n)))
			if !bulk && !set {
				clear(from)
			}
		}
		r.Wait("puts", func() bool { return op.Done() })
		runtime.KeepAlive(sources)
		if !bytes.Equal(want, memory) {
			t.Fatal("what was put is not there")
		}
		back := room(size)
		for !r.ext[2].Get(1, address(back), address(memory), size, op) {
			r.serve()
		}
		r.Wait("a get", func() bool { return op.Done() })
		if !bytes.Equal(want, back) {
			t.Fatal("what was got is not what was there")
		}
	})
}

// requestsFirst is a core that gives out requests before replies, as a conduit may.
type requestsFirst struct {
	conduit.Core
	t       *testing.T
	replies []*conduit.Arrival
}

// request is the next request, or nil.
func (c *requestsFirst) request() *conduit.Arrival {
	for a := c.Core.Next(false); a != nil; a = c.Core.Next(false) {
		if !a.Reply {
			return a
		}
		c.replies = append(c.replies, a)
	}
	return nil
}

func (c *requestsFirst) Next(replies bool) *conduit.Arrival {
	if !replies {
		if a := c.request(); a != nil {
			return a
		}
	}
	if len(c.replies) == 0 {
		return c.Core.Next(true)
	}
	a := c.replies[0]
	c.replies = c.replies[1:]
	return a
}

func (c *requestsFirst) Idle() { c.t.Fatal("a library's handler waits for room") }

// TestFullReplies has two ranks with more replies due to each other than there is space for, before either takes one.
func TestFullReplies(t *testing.T) {
	const gets = 2 * local.Depth
	r := newRanks(t, 2)
	var cores [2]*requestsFirst
	for i := range cores {
		cores[i] = &requestsFirst{Core: r.cores[i], t: t}
		r.cores[i], r.ext[i] = cores[i], reference.New(cores[i])
	}
	from, into := room(gets), [2][]byte{room(gets), room(gets)}
	for i := range from {
		from[i] = 7
	}
	var ops [2]conduit.Op
	for i := range gets {
		for rank := range ops {
			require.True(t, r.ext[rank].Get(1-rank, address(into[rank])+uintptr(i), address(from)+uintptr(i), 1, &ops[rank]))
		}
		if (i+1)%local.Depth > 0 {
			continue
		}
		for rank, c := range cores {
			for a := c.request(); a != nil; a = c.request() {
				r.ext[rank].Handle(a)
			}
		}
	}
	r.Wait("gets", func() bool { return ops[0].Done() && ops[1].Done() })
	require.Equal(t, from, into[0])
	require.Equal(t, from, into[1])
}

// TestRepliesApart: a reply to a rank with room does not wait for one to a rank without.
func TestRepliesApart(t *testing.T) {
	r := newRanks(t, 3)
	word, into := room(8), room(8)
	var full, other conduit.Op
	for range 2 {
		for range local.Depth {
			require.True(t, r.ext[1].Get(0, address(into), address(word), 8, &full))
		}
		r.serveRank(0) // rank 1 takes none of the replies
	}
	require.True(t, r.ext[2].Get(0, address(into), address(word), 8, &other))
	r.serveRank(0)
	r.serveRank(2)
	require.True(t, other.Done())
	require.False(t, full.Done())
	r.Wait("the other gets", full.Done)
	runtime.KeepAlive(word)
	runtime.KeepAlive(into)
}

// TestBarriers: phases follow each other, and all ranks get the same consensus.
func TestBarriers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "ranks")
		r := newRanks(t, n)
		for range rapid.IntRange(1, 5).Draw(t, "phases") {
			want := conduit.Consensus{}
			for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4}[:n]).Draw(t, "order") {
				c := conduit.Consensus{Kind: conduit.ConsensusKind(rapid.IntRange(0, 2).Draw(t, "kind"))}
				if c.Kind == conduit.Named {
					c.ID = rapid.Int32Range(1, 2).Draw(t, "id")
				}
				want = want.Merge(c)
				r.ext[i].Notify(c)
			}
			for i := range n {
				var got conduit.Consensus
				r.Wait("a barrier", func() (over bool) {
					got, over = r.ext[i].Ready()
					return over
				})
				if got.Kind != want.Kind || want.Kind == conduit.Named && got.ID != want.ID {
					t.Fatalf("rank %d hears %v, not %v", i, got, want)
				}
			}
		}
	})
}
