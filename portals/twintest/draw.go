package twintest

import (
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	p "gasnetgo/portals"
)

func (x *twins) number(from, to int, what string) int {
	return rapid.IntRange(from, to).Draw(x.t, what)
}

func (x *twins) coin(what string) bool { return x.number(0, 1, what) == 1 }
func (x *twins) rare(what string) bool { return x.number(0, 15, what) == 15 }

func (x *twins) process() int { return x.number(0, len(x.mes)-1, "process") }

// handle is one of those made so far, more often a late one, or none of them.
func (x *twins) handle(list []pair, what string) pair {
	if len(list) == 0 || x.rare("stranger") {
		return rapid.SampledFrom(strangers).Draw(x.t, what)
	}
	if back := x.number(0, 5, what); back < len(list) {
		return list[len(list)-1-back]
	}
	return rapid.SampledFrom(list).Draw(x.t, what)
}

func (x *twins) eq(i int, what string) pair {
	if x.number(0, 3, what) == 0 {
		return pair{p.EQNone, p.EQNone}
	}
	return x.handle(x.eqs[i], what)
}

// made notes an object that both have made, or compares what they say instead.
func (x *twins) made(i int, list [][]pair, real, naive p.Handle, codes ...p.Code) {
	require.Equal(x.t, codes[1], codes[0])
	if codes[0] != p.OK || naive == p.EQNone {
		require.Equal(x.t, naive, real)
		return
	}
	require.NotContains(x.t, x.names[i], real, "a handle came back")
	x.names[i][real] = naive
	list[i] = append(list[i], pair{real, naive})
}

func (x *twins) translate(i int, h p.Handle) p.Handle {
	if n, ok := x.names[i][h]; ok {
		return n
	}
	return h
}

func (x *twins) processMatch() p.ProcessID {
	id := ID(x.process())
	switch x.number(0, 5, "wildcard") {
	case 0:
		id.NID = p.NIDAny
	case 1:
		id.PID = p.PIDAny
	case 2, 3, 4:
		id = p.ProcessID{NID: p.NIDAny, PID: p.PIDAny}
	}
	return id
}

func (x *twins) bits() uint64 {
	return rapid.SampledFrom([]uint64{0, 1, 2, 3, 1 << 63, 1<<63 | 1, 4 << 32}).Draw(x.t, "bits")
}
func (x *twins) ignore() uint64 {
	return rapid.SampledFrom([]uint64{0, 0, 0, 1, 3, ^uint64(0), 1 << 63}).Draw(x.t, "ignore")
}

func (x *twins) unlink(what string) p.Unlink { return p.Unlink(x.number(0, 1, what)) }
func (x *twins) position() p.Position        { return p.Position(x.number(0, 1, "position")) }
func (x *twins) portal() uint32 {
	if x.rare("odd portal") {
		return rapid.SampledFrom([]uint32{2, 3, 0xffff, 0x10000, p.PTIndexAny}).Draw(x.t, "portal")
	}
	return uint32(x.number(0, 1, "portal"))
}

// bytes is a number of bytes.
func (x *twins) bytes(from, to int, what string) uint64 {
	return uint64(x.number(from, to, what) * x.scale)
}

func (x *twins) piece(i int) p.Iovec {
	from, length := x.bytes(0, memoryBytes-1, "from"), x.bytes(0, 24, "length")
	return p.Iovec{Base: x.start[i] + uintptr(from), Len: min(length, uint64(memoryBytes*x.scale)-from)}
}

// md is a descriptor for process i, as the real and the naive library are to see it.
func (x *twins) md(i int) (md [2]p.MD, vec []p.Iovec) {
	piece := x.piece(i)
	m := p.MD{
		Start: piece.Base, Length: piece.Len,
		Threshold: rapid.SampledFrom([]int32{-1, -1, -1, 1, 2, 3, 5, 0, -2}).Draw(x.t, "threshold"),
		MaxSize:   x.bytes(0, 12, "max size"),
		UserPtr:   uintptr(x.number(0, 100, "user")),
	}
	for bit := p.MDManageRemote; bit <= p.MDFlagAutoUnlink; bit <<= 1 {
		if bit != p.MDIovec && x.number(0, 3, "option") == 0 {
			m.Options |= bit
		}
	}
	if !x.rare("no put") {
		m.Options |= p.MDOpPut
	}
	if !x.rare("no get") {
		m.Options |= p.MDOpGet
	}
	switch {
	case x.rare("nowhere"):
		m.Start = 0
	case x.rare("too far"):
		m.Length = ^uint64(0)
	case x.number(0, 5, "iovec") == 0:
		m.Options |= p.MDIovec
		for range x.number(0, 4, "pieces") {
			vec = append(vec, x.piece(i))
		}
		m.Length = uint64(len(vec))
		if x.rare("wrong count") {
			m.Length++
		}
	}
	eq := x.eq(i, "eq")
	md = [2]p.MD{m, m}
	md[0].EQ, md[1].EQ = eq[0], eq[1]
	return md, vec
}

func (x *twins) event(i int, e p.Event) p.Event {
	e.MDHandle, e.MD.EQ = x.translate(i, e.MDHandle), x.translate(i, e.MD.EQ)
	return e
}

func (x *twins) header(i int, h p.Header) p.Header {
	h.MD = x.translate(i, h.MD)
	return h
}
