package strided

import (
	"cmp"
	"math"
	"math/big"
	"slices"
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
func nested(base uintptr, block uint64, strides []int64, count []uint64) (out []uintptr) {
	top := len(count) - 1
	if top < 0 {
		for i := range block {
			out = append(out, base+uintptr(i))
		}
		return out
	}
	for i := range count[top] {
		out = append(out, nested(base+uintptr(int64(i)*strides[top]), block, strides[:top], count[:top])...)
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

// drawStrides makes strides of any sign, in an order of their own or not, with which blocks do not overlap.
func drawStrides(t *rapid.T, name string, block uint64, count []uint64) (out []int64) {
	extent := block
	order := rapid.Permutation(indices(len(count))).Draw(t, name+" order")
	if rapid.Bool().Draw(t, name+" ascending") {
		order = indices(len(count))
	}
	out = make([]int64, len(count))
	for _, i := range order {
		stride := extent + rapid.SampledFrom([]uint64{0, 0, 1, 13}).Draw(t, name)
		out[i] = int64(stride) * rapid.SampledFrom([]int64{1, 1, 1, -1}).Draw(t, name+" sign")
		extent = stride * max(count[i], 1)
	}
	return out
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// drawBox has more levels than a walk has without allocating, some joined, some empty.
func drawBox(t *rapid.T, to, from uintptr) *Box {
	count := rapid.SliceOfN(rapid.SampledFrom([]uint64{0, 1, 1, 2, 2, 3}), 0, fewLevels+3).Draw(t, "count")
	total := uint64(1)
	for i := range count {
		if rapid.IntRange(0, 9).Draw(t, "empty") > 0 {
			count[i] = max(count[i], 1)
		}
		if total *= max(count[i], 1); total > 3000 {
			total, count[i] = total/count[i], 1
		}
	}
	block := rapid.SampledFrom([]uint64{0, 1, 1, 2, 4, 8, 8, 16, 24}).Draw(t, "block")
	b := &Box{To: to, From: from, Block: block, Count: count, ToStrides: drawStrides(t, "to", block, count), FromStrides: drawStrides(t, "from", block, count)}
	if len(count) > 0 && rapid.Bool().Draw(t, "spread") { // what is read may overlap
		b.FromStrides[rapid.IntRange(0, len(count)-1).Draw(t, "level")] = 0
	}
	return b
}

func byAddress(a, b [2]uintptr) int { return cmp.Compare(a[0], b[0]) }

func TestBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBox(t, 1<<30, 1<<40)
		want := zip(t, nested(b.To, b.Block, b.ToStrides, b.Count), nested(b.From, b.Block, b.FromStrides, b.Count))
		got := expanded(b.Fragments())
		slices.SortFunc(want, byAddress)
		slices.SortFunc(got, byAddress)
		require.Equal(t, want, got)
		below, above, excess := Span(b.Block, b.ToStrides, b.Count)
		require.Equal(t, -1, excess)
		if len(want) > 0 {
			require.Equal(t, b.To-uintptr(below), want[0][0])
			require.Equal(t, b.To+uintptr(above), want[len(want)-1][0]+1)
		} else {
			require.Zero(t, below+above)
		}
		dense := &Box{To: 5000, From: 7000, Block: b.Block, Count: b.Count, ToStrides: packed(b.Block, b.Count), FromStrides: packed(b.Block, b.Count)}
		if all := dense.Fragments(); len(want) > 0 {
			require.Equal(t, []Fragment{{5000, 7000, uint64(len(want))}}, all)
		} else {
			require.Empty(t, all)
		}
	})
}

func TestContiguousBoxIsOneCopy(t *testing.T) {
	b := Box{To: 64, From: 128, Block: 8, ToStrides: []int64{8, 99, 16}, FromStrides: []int64{8, 7, 16}, Count: []uint64{2, 1, 5}}
	require.Equal(t, []Fragment{{64, 128, 80}}, b.Fragments())
	b = Box{To: 64, From: 128, Block: 8}
	require.Equal(t, []Fragment{{64, 128, 8}}, b.Fragments())
	b = Box{To: 64 + 8*9, From: 128 + 8*9, Block: 8, ToStrides: []int64{-16, -8}, FromStrides: []int64{-16, -8}, Count: []uint64{5, 2}}
	require.Equal(t, []Fragment{{64, 128, 80}}, b.Fragments(), "backwards, the longer stride first")
}

// A span is what arithmetic without bounds says, or overflow.
func TestSpan(t *testing.T) {
	numbers := rapid.SampledFrom([]uint64{0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 33, 1<<63 - 1, 1 << 63, math.MaxUint64})
	signed := rapid.SampledFrom([]int64{0, 1, -1, 2, -3, 1 << 31, -1 << 32, 1 << 33, math.MaxInt64, math.MinInt64})
	rapid.Check(t, func(t *rapid.T) {
		block, count := numbers.Draw(t, "block"), rapid.SliceOfN(numbers, 0, 4).Draw(t, "count")
		strides := rapid.SliceOfN(signed, len(count), len(count)).Draw(t, "strides")
		lowest, end, empty := new(big.Int), new(big.Int).SetUint64(block), block == 0
		wrong := -1
		for i, n := range count {
			empty = empty || n == 0
			reach := new(big.Int).Mul(big.NewInt(strides[i]), new(big.Int).Sub(new(big.Int).SetUint64(n), big.NewInt(1)))
			if strides[i] < 0 {
				lowest.Add(lowest, reach)
			} else {
				end.Add(end, reach)
			}
			if size := new(big.Int).Sub(end, lowest); wrong < 0 && !size.IsUint64() {
				wrong = i
			}
		}
		below, above, excess := Span(block, strides, count)
		if empty {
			require.Zero(t, below)
			require.Zero(t, above)
			require.Equal(t, -1, excess)
			return
		}
		require.Equal(t, wrong, excess)
		if wrong < 0 {
			require.Equal(t, lowest.Neg(lowest).Uint64(), below)
			require.Equal(t, end.Uint64(), above)
		}
	})
}

func TestRow(t *testing.T) {
	numbers := rapid.SampledFrom([]uint64{1, 2, 3, 1 << 32, 1 << 63, math.MaxUint64})
	rapid.Check(t, func(t *rapid.T) {
		r := Row{Block: numbers.Draw(t, "block"), Count: numbers.Draw(t, "count"), To: numbers.Draw(t, "to"), From: numbers.Draw(t, "from")}
		for _, stride := range []uint64{r.To, r.From} {
			want := new(big.Int).Mul(new(big.Int).SetUint64(stride), new(big.Int).SetUint64(r.Count-1))
			want.Add(want, new(big.Int).SetUint64(r.Block))
			got, ok := r.Span(stride)
			require.Equal(t, want.IsUint64(), ok)
			if ok {
				require.Equal(t, want.Uint64(), got)
			}
		}
	})
	to, from := Row{Block: 8, Count: 4, To: 16, From: 8}.Offsets(3)
	require.Equal(t, [2]uint64{48, 24}, [2]uint64{to, from})
}

// packed is strides of a region without gaps.
func packed(block uint64, count []uint64) []int64 {
	strides := make([]int64, len(count))
	step := block
	for i := range strides {
		strides[i] = int64(step)
		step *= count[i]
	}
	return strides
}
