package conduit_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
)

// obvious is what an operation means, in arithmetic that holds all values of the type.
func obvious(op conduit.AtomicOp, x, a, b float64) float64 {
	switch op {
	case conduit.AtomicAdd:
		return x + a
	case conduit.AtomicSub:
		return x - a
	case conduit.AtomicMult:
		return x * a
	case conduit.AtomicMin:
		return min(x, a)
	case conduit.AtomicMax:
		return max(x, a)
	case conduit.AtomicInc:
		return x + 1
	case conduit.AtomicDec:
		return x - 1
	case conduit.AtomicSet:
		return a
	case conduit.AtomicCAS:
		if x == a {
			return b
		}
	}
	return x
}

// bits and value are numbers as memory holds them.
func bits(t conduit.AtomicType, v float64) uint64 {
	switch t {
	case conduit.AtomicFLT:
		return uint64(math.Float32bits(float32(v)))
	case conduit.AtomicDBL:
		return math.Float64bits(v)
	}
	return uint64(int64(v))
}

func value(t conduit.AtomicType, v uint64) float64 {
	switch t {
	case conduit.AtomicI32:
		return float64(int32(v))
	case conduit.AtomicU32:
		return float64(uint32(v))
	case conduit.AtomicI64:
		return float64(int64(v))
	case conduit.AtomicU64:
		return float64(v)
	case conduit.AtomicFLT:
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// Each operation of each type is what arithmetic says, whatever bits are above the type's.
func TestAtomic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := conduit.AtomicOp(rapid.IntRange(int(conduit.AtomicAdd), int(conduit.AtomicGet)).Draw(t, "op"))
		typ := conduit.AtomicType(rapid.IntRange(int(conduit.AtomicI32), int(conduit.AtomicDBL)).Draw(t, "type"))
		draw := func(name string) float64 {
			n := float64(rapid.IntRange(-1000, 1000).Draw(t, name))
			if typ == conduit.AtomicU32 || typ == conduit.AtomicU64 {
				n = math.Abs(n)
			}
			return n
		}
		x, a, b := draw("x"), draw("a"), draw("b")
		if rapid.Bool().Draw(t, "equal") {
			a = x
		}
		old := bits(typ, x)
		if typ.Bytes() == 4 {
			old |= rapid.Uint64Range(0, math.MaxUint32).Draw(t, "above") << 32
		}
		v, stores := conduit.Atomic{Op: op, Type: typ, A: bits(typ, a), B: bits(typ, b)}.Apply(old)
		if !stores {
			v = old
		}
		want := obvious(op, x, a, b)
		switch { // unsigned numbers wrap below 0
		case typ == conduit.AtomicU32 && want < 0:
			want += 1 << 32
		case typ == conduit.AtomicU64 && want < 0:
			require.Equal(t, uint64(int64(want)), v)
			return
		}
		require.Equal(t, want, value(typ, v))
	})
}

// Bits, wrapping integers, and floats that are equal without having the same bits.
func TestAtomicBits(t *testing.T) {
	apply := func(op conduit.AtomicOp, typ conduit.AtomicType, old, a, b uint64) uint64 {
		v, _ := conduit.Atomic{Op: op, Type: typ, A: a, B: b}.Apply(old)
		return v
	}
	require.EqualValues(t, 0b1000, apply(conduit.AtomicAnd, conduit.AtomicU32, 0b1100, 0b1010, 0))
	require.EqualValues(t, 0b1110, apply(conduit.AtomicOr, conduit.AtomicU64, 0b1100, 0b1010, 0))
	require.EqualValues(t, 0b0110, apply(conduit.AtomicXor, conduit.AtomicI64, 0b1100, 0b1010, 0))
	require.EqualValues(t, math.MinInt32, int32(apply(conduit.AtomicInc, conduit.AtomicI32, math.MaxInt32, 0, 0)))
	require.EqualValues(t, uint32(math.MaxUint32), uint32(apply(conduit.AtomicDec, conduit.AtomicU32, 0, 0, 0)))
	minus := math.Float64bits(math.Copysign(0, -1))
	v, stores := conduit.Atomic{Op: conduit.AtomicCAS, Type: conduit.AtomicDBL, A: 0, B: 7}.Apply(minus)
	require.True(t, stores)
	require.EqualValues(t, 7, v)
	_, stores = conduit.Atomic{Op: conduit.AtomicCAS, Type: conduit.AtomicDBL, A: math.Float64bits(math.NaN())}.Apply(math.Float64bits(math.NaN()))
	require.False(t, stores)
}
