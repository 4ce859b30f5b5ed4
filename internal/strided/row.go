package strided

import "math/bits"

// Row is Count blocks of Block bytes, whose starts are To bytes apart where they are written and From bytes apart where they are read.
type Row struct {
	Block, Count, To, From uint64
}

// Span is the number of bytes from the first to the last, stride being r.To or r.From. False: it exceeds the address space. Count is at least 1.
func (r Row) Span(stride uint64) (uint64, bool) { return extended(r.Block, r.Count, stride) }

// Offsets is where block i starts: from the first block that is written, and from the first that is read.
func (r Row) Offsets(i uint64) (to, from uint64) { return i * r.To, i * r.From }

// Span is the number of bytes from the first to the last of count[0] contiguous bytes, repeated count[i] times at distances of strides[i-1]. It is 0 if any
// count is 0. excess is the index of the stride with which it exceeds the address space, -1 if it does not.
func Span(strides, count []uint64) (span uint64, excess int) {
	for _, n := range count {
		if n == 0 {
			return 0, -1
		}
	}
	span = count[0]
	for i, n := range count[1:] {
		var ok bool
		if span, ok = extended(span, n, strides[i]); !ok {
			return 0, i
		}
	}
	return span, -1
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
