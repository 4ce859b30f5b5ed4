// Package vis is what GASNet's vectors, indexed lists and strides of memory mean: which bytes go where. A transfer has two sides, and the bytes of one
// side, in the order in which it lists them, fill the other in its order; pieces of the two need not be of the same size. The result is a list of
// fragments, each a contiguous copy. Nothing here looks at the bytes.
package vis

import (
	"fmt"
	"math/bits"
)

// Piece is contiguous memory, as gasnet_memvec_t.
type Piece struct {
	Addr uintptr
	Len  uint64
}

// Fragment is one contiguous copy.
type Fragment struct {
	Dst, Src uintptr
	Len      uint64
}

// Pair cuts both sides where either has an end, and joins neighbours that are contiguous on both. Pieces of length 0 count for nothing. The sides must have
// as many bytes.
func Pair(dst, src []Piece) ([]Fragment, error) {
	n, err := total("dst", dst)
	if err != nil {
		return nil, err
	}
	m, err := total("src", src)
	if err != nil {
		return nil, err
	}
	if n != m {
		return nil, fmt.Errorf("%d bytes to fill, %d bytes to fill them with", n, m)
	}
	var out []Fragment
	var d, s Piece
	for n > 0 {
		for d.Len == 0 {
			d, dst = dst[0], dst[1:]
		}
		for s.Len == 0 {
			s, src = src[0], src[1:]
		}
		k := min(d.Len, s.Len)
		out = appended(out, Fragment{d.Addr, s.Addr, k})
		d = Piece{d.Addr + uintptr(k), d.Len - k}
		s = Piece{s.Addr + uintptr(k), s.Len - k}
		n -= k
	}
	return out, nil
}

// appended adds a fragment, or makes the last one longer.
func appended(all []Fragment, f Fragment) []Fragment {
	if k := len(all) - 1; k >= 0 && all[k].Dst+uintptr(all[k].Len) == f.Dst && all[k].Src+uintptr(all[k].Len) == f.Src {
		all[k].Len += f.Len
		return all
	}
	return append(all, f)
}

func total(side string, pieces []Piece) (n uint64, err error) {
	for i, p := range pieces {
		var carry uint64
		if n, carry = bits.Add64(n, p.Len, 0); carry != 0 {
			return 0, fmt.Errorf("%slist[%d].len = %d: more bytes than there are addresses", side, i, p.Len)
		}
	}
	return n, nil
}

// Indexed is a side of pieces that have one length.
func Indexed(addrs []uintptr, length uint64) []Piece {
	if length == 0 {
		return nil
	}
	out := make([]Piece, len(addrs))
	for i, a := range addrs {
		out[i] = Piece{a, length}
	}
	return out
}

// Strides is a box of memory on both sides: Count[0] contiguous bytes, Count[i] times with a distance of the strides' [i-1] bytes.
type Strides struct {
	Dst, Src               uintptr
	DstStrides, SrcStrides []uint64
	Count                  []uint64 // one more than strides
}

// Span is how many bytes lie from a side's first byte to its last, strides being that side's. 0 if there are none.
func Span(strides, count []uint64) (uint64, error) {
	span := count[0]
	for i, n := range count[1:] {
		if n == 0 {
			return 0, nil
		}
		high, reach := bits.Mul64(strides[i], n-1)
		sum, carry := bits.Add64(span, reach, 0)
		if high != 0 || carry != 0 {
			return 0, fmt.Errorf("strides[%d] = %d, %d times: further than there are addresses", i, strides[i], n)
		}
		span = sum
	}
	if count[0] == 0 {
		return 0, nil
	}
	return span, nil
}

// Fragments lists the copies, the first level's fastest.
func (s Strides) Fragments() []Fragment {
	for _, n := range s.Count {
		if n == 0 {
			return nil
		}
	}
	s = s.joined()
	length, levels := s.Count[0], s.Count[1:]
	at := make([]uint64, len(levels))
	var out []Fragment
	for {
		out = append(out, Fragment{s.Dst, s.Src, length})
		i := 0
		for ; i < len(levels); i++ {
			if at[i]++; at[i] < levels[i] {
				s.Dst += uintptr(s.DstStrides[i])
				s.Src += uintptr(s.SrcStrides[i])
				break
			}
			at[i] = 0
			s.Dst -= uintptr(s.DstStrides[i] * (levels[i] - 1))
			s.Src -= uintptr(s.SrcStrides[i] * (levels[i] - 1))
		}
		if i == len(levels) {
			return out
		}
	}
}

// joined drops levels of one repetition, and those that only go on where the level below ends, on both sides.
func (s Strides) joined() Strides {
	j := Strides{Dst: s.Dst, Src: s.Src, Count: []uint64{s.Count[0]}}
	for i, n := range s.Count[1:] {
		d, c := s.DstStrides[i], s.SrcStrides[i]
		last := len(j.DstStrides) - 1
		switch {
		case n == 1:
		case last < 0 && d == j.Count[0] && c == j.Count[0]:
			j.Count[0] *= n
		case last >= 0 && d == j.DstStrides[last]*j.Count[last+1] && c == j.SrcStrides[last]*j.Count[last+1]:
			j.Count[last+1] *= n
		default:
			j.DstStrides, j.SrcStrides, j.Count = append(j.DstStrides, d), append(j.SrcStrides, c), append(j.Count, n)
		}
	}
	return j
}
