package conduit

import "math"

// AtomicOp is what an atomic does. The numbers are those of the bits of GASNet-EX's GEX_OP_..., of which the forms that return the old value are 15 higher.
type AtomicOp uint8

// The operations. INC and DEC are ADD and SUB of 1.
const (
	AtomicAnd AtomicOp = iota
	AtomicOr
	AtomicXor
	AtomicAdd
	AtomicSub
	AtomicMult
	AtomicMin
	AtomicMax
	AtomicInc
	AtomicDec
	AtomicSet
	AtomicCAS
	AtomicGet
)

// AtomicType is the type of a value: the number of the bit of GASNet-EX's GEX_DT_...
type AtomicType uint8

// The types.
const (
	AtomicI32 AtomicType = iota
	AtomicU32
	AtomicI64
	AtomicU64
	AtomicFLT
	AtomicDBL
)

// Bytes is the size of a value.
func (t AtomicType) Bytes() uint64 {
	if t == AtomicI64 || t == AtomicU64 || t == AtomicDBL {
		return 8
	}
	return 4
}

// Atomic is an operation on a value; A and B are the bits of its operands. CAS stores B if the value is A.
type Atomic struct {
	Op   AtomicOp
	Type AtomicType
	A, B uint64
}

// Apply is the bits of the new value, from those of the old one, and whether to store it. Bits that the type does not have are ignored, and undefined in the result. Integers wrap. Floats
// are compared as C does.
func (a Atomic) Apply(old uint64) (v uint64, stores bool) {
	switch a.Op {
	case AtomicAnd:
		return old & a.A, true
	case AtomicOr:
		return old | a.A, true
	case AtomicXor:
		return old ^ a.A, true
	case AtomicSet:
		return a.A, true
	case AtomicGet:
		return old, false
	}
	switch a.Type {
	case AtomicI32:
		n, stores := apply(a.Op, int32(old), int32(a.A), int32(a.B))
		return uint64(n), stores
	case AtomicU32:
		n, stores := apply(a.Op, uint32(old), uint32(a.A), uint32(a.B))
		return uint64(n), stores
	case AtomicI64:
		n, stores := apply(a.Op, int64(old), int64(a.A), int64(a.B))
		return uint64(n), stores
	case AtomicFLT:
		n, stores := apply(a.Op, float(old), float(a.A), float(a.B))
		return uint64(math.Float32bits(n)), stores
	case AtomicDBL:
		n, stores := apply(a.Op, math.Float64frombits(old), math.Float64frombits(a.A), math.Float64frombits(a.B))
		return math.Float64bits(n), stores
	}
	return apply(a.Op, old, a.A, a.B)
}

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

// apply is the arithmetic of one type.
func apply[T int32 | uint32 | int64 | uint64 | float32 | float64](op AtomicOp, x, a, b T) (v T, stores bool) {
	switch op {
	case AtomicAdd:
		return x + a, true
	case AtomicSub:
		return x - a, true
	case AtomicMult:
		return x * a, true
	case AtomicMin:
		if x < a {
			return x, true
		}
		return a, true
	case AtomicMax:
		if x > a {
			return x, true
		}
		return a, true
	case AtomicInc:
		return x + 1, true
	case AtomicDec:
		return x - 1, true
	case AtomicCAS:
		return b, x == a
	}
	return x, false
}
