package twintest

import (
	"encoding/binary"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/lapi"
)

// Run compares machines over a network that loses, repeats and reorders packets with copies that are made at once. Operations have memory of their own, so that
// their order does not matter.
func Run(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		play(t, newWorld(t, rapid.IntRange(1, 4).Draw(t, "tasks"), nil))
	})
}

// play starts operations, has all packets carried, and compares.
func play(t *rapid.T, w *world) {
	tasks := len(w.machines)
	naive := make([][]byte, tasks)
	counters := make([]map[uintptr]int, tasks)
	runs := make([]map[uint64]int, tasks)
	for i := range naive {
		for k := range w.memory[i] {
			w.memory[i][k] = byte(i*31 + k*7)
		}
		naive[i] = append([]byte(nil), w.memory[i]...)
		counters[i], runs[i] = map[uintptr]int{}, map[uint64]int{}
	}
	next, scale := uintptr(16), w.scale
	rmw := map[int]byte{}
	task := rapid.IntRange(0, tasks-1)
	for range rapid.IntRange(1, 12).Draw(t, "operations") {
		n := rapid.Uint64Range(0, 150).Draw(t, "bytes") * uint64(scale)
		me, to := task.Draw(t, "origin"), task.Draw(t, "target")
		c := lapi.Counters{Target: 1, Origin: 2, Complete: 3}
		m := w.machines[me]
		at, from := next, next+160*scale
		next += 330 * scale
		mine, theirs := w.base[me], w.base[to]
		pieces := func(base uintptr) []lapi.Piece {
			if n == 0 {
				return nil
			}
			return []lapi.Piece{{At: base + from, Len: n / 3}, {At: base + from + uintptr(n/3), Len: n - n/3}}
		}
		source := lapi.Source{Pieces: pieces(mine)}
		if rapid.Bool().Draw(t, "copy") {
			source.Copy = append([]byte{}, naive[me][from:from+uintptr(n)]...)
		}
		switch rapid.SampledFrom([]string{"put", "get", "send", "rmw", "fence"}).Draw(t, "what") {
		case "put":
			half := n / 2
			m.Put(to, []lapi.Piece{{At: theirs + at, Len: half}, {At: theirs + at + uintptr(half), Len: n - half}}, source, c, lapi.Callback{})
			copy(naive[to][at:at+uintptr(n)], naive[me][from:])
			counters[me][2]++
			counters[me][3]++
			counters[to][1]++
		case "get":
			m.Get(to, pieces(theirs), []lapi.Piece{{At: mine + at, Len: n}}, c, lapi.Callback{})
			copy(naive[me][at:at+uintptr(n)], naive[to][from:])
			counters[me][2]++
			counters[to][1]++
		case "send":
			handler := uint64(rapid.IntRange(100, 101).Draw(t, "handler"))
			m.Send(to, lapi.Message{Handler: handler, Header: binary.LittleEndian.AppendUint32(nil, uint32(at))}, source, c, lapi.Callback{})
			copy(naive[to][at:at+uintptr(n)], naive[me][from:])
			counters[me][2]++
			counters[me][3]++
			counters[to][1]++
			runs[to][handler]++
		case "rmw":
			m.Rmw(to, 0, 4, theirs+8, [2]uint64{5}, 0, 2, lapi.Callback{})
			rmw[to] += 5
			counters[me][2]++
		case "fence":
			m.Fence()
		}
		w.perform(me)
	}
	for to, v := range rmw {
		naive[to][8] += v
	}
	fences := make([]uint64, tasks)
	for i, m := range w.machines {
		fences[i] = m.Fence()
		m.Gather(uint64(i)*3, true)
		m.Gather(0, false)
		w.perform(i)
	}
	w.carry(t, func(i int) bool {
		m := w.machines[i]
		return m.Fenced(fences[i]) && m.Saved() && m.Unfinished() == 0 && maps.Equal(counters[i], w.counters[i]) && len(w.tables[i]) == 2
	})
	for i, m := range w.machines {
		require.Equal(t, naive[i], w.memory[i], "memory of task %d", i)
		require.Equal(t, counters[i], w.counters[i], "counters of task %d", i)
		require.Equal(t, runs[i], w.headers[i], "handlers of task %d", i)
		require.True(t, m.Fenced(fences[i]), "fence of task %d", i)
		require.True(t, m.Saved())
		require.Len(t, w.tables[i], 2)
		for k, v := range w.tables[i][1] {
			require.Equal(t, uint64(k)*3, v)
		}
		require.Len(t, w.tables[i][1], tasks)
		require.Zero(t, m.Unfinished(), "operations of task %d, messages to it", i)
	}
}
