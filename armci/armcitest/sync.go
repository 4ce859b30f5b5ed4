package armcitest

import (
	"encoding/binary"
	"sync/atomic"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// contention lets all ranks add to the same elements of rank 0, itself included, with shapes that overlap.
func contention(s *side) {
	const rounds, n = 12, 120
	e := elements[1]
	ones := make([]byte, 8*n)
	for i := range n {
		copy(ones[8*i:], e.one(1))
	}
	for round := range rounds {
		switch (round + s.rank) % 3 {
		case 0:
			s.call(armci.KindAcc, e.op, e.one(1), runs{at: address(s, ones)}, runs{at: s.bases[0]}, []int32{8 * n}, 0, armci.Blocking)
		case 1: // every other element, and the rest
			for half := range 2 {
				s.call(armci.KindAcc, e.op, e.one(1), runs{address(s, ones), []int32{8}}, runs{s.bases[0] + uintptr(8*half), []int32{16}}, []int32{8, n / 2}, 0, armci.Blocking)
			}
		default:
			var src, dst []uintptr
			for i := range n {
				src, dst = append(src, address(s, ones)), append(dst, s.bases[0]+uintptr(8*i))
			}
			d := []piece{{address(s, src), address(s, dst), n, 8}}
			s.ok(s.a.Vector("", armci.VectorArgs{Kind: armci.KindAcc, Op: e.op, Scale: address(s, e.one(1)), Darr: address(s, d), N: 1, Handle: armci.Blocking}))
			alive(src, dst, d)
		}
	}
	alive(ones)
	s.sync()
	for i := range n {
		s.require.Equal(uint64(rounds*s.size), order64(s.at(0)[8*i:]), "element %d", i)
	}
}

// atomics compares all kinds and widths with what they say.
func atomics(s *side) {
	values := []uint64{0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 63, ^uint64(0), 0x0123456789ABCDEF}
	for round := range 200 {
		width := 4 + round%2*4
		mask := ^uint64(0) >> (64 - 8*width)
		start, v := values[s.rnd.IntN(len(values))]&mask, values[s.rnd.IntN(len(values))]&mask
		a := armci.Atomic{Kind: armci.AtomicKind(s.rnd.IntN(4)), Width: width, Value: v, Cond: values[s.rnd.IntN(len(values))] & mask}
		if s.rnd.IntN(2) == 0 {
			a.Cond = start
		}
		want := start
		switch a.Kind {
		case armci.AtomicAdd:
			want = (start + v) & mask
		case armci.AtomicSwap:
			want = v
		case armci.AtomicCompareSwap:
			if start == a.Cond {
				want = v
			}
		}
		word := s.at(s.next)[64:80] // nobody else uses it
		binary.NativeEndian.PutUint64(word, start)
		binary.NativeEndian.PutUint64(word[width:], 0xA5A5)
		old := s.t.Atomic(s.next, s.bases[s.next]+64, a)
		s.require.Equal(start, old, "%+v", a)
		s.require.Equal(want, order64(word)&mask, "%+v on %x", a, start)
		s.require.Equal(uint64(0xA5A5), order64(word[width:]))
	}
}

// counters lets all ranks add to counters of rank 0: every value is given once.
func counters(s *side) {
	const rounds = 100
	seen := s.malloc(int64(8 * rounds * s.size))
	for i := range rounds {
		local := make([]int64, 1)
		op := int32(armci.FetchAndAdd)
		if i%2 == 1 {
			op = armci.FetchAndAddLong
		}
		s.ok(s.a.Rmw("", op, address(s, local), s.bases[0]+uintptr(8*(i%2)), 1, 0))
		flag := seen[0] + uintptr(8*(int(local[0])*2+i%2))
		was := s.t.Atomic(0, flag, armci.Atomic{Kind: armci.AtomicAdd, Width: 8, Value: 1})
		s.require.Zero(was, "value %d has been given before", local[0])
	}
	s.sync()
	s.require.Equal(uint64(rounds/2*s.size), order64(s.at(0)))
	s.require.Equal(uint64(rounds/2*s.size), order64(s.at(0)[8:]))
}

// flags are behind the data of their puts.
func flags(s *side) {
	const data = 64
	for round := 1; round <= 40; round++ {
		n := 64 + s.rnd.IntN(8900)
		counts, strides := []int32{int32(n)}, []int32(nil)
		if round%2 == 0 {
			counts, strides = []int32{int32(n/8 + 1), 8}, []int32{int32(n/8 + 1)}
		}
		b := pattern(round, 9100)
		s.ok(s.a.Strided("", armci.StridedArgs{
			Kind: armci.KindPut, Src: address(s, b), SrcStrides: address(s, strides), Dst: s.bases[s.next] + data, DstStrides: address(s, strides),
			Count: address(s, counts), Levels: int32(len(counts) - 1), Flag: s.bases[s.next], Val: int32(round), Proc: int32(s.next), Handle: armci.Blocking,
		}))
		alive(b, strides, counts)
		flag := memory.At[int32](s.bases[s.rank])
		s.require.NoError(s.Rank.WaitFor(s.before(), func() bool { return atomic.LoadInt32(flag) == int32(round) }))
		s.require.Equal(pattern(round, 8), s.own()[data:][:8]) // each rank sends at least one byte of its own length
		s.sync()
	}
}

// notify is behind puts.
func notify(s *side) {
	for round := range 30 {
		b := pattern(s.rank+round, 3000)
		s.move(armci.KindPut, b, s.bases[s.next], s.next)
		sent, err := s.a.Notify("", int32(s.next))
		s.require.NoError(err)
		s.require.Equal(int32(round+1), sent)
		arrived, waited, err := s.a.NotifyWait("", int32(s.before()))
		s.require.NoError(err)
		s.require.Equal(int32(round+1), waited)
		s.require.GreaterOrEqual(arrived, waited)
		s.require.Equal(pattern(s.before()+round, 3000)[:4], s.own()[:4], "round %d rank %d: %v", round, s.rank, s.own()[:4])
		s.sync()
	}
}

// mutexes exclude, and what one holder has put the next one gets.
func mutexes(s *side) {
	const rounds = 20
	s.ok(s.a.CreateMutexes("", 3))
	for i := range rounds {
		owner, m := int32(i%s.size), int32(i%3)
		s.ok(s.a.Lock("", 0, m, owner, false))
		b := make([]byte, 8)
		at := s.bases[owner] + uintptr(64*m)
		s.move(armci.KindGet, b, at, int(owner))
		binary.NativeEndian.PutUint64(b, order64(b)+1)
		s.move(armci.KindPut, b, at, int(owner))
		s.ok(0, s.a.Unlock("", 0, m, owner))
	}
	s.sync()
	sum := uint64(0)
	for owner := range s.size {
		for m := range 3 {
			sum += order64(s.at(owner)[64*m:])
		}
	}
	s.require.Equal(uint64(rounds*s.size), sum)
	s.ok(0, s.a.Barrier("", armci.World0, true))
	s.require.ErrorContains(s.a.Unlock("", 0, 0, 0), "nobody has locked")
	s.ok(s.a.DestroyMutexes(""))
	s.ok(s.a.CreateMutexes("", 1))
	s.ok(s.a.DestroyMutexes(""))
}

// fair: those that wait get a mutex in the order in which they asked for it, if the transport keeps the queue.
func fair(s *side) {
	l, ok := s.t.(armci.Locker)
	if !ok {
		return
	}
	mutex, turn := s.bases[0]+256, s.bases[0]
	add := func(at uintptr) uint64 {
		return s.t.Atomic(0, at, armci.Atomic{Kind: armci.AtomicAdd, Width: 8, Value: 1})
	}
	var op armci.Op
	for r := range s.size {
		if s.rank == r {
			op = l.Lock(0, mutex, uint32(r+1))
			add(turn + 64) // behind it
		}
		s.sync()
	}
	s.Wait("", func() bool { return s.t.Done(op) })
	s.require.Equal(uint64(s.rank), add(turn))
	holder := s.t.Atomic(0, mutex+armci.MutexHolder, armci.Atomic{Kind: armci.AtomicFetch, Width: 4})
	s.require.Equal(uint64(s.rank+1), holder)
	l.Unlock(0, mutex)
}

// tryLock gets a mutex only if nobody has it.
func tryLock(s *side) {
	set, err := s.a.CreateSet("", 1, armci.World0)
	s.require.NoError(err)
	try := func() int32 {
		refused, err := s.a.Lock("", set, 0, 0, true)
		s.require.NoError(err)
		return refused
	}
	for r := range s.size {
		if s.rank == r {
			s.require.Zero(try())
		}
		s.sync()
		if s.rank != r {
			s.require.Equal(int32(1), try())
			s.require.ErrorContains(s.a.Unlock("", set, 0, 0), "not the caller")
		}
		s.sync()
		if s.rank == r {
			s.ok(0, s.a.Unlock("", set, 0, 0))
		}
		s.sync()
	}
	s.ok(s.a.DestroySet("", set))
}

// messages of all lengths, many of them before the first is received, those to oneself included, keep the order of each pair.
func messages(s *side) {
	const many = 40
	length := func(i int) int { return []int{0, 5, 1, 300, 0, 9000, 40000, 16}[i%8] }
	for i := range many {
		for to := range s.size {
			b := pattern(s.rank+i, length(i))
			s.ok(0, s.a.Send("", 7, address(s, b), int32(len(b)), int32(to)))
			alive(b)
		}
	}
	into := make([]byte, 40000)
	for i := range many {
		for from := range s.size {
			n, sender, err := s.a.Receive("", 7, address(s, into), int32(len(into)), int32(from))
			s.require.NoError(err)
			s.require.Equal(int32(from), sender)
			s.require.Equal(pattern(from+i, length(i)), into[:n:n])
		}
	}
}
