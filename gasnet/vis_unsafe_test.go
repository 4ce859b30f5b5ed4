package gasnet

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// alone is a world of one rank whose segment is memory of the test's.
type alone struct {
	World
	segment []byte
	core    conduit.Core
}

func (w *alone) Rank() int                              { return 0 }
func (w *alone) Size() int                              { return 1 }
func (w *alone) Join(bool) error                        { return nil }
func (w *alone) Exchange(mine uint64) ([]uint64, error) { return []uint64{mine}, nil }
func (w *alone) MemoryLimit() uint64                    { return 1 << 30 }
func (w *alone) Attach([]uint64, *Handlers) (Attached, error) {
	s := Segment{Addr: uintptr(unsafe.Pointer(&w.segment[0])), Bytes: uint64(len(w.segment))}
	return Attached{Segments: []Segment{s}, Core: w.core}, nil
}

// moody is a conduit that has no room as often as it likes, finishes operations late, and brings messages in between.
type moody struct {
	conduit.Core
	draw  func(n int) int
	later []*conduit.Op
	bytes uint64
}

func (c *moody) Limits() conduit.Limits { return conduit.Limits{} }
func (c *moody) Done(*conduit.Arrival)  {}

// Idle lets time pass, which a transfer must do while there is no room. There is no Wait: a transfer has the rank's lock.
func (c *moody) Idle() { c.settle() }

func (c *moody) settle() {
	for _, op := range c.later {
		op.Finish()
	}
	c.later = nil
}

func (c *moody) Next(bool) *conduit.Arrival {
	if c.draw(4) == 0 {
		return &conduit.Arrival{Handler: 200}
	}
	return nil
}

func (c *moody) move(dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	if c.draw(3) == 0 {
		return false
	}
	op.Begin()
	copy(memory.Bytes(dest, bytes), memory.Bytes(source, bytes))
	c.bytes += bytes
	if c.draw(2) == 0 {
		c.later = append(c.later, op)
	} else {
		op.Finish()
	}
	return true
}

func (c *moody) Put(_ int, dest, source uintptr, bytes uint64, _ bool, op *conduit.Op) bool {
	return c.move(dest, source, bytes, op)
}

func (c *moody) Get(_ int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	return c.move(dest, source, bytes, op)
}

// A transfer moves every byte once, however often the caller has to run handlers in between, and its handle is complete when all of it is.
func TestVIS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 256
		segment, local := make([]byte, size), make([]byte, size)
		for i := range size {
			segment[i], local[i] = byte(i), byte(255-i)
		}
		core := &moody{draw: func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "mood") }}
		r := New(&alone{segment: segment, core: core}, Options{})
		rc, _, err := r.Init("gasnet_init", modeSEQ, false, 0)
		require.NoError(t, err)
		require.EqualValues(t, OK, rc)
		rc, err = r.Attach("gasnet_attach", 0, 0, 0, 0, 0)
		require.NoError(t, err)
		require.EqualValues(t, OK, rc)
		r.handlers[200] = 1

		get := rapid.Bool().Draw(t, "get")
		places := rapid.Permutation(slices.Collect(func(yield func(uintptr) bool) {
			for i := uintptr(0); i < size/8 && yield(8*i); i++ {
			}
		}))
		n := rapid.IntRange(0, 12).Draw(t, "pieces")
		dst, src := places.Draw(t, "dst")[:n], places.Draw(t, "src")[:n]
		to, from := segment, local
		if get {
			to, from = local, segment
		}
		want := slices.Clone(to)
		at := func(area []byte, all []uintptr) (out []uintptr) {
			for _, p := range all {
				out = append(out, uintptr(unsafe.Pointer(&area[p])))
			}
			return append(out, 0)
		}
		for i := range dst {
			copy(want[dst[i]:dst[i]+8], from[src[i]:src[i]+8])
		}
		dstList, srcList := at(to, dst), at(from, src)
		s := &visShape{Kind: visIndexed, How: rapid.SampledFrom([]int32{HowNB, HowNBI}).Draw(t, "how"), Get: get,
			Dst: visSide{List: uintptr(unsafe.Pointer(&dstList[0])), Count: uint64(n), Len: 8},
			Src: visSide{List: uintptr(unsafe.Pointer(&srcList[0])), Count: uint64(n), Len: 8}}
		var handle uintptr
		for {
			if rc, handle, err = r.VIS("gasnet_puti_nb_bulk", uintptr(unsafe.Pointer(s))); rc != Deliver {
				break
			}
			r.engine.waiting = nil // the handler has run
		}
		require.NoError(t, err)
		require.EqualValues(t, OK, rc)
		require.Equal(t, want, to)
		require.Equal(t, uint64(8*n), core.bytes, "every byte once")
		require.Empty(t, r.engine.transfers)
		op := r.engine.puts
		if get {
			op = r.engine.gets
		}
		if s.How == HowNB && handle != 0 {
			op = r.engine.ops[handle]
		}
		require.Equal(t, len(core.later) == 0, op.Done())
		core.settle()
		require.True(t, op.Done())
	})
}
