package world

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

// oneRank is a world of one rank on a node with so many cores.
func oneRank(cores int, slice sim.Time, body func(*World, *Rank)) *World {
	w := New(&sim.Kernel{})
	w.SetCores(cores, slice)
	w.Add(0, sim.NewCPU(w.Kernel()), func(r *Rank) { body(w, r) })
	return w
}

func TestThreadsShareCores(t *testing.T) {
	for _, c := range []struct {
		cores int
		slice sim.Time
		want  string // when the rank and its two threads have spent 10 us each
	}{
		{3, 0, "[10 10 10]"},
		{1, 0, "[10 20 30]"},
		{1, 4 * sim.Microsecond, "[26 28 30]"}, // 4 each, 4 each, 2 each
		{2, 4 * sim.Microsecond, "[14 14 16]"}, // to 4: 0 1; to 8: 2 0; to 12: 1 2; to 14: 0 1; then 2
	} {
		ended := [3]int{}
		w := oneRank(c.cores, c.slice, func(w *World, r *Rank) {
			for i := 1; i < 3; i++ {
				w.Thread(r, func(t *Rank) {
					r.Spend(10 * sim.Microsecond) // the rank's method blocks the thread that calls it
					ended[i] = int(t.Now() / sim.Microsecond)
				})
			}
			r.Spend(10 * sim.Microsecond)
			ended[0] = int(r.Now() / sim.Microsecond)
			r.Wait("threads", func() bool { return ended[1]*ended[2] > 0 })
		})
		w.Kernel().At(sim.Millisecond, wake{func() { w.Ranks()[0].Wake() }}, 0)
		require.NoError(t, w.Run())
		require.Equal(t, c.want, fmt.Sprint(ended), "%d cores, slices of %v", c.cores, c.slice)
		w.Stop()
	}
}

// A thread that stores while another computes, behind its last look and before its wait, is not missed.
func TestWakeOthersBeforeWait(t *testing.T) {
	stored := false
	looks := 0
	w := oneRank(2, 0, func(w *World, r *Rank) {
		w.Thread(r, func(h *Rank) {
			h.Runs()
			h.Spend(10 * sim.Microsecond)
			seen := false // as if the program had looked before it spent the time
			h.Wait("a store", func() bool {
				looks++
				defer func() { seen = stored }()
				return seen
			})
			require.Equal(t, 10*sim.Microsecond, h.Now())
			require.True(t, h.Nudged())
		})
		r.Spend(5 * sim.Microsecond)
		stored = true
		r.WakeOthers()
		r.Spend(10 * sim.Microsecond)
	})
	require.NoError(t, w.Run())
	require.Equal(t, 2, looks)
	w.Stop()
}

// A thread that waits alone is not woken by a store, but looks at it in its next wait.
func TestWaitAlone(t *testing.T) {
	const us = sim.Microsecond
	free := false
	var alone, ended sim.Time
	w := oneRank(2, 0, func(w *World, r *Rank) {
		thread := w.Thread(r, func(h *Rank) {
			h.Runs()
			looks := 0
			h.WaitAlone("the lock", func() bool {
				looks++
				return free
			})
			alone = h.Now()
			require.Equal(t, 2, looks)
			looks = 0
			h.Wait("a store, which the program has looked for before it waited for the lock", func() bool {
				looks++
				return looks > 1
			})
			ended = h.Now()
		})
		r.Spend(5 * us)
		r.WakeOthers()
		r.Spend(5 * us)
		free = true
		thread.WakeAlone()
		r.Spend(10 * us)
	})
	require.NoError(t, w.Run())
	require.Equal(t, 10*us, alone)
	require.Equal(t, 10*us, ended)
	w.Stop()
}

// One that yields does not keep a core from others for the rest of its slice.
func TestEndSlice(t *testing.T) {
	var ended, seen sim.Time
	yields := 0
	w := oneRank(1, sim.Millisecond, func(w *World, r *Rank) {
		w.Thread(r, func(h *Rank) {
			h.Spend(10 * sim.Microsecond)
			ended = h.Now()
		})
		for ; ended == 0; yields++ {
			r.EndSlice()
			r.Spend(sim.Microsecond)
		}
		seen = r.Now()
	})
	require.NoError(t, w.Run())
	require.Equal(t, 2, yields) // the thread waits for the core during the first, and has it during the second
	require.Equal(t, 11*sim.Microsecond, ended)
	require.Equal(t, 12*sim.Microsecond, seen)
	w.Stop()
}

func TestPark(t *testing.T) {
	var times []sim.Time
	w := oneRank(2, 0, func(w *World, r *Rank) {
		thread := w.Thread(r, func(h *Rank) {
			require.False(t, h.Park("no thread", h.Now()+5*sim.Microsecond))
			times = append(times, h.Now()/sim.Microsecond)
			require.True(t, h.Park("the rank", -1))
			times = append(times, h.Now()/sim.Microsecond)
			h.Spend(3 * sim.Microsecond)
			require.True(t, r.Park("what has come before", -1), "the rank's method is the thread's")
			times = append(times, h.Now()/sim.Microsecond)
		})
		r.Spend(9 * sim.Microsecond)
		thread.Unpark()
		r.Spend(1 * sim.Microsecond)
		thread.Unpark()
		r.Spend(10 * sim.Microsecond)
	})
	require.NoError(t, w.Run())
	require.Equal(t, []sim.Time{5, 9, 12}, times)
	w.Stop()
}

func TestDeadlockOfThreads(t *testing.T) {
	w := oneRank(2, 0, func(w *World, r *Rank) {
		w.Thread(r, func(h *Rank) { h.Park("a mutex", -1) })
		w.Thread(r, func(h *Rank) { h.Spend(sim.Microsecond) })
		r.Park("pthread_join", -1)
	})
	var dead *DeadlockError
	require.ErrorAs(t, w.Run(), &dead)
	require.Contains(t, dead.Headline(), "1 ranks wait")
	require.Len(t, dead.Waiting, 2)
	require.Equal(t, 1, dead.Waiting[1].Rank.Number())
	require.Equal(t, "a mutex", dead.Waiting[1].Why)
	w.Stop()
}

// A rank's end is its threads' end, also if one of them brings it about.
func TestThreadEndsItsRank(t *testing.T) {
	w := oneRank(1, sim.Microsecond, func(w *World, r *Rank) {
		w.Thread(r, func(*Rank) { r.Divert(func() {}) })
		w.Thread(r, func(h *Rank) {
			for {
				h.Spend(sim.Microsecond)
			}
		})
		r.Wait("nothing", func() bool { return false })
	})
	require.NoError(t, w.Run())
	w.Stop()
}
