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
	Dst, Src visSide
	Counts   uintptr // strided
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

func (s *visShape) count() []uint64                { return wordsAt(s.Counts, s.Levels+1) }
func (s *visShape) strides(side *visSide) []uint64 { return wordsAt(side.Strides, s.Levels) }
