package reference_test

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/gasnet/conduit/reference"
)

// small is a core that has nothing but a core, and little room: payloads travel in many pieces.
type small struct{ conduit.Core }

func (small) Limits() conduit.Limits {
	return conduit.Limits{Medium: 48, LongRequest: 100, LongReply: 100}
}

// ranks is a job whose ranks take turns: whoever waits has the others serve.
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

func (r *ranks) Wake(int) {}
func (r *ranks) Idle(int) { r.serve() }
func (r *ranks) Wait(_ int, why string, cond func() bool) {
	for i := 0; !cond(); i++ {
		require.Less(r.t, i, 100000, "nothing happens any more: %s", why)
		r.serve()
	}
}

// serve has every rank take what has come.
func (r *ranks) serve() {
	for i, c := range r.cores {
		for a := c.Next(false); a != nil; a = c.Next(false) {
			r.ext[i].Handle(a)
			c.Done(a)
		}
		r.ext[i].Pump()
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// TestMoves: pieces of any size arrive, whatever is under way at the same time; a source that is not bulk may change at once.
func TestMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 40000
		r := newRanks(t, 3)
		memory, want := make([]byte, size), make([]byte, size)
		op := &conduit.Op{}
		for i := range rapid.IntRange(1, 6).Draw(t, "moves") {
			n := rapid.Uint64Range(0, size/8).Draw(t, "bytes")
			at := uint64(i) * (size / 8)
			from := bytes.Repeat([]byte{byte(i + 1)}, int(n)+1)
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
		r.Wait(0, "puts", func() bool { return op.Done() })
		if !bytes.Equal(want, memory) {
			t.Fatal("what was put is not there")
		}
		back := make([]byte, size)
		for !r.ext[2].Get(1, address(back), address(memory), size, op) {
			r.serve()
		}
		r.Wait(2, "a get", func() bool { return op.Done() })
		if !bytes.Equal(want, back) {
			t.Fatal("what was got is not what was there")
		}
	})
}

// TestBarriers: phases come one after the other, and everybody hears the same.
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
				r.Wait(i, "a barrier", func() (over bool) {
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
