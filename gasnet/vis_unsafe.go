package gasnet

import (
	"unsafe"

	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
)

// visSide is struct ga_gasnet_vis_side of capi/gasnet/shape.h.
type visSide struct {
	List    uintptr // of pieces or addresses; strided: the first byte
	Strides uintptr
	Count   uint64 // of the list
	Len     uint64 // indexed: of each piece
}

// visShape is struct ga_gasnet_vis_shape.
type visShape struct {
	Kind     int32 // a VIS constant
	Node     uint32
	How      int32
	Get      bool
	Free     bool // the source of a put may change when the call returns
	EX       bool // a call of GASNet-EX: strides may be negative
	Dst, Src visSide
	Block    uint64  // strided: contiguous bytes
	Counts   uintptr // strided, of levels
	Levels   uint64
	Progress uint64 // what VIS remembers; 0 at first
}

// SizeofVIS is for the edge to compare.
const SizeofVIS = unsafe.Sizeof(visShape{})

func visShapeAt(addr uintptr) *visShape { return memory.At[visShape](addr) }

func piecesAt(addr uintptr, n uint64) []strided.Piece {
	if n == 0 {
		return nil
	}
	return memory.Slice[strided.Piece](addr, n)
}

func wordsAt(addr uintptr, n uint64) []uint64 {
	if n == 0 {
		return nil
	}
	return memory.Slice[uint64](addr, n)
}

func stridesAt(addr uintptr, n uint64) []int64 {
	if n == 0 {
		return nil
	}
	return memory.Slice[int64](addr, n)
}

func (s *visShape) count() []uint64               { return wordsAt(s.Counts, s.Levels) }
func (s *visShape) strides(side *visSide) []int64 { return stridesAt(side.Strides, s.Levels) }
