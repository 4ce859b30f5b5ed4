package strided

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
)

// areas are two areas of memory; from has bytes that differ from their neighbours.
func areas(size int) (to, from []byte) {
	to, from = make([]byte, size), make([]byte, size)
	for i := range from {
		from[i] = byte(1 + i*7%251)
	}
	return to, from
}

// moved is what to becomes, fragment by fragment.
func moved(to, from []byte, all []Fragment) []byte {
	want := append([]byte(nil), to...)
	for _, f := range all {
		copy(want[f.To-memory.Address(to):][:f.Len], from[f.From-memory.Address(from):][:f.Len])
	}
	return want
}

func TestCopyBox(t *testing.T) {
	to, from := areas(1 << 20)
	rapid.Check(t, func(t *rapid.T) {
		b := drawBox(t, 0, 0)
		before, after, _ := Span(b.Block, b.ToStrides, b.Count)
		low, high, _ := Span(b.Block, b.FromStrides, b.Count)
		if max(before+after, low+high) > uint64(len(to))-16 {
			t.Skip("larger than the areas")
		}
		b.To, b.From = memory.Address(to)+uintptr(before), memory.Address(from)+uintptr(low)
		used := to[:before+after+16]
		clear(used)
		want := moved(used, from, b.Fragments())
		b.Copy()
		require.Equal(t, want, used)
	})
}

func TestCopyList(t *testing.T) {
	to, from := areas(1 << 20) // too large for a stack, which moves
	to, from = to[:1<<12], from[:1<<12]
	rapid.Check(t, func(t *rapid.T) {
		clear(to)
		l, m, n := drawLists(t, memory.Address(to), memory.Address(from))
		want := moved(to, from, Pair(l, m, n))
		CopyList(l, m, n)
		require.Equal(t, want, to)
	})
}

// A region onto itself is left alone, and so is memory that nothing is copied to.
func TestCopyNothing(t *testing.T) {
	(&Box{To: 1, From: 1, Block: 8, Count: []uint64{4}, ToStrides: []int64{16}, FromStrides: []int64{16}}).Copy()
	(&Box{To: 1, From: 2, Block: 8, Count: []uint64{0}, ToStrides: []int64{16}, FromStrides: []int64{16}}).Copy()
	(&Box{To: 1, From: 2, Count: []uint64{4}, ToStrides: []int64{16}, FromStrides: []int64{-16}}).Copy()
	CopyList(&List{Addrs: []uintptr{1}, Len: 8}, &List{Pieces: []Piece{{1, 8}}}, 8)
	CopyList(&List{Addrs: []uintptr{1}}, &List{}, 0)
	Row{Block: 8}.Copy(1, 2)
}
