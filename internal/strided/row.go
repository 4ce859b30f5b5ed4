package strided

import (
	"math/bits"
	"slices"
)

// Row is Count blocks of Block bytes, whose starts are To bytes apart where they are written and From bytes apart where they are read. A box's row may have distances that are
// negative, in two's complement.
type Row struct {
	Block, Count, To, From uint64
}

// Span is the number of bytes from the first to the last, stride being r.To or r.From, which is not negative. False: it exceeds the address space. Count is at least 1.
func (r Row) Span(stride uint64) (uint64, bool) { return extended(r.Block, r.Count, stride) }

// Offsets is where block i starts: from the first block that is written, and from the first that is read.
func (r Row) Offsets(i uint64) (to, from uint64) { return i * r.To, i * r.From }

// Span is how far block bytes reach, repeated count[i] times at distances of strides[i]: below bytes before where the first block begins, and above bytes from there on. Both are 0 if any
// count is 0, or block. excess is the index of the stride with which they exceed the address space, -1 if they do not.
func Span(block uint64, strides []int64, count []uint64) (below, above uint64, excess int) {
	if block == 0 || slices.Contains(count, 0) {
		return 0, 0, -1
	}
	above = block
	for i, n := range count {
		var ok bool
		if s := strides[i]; s < 0 {
			below, ok = extended(below, n, -uint64(s))
		} else {
			above, ok = extended(above, n, uint64(s))
		}
		if _, carry := bits.Add64(below, above, 0); !ok || carry != 0 {
			return 0, 0, i
		}
	}
	return below, above, -1
}

// extended is the span of count repetitions of span bytes. False: it exceeds the address space.
func extended(span, count, stride uint64) (uint64, bool) {
	high, reach := bits.Mul64(count-1, stride)
	sum, carry := bits.Add64(span, reach, 0)
	return sum, high == 0 && carry == 0
}

// product is a*b. False: it exceeds the address space.
func product(a, b uint64) (uint64, bool) {
	high, low := bits.Mul64(a, b)
	return low, high == 0
}
