package shmem

import (
	"encoding/binary"
	"math/bits"

	"gasnetgo/internal/fault"
)

// TypeBytes is the size of an element of a type.
func TypeBytes(typ int32) uint64 { return 1 << (uint(typ) >> 1) }

// Apply computes the new value of an element from its old one, and whether to store it. Bits above the type's width are ignored in old and undefined in the
// result.
func (o AMO) Apply(old uint64) (v uint64, stores bool) {
	switch o.Op {
	case AMOSet, AMOSwap:
		return o.Value, true
	case AMOAdd:
		return old + o.Value, true
	case AMOCSwap:
		return o.Value, (old^o.Cond)<<(64-8*TypeBytes(o.Type)) == 0
	case AMOAnd:
		return old & o.Value, true
	case AMOOr:
		return old | o.Value, true
	case AMOXor:
		return old ^ o.Value, true
	default:
		return old, false
	}
}

func checkType(typ int32) error {
	if typ < TypeI8 || typ > TypeU64 {
		return fault.New("type", typ, "not a type of this library")
	}
	return nil
}

// Bits reads 1, 2, 4 or 8 bytes as an unsigned number.
func Bits(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.NativeEndian.Uint16(b))
	case 4:
		return uint64(binary.NativeEndian.Uint32(b))
	default:
		return binary.NativeEndian.Uint64(b)
	}
}

// SetBits writes the low 1, 2, 4 or 8 bytes of v.
func SetBits(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(b, uint16(v))
	case 4:
		binary.NativeEndian.PutUint32(b, uint32(v))
	default:
		binary.NativeEndian.PutUint64(b, v)
	}
}

// widen makes v, of which only the bits of its type are valid, comparable as an int64 (signed types) or a uint64.
func widen(v uint64, typ int32) uint64 {
	shift := 64 - 8*TypeBytes(typ)
	if typ&1 == 0 {
		return uint64(int64(v<<shift) >> shift)
	}
	return v << shift >> shift
}

// holds compares two values of a type.
func holds(cmp, typ int32, a, b uint64) bool {
	a, b = widen(a, typ), widen(b, typ)
	less := a < b
	if typ&1 == 0 {
		less = int64(a) < int64(b)
	}
	switch cmp {
	case CmpEQ:
		return a == b
	case CmpNE:
		return a != b
	case CmpGT:
		return !less && a != b
	case CmpGE:
		return !less
	case CmpLT:
		return less
	default:
		return less || a == b
	}
}

// product is a*b, false if that exceeds what addresses can span.
func product(a, b uint64) (uint64, bool) {
	hi, lo := bits.Mul64(a, b)
	return lo, hi == 0 && lo < 1<<63
}
