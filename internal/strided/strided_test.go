package strided

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// expanded is the obvious meaning of fragments: byte by byte, what goes where, in order.
func expanded(all []Fragment) (out [][2]uintptr) {
	for _, f := range all {
		for i := range f.Len {
			out = append(out, [2]uintptr{f.To + uintptr(i), f.From + uintptr(i)})
		}
	}
	return out
}

// flat is the obvious meaning of a list.
func flat(l *List) (out []uintptr) {
	for i := range l.Count() {
		p := l.At(i)
		for k := range p.Len {
			out = append(out, p.Addr+uintptr(k))
		}
	}
	return out
}

// nested is the obvious meaning of levels of strides: nested loops, by recursion.
func nested(base uintptr, strides, count []uint64) (out []uintptr) {
	top := len(count) - 1
	for i := range count[top] {
		if top == 0 {
			out = append(out, base+uintptr(i))
		} else {
			out = append(out, nested(base+uintptr(i*strides[top-1]), strides[:top-1], count[:top])...)
		}
	}
	return out
}

func zip(t require.TestingT, to, from []uintptr) (out [][2]uintptr) {
	require.Equal(t, len(to), len(from))
	for i := range to {
		out = append(out, [2]uintptr{to[i], from[i]})
	}
	return out
}

// drawList makes pieces of total bytes from an address on; some are empty, some touch their neighbours.
func drawList(t *rapid.T, name string, base uintptr, total uint64) *List {
	var all []Piece
	at := base
	for total > 0 || rapid.IntRange(0, 3).Draw(t, name+" empty") == 0 {
		n := rapid.Uint64Range(0, min(total, 9)).Draw(t, name+" length")
		at += uintptr(rapid.SampledFrom([]uint64{0, 0, 1, 7}).Draw(t, name+" gap"))
		all = append(all, Piece{at, n})
		at += uintptr(n)
		total -= n
	}
	return &List{Pieces: rapid.Permutation(all).Draw(t, name)}
}

// drawAddrs makes n addresses of pieces of one length.
func drawAddrs(t *rapid.T, name string, base uintptr, n, length uint64) *List {
	l := &List{Len: length}
	for range n {
		l.Addrs = append(l.Addrs, base)
		base += uintptr(length + rapid.SampledFrom([]uint64{0, 0, 1, 7}).Draw(t, name+" gap"))
	}
	l.Addrs = rapid.Permutation(l.Addrs).Draw(t, name)
	return l
}

// drawLists makes two lists of equal lengths in bytes.
func drawLists(t *rapid.T, toBase, fromBase uintptr) (to, from *List, n uint64) {
	n = rapid.Uint64Range(0, 60).Draw(t, "bytes")
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		a, b := rapid.Uint64Range(1, 9).Draw(t, "to length"), rapid.Uint64Range(1, 9).Draw(t, "from length")
		k := n % 4
		return drawAddrs(t, "to", toBase, k*b, a), drawAddrs(t, "from", fromBase, k*a, b), k * a * b
	case 1:
		return drawList(t, "to", toBase, n), drawAddrs(t, "from", fromBase, n, 1), n
	}
	return drawList(t, "to", toBase, n), drawList(t, "from", fromBase, n), n
}

func TestPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		to, from, n := drawLists(t, 1000, 9000)
		for _, l := range []*List{to, from} {
			got, excess := l.Bytes()
			require.Equal(t, -1, excess)
			require.Equal(t, n, got)
		}
		got := Pair(to, from, n)
		require.Equal(t, zip(t, flat(to), flat(from)), expanded(got))
		for i, f := range got {
			require.NotZero(t, f.Len)
			if i > 0 { // as few as can be
				b := got[i-1]
				require.False(t, b.To+uintptr(b.Len) == f.To && b.From+uintptr(b.Len) == f.From)
			}
		}
	})
}

func TestListBytesOverflow(t *testing.T) {
	_, excess := (&List{Pieces: []Piece{{8, 1 << 63}, {100, 1 << 63}}}).Bytes()
	require.Equal(t, 1, excess)
	rapid.Check(t, func(t *rapid.T) { // addresses as pieces
		l := &List{Len: rapid.SampledFrom([]uint64{0, 1, 3, 1 << 62, 1<<62 + 1, 1 << 63, math.MaxUint64}).Draw(t, "length")}
		l.Addrs = make([]uintptr, rapid.IntRange(1, 6).Draw(t, "addresses"))
		same := &List{}
		for i := range l.Addrs {
			same.Pieces = append(same.Pieces, l.At(i))
		}
		n, excess := l.Bytes()
		m, other := same.Bytes()
		require.Equal(t, other, excess)
		if excess < 0 {
			require.Equal(t, m, n)
		}
	})
	n, excess := (&List{}).Bytes()
	require.Zero(t, n)
	require.Equal(t, -1, excess)
}

func drawStrides(t *rapid.T, name string, count []uint64) (out []uint64) {
	extent := count[0]
	for _, n := range count[1:] {
		stride := extent + rapid.SampledFrom([]uint64{0, 0, 1, 13}).Draw(t, name)
		out = append(out, stride)
		extent = stride * n
	}
	return out
}

// drawBox has more levels than a walk has without allocating, some joined, some empty.
func drawBox(t *rapid.T, to, from uintptr) *Box {
	count := rapid.SliceOfN(rapid.SampledFrom([]uint64{0, 1, 1, 2, 2, 3}), 1, fewLevels+3).Draw(t, "count")
	total := uint64(1)
	for i := range count {
		if rapid.IntRange(0, 9).Draw(t, "empty") > 0 {
			count[i] = max(count[i], 1)
		}
		if total *= max(count[i], 1); total > 3000 {
			total, count[i] = total/count[i], 1
		}
	}
	count[0] *= rapid.SampledFrom([]uint64{1, 2, 4, 8}).Draw(t, "block")
	return &Box{To: to, From: from, Count: count, ToStrides: drawStrides(t, "to", count), FromStrides: drawStrides(t, "from", count)}
}

func TestBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBox(t, 1000, 1<<40)
		require.Equal(t, zip(t, nested(b.To, b.ToStrides, b.Count), nested(b.From, b.FromStrides, b.Count)), expanded(b.Fragments()))
		span, excess := Span(b.ToStrides, b.Count)
		require.Equal(t, -1, excess)
		all := nested(0, b.ToStrides, b.Count)
		if len(all) > 0 {
			require.Equal(t, uint64(all[len(all)-1])+1, span)
		} else {
			require.Zero(t, span)
		}
		dense := &Box{To: 5000, From: 5000, Count: b.Count, ToStrides: packed(b.Count), FromStrides: packed(b.Count)}
		if got := dense.Fragments(); len(all) > 0 {
			require.Equal(t, []Fragment{{5000, 5000, uint64(len(all))}}, got)
		} else {
			require.Empty(t, got)
		}
	})
}

func TestContiguousBoxIsOneCopy(t *testing.T) {
	b := Box{To: 64, From: 128, ToStrides: []uint64{8, 99, 16}, FromStrides: []uint64{8, 7, 16}, Count: []uint64{8, 2, 1, 5}}
	require.Equal(t, []Fragment{{64, 128, 80}}, b.Fragments())
	b = Box{To: 64, From: 128, Count: []uint64{8}}
	require.Equal(t, []Fragment{{64, 128, 8}}, b.Fragments())
}

// A span is what arithmetic without bounds says, or overflow.
func TestSpan(t *testing.T) {
	numbers := rapid.SampledFrom([]uint64{0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 33, 1<<63 - 1, 1 << 63, math.MaxUint64})
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.SliceOfN(numbers, 1, 4).Draw(t, "count")
		strides := rapid.SliceOfN(numbers, len(count)-1, len(count)-1).Draw(t, "strides")
		want, empty := new(big.Int).SetUint64(count[0]), count[0] == 0
		wrong := -1
		for i, n := range count[1:] {
			empty = empty || n == 0
			reach := new(big.Int).Mul(new(big.Int).SetUint64(strides[i]), new(big.Int).Sub(new(big.Int).SetUint64(n), big.NewInt(1)))
			if want.Add(want, reach); wrong < 0 && !want.IsUint64() {
				wrong = i
			}
		}
		span, excess := Span(strides, count)
		if empty {
			require.Zero(t, span)
			require.Equal(t, -1, excess)
			return
		}
		require.Equal(t, wrong, excess)
		if wrong < 0 {
			require.Equal(t, want.Uint64(), span)
		}
	})
}

func TestRow(t *testing.T) {
	numbers := rapid.SampledFrom([]uint64{1, 2, 3, 1 << 32, 1 << 63, math.MaxUint64})
	rapid.Check(t, func(t *rapid.T) {
		r := Row{Block: numbers.Draw(t, "block"), Count: numbers.Draw(t, "count"), To: numbers.Draw(t, "to"), From: numbers.Draw(t, "from")}
		for _, stride := range []uint64{r.To, r.From} {
			want, excess := Span([]uint64{stride}, []uint64{r.Block, r.Count})
			got, ok := r.Span(stride)
			require.Equal(t, excess < 0, ok)
			if ok {
				require.Equal(t, want, got)
			}
		}
	})
	to, from := Row{Block: 8, Count: 4, To: 16, From: 8}.Offsets(3)
	require.Equal(t, [2]uint64{48, 24}, [2]uint64{to, from})
}

// packed is strides of a region without gaps.
func packed(count []uint64) []uint64 {
	strides := make([]uint64, len(count)-1)
	step := count[0]
	for i := range strides {
		strides[i] = step
		step *= count[i+1]
	}
	return strides
}
