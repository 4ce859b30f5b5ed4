package window

import (
	"encoding/binary"

	"gasnetgo/shmem"
)

// apply is what op makes of an element whose value is old; false if it leaves it alone. Bits above the element's width do not count.
func apply(op shmem.AMO, old, cond uint64) (uint64, bool) {
	switch op.Op {
	case shmem.AMOSet, shmem.AMOSwap:
		return op.Value, true
	case shmem.AMOAdd:
		return old + op.Value, true
	case shmem.AMOCSwap:
		return op.Value, old == cond
	case shmem.AMOAnd:
		return old & op.Value, true
	case shmem.AMOOr:
		return old | op.Value, true
	case shmem.AMOXor:
		return old ^ op.Value, true
	default:
		return old, false
	}
}

// low is the low width bytes of v, in memory order.
func low(v uint64, width int) []byte {
	b := make([]byte, width)
	putBits(b, v)
	return b
}

func getBits(b []byte) uint64 {
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

func putBits(b []byte, v uint64) {
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
