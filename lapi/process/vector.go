package process

import (
	"math/bits"
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// Types of vectors: lapi_vectype_t.
const (
	ioVector = iota
	strides
	generic
)

// vector is a lapi_vec_t. A lapi_lvec_t looks the same.
type vector struct {
	kind  int32
	n     uint32
	infos uintptr
	lens  uintptr

	at     []uint64 // addresses, or base, block and stride
	length []uint64
}

// rawVector is a vector as the program has it.
type rawVector struct {
	kind        int32
	n           uint32
	infos, lens uintptr
}

// side says whose vector it is, for codes.
type side struct {
	null, kind, addr, len, stride, extent, base int32
}

var (
	origin = side{ErrOrgVecNull, ErrOrgVecType, ErrOrgVecAddr, ErrOrgVecLen, ErrOrgStride, ErrOrgExtent, ErrStrideOrgVecAddrNull}
	target = side{ErrTgtVecNull, ErrTgtVecType, ErrTgtVecAddr, ErrTgtVecLen, ErrTgtStride, ErrTgtExtent, ErrStrideTgtVecAddrNull}
)

const mostBytes = 1<<63 - 1 // LAPI_MAX_MSG_SZ

// readVector copies a vector of the program and checks it by itself.
func readVector(at uintptr, s side) (vector, int32) {
	if at == 0 {
		return vector{}, s.null
	}
	raw := memory.At[rawVector](at)
	v := vector{kind: raw.kind, n: raw.n, infos: raw.infos, lens: raw.lens}
	switch v.kind {
	case strides:
		if v.infos == 0 {
			return v, s.addr
		}
		three := *memory.At[[3]uint64](v.infos)
		v.at = three[:]
		block, stride := v.at[1], v.at[2]
		switch {
		case v.at[0] == 0 && v.n > 0 && block > 0:
			return v, s.base
		case stride < block:
			return v, s.stride
		case tooFar(stride, v.n):
			return v, s.extent
		}
	case ioVector, generic:
		if v.n == 0 {
			return v, success
		}
		if v.infos == 0 {
			return v, s.addr
		}
		if v.lens == 0 {
			return v, s.len
		}
		v.at, v.length = slices.Clone(memory.Slice[uint64](v.infos, int(v.n))), slices.Clone(memory.Slice[uint64](v.lens, int(v.n)))
		sum := uint64(0)
		for i := range v.at {
			if v.at[i] == 0 && v.length[i] > 0 {
				return v, s.addr
			}
			if v.length[i] > mostBytes-sum {
				return v, s.len
			}
			sum += v.length[i]
		}
	default:
		return v, s.kind
	}
	return v, success
}

// tooFar reports whether n strides are more than a message may span.
func tooFar(stride uint64, n uint32) bool {
	high, low := bits.Mul64(stride, uint64(n))
	return high > 0 || low > mostBytes
}

// pieces is the memory of a vector.
func (v *vector) pieces() []lapi.Piece {
	if v.kind == strides {
		base, block, stride := uintptr(v.at[0]), v.at[1], uintptr(v.at[2])
		if block == uint64(stride) {
			return []lapi.Piece{{At: base, Len: block * uint64(v.n)}}
		}
		all := make([]lapi.Piece, v.n)
		for i := range all {
			all[i] = lapi.Piece{At: base + uintptr(i)*stride, Len: block}
		}
		return all
	}
	all := make([]lapi.Piece, v.n)
	for i := range all {
		all[i] = lapi.Piece{At: uintptr(v.at[i]), Len: v.length[i]}
	}
	return all
}

// fit checks the vectors of a transfer against each other.
func fit(t, o *vector) int32 {
	switch {
	case t.kind != o.kind:
		return ErrVecTypeDiff
	case t.n != o.n:
		return ErrVecNumDiff
	case t.kind == strides && t.at[1] != o.at[1], t.kind != strides && !slices.Equal(t.length, o.length):
		return ErrVecLenDiff
	}
	return success
}
