package count_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim/count"
)

// TestWeights: costs are rounded class by class, so a block's weight is a sum of whole numbers.
func TestWeights(t *testing.T) {
	c := count.Costs{Int: 0.67, Load: 0.5, FpDivide: 17}
	w := c.Weights(2_400_000_000, 500)
	counts := count.Counts{}
	counts[count.Int], counts[count.Load], counts[count.FpDivide] = 3, 2, 1
	require.Equal(t, uint32(3*172+2*128+17*256), w.Of(&counts), "units of 1/256 cycle")
	counts = count.Counts{}
	counts[count.Copy] = 10
	require.Equal(t, uint32(3070), w.Of(&counts), "0.5 ns are 1.2 cycles, 307 units")
	counts[count.FpDivide] = math.MaxUint32
	require.Equal(t, uint32(math.MaxInt32), w.Of(&counts))
}

// TestClock: nothing is lost by rounding, however a rank's time is divided into turns.
func TestClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hertz := rapid.Uint64Range(1, 1_000_000_000_000).Draw(t, "hertz")
		w := new(count.Costs).Weights(hertz, 0)
		var c count.Clock
		units, sum := new(big.Int), int64(0)
		for range rapid.IntRange(1, 20).Draw(t, "turns") {
			n := rapid.Uint64Range(0, 1<<20).Draw(t, "units")
			units.Add(units, new(big.Int).SetUint64(n))
			sum += c.Picoseconds(w, n)
		}
		want := units.Mul(units, big.NewInt(1_000_000_000_000))
		want.Div(want, new(big.Int).SetUint64(hertz*256))
		require.Equal(t, want.Int64(), sum)
	})
}

// TestCheck: costs are numbers of cycles.
func TestCheck(t *testing.T) {
	for _, v := range []float64{-1, math.NaN(), math.Inf(1), 1e6} {
		c := count.Costs{FpMove: v}
		key, err := c.Check()
		require.Error(t, err)
		require.Equal(t, "fp_move", key)
	}
	_, err := new(count.Costs).Check()
	require.NoError(t, err)
}

// FuzzIn: any file is an answer or an error.
func FuzzIn(f *testing.F) {
	f.Add([]byte("\x7fELF"))
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := count.In(file)
		if err == nil && table != nil {
			for _, b := range table.Blocks {
				require.Less(t, b.Offset, uint64(len(file)))
			}
		}
	})
}
