package heap

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWholeHeapIsOneBlock(t *testing.T) {
	for _, size := range []uint64{16, 48, 1000, 1 << 20, 512 << 20, 3<<30 + 16, 1 << 40} {
		h := New(size, 1<<44)
		whole := h.Size()
		require.Equal(t, size&^15, whole)
		off, ok := h.Alloc(whole, 1)
		require.True(t, ok, size)
		require.Zero(t, off)
		_, ok = h.Alloc(1, 1)
		require.False(t, ok)
		require.True(t, h.Release(off))
		require.Equal(t, whole, h.Largest())
	}
}

func TestWholeHeapAfterManyBlocks(t *testing.T) {
	h := New(1<<20, 0)
	var offs []uint64
	for i := uint64(0); ; i++ {
		off, ok := h.Alloc(1+i%700, 1<<(i%9))
		if !ok {
			break
		}
		offs = append(offs, off)
	}
	require.Greater(t, len(offs), 1000)
	for i, off := range offs {
		require.True(t, h.Release(offs[(i*7919)%len(offs)]), off)
	}
	off, ok := h.Alloc(1<<20, 4096)
	require.True(t, ok)
	require.Zero(t, off)
}

func TestAlignments(t *testing.T) {
	for _, base := range []uint64{0, 1 << 44, 0x1234_5670, 4096} {
		h := New(64<<20, base)
		for shift := range 25 {
			off, ok := h.Alloc(100, 1<<shift)
			require.True(t, ok, shift)
			require.Zero(t, (base+off)%(1<<shift))
			require.Zero(t, (base+off)%Grain)
		}
		_, ok := h.Alloc(16, 1<<63)
		require.False(t, ok)
	}
}

func TestNotLive(t *testing.T) {
	h := New(1<<16, 0)
	a, _ := h.Alloc(100, 1)
	b, _ := h.Alloc(100, 1)
	require.False(t, h.Release(a+16), "interior")
	require.False(t, h.Release(1<<20), "outside")
	require.True(t, h.Release(a))
	require.False(t, h.Release(a), "twice")
	_, ok := h.Resize(a, 10)
	require.False(t, ok)
	_, ok = h.SizeOf(a)
	require.False(t, ok)

	start, size, live := h.Around(b + 50)
	require.True(t, live)
	require.Equal(t, b, start)
	require.EqualValues(t, 112, size)
	_, _, live = h.Around(a)
	require.False(t, live)
}

func TestSizesThatCannotBe(t *testing.T) {
	h := New(1<<16, 0)
	for _, size := range []uint64{0, 1<<16 + 1, 1 << 63, ^uint64(0)} {
		_, ok := h.Alloc(size, 1)
		require.False(t, ok, size)
		off, _ := h.Alloc(16, 1)
		_, ok = h.Resize(off, size)
		require.False(t, ok, size)
		require.True(t, h.Release(off))
	}
	require.Equal(t, h.Size(), h.Free())
}

func TestNoHeap(t *testing.T) {
	h := New(15, 0)
	require.Zero(t, h.Size())
	require.Zero(t, h.Largest())
	_, ok := h.Alloc(1, 1)
	require.False(t, ok)
}

func TestResize(t *testing.T) {
	h := New(1024, 0)
	a, _ := h.Alloc(128, 1)
	b, _ := h.Alloc(128, 1)
	c, _ := h.Alloc(128, 1)

	same, ok := h.Resize(a, 64)
	require.True(t, ok)
	require.Equal(t, a, same, "shrinks in place")
	same, ok = h.Resize(a, 128)
	require.True(t, ok)
	require.Equal(t, a, same, "grows into what it gave back")

	moved, ok := h.Resize(b, 256)
	require.True(t, ok)
	require.Equal(t, c+128, moved, "moves behind the last block")
	moved, ok = h.Resize(moved, 640)
	require.True(t, ok)
	require.Equal(t, c+128, moved, "grows into the rest")

	_, ok = h.Resize(c, 300)
	require.False(t, ok)
	size, ok := h.SizeOf(c)
	require.True(t, ok)
	require.EqualValues(t, 128, size, "failure leaves the block alone")

	down, ok := h.Resize(c, 256)
	require.True(t, ok)
	require.Equal(t, b, down, "slides into the free block before it")
}

// Two heaps that see the same calls agree on everything; and each agrees with the naive twin, which keeps a byte map.
func TestAgainstNaiveTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64Range(1, 256).Draw(t, "grains") * Grain
		base := rapid.SampledFrom([]uint64{0, 16, 48, 4096, 1 << 40}).Draw(t, "base")
		h, twin, naive := New(size, base), New(size, base), newNaive(size, base)
		var offs []uint64
		pick := func() int { return rapid.IntRange(0, len(offs)-1).Draw(t, "block") }
		t.Repeat(map[string]func(*rapid.T){
			"alloc": func(t *rapid.T) {
				n := rapid.Uint64Range(0, size/2+17).Draw(t, "bytes")
				align := uint64(1) << rapid.IntRange(0, 9).Draw(t, "align")
				off, ok := h.Alloc(n, align)
				off2, ok2 := twin.Alloc(n, align)
				require.Equal(t, off, off2)
				require.Equal(t, ok, ok2)
				require.Equal(t, naive.fits(n, max(align, Grain)), ok, "fails only if nothing fits")
				if ok {
					require.Zero(t, (base+off)%align)
					naive.mark(off, n)
					offs = append(offs, off)
				}
			},
			"release": func(t *rapid.T) {
				if len(offs) == 0 {
					require.Equal(t, size, h.Largest())
					return
				}
				i := pick()
				require.True(t, h.Release(offs[i]))
				require.True(t, twin.Release(offs[i]))
				naive.unmark(offs[i])
				require.False(t, h.Release(offs[i]))
				offs[i] = offs[len(offs)-1]
				offs = offs[:len(offs)-1]
			},
			"resize": func(t *rapid.T) {
				if len(offs) == 0 {
					return
				}
				i := pick()
				n := rapid.Uint64Range(1, size).Draw(t, "bytes")
				old := naive.live[offs[i]]
				off, ok := h.Resize(offs[i], n)
				off2, ok2 := twin.Resize(offs[i], n)
				require.Equal(t, off, off2)
				require.Equal(t, ok, ok2)
				naive.unmark(offs[i])
				require.Equal(t, naive.fits(n, Grain) || n <= old, ok, "fails only if nothing fits, even in its own place")
				if !ok {
					naive.mark(offs[i], old)
					return
				}
				naive.mark(off, n)
				offs[i] = off
			},
			"": func(t *rapid.T) {
				require.Equal(t, naive.free(), h.Free())
				require.Equal(t, naive.largest(), h.Largest())
				require.Equal(t, len(offs), h.Live())
				h.check(t)
			},
		})
		for _, off := range offs {
			require.True(t, h.Release(off))
		}
		require.Equal(t, size, h.Largest(), "everything coalesces to one block")
		h.check(t)
	})
}

// naive marks every grain of the heap as used or not.
type naive struct {
	base uint64
	used []bool
	live map[uint64]uint64
}

func newNaive(size, base uint64) *naive {
	return &naive{base: base, used: make([]bool, size/Grain), live: map[uint64]uint64{}}
}

func (n *naive) fill(off, bytes uint64, used bool) bool {
	for g := off / Grain; g < (off+bytes+Grain-1)/Grain; g++ {
		if n.used[g] == used {
			return false
		}
		n.used[g] = used
	}
	return true
}

func (n *naive) mark(off, bytes uint64) {
	if !n.fill(off, bytes, true) {
		panic("overlap")
	}
	n.live[off] = bytes
}

func (n *naive) unmark(off uint64) {
	n.fill(off, n.live[off], false)
	delete(n.live, off)
}

func (n *naive) fits(bytes, align uint64) bool {
	run := 0
	need := int((bytes + Grain - 1) / Grain)
	if need == 0 {
		return false
	}
	for g := len(n.used) - 1; g >= 0; g-- { // run: free grains from g on
		run++
		if n.used[g] {
			run = 0
		}
		if run >= need && (n.base+uint64(g)*Grain)%align == 0 {
			return true
		}
	}
	return false
}

func (n *naive) free() (bytes uint64) {
	for _, u := range n.used {
		if !u {
			bytes += Grain
		}
	}
	return bytes
}

func (n *naive) largest() (largest uint64) {
	run := uint64(0)
	for _, u := range n.used {
		run += Grain
		if u {
			run = 0
		}
		largest = max(largest, run)
	}
	return largest
}

// check walks the heap: blocks tile it, no two free ones touch, each free one is in its bin.
func (h *Heap) check(t require.TestingT) {
	inBin := map[int32]bool{}
	for bin, i := range h.bins.head {
		require.Equal(t, i != none, h.bins.row[bin>>columnBits]>>(bin&(columns-1))&1 == 1)
		for ; i != none; i = h.blocks[i].next {
			require.Equal(t, bin, binOf(h.blocks[i].size))
			inBin[i] = true
		}
	}
	at, blocks, free := uint64(0), 0, false
	for i, before := int32(0), int32(none); i != none; i, before = h.blocks[i].after, i {
		b := h.blocks[i]
		require.Equal(t, at, b.off)
		require.Equal(t, before, b.before)
		require.Equal(t, b.free, inBin[i])
		require.False(t, free && b.free, "neighbours that should be one")
		if !b.free {
			require.Equal(t, i, h.live[b.off])
		}
		at, free = at+b.size, b.free
		blocks++
	}
	require.Equal(t, h.size, at)
	require.Equal(t, blocks, len(inBin)+len(h.live))
}

func BenchmarkAllocRelease64(b *testing.B) {
	h := New(512<<20, 1<<44)
	var offs []uint64
	for i := range uint64(5000) {
		off, _ := h.Alloc(16+i*37%2000, 16)
		offs = append(offs, off)
	}
	for i := 0; i < len(offs); i += 2 {
		h.Release(offs[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		off, _ := h.Alloc(64, 16)
		h.Release(off)
	}
}

func BenchmarkChurn(b *testing.B) {
	h := New(512<<20, 1<<44)
	offs := make([]uint64, 4096)
	for i := range offs {
		offs[i], _ = h.Alloc(uint64(16+i*37%2000), 16)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i = (i*5 + 1) % len(offs)
		h.Release(offs[i])
		offs[i], _ = h.Alloc(uint64(16+i*61%2000), 16)
	}
}
