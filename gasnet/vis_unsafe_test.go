package gasnet

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
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
func (w *alone) MemoryLimit() (uint64, string)          { return 1 << 30, "" }
func (w *alone) Limits() conduit.Limits                 { return conduit.SharedMemory() }
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
		s := &visShape{Kind: VISIndexed, How: rapid.SampledFrom([]int32{HowNB, HowNBI}).Draw(t, "how"), Get: get,
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

// inSharedMemory is an attached rank without a conduit: the data plane serves it.
func inSharedMemory(t require.TestingT, segment []byte, checks bool) *Rank {
	r := New(&alone{segment: segment}, Options{})
	_, _, err := r.Init("gasnet_init", modeSEQ, checks, 0)
	require.NoError(t, err)
	_, err = r.Attach("gasnet_attach", 0, 0, 0, 0, 0)
	require.NoError(t, err)
	return r
}

func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// In shared memory a transfer is complete at once. Without checks a rank reaches all of its own memory.
func TestVISCopy(t *testing.T) {
	segment, local := make([]byte, 1<<16), make([]byte, 1<<16)
	for i := range local {
		local[i] = byte(1 + i%250)
	}
	count, wide, tight := []uint64{4}, []int64{16}, []int64{8}
	s := &visShape{Kind: VISStrided, How: HowNB, Block: 8, Counts: addressOf(&count[0]), Levels: 1,
		Dst: visSide{List: addressOf(&segment[8]), Strides: addressOf(&wide[0])}, Src: visSide{List: addressOf(&local[0]), Strides: addressOf(&tight[0])}}
	checked, free := inSharedMemory(t, segment, true), inSharedMemory(t, segment, false)
	require.NoError(t, checked.VISCopy("gasnet_puts_bulk", addressOf(s)))
	for i := range 4 {
		require.Equal(t, local[8*i:8*i+8], segment[8+16*i:16+16*i])
		require.Equal(t, make([]byte, 8), segment[16*i:16*i+8])
	}
	back := make([]byte, 1<<16)
	addrs := []uintptr{addressOf(&segment[40]), addressOf(&segment[8])}
	pieces := []strided.Piece{{Addr: addressOf(&back[100]), Len: 6}, {}, {Addr: addressOf(&back[0]), Len: 10}}
	v := &visShape{Kind: VISIndexed, Get: true, Dst: visSide{List: addressOf(&addrs[0]), Count: 2, Len: 8}, Src: visSide{List: addressOf(&addrs[0]), Count: 2, Len: 8}}
	require.NoError(t, checked.VISCopy("gasnet_geti_bulk", addressOf(v)), "onto itself")
	v.Kind, v.Dst = VISVector, visSide{List: addressOf(&pieces[0]), Count: 3}
	v.Src = visSide{List: addressOf(&[]strided.Piece{{Addr: addrs[0], Len: 8}, {Addr: addrs[1], Len: 8}}[0]), Count: 2}
	require.NoError(t, checked.VISCopy("gasnet_getv_bulk", addressOf(v)))
	want := slices.Concat(local[16:24], local[0:8])
	require.Equal(t, want, slices.Concat(back[100:106], back[0:10]))

	s.Dst.List = addressOf(&back[0])
	require.NoError(t, free.VISCopy("gasnet_puts_bulk", addressOf(s)))
	require.Equal(t, local[24:32], back[48:56])
	require.ErrorContains(t, checked.VISCopy("gasnet_puts_bulk", addressOf(s)), "56 bytes there are not in the segment of rank 0")
}

// A wrong transfer is refused in the same words, whatever makes it.
func TestVISRefuses(t *testing.T) {
	segment := make([]byte, 1<<16)
	direct := inSharedMemory(t, segment, false)
	through := New(&alone{segment: segment, core: &moody{}}, Options{})
	_, _, err := through.Init("gasnet_init", modeSEQ, false, 0)
	require.NoError(t, err)
	_, err = through.Attach("gasnet_attach", 0, 0, 0, 0, 0)
	require.NoError(t, err)
	count, strides, back := []uint64{1 << 30}, []int64{1 << 40}, []int64{-8}
	long := []strided.Piece{{Addr: 8, Len: 1 << 63}, {Addr: 100, Len: 1 << 63}}
	list := func(p []strided.Piece) visSide { return visSide{List: memory.Address(p), Count: uint64(len(p))} }
	for _, c := range []struct {
		shape visShape
		why   string
	}{
		{visShape{Node: 1}, "node = 1: not in 0..0"},
		{visShape{Dst: visSide{Count: 3}}, "dstlist: NULL with dstcount = 3"},
		{visShape{Src: visSide{Count: 3}}, "srclist: NULL with srccount = 3"},
		{visShape{Dst: list(long)}, "dstlist[1].len = 9223372036854775808: more bytes than there are addresses"},
		{visShape{Src: list(long[:1])}, "0 bytes to fill, 9223372036854775808 bytes to fill them with"},
		{visShape{Kind: VISStrided, Levels: 1}, "count: NULL with stridelevels = 1"},
		{visShape{Kind: VISStrided, Levels: 1, Counts: memory.Address(count), Src: visSide{Strides: memory.Address(strides)}}, "dststrides: NULL with stridelevels = 1"},
		{visShape{Kind: VISStrided, Levels: 1, Counts: memory.Address(count), Dst: visSide{Strides: memory.Address(strides)}}, "srcstrides: NULL with stridelevels = 1"},
		{visShape{Kind: VISStrided, Levels: 1 << 20}, "stridelevels = 1048576: not in 0..65536"},
		{visShape{Kind: VISStrided, Block: 8, Levels: 1, Counts: memory.Address(count), Dst: visSide{Strides: memory.Address(strides)}, Src: visSide{Strides: memory.Address(strides)}},
			"dststrides[0] = 1099511627776, 1073741824 times: further than there are addresses"},
		{visShape{Kind: VISStrided, Block: 8, Levels: 1, Counts: memory.Address(count), Dst: visSide{Strides: memory.Address(back)}, Src: visSide{Strides: memory.Address(back)}},
			"dststrides[0] = 18446744073709551608, 1073741824 times: further than there are addresses"},
		{visShape{EX: true, Node: 1}, "rank = 1: not in 0..0"},
		{visShape{EX: true, Dst: visSide{Count: 3}}, "dst: NULL with dstcount = 3"},
		{visShape{EX: true, Kind: VISStrided, Block: 8, Levels: 1, Counts: memory.Address(count), Dst: visSide{Strides: memory.Address(strides)}, Src: visSide{Strides: memory.Address(strides)}},
			"dststrides[0] = 1099511627776, 1073741824 times: further than there are addresses"},
	} {
		require.EqualError(t, direct.VISCopy("gasnet_putv_bulk", addressOf(&c.shape)), c.why)
		_, _, err := through.VIS("gasnet_putv_bulk", addressOf(&c.shape))
		require.EqualError(t, err, c.why)
	}
	_, _, err = through.VIS("gasnet_putv_bulk", addressOf(&visShape{Dst: list(long[:1]), Src: list(long[:1])}))
	require.ErrorContains(t, err, "dstlist[0] = 0x8: 9223372036854775808 bytes there are not in the segment of rank 0")
	_, _, err = through.VIS("gex_VIS_StridedPutNB", addressOf(&visShape{EX: true, Kind: VISStrided, Block: 8, Levels: 1, Counts: addressOf(&[]uint64{3}[0]),
		Dst: visSide{List: 64, Strides: memory.Address(back)}, Src: visSide{Strides: memory.Address(back)}}))
	require.ErrorContains(t, err, "dst = 0x30: 24 bytes there are not in the segment of rank 0")
}
