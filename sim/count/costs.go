package count

import (
	"fmt"
	"math"
	"math/bits"
)

// Class is a kind of instruction, or of a part of one: an addition with an operand in memory is a Load and an Int.
type Class uint8

// The classes. Fp is a single element, Vector 16 bytes of them: an instruction on 32 bytes counts twice.
const (
	Int            Class = iota // integer arithmetic, logic, moves between registers, addresses
	Load                        // up to 16 bytes
	Store                       // up to 16 bytes
	Branch                      // jumps, taken or not
	Call                        // calls, and returns
	Multiply                    // of integers
	Divide                      // of integers
	FpAdd                       // additions, comparisons, minima, roundings
	FpMultiply                  // a fused multiplication and addition is an FpMultiply and an FpAdd
	FpDivide                    // divisions and square roots
	FpMove                      // moves between vector registers, conversions, shuffles, logic; integers in vectors, of 16 bytes
	VectorAdd                   // of floating-point numbers
	VectorMultiply              // of floating-point numbers, and of integers in vectors
	VectorDivide                // divisions and square roots
	Function                    // a call of a function of the mathematical library, besides the Call
	Copy                        // a byte that memcpy, memset and the like copy, set or compare
	Classes
)

// Costs are the cycles of one instruction of each class, or byte for Copy: section [cpu] of a machine file, and host.copy.
type Costs struct {
	Int            float64 `toml:"int"`
	Load           float64 `toml:"load"`
	Store          float64 `toml:"store"`
	Branch         float64 `toml:"branch"`
	Call           float64 `toml:"call"`
	Multiply       float64 `toml:"multiply"`
	Divide         float64 `toml:"divide"`
	FpAdd          float64 `toml:"fp_add"`
	FpMultiply     float64 `toml:"fp_multiply"`
	FpDivide       float64 `toml:"fp_divide"`
	FpMove         float64 `toml:"fp_move"`
	VectorAdd      float64 `toml:"vector_add"`
	VectorMultiply float64 `toml:"vector_multiply"`
	VectorDivide   float64 `toml:"vector_divide"`
	Function       float64 `toml:"function"`
}

// mostCycles is what an instruction can cost.
const mostCycles = 1e5

// Check returns an error that begins with the name of a parameter if one is no number of cycles.
func (c *Costs) Check() (key string, err error) {
	for i, v := range c.list() {
		if !(v >= 0 && v <= mostCycles) {
			return names()[i], fmt.Errorf("is %v: a number of cycles from 0 to %v", v, mostCycles)
		}
	}
	return "", nil
}

func (c *Costs) list() []float64 {
	return []float64{
		c.Int, c.Load, c.Store, c.Branch, c.Call, c.Multiply, c.Divide, c.FpAdd, c.FpMultiply, c.FpDivide, c.FpMove, c.VectorAdd, c.VectorMultiply, c.VectorDivide, c.Function,
	}
}

func names() []string {
	return []string{
		"int", "load", "store", "branch", "call", "multiply", "divide", "fp_add", "fp_multiply", "fp_divide", "fp_move", "vector_add", "vector_multiply", "vector_divide", "function",
	}
}

// unitsPerCycle is the resolution of weights. Costs are rounded to it class by class, so a block's weight is a sum of whole numbers and the same on every host.
const unitsPerCycle = 256

// Weights are the costs of classes in units.
type Weights struct {
	units [Classes]uint64
	hertz uint64
}

// Weights are the costs on a processor with this frequency, where copying a byte takes so many picoseconds.
func (c *Costs) Weights(hertz uint64, copyPs float64) *Weights {
	w := &Weights{hertz: hertz}
	for i, v := range c.list() {
		w.units[i] = uint64(math.Round(v * unitsPerCycle))
	}
	w.units[Copy] = uint64(math.Round(copyPs * float64(hertz) / 1e12 * unitsPerCycle))
	return w
}

// Counts are how many instructions of each class a block has.
type Counts [Classes]uint32

// Of is the weight of a block in units, as the immediate of its addition: at most 2^31 - 1.
func (w *Weights) Of(c *Counts) uint32 {
	sum := uint64(0)
	for class, n := range c {
		sum += uint64(n) * w.units[class]
	}
	return uint32(min(sum, math.MaxInt32))
}

// Clock converts units to picoseconds for one rank. What is less than a picosecond is not lost, but added to what comes next.
type Clock struct{ rest uint64 }

const picosecondsPerSecond = 1_000_000_000_000

// Picoseconds is how long the processor takes for so many units.
func (c *Clock) Picoseconds(w *Weights, units uint64) int64 {
	high, low := bits.Mul64(units, picosecondsPerSecond)
	low, carry := bits.Add64(low, c.rest, 0)
	high += carry
	divisor := w.hertz * unitsPerCycle
	if high >= divisor { // more than there is virtual time
		return math.MaxInt64 / 2
	}
	q, rest := bits.Div64(high, low, divisor)
	c.rest = rest
	return int64(min(q, math.MaxInt64/2))
}
