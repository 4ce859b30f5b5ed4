package shmem

import (
	"cmp"
	"runtime"

	"gasnetgo/internal/memory"
)

// NumBytes is the size of an element of a type that reductions know.
func NumBytes(num int32) uint64 {
	switch num {
	case NumFL, NumCD, NumFQ:
		return 16
	case NumF64, NumCF:
		return 8
	case NumF32:
		return 4
	default:
		return 1 << (uint(num) >> 1)
	}
}

// Combines is true if there is such a reduction: bitwise ones of integers, orders of all but complex numbers.
func Combines(op, num int32) bool {
	switch op {
	case ReduceAnd, ReduceOr, ReduceXor:
		return num >= NumI8 && num <= NumU64
	case ReduceMin, ReduceMax:
		return num >= NumI8 && num <= NumFL || num == NumFQ
	case ReduceSum, ReduceProd:
		return num >= NumI8 && num <= NumFQ
	}
	return false
}

// combiner is the arithmetic of a reduction: the CPU's vectors by way of the edge if it lends them, else Go's.
func (p *PE) combiner(op, num int32) combiner {
	if do := p.opts.Combine; do != nil {
		elem := NumBytes(num)
		return func(out, a, b []byte) {
			if len(out) > 0 {
				do(op, num, memory.Address(out), memory.Address(a), memory.Address(b), uint64(len(out))/elem)
				runtime.KeepAlive(a)
				runtime.KeepAlive(b)
			}
		}
	}
	switch num {
	case NumI8:
		return integers[int8](op)
	case NumU8:
		return integers[uint8](op)
	case NumI16:
		return integers[int16](op)
	case NumU16:
		return integers[uint16](op)
	case NumI32:
		return integers[int32](op)
	case NumU32:
		return integers[uint32](op)
	case NumI64:
		return integers[int64](op)
	case NumU64:
		return integers[uint64](op)
	case NumF32:
		return reals[float32](op)
	case NumF64:
		return reals[float64](op)
	case NumCF:
		return fields[complex64](op)
	case NumCD:
		return fields[complex128](op)
	}
	return func(_, _, _ []byte) { panic("shmem: Go has no long double and no REAL*16; Options.Combine lends it") }
}

type integer interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64
}

func integers[T integer](op int32) combiner {
	switch op {
	case ReduceAnd:
		return elementwise(func(a, b T) T { return a & b })
	case ReduceOr:
		return elementwise(func(a, b T) T { return a | b })
	case ReduceXor:
		return elementwise(func(a, b T) T { return a ^ b })
	}
	return reals[T](op)
}

func reals[T integer | float32 | float64](op int32) combiner {
	switch op {
	case ReduceMin:
		return elementwise(func(a, b T) T {
			if cmp.Less(b, a) {
				return b
			}
			return a
		})
	case ReduceMax:
		return elementwise(func(a, b T) T {
			if cmp.Less(a, b) {
				return b
			}
			return a
		})
	}
	return fields[T](op)
}

func fields[T integer | float32 | float64 | complex64 | complex128](op int32) combiner {
	if op == ReduceProd {
		return elementwise(func(a, b T) T { return a * b })
	}
	return elementwise(func(a, b T) T { return a + b })
}

func elementwise[T any](f func(a, b T) T) combiner {
	return func(out, a, b []byte) {
		to, x, y := elementsOf[T](out), elementsOf[T](a), elementsOf[T](b)
		for i := range to {
			to[i] = f(x[i], y[i])
		}
	}
}
