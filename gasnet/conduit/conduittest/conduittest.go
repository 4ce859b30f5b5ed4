// Package conduittest has the conformance tests of conduits, with the extended API of package reference on top: messages of all kinds arrive once and whole,
// replies find space whatever requests have used up, puts and gets of any size run concurrently, atomics lose nothing, barriers give all ranks the same result.
//
// All ranks are in one process and take turns: a waiting rank lets the others serve.
package conduittest

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/reference"
	"gasnetgo/internal/pace"
)

// World lets a conduit under test wait.
type World interface {
	// Wake has a rank look again. Of a rank's Pace, Idle has all ranks serve once, and Wait has them serve until cond holds and fails the test if it never does.
	Wake(rank int)
	Pace(rank int) pace.Waiter

	// Segment is a rank's. Puts, gets and Longs go only there.
	Segment(rank int) []byte
}

// segmentBytes is the size of a rank's segment.
const segmentBytes = 1 << 18

// Make makes the cores of a job. A conduit whose network needs turning does that in its own Next.
type Make func(w World, ranks int) []conduit.Core

// Run tests a conduit.
func Run(t *testing.T, make Make) {
	for name, test := range map[string]func(*testing.T, Make){
		"messages": messages, "flood": flood, "moves": moves, "many moves": manyMoves, "atomics": atomics, "barriers": barriers,
	} {
		t.Run(name, func(t *testing.T) { test(t, make) })
	}
}

// job is ranks that take turns.
type job struct {
	t     *testing.T
	cores []conduit.Core
	ext   []*reference.Extended
	got   func(rank int, a *conduit.Arrival) // messages that are not the reference's
	deep  bool                               // a rank is serving

	segments [][]byte
}

func newJob(t *testing.T, cores Make, ranks int) *job {
	j := &job{t: t}
	for range ranks {
		j.segments = append(j.segments, make([]byte, segmentBytes))
	}
	j.cores = cores(j, ranks)
	for _, c := range j.cores {
		j.ext = append(j.ext, reference.New(c))
	}
	return j
}

func (j *job) Wake(int) {}

func (j *job) Segment(rank int) []byte { return j.segments[rank] }

func (j *job) Pace(int) pace.Waiter { return j }

func (j *job) Idle(int) { j.serve() }

const turnLimit = 1_000_000 // turns

func (j *job) Wait(why string, cond func() bool) {
	for i := 0; !cond(); i++ {
		require.Less(j.t, i, turnLimit, "nothing happens any more: %s", why)
		j.serve()
	}
}

// serve lets every rank serve its arrivals. In a handler, only replies are served.
func (j *job) serve() {
	outer := j.deep
	j.deep = true
	for r, c := range j.cores {
		for a := c.Next(outer); a != nil; a = c.Next(outer) {
			if a.Handler >= conduit.FirstLibrary {
				j.got(r, a)
				c.Done(a)
			} else {
				j.ext[r].Handle(a)
			}
		}
		if !outer {
			j.ext[r].Pump()
		}
	}
	j.deep = outer
}

// request sends, serving while there is no room.
func (j *job) request(from, to int, m *conduit.Message) {
	j.Wait("room for a request", func() bool { return j.cores[from].Request(to, m) })
}

// reply answers, serving replies while there is no room.
func (j *job) reply(rank int, a *conduit.Arrival, m *conduit.Message) {
	j.Wait("room for a reply", func() bool { return j.cores[rank].Reply(a, m) })
}

func pattern(n int, seed byte) []byte {
	b := room(n + 1) // never without an address
	for i := range b {
		b[i] = byte(i)*7 + seed
	}
	return b
}

// messages sends every kind with every number of arguments, empty, small and as large as can be, and answers with the same.
func messages(t *testing.T, make_ Make) {
	j := newJob(t, make_, 3)
	l := j.cores[0].Limits()
	there, here := j.segments[2], j.segments[1]
	answered := 0
	var sent *conduit.Message
	var payload []byte
	check := func(a *conduit.Arrival) {
		assert.Equal(t, sent.Kind, a.Kind)
		require.Equal(t, len(sent.Args), a.NArgs)
		assert.Equal(t, append([]int32{}, sent.Args...), append([]int32{}, a.Args[:a.NArgs]...))
		if a.Kind != conduit.Short {
			require.EqualValues(t, len(payload), a.Bytes)
			assert.True(t, bytes.Equal(payload, bytesAt(a.Buffer, len(payload))), "%d bytes of kind %d", len(payload), a.Kind)
		}
		if a.Kind == conduit.Medium {
			assert.Zero(t, a.Buffer%16, "aligned for everything")
		}
	}
	j.got = func(rank int, a *conduit.Arrival) {
		check(a)
		if a.Reply {
			assert.Equal(t, 2, a.From)
			answered++
			return
		}
		assert.Equal(t, 1, a.From)
		back := *sent
		back.Dest, back.Source = address(here), a.Buffer // also out of the buffer that it came in
		j.reply(rank, a, &back)
		check(a)
	}
	for kind, most := range map[conduit.Kind]uint64{conduit.Short: 0, conduit.Medium: l.Medium, conduit.Long: min(l.LongRequest, l.LongReply)} {
		for _, n := range []int{0, 1, 31, int(min(most, uint64(len(there))))} {
			if uint64(n) > most {
				continue
			}
			for args := range conduit.MostArgs + 1 {
				payload = pattern(n, byte(args))[:n]
				sent = &conduit.Message{Kind: kind, Handler: 200, Source: address(payload), Bytes: uint64(n), Dest: address(there)}
				for i := range args {
					sent.Args = append(sent.Args, int32(-1000*i)-int32(n))
				}
				before := answered
				j.request(1, 2, sent)
				j.Wait("an answer", func() bool { return answered > before })
			}
		}
	}
}

// flood has all ranks send to all, without waiting for anything but room.
func flood(t *testing.T, make Make) {
	const ranks, each = 4, 500
	j := newJob(t, make, ranks)
	var came, answers [ranks][ranks]int
	j.got = func(rank int, a *conduit.Arrival) {
		if a.Reply {
			answers[rank][a.From]++
			return
		}
		came[rank][a.From]++
		if a.Args[0]%2 == 0 {
			j.reply(rank, a, &conduit.Message{Kind: conduit.Short, Handler: 201, Args: a.Args[:1]})
		}
	}
	for i := range int32(each) {
		for from := range ranks {
			for to := range ranks {
				j.request(from, to, &conduit.Message{Kind: conduit.Short, Handler: 200, Args: []int32{i}})
			}
		}
	}
	all := func(n int) (all [ranks][ranks]int) {
		for from := range ranks {
			for to := range ranks {
				all[from][to] = n
			}
		}
		return all
	}
	j.Wait("the last messages", func() bool { return came == all(each) && answers == all(each/2) })
	for range 100 {
		j.serve() // nothing comes twice
	}
	for r := range ranks {
		assert.Equal(t, [ranks]int{each, each, each, each}, came[r], "requests at %d", r)
		assert.Equal(t, [ranks]int{each / 2, each / 2, each / 2, each / 2}, answers[r], "answers at %d", r)
	}
}

// moves puts, sets and gets sizes around every limit.
func moves(t *testing.T, make_ Make) {
	j := newJob(t, make_, 2)
	l := j.cores[0].Limits()
	for _, local := range [][]byte{make([]byte, segmentBytes), j.segments[0]} { // outside of the segment, and inside
		back, place := local[:segmentBytes/2], local[segmentBytes/2:]
		memory := j.segments[1]
		for _, n := range []uint64{0, 1, 7, 8, 100, l.Medium - 1, l.Medium, l.Medium + 1, 2*l.Medium + 3, min(l.LongRequest, 1<<16) + 5, 1<<17 - 1} {
			n = min(n, uint64(len(back)))
			for _, bulk := range []bool{false, true} {
				want := pattern(int(n), byte(n))[:n]
				from := place[:copy(place, want)+1]
				op := &conduit.Op{}
				j.Wait("room for a put", func() bool { return j.ext[0].Put(1, address(memory), address(from), n, bulk, op) })
				if !bulk {
					clear(from)
				}
				j.Wait("a put", op.Done)
				assert.True(t, bytes.Equal(want, memory[:n]), "put of %d", n)
				j.Wait("room for a get", func() bool { return j.ext[0].Get(1, address(back), address(memory), n, op) })
				j.Wait("a get", op.Done)
				assert.True(t, bytes.Equal(want, back[:n]), "get of %d", n)
				j.Wait("room for a memset", func() bool { return j.ext[0].Set(1, address(memory), 0x77, n, op) })
				j.Wait("a memset", op.Done)
				assert.True(t, bytes.Equal(bytes.Repeat([]byte{0x77}, int(n)), memory[:n]), "memset of %d", n)
			}
		}
	}
}

// manyMoves has more operations under way than any conduit has room for.
func manyMoves(t *testing.T, make_ Make) {
	const many = 70000
	j := newJob(t, make_, 2)
	memory := j.segments[1]
	op := &conduit.Op{}
	for i := range many {
		if i == many-1000 {
			j.Wait("the puts to the same words", op.Done) // puts have no order
		}
		word := pattern(8, byte(i))
		j.Wait("room for a put", func() bool {
			return j.ext[0].Put(1, address(memory)+uintptr(i%1000*8), address(word), 8, false, op)
		})
	}
	j.Wait("all puts", op.Done)
	for i := many - 1000; i < many; i++ {
		assert.Equal(t, pattern(8, byte(i))[:8], memory[i%1000*8:][:8])
	}
}

// barriers goes through phases in which ranks come in different orders and say different things.
func barriers(t *testing.T, make_ Make) {
	say := []conduit.Consensus{{}, {Kind: conduit.Named, ID: 5}, {Kind: conduit.Named, ID: -6}, {Kind: conduit.Mismatched}}
	for ranks := 1; ranks <= 5; ranks++ {
		j := newJob(t, make_, ranks)
		for phase := range 40 {
			want := conduit.Consensus{}
			for i := range ranks {
				c := say[(phase/(i+1)+phase*i)%len(say)]
				want = want.Merge(c)
				j.ext[(i+phase)%ranks].Notify(c)
				if phase%3 == 0 {
					j.serve()
				}
			}
			for i := range ranks {
				var got conduit.Consensus
				j.Wait("a barrier", func() (over bool) {
					got, over = j.ext[i].Ready()
					return over
				})
				assert.Equal(t, want.Kind, got.Kind, "phase %d, rank %d of %d", phase, i, ranks)
				if want.Kind == conduit.Named {
					assert.Equal(t, want.ID, got.ID, "phase %d, rank %d of %d", phase, i, ranks)
				}
			}
		}
	}
}

// atomics has all ranks change words of all others, each by operations whose sum does not depend on their order, and compares old values.
func atomics(t *testing.T, make_ Make) {
	const each = 200
	j := newJob(t, make_, 3)
	old := room(8 * each)
	for rank := range 3 {
		for to := range 3 {
			op, word := &conduit.Op{}, address(j.segments[to])
			for i := range each {
				a := conduit.Atomic{Op: conduit.AtomicAdd, Type: conduit.AtomicI64, A: 1 << 40}
				j.Wait("room for an atomic", func() bool { return j.ext[rank].Atomic(to, a, word, address(old[8*i:]), op) })
				a = conduit.Atomic{Op: conduit.AtomicSub, Type: conduit.AtomicU32, A: 1}
				j.Wait("room for an atomic", func() bool { return j.ext[rank].Atomic(to, a, word+8, 0, op) })
			}
			j.Wait("atomics", op.Done)
			seen := map[uint64]bool{}
			for i := range each {
				seen[binary.NativeEndian.Uint64(old[8*i:])] = true
			}
			assert.Len(t, seen, each, "old values of rank %d at rank %d", rank, to)
		}
	}
	for _, memory := range j.segments {
		assert.EqualValues(t, uint64(3*each)<<40, binary.NativeEndian.Uint64(memory))
		assert.EqualValues(t, -3*each, int32(binary.NativeEndian.Uint32(memory[8:])))
		assert.Zero(t, binary.NativeEndian.Uint32(memory[12:]), "the neighbour of 4 bytes")
	}
}
