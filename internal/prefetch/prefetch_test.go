package prefetch

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Nothing happens, whatever the address: there is nothing else that could be seen of it.
func TestFetchAnything(t *testing.T) {
	var x [8]uint64
	for _, p := range []*[8]uint64{&x, nil} {
		Line(p)
		Lines2(p)
		Lines4(p)
		LineToWrite(p)
	}
	for _, at := range []uintptr{0, 1, 1 << 47, math.MaxUint64, math.MaxUint64 - 63} {
		s := NewSet(at)
		s.Fetch()
		f := SmallSet(s[:5])
		f.Fetch()
		Lines3At(at)
		Ends(at, 0)
		Ends(at, 1<<20)
		Ends(at, math.MaxUint64)
	}
	for _, arg := range []uint64{0, 1, 1 << 20, math.MaxUint64, uint64(At(&x))} {
		Event(&x, arg)
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
	lines := func(at uintptr) [2]uintptr { return [2]uintptr{at / LineSize, (at + LineSize - 1) / LineSize} } // that are fetched: see PLACE
	for _, c := range []struct{ at, n, first, last uintptr }{
		{640, 1, 10, 10}, {640, 64, 10, 10}, {640, 65, 10, 11}, {640, 128, 10, 11}, {640, 1000, 10, 11},
		{703, 1, 10, 10}, {703, 2, 10, 11}, {670, 34, 10, 10}, {670, 35, 10, 11},
	} {
		require.Equal(t, [2]uintptr{c.first, c.last}, lines(Span(c.at, c.n)), c)
	}
	x := new([2 * LineSize]byte)
	require.Equal(t, Span(At(x), 2*LineSize), All(x))
	require.Equal(t, At(x)/LineSize*LineSize, Begin(x))
}

// Whatever is entered where: all of it is in the plan, and nothing is in the way of anything else.
func TestPlan(t *testing.T) {
	p := NewPlan(1)
	p.Rank(2)
	p.Step(3, 4, 5, 6, 7)
	p.Interface([2]uintptr{8, 9}, [4]uintptr{10, 11, 12, 13}, SmallSet{14, 14, 14, 14, 14})
	p.Source(15)
	p.Program(16, 17, 18, 19, 20, 21, 22)
	require.True(t, p.EventsAt(14))
	for at := uintptr(2); at <= 22; at++ {
		require.True(t, p.Contains(at), at)
	}
	require.False(t, p.Contains(1))
	p.Events(SmallSet{23, 24, 25, 26, 27})
	require.False(t, p.Contains(14))
	require.EqualValues(t, 3*LineSize+16, unsafe.Sizeof(p))
	require.EqualValues(t, 2*LineSize, unsafe.Offsetof(p.handler))
	p.FetchHandlers()
	p.FetchTurn()
	p.FetchHandler(true)
}
