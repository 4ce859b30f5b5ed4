package armcitest

import (
	"encoding/binary"
	"math"

	"gasnetgo/armci"
)

// shape is the memory of one side of a transfer that a check has drawn.
type shape struct {
	off     uint64 // of the first run, in a room
	strides []int32
}

// draw draws counts of runs of bytes that are a multiple of unit, and where they are on both sides.
func (s *side) draw(unit int) (counts []int32, local, remote shape) {
	run := unit * (1 + s.rnd.IntN(40))
	if s.rnd.IntN(6) == 0 {
		run = unit * (1 + s.rnd.IntN(5000/unit))
	}
	counts = []int32{int32(run)}
	strides := [2]int{run, run}
	sides := [2]*shape{&local, &remote}
	for range s.rnd.IntN(4) {
		c := 1 + s.rnd.IntN(4)
		counts = append(counts, int32(c))
		for i, one := range sides {
			strides[i] += unit * s.rnd.IntN(4)
			one.strides = append(one.strides, int32(strides[i]))
			strides[i] *= c
		}
	}
	for i, one := range sides {
		if left := room/2 - strides[i]; left > unit {
			one.off = uint64(s.rnd.IntN(left/unit) * unit)
		} else {
			one.strides, counts, sides[1-i].strides = nil, counts[:1], nil
		}
	}
	return counts, local, remote
}

// each visits the places of the runs of two sides.
func each(counts []int32, a, b shape, visit func(a, b, n uint64)) {
	x := armci.Transfer{
		Local:  armci.Runs{Bytes: uint64(counts[0]), At: uintptr(a.off), Counts: counts[1:], Strides: a.strides},
		Remote: armci.Runs{Bytes: uint64(counts[0]), At: uintptr(b.off), Counts: counts[1:], Strides: b.strides},
	}
	x.Each(func(a, b uintptr, n uint64) { visit(uint64(a), uint64(b), n) })
}

// element is a type of accumulates, with its arithmetic on memory.
type element struct {
	op   int32
	size int
	one  func(x float64) []byte
	add  func(into, from, scale []byte)
}

var order64, order32 = binary.NativeEndian.Uint64, binary.NativeEndian.Uint32

func float64s(b []byte) float64 { return math.Float64frombits(order64(b)) }
func float32s(b []byte) float32 { return math.Float32frombits(order32(b)) }

func putF64(b []byte, v float64) { binary.NativeEndian.PutUint64(b, math.Float64bits(v)) }
func putF32(b []byte, v float32) { binary.NativeEndian.PutUint32(b, math.Float32bits(v)) }

var elements = []element{
	{armci.AccInt, 4, func(x float64) []byte { return binary.NativeEndian.AppendUint32(nil, uint32(int32(x))) }, func(into, from, scale []byte) {
		binary.NativeEndian.PutUint32(into, order32(into)+order32(from)*order32(scale))
	}},
	{armci.AccLng, 8, func(x float64) []byte { return binary.NativeEndian.AppendUint64(nil, uint64(int64(x))) }, func(into, from, scale []byte) {
		binary.NativeEndian.PutUint64(into, order64(into)+order64(from)*order64(scale))
	}},
	{armci.AccFlt, 4, func(x float64) []byte { return binary.NativeEndian.AppendUint32(nil, math.Float32bits(float32(x))) }, func(into, from, scale []byte) {
		putF32(into, float32s(into)+float32s(from)*float32s(scale))
	}},
	{armci.AccDbl, 8, func(x float64) []byte { return binary.NativeEndian.AppendUint64(nil, math.Float64bits(x)) }, func(into, from, scale []byte) {
		putF64(into, float64s(into)+float64s(from)*float64s(scale))
	}},
	{armci.AccCpl, 8, func(x float64) []byte {
		return binary.NativeEndian.AppendUint32(binary.NativeEndian.AppendUint32(nil, math.Float32bits(float32(x))), math.Float32bits(float32(-x)))
	}, func(into, from, scale []byte) {
		v := complex(float32s(into), float32s(into[4:])) + complex(float32s(from), float32s(from[4:]))*complex(float32s(scale), float32s(scale[4:]))
		putF32(into, real(v))
		putF32(into[4:], imag(v))
	}},
	{armci.AccDcp, 16, func(x float64) []byte {
		return binary.NativeEndian.AppendUint64(binary.NativeEndian.AppendUint64(nil, math.Float64bits(x)), math.Float64bits(-x))
	}, func(into, from, scale []byte) {
		v := complex(float64s(into), float64s(into[8:])) + complex(float64s(from), float64s(from[8:]))*complex(float64s(scale), float64s(scale[8:]))
		putF64(into, real(v))
		putF64(into[8:], imag(v))
	}},
}

// values fills memory with elements: small whole numbers, which all types add without rounding.
func (s *side) values(e element, n int) []byte {
	var b []byte
	for len(b) < n {
		b = append(b, e.one(float64(s.rnd.IntN(9)-4))...)
	}
	return b
}

// mirror does to two rooms of this process what a transfer does to memory.
func mirror(kind int32, e element, scale []byte, local, remote []byte) {
	switch kind {
	case armci.KindPut:
		copy(remote, local)
	case armci.KindGet:
		copy(local, remote)
	default:
		for i := 0; i < len(local); i += e.size {
			e.add(remote[i:], local[i:], scale)
		}
	}
}

var kinds = []int32{armci.KindPut, armci.KindGet, armci.KindAcc}

// strided compares transfers of all kinds, shapes and types with loops over their runs. Each rank works on half of its peer's room.
func strided(s *side) { s.transfers(false) }

// vector does the same with lists.
func vector(s *side) { s.transfers(true) }

func (s *side) transfers(list bool) {
	peer := s.at(s.next)[:room/2]
	for round := range 40 {
		e, kind := elements[round%len(elements)], kinds[s.rnd.IntN(3)]
		counts, l, r := s.draw(e.size)
		scale, here := e.one(float64(1+s.rnd.IntN(2))), s.values(e, room/2)
		copy(peer, s.values(e, room/2)) // the peer's other half is its peer's
		wantHere, wantPeer := append([]byte(nil), here...), append([]byte(nil), peer...)
		x := armci.Runs{Bytes: uint64(counts[0]), At: address(s, here) + uintptr(l.off), Counts: counts[1:], Strides: l.strides}
		y := armci.Runs{Bytes: uint64(counts[0]), At: s.bases[s.next] + uintptr(r.off), Counts: counts[1:], Strides: r.strides}
		each(counts, l, r, func(a, b, n uint64) { mirror(kind, e, scale, wantHere[a:a+n], wantPeer[b:b+n]) })
		if list {
			s.vector(kind, e.op, scale, listed(x), listed(y), counts[0])
		} else {
			s.call(kind, e.op, scale, runs{x.At, l.strides}, runs{y.At, r.strides}, counts, s.next, armci.Blocking)
		}
		s.ok(0, s.a.Fence("", int32(s.next)))
		if list {
			s.require.Equal(wantHere, here, "local memory: kind %d, counts %v", kind, counts)
		}
		s.require.True(string(wantHere) == string(here), "local memory: kind %d, type %d, counts %v, %v %v", kind, e.op, counts, l, r)
		s.require.True(string(wantPeer) == string(peer), "remote memory: kind %d, type %d, counts %v, %v %v", kind, e.op, counts, l, r)
	}
}

// listed are the addresses of runs.
func listed(r armci.Runs) (all []uintptr) {
	r.Walk(0, r.Total(), func(at uintptr, _ uint64) { all = append(all, at) })
	return all
}

// piece is armci_giov_t.
type piece struct {
	src, dst     uintptr
	count, bytes int32
}

func (s *side) vector(kind, op int32, scale []byte, local, remote []uintptr, bytes int32) {
	if kind == armci.KindGet {
		local, remote = remote, local
	}
	half := len(local) / 2 // two descriptors, the first of which may be short
	d := []piece{{address(s, local), address(s, remote), int32(len(local) - half), bytes}}
	if half > 0 {
		d = append(d, piece{address(s, local[len(local)-half:]), address(s, remote[len(local)-half:]), int32(half), bytes})
	}
	s.ok(s.a.Vector("", armci.VectorArgs{Kind: kind, Op: op, Scale: address(s, scale), Darr: address(s, d), N: int32(len(d)), Proc: int32(s.next), Handle: armci.Blocking}))
	alive(local, remote, d, scale)
}

// order has each rank do all kinds of blocking transfers on one place of its peer, and compares every get with a loop: they take effect in their order.
func order(s *side) {
	e := elements[1]
	model := make([]byte, room/2)
	for range 200 {
		kind := kinds[s.rnd.IntN(3)]
		counts, l, r := s.draw(e.size)
		if s.rnd.IntN(2) == 0 {
			counts, l.strides, r.strides = counts[:1], nil, nil
		}
		here := s.values(e, room/2)
		want := append([]byte(nil), here...)
		scale := e.one(1)
		each(counts, l, r, func(a, b, n uint64) { mirror(kind, e, scale, want[a:a+n], model[b:b+n]) })
		s.call(kind, e.op, scale, runs{address(s, here) + uintptr(l.off), l.strides}, runs{s.bases[s.next] + uintptr(r.off), r.strides}, counts, s.next, armci.Blocking)
		s.require.True(string(want) == string(here), "kind %d, counts %v, %v %v", kind, counts, l, r)
	}
}

// nonBlocking has several under way, with and without handles, and changes the descriptors at once.
func nonBlocking(s *side) {
	copy(s.at(s.next)[:room/2], pattern(s.rank, room/2))
	const many = 30
	handles := make([][74]int64, many)
	into := make([][]byte, many)
	for i := range many {
		counts, strides := []int32{int32(8 + 4*i), 5}, []int32{int32(64 + 4*i)}
		into[i] = make([]byte, 5*(64+4*i))
		handle := uintptr(0)
		if i%3 > 0 {
			handle = address(s, handles[i:i+1])
		}
		s.call(armci.KindGet, 0, nil, runs{address(s, into[i]), strides}, runs{s.bases[s.next] + uintptr(16*i), strides}, counts, s.next, handle)
		counts[0], counts[1], strides[0] = 1, 1, 1
	}
	for i := many - 1; i >= 0; i-- {
		if i%3 == 0 {
			continue
		}
		h := address(s, handles[i:i+1])
		if i%3 == 1 {
			s.ok(s.a.Wait("", armci.WaitHandle, h, 0))
		} else {
			s.Wait("", func() bool {
				left, err := s.a.Wait("", armci.WaitTest, h, 0)
				return err != nil || left == 0
			})
		}
	}
	s.ok(s.a.Wait("", armci.WaitImplicit, 0, -1))
	alive(handles)
	for i := range many {
		for row := range 5 {
			at, n := row*(64+4*i), 8+4*i
			s.require.Equal(pattern(s.rank, room/2)[16*i+at:][:n], into[i][at:][:n], "%d %d", i, row)
		}
	}
}

// descriptors are of local memory of any kind: more of it than a rank can have descriptors.
func descriptors(s *side) {
	for i := range 3000 {
		b := pattern(i, 16)
		s.move(armci.KindPut, b, s.bases[s.next]+uintptr(16*(i%1000)), s.next)
		clear(b)
		s.move(armci.KindGet, b, s.bases[s.next]+uintptr(16*(i%1000)), s.next)
		s.require.Equal(pattern(i, 16), b)
	}
}
