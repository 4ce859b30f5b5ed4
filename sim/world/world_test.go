package world

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

func newWorld(n int, body func(*Rank)) *World {
	w := New(&sim.Kernel{})
	for i := range n {
		w.Add(i, sim.NewCPU(w.Kernel()), body)
	}
	return w
}

func TestRanksTakeTurnsByTime(t *testing.T) {
	var trace []string
	w := newWorld(3, func(r *Rank) {
		for i := range 3 {
			r.Spend(sim.Time(10*(r.ID()+1)) * sim.Nanosecond)
			trace = append(trace, fmt.Sprintf("%d:%d@%d", r.ID(), i, r.Now()/sim.Nanosecond))
		}
	})
	require.NoError(t, w.Run())
	require.Equal(t, []string{"0:0@10", "1:0@20", "0:1@20", "2:0@30", "0:2@30", "1:1@40", "2:1@60", "1:2@60", "2:2@90"}, trace)
}

func TestWaitAndWake(t *testing.T) {
	ready := false
	var w *World
	w = newWorld(2, func(r *Rank) {
		if r.ID() == 1 {
			r.Spend(5 * sim.Microsecond)
			ready = true
			w.Ranks()[0].Wake()
			return
		}
		r.Wait("the other", func() bool { return ready })
		require.Equal(t, 5*sim.Microsecond, r.Now())
	})
	require.NoError(t, w.Run())
}

func TestWaitUntil(t *testing.T) {
	ready := false
	var w *World
	w = newWorld(2, func(r *Rank) {
		if r.ID() == 1 {
			r.Spend(15 * sim.Microsecond)
			ready = true
			w.Ranks()[0].Wake()
			return
		}
		require.False(t, r.WaitUntil("nothing", 10*sim.Microsecond, func() bool { return ready }))
		require.Equal(t, 10*sim.Microsecond, r.Now())
		require.True(t, r.WaitUntil("the other", 20*sim.Microsecond, func() bool { return ready }))
		require.Equal(t, 15*sim.Microsecond, r.Now())
		r.Spend(100 * sim.Microsecond)
		require.Equal(t, 115*sim.Microsecond, r.Now(), "an alarm that was not needed wakes no rank")
	})
	require.NoError(t, w.Run())
}

func TestDeadlockSaysWhoWaits(t *testing.T) {
	w := newWorld(3, func(r *Rank) {
		r.Spend(sim.Microsecond)
		if r.ID() != 1 {
			r.Wait("PtlEQWait", func() bool { return false })
		}
	})
	err := w.Run()
	var d *DeadlockError
	require.ErrorAs(t, err, &d)
	require.Len(t, d.Waiting, 2)
	require.Contains(t, err.Error(), "rank 2: PtlEQWait")
	w.Stop()
}

func TestInterruptsStretchWork(t *testing.T) {
	w := New(&sim.Kernel{})
	cpu := sim.NewCPU(w.Kernel())
	w.Add(0, cpu, func(r *Rank) {
		r.Spend(10 * sim.Microsecond)
		require.Equal(t, 12*sim.Microsecond, r.Now())
	})
	w.Add(1, sim.NewCPU(w.Kernel()), func(r *Rank) {
		r.Spend(3 * sim.Microsecond)
		cpu.Interrupt(2*sim.Microsecond, nothing{cpu}, 0)
	})
	require.NoError(t, w.Run())
}

type nothing struct{ cpu *sim.CPU }

func (n nothing) Act(*sim.Kernel, uint64) { n.cpu.Leave(0) }

// BenchmarkTurn is one block and resume of a rank among many.
func BenchmarkTurn(b *testing.B) {
	for _, n := range []int{2, 64, 1024, 16384} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			turns := b.N/n + 1
			w := newWorld(n, func(r *Rank) {
				for range turns {
					r.Spend(sim.Nanosecond)
				}
			})
			b.ResetTimer()
			if err := w.Run(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// diversion is an event that diverts a rank.
type diversion struct {
	rank *Rank
	work func()
}

func (d diversion) Act(*sim.Kernel, uint64) { d.rank.Divert(d.work) }

// TestDivert takes ranks out of everything that they can be in the middle of.
func TestDivert(t *testing.T) {
	var trace []string
	note := func(r *Rank, what string) {
		trace = append(trace, fmt.Sprintf("%d:%s@%d", r.ID(), what, r.Now()/sim.Nanosecond))
	}
	w := newWorld(4, func(r *Rank) {
		defer note(r, "unwound")
		defer func() {
			p := recover()
			require.True(t, Abandoned(p))
			panic(p)
		}()
		switch r.ID() {
		case 0:
			r.Spend(sim.Microsecond)
		case 1:
			r.Wait("nothing", func() bool { return false })
		case 2:
			r.WaitUntil("later", sim.Microsecond, func() bool { return false })
		case 3:
			for {
				r.Spend(7 * sim.Nanosecond)
			}
		}
		note(r, "not reached")
	})
	for _, r := range w.Ranks() {
		w.Kernel().At(20*sim.Nanosecond, diversion{r, func() {
			note(r, "notified")
			r.Spend(sim.Time(1+r.ID()) * sim.Nanosecond)
			note(r, "worked")
		}}, 0)
	}
	require.NoError(t, w.Run())
	require.Equal(t, []string{
		"0:unwound@20", "1:unwound@20", "2:unwound@20", "3:unwound@20", "0:notified@20", "1:notified@20", "2:notified@20", "3:notified@20",
		"0:worked@21", "1:worked@22", "2:worked@23", "3:worked@24",
	}, trace)
	w.Ranks()[0].Divert(func() { t.Error("it has ended") })
	require.False(t, Abandoned("a panic"))
}

func TestThreadsBesideARank(t *testing.T) {
	var w *World
	woken := false
	w = newWorld(1, func(r *Rank) {
		thread := w.Beside(r, func(h *Rank) {
			h.Wait("work", func() bool { return woken })
			h.Spend(3 * sim.Microsecond)
			require.Equal(t, 8*sim.Microsecond, h.Now(), "its work interrupts")
			h.Wait("the end", func() bool { return false })
		})
		w.Kernel().After(5*sim.Microsecond, wake{func() { woken = true; thread.Wake() }}, 0)
		r.Spend(10 * sim.Microsecond)
		require.Equal(t, 13*sim.Microsecond, r.Now())
	})
	require.NoError(t, w.Run(), "a job ends without its threads")
	w.Stop()
}

type wake struct{ f func() }

func (w wake) Act(*sim.Kernel, uint64) { w.f() }
