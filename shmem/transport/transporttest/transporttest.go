package transporttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/strided"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// Factory creates the transport of one rank. The rank's segments exist: Bytes is its own memory.
type Factory func(r *shmemtest.Rank) shmem.Transport

// side is one rank of one check.
type side struct {
	*shmemtest.Rank
	t       shmem.Transport
	require *require.Assertions
	next    int // the rank to talk to
}

// Run runs the whole suite, on 1, 2, 4 and 7 ranks or on others.
func Run(t *testing.T, make Factory, sizes ...int) {
	if len(sizes) == 0 {
		sizes = []int{1, 2, 4, 7}
	}
	checks := []struct {
		name string
		do   func(s side)
	}{
		{"put", put}, {"put nbi", putNBI}, {"get", get}, {"segments are apart", segments}, {"atomics", atomics},
		{"atomics into", atomicsInto}, {"atomics are atomic", contention}, {"fence", fence}, {"strided", stridedCopies}, {"direct", direct},
	}
	for _, n := range sizes {
		for _, c := range checks {
			t.Run(fmt.Sprintf("%s/%d", c.name, n), func(t *testing.T) {
				shmemtest.Run(t, n, shmemtest.Options{Transport: make}, func(p *shmem.PE, r *shmemtest.Rank) {
					_, _, err := p.Init("shmem_init", 0, false)
					require.NoError(t, err)
					s := side{r, r.Transport(), require.New(t), (r.Rank() + 1) % n}
					copy(r.Bytes(shmem.Heap), slices.Repeat([]byte{0xA5}, room))
					copy(r.Bytes(shmem.Data), slices.Repeat([]byte{0xA5}, room))
					r.Barrier()
					c.do(s)
					r.Barrier()
				})
			})
		}
	}
}

// room is how much of each segment the checks use.
const room = 1 << 14

func (s side) quiet() {
	s.require.NoError(s.t.Quiet(shmem.DefaultCtx))
	s.Barrier()
}

// pattern is what rank sends in a check; it differs from rank to rank and byte to byte.
func pattern(rank, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rank*31 + i*7 + 1)
	}
	return b
}

func (s side) before() int { return (s.Rank.Rank() + s.Size() - 1) % s.Size() }

// untouched fails if anything but [from, to) of a segment has changed.
func (s side) untouched(seg shmem.Seg, from, to int) {
	for i, b := range s.Bytes(seg)[:room] {
		if (i < from || i >= to) && b != 0xA5 {
			s.require.Failf("byte outside has changed", "at %d, outside [%d, %d)", i, from, to)
		}
	}
}

var lengths = []int{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 64, 100, 1000, 4096, 5001}

func put(s side)    { s.puts(false) }
func putNBI(s side) { s.puts(true) }

func (s side) puts(nbi bool) {
	for _, n := range lengths {
		for _, off := range []int{1024, 1025, 1026, 1028, 1029} {
			src := pattern(s.Rank.Rank(), n)
			at := shmem.Addr{Seg: shmem.Heap, Off: uint64(off)}
			s.require.NoError(s.t.Put(shmem.DefaultCtx, s.next, at, src, nbi))
			s.quiet()
			s.require.Equal(pattern(s.before(), n), s.Bytes(shmem.Heap)[off:off+n])
			s.untouched(shmem.Heap, off, off+n)
			copy(s.Bytes(shmem.Heap)[off:off+n], slices.Repeat([]byte{0xA5}, n))
			s.Barrier()
		}
	}
	// Reusable at once if it is not nbi.
	src := pattern(s.Rank.Rank(), 64)
	s.require.NoError(s.t.Put(shmem.DefaultCtx, s.next, shmem.Addr{Seg: shmem.Data, Off: 8}, src, nbi))
	if !nbi {
		clear(src)
	}
	s.quiet()
	s.require.Equal(pattern(s.before(), 64), s.Bytes(shmem.Data)[8:72])
}

func get(s side) {
	copy(s.Bytes(shmem.Data), pattern(s.Rank.Rank(), room))
	s.Barrier()
	for _, nbi := range []bool{false, true} {
		for _, n := range lengths {
			for _, off := range []int{0, 1, 2, 4, 4096} {
				dst := make([]byte, n)
				s.require.NoError(s.t.Get(shmem.DefaultCtx, s.next, shmem.Addr{Seg: shmem.Data, Off: uint64(off)}, dst, nbi))
				if nbi {
					s.require.NoError(s.t.Quiet(shmem.DefaultCtx))
				}
				s.require.Equal(pattern(s.next, room)[off:off+n], dst)
			}
		}
	}
}

func segments(s side) {
	for i, seg := range []shmem.Seg{shmem.Heap, shmem.Data} {
		s.require.NoError(s.t.Put(shmem.DefaultCtx, s.next, shmem.Addr{Seg: seg, Off: 64}, []byte{byte(i), 2, 3, 4, 5}, false))
	}
	s.quiet()
	for i, seg := range []shmem.Seg{shmem.Heap, shmem.Data} {
		s.require.Equal([]byte{byte(i), 2, 3, 4, 5}, s.Bytes(seg)[64:69])
		s.untouched(seg, 64, 69)
	}
}

// everyAMO calls do with all operations and types on values that find mistakes in width and sign.
func everyAMO(do func(op shmem.AMO, start, want uint64)) {
	values := []uint64{0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 63, 1<<63 - 1, ^uint64(0), 0x0123456789ABCDEF}
	rnd := rand.New(rand.NewPCG(1, 2))
	for typ := int32(shmem.TypeI8); typ <= shmem.TypeU64; typ++ {
		mask := ^uint64(0) >> (64 - 8*shmem.TypeBytes(typ))
		for op := int32(shmem.AMOFetch); op <= shmem.AMOXor; op++ {
			for range 12 {
				start, v := values[rnd.IntN(len(values))]&mask, values[rnd.IntN(len(values))]
				cond := v
				if rnd.IntN(2) == 0 {
					cond = start | ^mask // bits above the width do not count
				}
				do(shmem.AMO{Op: op, Type: typ, Value: v, Cond: cond}, start, naive(op, start, v, cond, mask))
			}
		}
	}
}

// naive is the new value.
func naive(op int32, old, v, cond, mask uint64) uint64 {
	switch op {
	case shmem.AMOFetch:
		return old
	case shmem.AMOAdd:
		v += old
	case shmem.AMOCSwap:
		if old != cond&mask {
			return old
		}
	case shmem.AMOAnd:
		v &= old
	case shmem.AMOOr:
		v |= old
	case shmem.AMOXor:
		v ^= old
	}
	return v & mask
}

func atomics(s side)     { s.atomics(false) }
func atomicsInto(s side) { s.atomics(true) }

func (s side) atomics(into bool) {
	k := 0
	everyAMO(func(op shmem.AMO, start, want uint64) {
		w := int(shmem.TypeBytes(op.Type))
		off := 512 + k%8*w
		k++
		cell := s.Bytes(shmem.Data)[off:][:w]
		shmem.SetBits(cell, start)
		s.Barrier()
		at := shmem.Addr{Seg: shmem.Data, Off: uint64(off)}
		var fetched []byte
		if into {
			fetched = make([]byte, w)
		}
		old, err := s.t.Atomic(shmem.DefaultCtx, s.next, at, op, fetched)
		s.require.NoError(err)
		s.quiet()
		if into {
			s.require.Zero(old)
			old = shmem.Bits(fetched)
		}
		if op.Op != shmem.AMOSet { // whose result is undefined
			s.require.Equal(start, old, "%+v", op)
		}
		s.require.Equal(want, shmem.Bits(cell), "%+v on %x", op, start)
		s.untouched(shmem.Data, off, off+w)
		copy(cell, []byte{0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5})
		s.Barrier()
	})
}

// contention lets all ranks add to neighbouring elements of each width on rank 0.
func contention(s side) {
	const rounds = 100
	if s.Rank.Rank() == 0 {
		clear(s.Bytes(shmem.Heap)[:room])
	}
	s.Barrier()
	for range rounds {
		off := uint64(0)
		for typ := int32(shmem.TypeU8); typ <= shmem.TypeU64; typ += 2 {
			for range 4 {
				_, err := s.t.Atomic(shmem.DefaultCtx, 0, shmem.Addr{Seg: shmem.Heap, Off: off}, shmem.AMO{Op: shmem.AMOAdd, Type: typ, Value: 1}, nil)
				s.require.NoError(err)
				off += shmem.TypeBytes(typ)
			}
			off = (off + 7) &^ 7
		}
	}
	s.quiet()
	if s.Rank.Rank() != 0 {
		return
	}
	off := uint64(0)
	for typ := int32(shmem.TypeU8); typ <= shmem.TypeU64; typ += 2 {
		w := shmem.TypeBytes(typ)
		for range 4 {
			mask := ^uint64(0) >> (64 - 8*w)
			s.require.Equal(uint64(rounds*s.Size())&mask, shmem.Bits(s.Bytes(shmem.Heap)[off:][:w]))
			off += w
		}
		off = (off + 7) &^ 7
	}
}

// fence sends data and then a flag, without quiet; a receiver that sees the flag must see the data.
func fence(s side) {
	own := s.Bytes(shmem.Heap)
	flag := shmem.Addr{Seg: shmem.Heap, Off: 0}
	clear(own[:8])
	s.Barrier()
	for round := range 50 {
		s.require.NoError(s.t.Put(shmem.DefaultCtx, s.next, shmem.Addr{Seg: shmem.Heap, Off: 64}, pattern(round+s.Rank.Rank(), 333), false))
		s.require.NoError(s.t.Fence(shmem.DefaultCtx))
		_, err := s.t.Atomic(shmem.DefaultCtx, s.next, flag, shmem.AMO{Op: shmem.AMOAdd, Type: shmem.TypeU64, Value: 1}, nil)
		s.require.NoError(err)
		s.Wait("", func() bool {
			s.t.Progress()
			v, err := s.t.Atomic(shmem.DefaultCtx, s.Rank.Rank(), flag, shmem.AMO{Op: shmem.AMOFetch, Type: shmem.TypeU64}, nil)
			return err != nil || v == uint64(round+1)
		})
		s.require.Equal(pattern(round+s.before(), 333), own[64:64+333])
		s.Barrier()
	}
}

func stridedCopies(s side) {
	m, ok := s.t.(shmem.StridedMover)
	if !ok {
		return // package shmem makes them of puts and gets
	}
	rnd := rand.New(rand.NewPCG(3, 4)) // the same on all ranks
	for range 60 {
		elem := uint64(1) << rnd.IntN(5)
		block := elem * uint64(1+rnd.IntN(3))
		st := strided.Row{Block: block, Count: uint64(1 + rnd.IntN(20)), To: block + elem*uint64(rnd.IntN(4)), From: block + elem*uint64(rnd.IntN(4))}
		at := shmem.Addr{Seg: shmem.Heap, Off: uint64(rnd.IntN(40))}
		here, there := (st.Count-1)*st.From+block, (st.Count-1)*st.To+block

		src := pattern(s.Rank.Rank(), int(here))
		s.require.NoError(m.PutStrided(shmem.DefaultCtx, s.next, at, src, st))
		s.quiet()
		got, sent := s.Bytes(shmem.Heap)[at.Off:][:there], pattern(s.before(), int(here))
		want := slices.Repeat([]byte{0xA5}, int(there))
		for i := range st.Count {
			copy(want[i*st.To:][:block], sent[i*st.From:])
		}
		s.require.Equal(want, got, "%+v", st)
		s.untouched(shmem.Heap, int(at.Off), int(at.Off+there))
		s.Barrier()

		copy(s.Bytes(shmem.Heap)[at.Off:], src)
		s.Barrier()
		dst := slices.Repeat([]byte{0x5A}, int(there))
		s.require.NoError(m.GetStrided(shmem.DefaultCtx, s.next, at, dst, st))
		read := pattern(s.next, int(here))
		want = slices.Repeat([]byte{0x5A}, int(there))
		for i := range st.Count {
			copy(want[i*st.To:][:block], read[i*st.From:])
		}
		s.require.Equal(want, dst, "%+v", st)
		s.Barrier()
		copy(s.Bytes(shmem.Heap), slices.Repeat([]byte{0xA5}, room))
		s.Barrier()
	}
}

func direct(s side) {
	m, ok := s.t.(shmem.DirectMapper)
	if !ok {
		return
	}
	for pe := range s.Size() {
		addr, ok := m.Direct(pe, shmem.Addr{Seg: shmem.Data, Off: uint64(16 + s.Rank.Rank())})
		if ok {
			shmemtest.At[byte](addr, 1)[0] = byte(100 + s.Rank.Rank())
		}
	}
	s.Barrier()
	for rank := range s.Size() {
		want := byte(0xA5)                                            // as it was
		if _, ok := m.Direct(rank, shmem.Addr{Seg: shmem.Data}); ok { // then that rank has this one's memory, too
			want = byte(100 + rank)
		}
		s.require.Equal(want, s.Bytes(shmem.Data)[16+rank])
	}
}
