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
	require.Equal(t, 100*time.Millisecond, watchPeriod(10*time.Second, 2*time.Second))
	require.Equal(t, 100*time.Millisecond, watchPeriod(10*time.Second, 0))
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
