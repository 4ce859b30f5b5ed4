package cache

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nothing happens, whatever the address: there is nothing else that could be seen of it.
func TestFetchAnything(t *testing.T) {
	var x [8]uint64
	for _, p := range []*[8]uint64{&x, nil} {
		Fetch(p)
		Fetch2(p)
		Fetch4(p)
		FetchToWrite(p)
	}
	for _, at := range []uintptr{0, 1, 1 << 47, math.MaxUint64, math.MaxUint64 - 63} {
		s := NewSet(at)
		s.Fetch()
		f := Few(s[:5])
		f.Fetch()
		Fetch3At(at)
		Ends(at, 0)
		Ends(at, 1<<20)
		Ends(at, math.MaxUint64)
	}
	for _, arg := range []uint64{0, 1, 1 << 20, math.MaxUint64, uint64(At(&x))} {
		Call(&x, arg)
	}
	require.Equal(t, [8]uint64{}, x)
}

func TestSet(t *testing.T) {
	s := NewSet(7)
	s.Put(2, 1, 2)
	require.Equal(t, Set{7, 7, 1, 2, 7, 7, 7, 7}, s)
	require.Panics(t, func() { s.Put(7, 1, 2) })
	var x struct{ a, b uint64 }
	require.Equal(t, At(&x)+8, At(&x.b))
}

// A place is a line if that is enough, and else two.
func TestSpan(t *testing.T) {
	lines := func(at uintptr) [2]uintptr { return [2]uintptr{at / Line, (at + Line - 1) / Line} } // that are fetched: see PLACE
	for _, c := range []struct{ at, n, first, last uintptr }{
		{640, 1, 10, 10}, {640, 64, 10, 10}, {640, 65, 10, 11}, {640, 128, 10, 11}, {640, 1000, 10, 11},
		{703, 1, 10, 10}, {703, 2, 10, 11}, {670, 34, 10, 10}, {670, 35, 10, 11},
	} {
		require.Equal(t, [2]uintptr{c.first, c.last}, lines(Span(c.at, c.n)), c)
	}
	x := new([2 * Line]byte)
	require.Equal(t, Span(At(x), 2*Line), All(x))
	require.Equal(t, At(x)/Line*Line, Begin(x))
}
