package request

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// room is memory of one side of a transfer.
type room struct{ b []byte }

func newRoom(n int) room { return room{make([]byte, n)} }

// draw draws runs that lie in a room and do not overlap: strides of levels that grow, or a list in any order.
func draw(t *rapid.T, r room, run uint64, counts []int32, list bool, name string) armci.Runs {
	runs := armci.Runs{Bytes: run, At: memory.Address(r.b)}
	stride := run
	for _, c := range counts {
		stride += 4 * uint64(rapid.IntRange(0, 5).Draw(t, name+" gap"))
		runs.Counts, runs.Strides = append(runs.Counts, c), append(runs.Strides, int32(stride))
		stride *= uint64(c)
	}
	if !list {
		return runs
	}
	l := armci.Runs{Bytes: run}
	runs.Walk(0, runs.Total(), func(at uintptr, n uint64) { l.List = append(l.List, at) })
	if len(l.List) == 0 {
		l.List = []uintptr{runs.At}
	}
	slices.Reverse(l.List)
	return l
}

// All parts of a transfer together move what the runs say, in messages that are no larger than allowed.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := 4 * uint64(rapid.IntRange(1, 300).Draw(t, "run"))
		var counts []int32
		for range rapid.IntRange(0, 4).Draw(t, "levels") {
			counts = append(counts, int32(rapid.IntRange(1, 4).Draw(t, "count")))
		}
		list := rapid.Bool().Draw(t, "list")
		kind := rapid.SampledFrom([]int32{armci.KindPut, armci.KindGet, armci.KindAcc}).Draw(t, "kind")
		largest := uint64(16 * rapid.IntRange(2*MostHead/16, 80).Draw(t, "largest"))
		here, there := newRoom(1<<20), newRoom(1<<20)
		for i := range here.b {
			here.b[i], there.b[i] = byte(i*7), byte(i*11+3)
		}
		x := armci.Transfer{Kind: kind, Local: draw(t, here, run, counts, list, "local"), Remote: draw(t, there, run, counts, list, "remote")}
		factor := binary.NativeEndian.AppendUint32(nil, 3)
		add, ok := armci.AdderOf(armci.AccInt, memory.Address(factor))
		require.True(t, ok)
		x.Add = &add
		wantHere, wantThere := bytes.Clone(here.b), bytes.Clone(there.b)
		x.Each(func(local, remote uintptr, n uint64) {
			l, r := wantHere[local-memory.Address(here.b):][:n], wantThere[remote-memory.Address(there.b):][:n]
			switch kind {
			case armci.KindPut:
				copy(r, l)
			case armci.KindGet:
				copy(l, r)
			default:
				for i := 0; i < len(r); i += 4 {
					binary.NativeEndian.PutUint32(r[i:], binary.NativeEndian.Uint32(r[i:])+3*binary.NativeEndian.Uint32(l[i:]))
				}
			}
		})
		for from := uint64(0); from < x.Remote.Total(); {
			n := Part(&x, from, largest)
			require.Positive(t, n)
			message := make([]byte, largest)
			message = message[:Put(message, &x, from, n)]
			q, err := Read(message)
			require.NoError(t, err)
			require.True(t, q.Inside(memory.Address(there.b), uint64(len(there.b))))
			require.False(t, q.Inside(memory.Address(there.b)+1, uint64(len(there.b))) && from == 0 && !list)
			if kind == armci.KindGet {
				require.LessOrEqual(t, q.Bytes, largest)
				answer := make([]byte, q.Bytes)
				Gather(answer, &q.Runs, q.Skip)
				Scatter(&x.Local, from, answer)
			} else {
				q.Serve()
			}
			from += n
		}
		require.True(t, bytes.Equal(wantHere, here.b), "local memory")
		require.True(t, bytes.Equal(wantThere, there.b), "remote memory")
	})
}

// What is no request is refused, and what is one stays in its bounds.
func FuzzRead(f *testing.F) {
	here, there := newRoom(4096), newRoom(4096)
	for _, kind := range []int32{armci.KindPut, armci.KindGet} {
		for _, list := range [][]uintptr{nil, {memory.Address(there.b), memory.Address(there.b) + 64}} {
			x := armci.Transfer{Kind: kind, Local: armci.Runs{Bytes: 16, At: memory.Address(here.b), Counts: []int32{2}, Strides: []int32{32}},
				Remote: armci.Runs{Bytes: 16, At: memory.Address(there.b), Counts: []int32{2}, Strides: []int32{48}}}
			if list != nil {
				x.Remote = armci.Runs{Bytes: 16, List: list}
			}
			m := make([]byte, 512)
			f.Add(m[:Put(m, &x, 0, 32)])
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		own := make([]byte, len(b)+16) // messages lie at multiples of 16
		copy(own, b)
		q, err := Read(own[:len(b)])
		if err != nil {
			return
		}
		require.LessOrEqual(t, q.Skip+q.Bytes, q.Runs.Total())
		require.Less(t, q.Runs.Total(), uint64(math.MaxInt64))
		if q.Bytes < 1<<16 {
			seen := uint64(0)
			q.Runs.Walk(q.Skip, q.Bytes, func(_ uintptr, n uint64) { seen += n })
			require.Equal(t, q.Bytes, seen)
		}
	})
}
