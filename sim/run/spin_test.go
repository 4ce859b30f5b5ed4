package run

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// TestTicks: the counter is the monotonic clock times the frequency, rounded down, for all times and frequencies that there are.
func TestTicks(t *testing.T) {
	require.Equal(t, uint64(2_000_000_000_000), ticks(0, 2_000_000_000))
	require.Equal(t, uint64(2_400_000_000_000+240), ticks(100*sim.Nanosecond, 2_400_000_000))
	require.Equal(t, uint64(1_000), ticks(999*sim.Millisecond, 1))
	rapid.Check(t, func(t *rapid.T) {
		now := rapid.Int64Range(0, math.MaxInt64).Draw(t, "now")
		hertz := rapid.Uint64Range(1, 1_000_000_000_000).Draw(t, "hertz")
		n := new(big.Int).Add(big.NewInt(now), new(big.Int).Mul(big.NewInt(monotonicStart), big.NewInt(1000)))
		n.Mul(n, new(big.Int).SetUint64(hertz)).Div(n, big.NewInt(1_000_000_000_000))
		require.Equal(t, n.Uint64(), ticks(sim.Time(now), hertz))
	})
}

func TestWatchPeriod(t *testing.T) {
	require.Zero(t, watchPeriod(0, 0))
	require.Equal(t, 10*time.Millisecond, watchPeriod(10*time.Second, 2*time.Second))
	require.Equal(t, 10*time.Millisecond, watchPeriod(10*time.Second, 0))
	require.Equal(t, 5*time.Millisecond, watchPeriod(10*time.Second, 40*time.Millisecond))
	require.Equal(t, time.Millisecond, watchPeriod(0, time.Nanosecond))
}

// TestComputed: the shortest turn is the host's own part.
func TestComputed(t *testing.T) {
	s := new(simulation)
	require.Zero(t, s.computed(700))
	require.Equal(t, int64(300), s.computed(1000))
	require.Zero(t, s.computed(600))
	require.Equal(t, int64(400), s.computed(1000))
	require.Zero(t, s.computed(0), "a clock that stood still")
	require.Equal(t, int64(999), s.computed(1000))
}

// TestArrears: what a rank has computed before that took time it spends in steps while it is interrupted, and the rest when its loop ends, unless others may have ended it.
func TestArrears(t *testing.T) {
	a := arrears{left: 2 * sim.Second}
	steps := []sim.Time{}
	for range 10 {
		steps = append(steps, a.pay(true, 7)/sim.Microsecond)
	}
	require.Equal(t, []sim.Time{100, 100, 100, 100, 100, 100, 100, 100, 100, 112}, steps)
	rest := a
	require.Equal(t, 2*sim.Second-a.spent, rest.pay(false, 7), "no rank has done anything")
	require.Zero(t, rest.left)
	rest = a
	require.Zero(t, rest.pay(false, 8), "others may have ended the loop")
	require.Zero(t, rest.left)

	n := 10
	for ; a.left > 0; n++ {
		a.pay(true, 7)
	}
	require.Equal(t, 2*sim.Second, a.spent)
	require.Equal(t, 75, n, "of 100 us of CPU time each")

	a = arrears{left: sim.Second}
	require.Equal(t, sim.Second, a.pay(false, 7), "it has not been interrupted")
	rapid.Check(t, func(t *rapid.T) {
		a := arrears{left: sim.Time(rapid.Int64Range(1, 1e15).Draw(t, "left"))}
		all, spent := a.left, sim.Time(0)
		for events := uint64(1); a.left > 0; events++ {
			d := a.pay(rapid.Bool().Draw(t, "interrupted"), 1)
			require.LessOrEqual(t, d, all-spent)
			spent += d
		}
		require.Equal(t, all, spent)
	})
}
