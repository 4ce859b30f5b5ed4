package twintest

import (
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	p "gasnetgo/portals"
)

// Addresses lists the bytes of a region.
func Addresses(r p.Region) (list []uintptr) {
	for v := range r.Pieces {
		for k := range v.Len {
			list = append(list, v.Base+uintptr(k))
		}
	}
	return list
}

// ops compares two operations at process i whose headers' descriptors are of process owner.
func (x *twins) ops(i, owner int, real, naive *p.Op) bool {
	if naive == nil {
		require.Nil(x.t, real)
		return false
	}
	require.NotNil(x.t, real)
	require.Equal(x.t, naive.Header, x.header(owner, real.Header))
	require.Equal(x.t, naive.Length, real.Length)
	require.Equal(x.t, naive.Length, real.Region.Len)
	require.Equal(x.t, Addresses(naive.Region), Addresses(real.Region))
	require.Equal(x.t, naive.Answer.Kind, real.Answer.Kind)
	if naive.Answer.Kind != 0 {
		require.Equal(x.t, naive.Answer, x.header(owner, real.Answer))
	}
	return true
}

func (x *twins) anyone() int { return x.number(0, len(x.mes), "to") }

func (x *twins) target(process int) p.Target {
	to := p.Target{
		ID: ID(process), PT: x.portal(), MatchBits: x.bits(), Offset: x.bytes(0, 20, "there"),
	}
	switch {
	case x.rare("any target"):
		to.ID.PID = p.PIDAny
	case x.rare("far away"):
		to.Offset = ^uint64(0) - uint64(x.number(0, 20, "before the end"))
	case x.rare("access"):
		to.AC = rapid.SampledFrom([]uint32{1, 2, 3, 0x100}).Draw(x.t, "ac")
	}
	return to
}

func (x *twins) span() (off, length uint64) {
	if x.coin("whole") {
		return uint64(x.number(0, 99, "ignored")), p.Whole
	}
	if x.rare("huge") {
		return ^uint64(0) - 3, 5
	}
	return x.bytes(0, 10, "offset"), x.bytes(0, 10, "bytes")
}

// issuer takes what both have made.
type issuer func(i int, real *p.Op, code p.Code, naive *p.Op, want p.Code)

func (x *twins) put(i, to int, issued issuer) {
	real, twin := x.pair(i)
	md := x.handle(x.mds[i], "md")
	off, length := x.span()
	ack, there, data := p.AckReq(x.number(0, 1, "ack")), x.target(to), uint64(x.number(0, 1<<40, "data"))
	a, code := real.Put(md[0], off, length, ack, there, data)
	b, want := twin.Put(md[1], off, length, ack, there, data)
	issued(i, a, code, b, want)
}

func (x *twins) get(i, to int, issued issuer) {
	real, twin := x.pair(i)
	md := x.handle(x.mds[i], "md")
	off, length := x.span()
	there := x.target(to)
	a, code := real.Get(md[0], off, length, there)
	b, want := twin.Get(md[1], off, length, there)
	issued(i, a, code, b, want)
}

func (x *twins) getPut(i, to int, issued issuer) {
	real, twin := x.pair(i)
	g, d := x.handle(x.mds[i], "get md"), x.handle(x.mds[i], "put md")
	off, length := x.span()
	at, there, data := x.bytes(0, 10, "get offset"), x.target(to), uint64(x.number(0, 1<<40, "data"))
	a, code := real.GetPut(g[0], at, d[0], off, length, there, data)
	b, want := twin.GetPut(g[1], at, d[1], off, length, there, data)
	issued(i, a, code, b, want)
}

// messages are the steps that make and end operations.
func (x *twins) messages() map[string]func(*rapid.T) {
	issued := func(i int, real *p.Op, code p.Code, naive *p.Op, want p.Code) {
		require.Equal(x.t, want, code)
		if x.ops(i, i, real, naive) {
			x.nets[0].Issue(i, real)
			x.nets[1].Issue(i, naive)
		}
	}
	deliver := func(*rapid.T) {
		from, to, broken := x.process(), x.process(), x.rare("broken")
		a, b := x.nets[0].Deliver(from, to, broken), x.nets[1].Deliver(from, to, broken)
		owner := from
		if b != nil && b.Header.Kind >= p.HReply {
			owner = to
		}
		x.ops(to, owner, a, b)
	}
	done := func(*rapid.T) {
		if len(x.nets[0].doing) == 0 {
			return
		}
		k, fail := x.number(0, len(x.nets[0].doing)-1, "which"), p.NIFail(x.number(0, 7, "fail")/7)
		for _, n := range x.nets {
			n.Done(k, fail)
		}
	}
	put := func(*rapid.T) { x.put(x.process(), x.anyone(), issued) }
	return map[string]func(*rapid.T){
		"put": put, "put again": put,
		"get":    func(*rapid.T) { x.get(x.process(), x.anyone(), issued) },
		"getput": func(*rapid.T) { x.getPut(x.process(), x.anyone(), issued) },
		"sent": func(*rapid.T) {
			if len(x.nets[0].sends) == 0 {
				return
			}
			k, fail := x.number(0, len(x.nets[0].sends)-1, "which"), p.NIFail(x.number(0, 7, "fail")/7)
			for _, n := range x.nets {
				n.Sent(k, fail)
			}
		},
		"deliver": deliver, "deliver again": deliver,
		"done": done, "done again": done,
		"forge": func(*rapid.T) {
			i := x.process()
			md := x.handle(x.mds[i], "md")
			large := rapid.OneOf(rapid.Uint64Range(0, 20), rapid.Uint64())
			h := p.Header{
				Kind: rapid.SampledFrom([]p.HeaderKind{p.HPut, p.HGet, p.HGetPut, p.HReply, p.HAck}).Draw(x.t, "kind"),
				From: ID(i), To: ID(i), PT: x.portal(), MatchBits: x.bits(),
				Length: large.Draw(x.t, "length"), Offset: large.Draw(x.t, "offset"), HdrData: large.Draw(x.t, "hdr"), Local: large.Draw(x.t, "local"),
			}
			data := memory.Room(memoryBytes * 4)
			var ops [2]*p.Op
			for k, n := range x.nets {
				h.MD = md[k]
				ops[k] = n.arrive(i, &h, data, false)
			}
			x.ops(i, i, ops[0], ops[1])
		},
		"drain": func(*rapid.T) { x.settle() },
	}
}
