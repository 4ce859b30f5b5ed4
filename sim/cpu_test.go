package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

func run(k *sim.Kernel) {
	for k.Step() {
	}
}

// handler is an interrupt's Act that writes down when it was, and leaves.
type handler struct {
	cpu *sim.CPU
	log *log
}

func (h handler) Act(k *sim.Kernel, arg uint64) {
	h.log.Act(k, arg)
	h.cpu.Leave(0)
}

// actor is a function as an Actor.
type actor func(k *sim.Kernel, arg uint64)

func (a actor) Act(k *sim.Kernel, arg uint64) { a(k, arg) }

func TestInterruptExtendsSpend(t *testing.T) {
	var k sim.Kernel
	var l log
	c := sim.NewCPU(&k)
	c.Spend(100, &l, 1)
	k.At(40, actor(func(*sim.Kernel, uint64) { c.Interrupt(30, handler{c, &l}, 2) }), 0)
	k.At(50, actor(func(*sim.Kernel, uint64) { c.Interrupt(5, handler{c, &l}, 3) }), 0)
	run(&k)
	require.Equal(t, []line{{at: 70, arg: 2}, {at: 75, arg: 3}, {at: 135, arg: 1}}, l.lines, "40 + 30; behind it 5; the rest of 100 after 40")
	require.Equal(t, sim.Time(35), c.Stolen())
}

func TestSpendDuringInterrupt(t *testing.T) {
	var k sim.Kernel
	var l log
	c := sim.NewCPU(&k)
	c.Interrupt(10, handler{c, &l}, 1)
	require.True(t, c.Busy())
	c.Spend(7, &l, 2)
	run(&k)
	require.Equal(t, []line{{at: 10, arg: 1}, {at: 17, arg: 2}}, l.lines)
	require.False(t, c.Busy())
}

func TestContinue(t *testing.T) {
	var k sim.Kernel
	var l log
	c := sim.NewCPU(&k)
	c.Spend(20, &l, 1)
	c.Interrupt(10, actor(func(k *sim.Kernel, arg uint64) {
		l.Act(k, arg)
		c.Continue(5, handler{c, &l}, 3)
	}), 2)
	c.Interrupt(1, handler{c, &l}, 4)
	run(&k)
	require.Equal(t, []line{{at: 10, arg: 2}, {at: 15, arg: 3}, {at: 16, arg: 4}, {at: 36, arg: 1}}, l.lines, "an interrupt goes on before the next begins")
	require.Panics(t, func() { c.Continue(1, &l, 9) })
	require.Panics(t, func() { c.Leave(1) })
}

// The way out of a handler takes time of the rank's, and an interrupt that comes then waits for its end.
func TestLeave(t *testing.T) {
	var k sim.Kernel
	var l log
	c := sim.NewCPU(&k)
	leaves := actor(func(k *sim.Kernel, arg uint64) {
		l.Act(k, arg)
		c.Leave(10)
		c.SpendFrom(k.Now()+15, 3, &l, 5)
	})
	c.Interrupt(10, leaves, 1)
	k.At(12, actor(func(*sim.Kernel, uint64) { require.True(t, c.Busy()) }), 0)
	k.At(17, actor(func(*sim.Kernel, uint64) { c.Interrupt(7, handler{c, &l}, 2) }), 0)
	run(&k)
	require.Equal(t, []line{{at: 10, arg: 1}, {at: 27, arg: 2}, {at: 30, arg: 5}}, l.lines, "out at 20, 7 behind that, and 3 from then on, which is after 25")
	require.Equal(t, sim.Time(27), c.Stolen())
	require.False(t, c.Busy())
}

// However interrupts fall, a rank's time ends later by what they took of it.
func TestSpendTakesItsTimeAndInterrupts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k sim.Kernel
		c := sim.NewCPU(&k)
		ended := sim.Time(-1)
		d := sim.Time(rapid.IntRange(0, 50).Draw(t, "d"))
		c.Spend(d, actor(func(k *sim.Kernel, _ uint64) {
			ended = k.Now()
			require.Equal(t, d+c.Stolen(), ended)
		}), 0)
		for range rapid.IntRange(0, 8).Draw(t, "interrupts") {
			at := sim.Time(rapid.IntRange(0, 60).Draw(t, "at"))
			cost, out := sim.Time(rapid.IntRange(0, 20).Draw(t, "cost")), sim.Time(rapid.IntRange(0, 5).Draw(t, "out"))
			k.At(at, actor(func(*sim.Kernel, uint64) {
				if ended < 0 {
					c.Interrupt(cost, actor(func(*sim.Kernel, uint64) { c.Leave(out) }), 0)
				}
			}), 0)
		}
		run(&k)
		require.GreaterOrEqual(t, ended, d)
	})
}

// A waiting rank proceeds when the work that it must do first is over, or one poll after the notification, whichever is later; interrupts delay both.
func TestProceed(t *testing.T) {
	for _, c := range []struct {
		what                      string
		interrupt, notified, want sim.Time
		looks                     bool
	}{
		{"notified while it works", -1, 4, 10, false},
		{"notified later", -1, 25, 28, true},
		{"notified while it works, which an interrupt has made longer", 5, 16, 17, false},
		{"notified in the interrupt", 5, 8, 17, false},
		{"notified later than that", 5, 20, 23, true},
		{"interrupted when it works no more", 15, 22, 25, true},
		{"notified in an interrupt then", 15, 18, 25, true},
	} {
		var k sim.Kernel
		var l log
		cpu := sim.NewCPU(&k)
		cpu.SpendAndWait(10)
		if c.interrupt >= 0 {
			k.At(c.interrupt, actor(func(*sim.Kernel, uint64) {
				cpu.Interrupt(4, actor(func(*sim.Kernel, uint64) { cpu.Leave(3) }), 0)
			}), 0)
		}
		k.At(c.notified, actor(func(*sim.Kernel, uint64) { require.Equal(t, c.looks, cpu.Proceed(k.Now(), 3, &l, 1), c.what) }), 0)
		run(&k)
		require.Equal(t, []line{{at: c.want, arg: 1}}, l.lines, c.what)
		require.False(t, cpu.Busy(), c.what)
	}
}

func TestDrop(t *testing.T) {
	var k sim.Kernel
	var l log
	c := sim.NewCPU(&k)
	c.Spend(100, &l, 1)
	k.At(40, actor(func(*sim.Kernel, uint64) { c.Interrupt(30, handler{c, &l}, 2) }), 0)
	k.At(50, actor(func(*sim.Kernel, uint64) { c.Drop(); c.Spend(5, &l, 3) }), 0)
	run(&k)
	require.Equal(t, []line{{at: 70, arg: 2}, {at: 75, arg: 3}}, l.lines, "the first spending notifies no one")
}

// TestRelief has interrupts that never end: a rank that has work gets its share of the core nevertheless, and one that waits does not take any.
func TestRelief(t *testing.T) {
	const share = 50 * sim.Microsecond
	for name, again := range map[string]func(*sim.CPU, sim.Actor){
		"continued": func(c *sim.CPU, a sim.Actor) { c.Continue(sim.Microsecond, a, 0) },
		"waiting": func(c *sim.CPU, a sim.Actor) {
			c.Interrupt(sim.Microsecond, a, 0)
			c.Leave(0)
		},
		"at the exit": func(c *sim.CPU, a sim.Actor) {
			c.Leave(sim.Microsecond)
			c.Interrupt(sim.Microsecond, a, 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var k sim.Kernel
			c := sim.NewCPU(&k)
			var a actor
			a = func(*sim.Kernel, uint64) { again(c, a) }
			c.Interrupt(sim.Microsecond, a, 0)
			var l log
			c.Spend(share+share/2, actor(func(k *sim.Kernel, _ uint64) {
				l.Act(k, 1)
				c.SpendAndWait(sim.Microsecond)
			}), 0)
			for k.Now() < 10*sim.Millisecond {
				k.Step()
			}
			require.Len(t, l.lines, 1)
			require.Equal(t, 2*sim.Millisecond+share+share/2, l.lines[0].at)
			require.GreaterOrEqual(t, c.Stolen(), k.Now()-2*share-4*sim.Microsecond, "none while the rank waits")
		})
	}
}
