package vis

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// expanded is the obvious meaning of fragments: byte by byte, what goes where, in order.
func expanded(all []Fragment) (out [][2]uintptr) {
	for _, f := range all {
		for i := range f.Len {
			out = append(out, [2]uintptr{f.Dst + uintptr(i), f.Src + uintptr(i)})
		}
	}
	return out
}

func flat(pieces []Piece) (out []uintptr) {
	for _, p := range pieces {
		for i := range p.Len {
			out = append(out, p.Addr+uintptr(i))
		}
	}
	return out
}

func zip(t require.TestingT, dst, src []uintptr) (out [][2]uintptr) {
	require.Equal(t, len(dst), len(src))
	for i := range dst {
		out = append(out, [2]uintptr{dst[i], src[i]})
	}
	return out
}

// drawSide makes pieces of total bytes; some are empty, some touch their neighbours.
func drawSide(t *rapid.T, name string, total uint64) (out []Piece) {
	at := uintptr(rapid.Uint16().Draw(t, name+" base"))
	for total > 0 || rapid.IntRange(0, 3).Draw(t, name+" empty") == 0 {
		n := rapid.Uint64Range(0, min(total, 9)).Draw(t, name+" length")
		at += uintptr(rapid.SampledFrom([]uint64{0, 0, 1, 100}).Draw(t, name+" gap"))
		out = append(out, Piece{at, n})
		at += uintptr(n)
		total -= n
	}
	return rapid.Permutation(out).Draw(t, name)
}

func TestPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(0, 60).Draw(t, "bytes")
		dst, src := drawSide(t, "dst", n), drawSide(t, "src", n)
		got, err := Pair(dst, src)
		require.NoError(t, err)
		require.Equal(t, zip(t, flat(dst), flat(src)), expanded(got))
		for i, f := range got {
			require.NotZero(t, f.Len)
			if i > 0 { // as few as can be
				b := got[i-1]
				require.False(t, b.Dst+uintptr(b.Len) == f.Dst && b.Src+uintptr(b.Len) == f.Src)
			}
		}
	})
}

func TestPairRefuses(t *testing.T) {
	_, err := Pair([]Piece{{8, 4}, {100, 1}}, []Piece{{1, 4}})
	require.EqualError(t, err, "5 bytes to fill, 4 bytes to fill them with")
	_, err = Pair([]Piece{{8, 1 << 63}, {100, 1 << 63}}, nil)
	require.EqualError(t, err, "dstlist[1].len = 9223372036854775808: more bytes than there are addresses")
}

func TestIndexed(t *testing.T) {
	require.Equal(t, []Piece{{8, 4}, {2, 4}}, Indexed([]uintptr{8, 2}, 4))
	require.Empty(t, Indexed([]uintptr{8, 2}, 0))
}

// box is the obvious meaning of strides: nested loops, by recursion.
func box(base uintptr, strides, count []uint64) (out []uintptr) {
	if len(count) == 1 {
		for i := range count[0] {
			out = append(out, base+uintptr(i))
		}
		return out
	}
	top := len(count) - 1
	for i := range count[top] {
		out = append(out, box(base+uintptr(i*strides[top-1]), strides[:top-1], count[:top])...)
	}
	return out
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

func TestStrides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.SliceOfN(rapid.SampledFrom([]uint64{0, 1, 1, 2, 3, 4}), 1, 7).Draw(t, "count")
		if rapid.Bool().Draw(t, "something") {
			for i := range count {
				count[i] = max(count[i], 1)
			}
		}
		s := Strides{Dst: 1000, Src: 5000, Count: count, DstStrides: drawStrides(t, "dst", count), SrcStrides: drawStrides(t, "src", count)}
		got := s.Fragments()
		require.Equal(t, zip(t, box(1000, s.DstStrides, count), box(5000, s.SrcStrides, count)), expanded(got))
		span, err := Span(s.DstStrides, count)
		require.NoError(t, err)
		if all := box(0, s.DstStrides, count); len(all) > 0 {
			require.Equal(t, uint64(all[len(all)-1])+1, span)
		} else {
			require.Zero(t, span)
		}
	})
}

func TestStridesThatAreContiguousAreOneCopy(t *testing.T) {
	s := Strides{Dst: 64, Src: 128, DstStrides: []uint64{8, 99, 16}, SrcStrides: []uint64{8, 7, 16}, Count: []uint64{8, 2, 1, 5}}
	require.Equal(t, []Fragment{{64, 128, 80}}, s.Fragments())
	require.Equal(t, []Fragment{{64, 128, 8}}, Strides{Dst: 64, Src: 128, Count: []uint64{8}}.Fragments())
}

func TestSpanRefuses(t *testing.T) {
	_, err := Span([]uint64{1 << 40}, []uint64{8, 1 << 30})
	require.EqualError(t, err, "strides[0] = 1099511627776, 1073741824 times: further than there are addresses")
}
