package twintest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	p "gasnetgo/portals"
)

// pair is a handle of the real interface and the twin's for the same object.
type pair [2]p.Handle

// twins does everything to a few real interfaces and to as many naive ones, and compares.
type twins struct {
	t     *rapid.T
	libs  [2][]Library // real, naive
	nets  [2]*Net      // theirs; the real one is nil over a Network
	over  Network      // then
	start []uintptr    // of memory, by process
	scale int          // bytes for one
	words [][]uint64
	mes   [][]pair // by process; also those that are gone
	mds   [][]pair
	eqs   [][]pair
	names []map[p.Handle]p.Handle // real to naive
}

var strangers = []pair{
	{p.InvalidHandle, p.InvalidHandle}, {p.HandleNone, p.HandleNone}, {p.EQNone, p.EQNone}, {0, 0}, {1 << 20, 1 << 20}, {0xffffe, 0xffffe},
}

// newTwins makes interfaces over a Net if over is nil.
func newTwins(t *rapid.T, limits p.Limits, over Network, count, scale int) *twins {
	x := &twins{t: t, over: over, scale: scale}
	dialect := rapid.SampledFrom([]p.Dialect{p.Cray, p.Reference}).Draw(t, "dialect")
	var configs []p.Config
	for i := range count {
		x.words = append(x.words, make([]uint64, 8))
		configs = append(configs, p.Config{ID: ID(i), UID: UID(i), JID: JID(i), Dialect: dialect, Limits: limits, Queues: x.words[i]})
		x.start = append(x.start, Start)
	}
	if over != nil {
		for _, n := range over.Open(configs) {
			x.libs[0] = append(x.libs[0], n)
		}
	} else {
		for _, c := range configs {
			x.libs[0] = append(x.libs[0], p.New(c))
		}
		x.nets[0] = NewNet(x.libs[0]...)
	}
	for i := range count {
		x.libs[1] = append(x.libs[1], newNaive(ID(i), UID(i), JID(i), dialect, x.libs[0][i].Granted()))
		x.names = append(x.names, map[p.Handle]p.Handle{})
	}
	x.nets[1] = NewNet(x.libs[1]...)
	if over != nil {
		x.mirror()
	}
	x.mes, x.mds, x.eqs = make([][]pair, count), make([][]pair, count), make([][]pair, count)
	return x
}

func (x *twins) pair(i int) (real, naive Library) { return x.libs[0][i], x.libs[1][i] }

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
			data := make([]byte, memoryBytes*4)
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

// settle lets everything happen at both, over a Net one step at a time.
func (x *twins) settle() {
	if x.over != nil {
		x.nets[1].Settle()
		x.over.Settle()
		return
	}
	real, naive := x.nets[0].steps(), x.nets[1].steps()
	for naive() {
		require.True(x.t, real())
		x.check(x.t)
	}
	require.False(x.t, real())
}

// objects are the steps that make, change and end the objects of an interface.
func (x *twins) objects() map[string]func(*rapid.T) {
	attach := func(*rapid.T) {
		i := x.process()
		real, twin := x.pair(i)
		pt, match, bits, ignore, at := x.portal(), x.processMatch(), x.bits(), x.ignore(), x.position()
		ume, umd := x.unlink("unlink me"), x.unlink("unlink md")
		md, vec := x.md(i)
		me, h, code := real.MEMDAttach(pt, match, bits, ignore, ume, at, md[0], vec, umd)
		me2, h2, want := twin.MEMDAttach(pt, match, bits, ignore, ume, at, md[1], vec, umd)
		x.made(i, x.mes, me, me2, code, want)
		x.made(i, x.mds, h, h2, code, want)
	}
	return map[string]func(*rapid.T){
		"me attach": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			pt, match, bits, ignore, u, at := x.portal(), x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink"), x.position()
			a, code := real.MEAttach(pt, match, bits, ignore, u, at)
			b, want := twin.MEAttach(pt, match, bits, ignore, u, at)
			x.made(i, x.mes, a, b, code, want)
		},
		"me attach any": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			match, bits, ignore, u := x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink")
			pt, a, code := real.MEAttachAny(match, bits, ignore, u)
			pt2, b, want := twin.MEAttachAny(match, bits, ignore, u)
			require.Equal(x.t, pt2, pt)
			x.made(i, x.mes, a, b, code, want)
		},
		"me insert": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			base, match, bits, ignore, u, at := x.handle(x.mes[i], "base"), x.processMatch(), x.bits(), x.ignore(), x.unlink("unlink"), x.position()
			a, code := real.MEInsert(base[0], match, bits, ignore, u, at)
			b, want := twin.MEInsert(base[1], match, bits, ignore, u, at)
			x.made(i, x.mes, a, b, code, want)
		},
		"me unlink": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			me := x.handle(x.mes[i], "me")
			require.Equal(x.t, twin.MEUnlink(me[1]), real.MEUnlink(me[0]))
		},
		"md attach": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			me, u := x.handle(x.mes[i], "me"), x.unlink("unlink")
			md, vec := x.md(i)
			a, code := real.MDAttach(me[0], md[0], vec, u)
			b, want := twin.MDAttach(me[1], md[1], vec, u)
			x.made(i, x.mds, a, b, code, want)
		},
		"md bind": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			u := x.unlink("unlink")
			md, vec := x.md(i)
			a, code := real.MDBind(md[0], vec, u)
			b, want := twin.MDBind(md[1], vec, u)
			x.made(i, x.mds, a, b, code, want)
		},
		"md unlink": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			md := x.handle(x.mds[i], "md")
			require.Equal(x.t, twin.MDUnlink(md[1]), real.MDUnlink(md[0]))
		},
		"md update": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			h, test := x.handle(x.mds[i], "md"), x.eq(i, "test")
			md, vec := x.md(i)
			require.Equal(x.t, twin.MDUpdate(h[1], md[1], vec, test[1]), real.MDUpdate(h[0], md[0], vec, test[0]))
		},
		"post": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			base, test, match, bits, ignore, at := x.handle(x.mes[i], "base"), x.eq(i, "test"), x.processMatch(), x.bits(), x.ignore(), x.position()
			ume, umd := x.unlink("unlink me"), x.unlink("unlink md")
			md, vec := x.md(i)
			me, h, code := real.MEMDPost(base[0], match, bits, ignore, ume, at, md[0], vec, umd, test[0])
			me2, h2, want := twin.MEMDPost(base[1], match, bits, ignore, ume, at, md[1], vec, umd, test[1])
			x.made(i, x.mes, me, me2, code, want)
			x.made(i, x.mds, h, h2, code, want)
		},
		"attach": attach, "attach again": attach,
		"eq alloc": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			count := uint64(x.number(0, 9, "count"))
			a, code := real.EQAlloc(count)
			b, want := twin.EQAlloc(count)
			x.made(i, x.eqs, a, b, code, want)
		},
		"eq free": func(*rapid.T) {
			i := x.process()
			if !x.rare("free") {
				return
			}
			real, twin := x.pair(i)
			eq := x.handle(x.eqs[i], "eq")
			require.Equal(x.t, twin.EQFree(eq[1]), real.EQFree(eq[0]))
		},
		"eq get": func(*rapid.T) {
			i := x.process()
			eq := x.handle(x.eqs[i], "eq")
			for range x.number(1, 4, "times") {
				x.take(i, eq)
			}
		},
		"access": func(*rapid.T) {
			i := x.process()
			real, twin := x.pair(i)
			ac, match, pt := uint32(x.number(1, 3, "ac")), x.processMatch(), x.portal()
			uid, jid := rapid.SampledFrom([]uint32{p.UIDAny, UID(0)}).Draw(x.t, "uid"), rapid.SampledFrom([]uint32{p.JIDAny, JID(0)}).Draw(x.t, "jid")
			require.Equal(x.t, twin.ACEntry(ac, match, uid, jid, pt), real.ACEntry(ac, match, uid, jid, pt))
		},
	}
}

func (x *twins) take(i int, eq pair) p.Code {
	real, twin := x.pair(i)
	var a, b, c p.Event
	require.Equal(x.t, twin.EQPeek(eq[1], &b), real.EQPeek(eq[0], &c))
	code := real.EQGet(eq[0], &a)
	require.Equal(x.t, twin.EQGet(eq[1], &b), code)
	require.Equal(x.t, b, x.event(i, a))
	require.Equal(x.t, a, c)
	return code
}

// check compares what can be seen at any time.
func (x *twins) check(*rapid.T) {
	for i := range x.mes {
		real, twin := x.pair(i)
		for _, list := range [][]pair{x.mes[i], x.mds[i], x.eqs[i]} {
			for _, h := range list {
				require.Equal(x.t, twin.Valid(h[1]), real.Valid(h[0]))
			}
		}
		for _, h := range x.mds[i] {
			a, code := real.MDGet(h[0])
			b, want := twin.MDGet(h[1])
			a.EQ = x.translate(i, a.EQ)
			require.Equal(x.t, want, code)
			require.Equal(x.t, b, a)
		}
		used := map[uint32]bool{}
		for _, h := range x.eqs[i] {
			if q := twin.(*naive).eqs[h[1]]; q != nil {
				used[h[0].Index()] = true
				require.Equal(x.t, uint64(h[0])<<32|uint64(len(q.events)), x.words[i][h[0].Index()])
			}
		}
		for k, w := range x.words[i] {
			require.True(x.t, used[uint32(k)] || w == 0)
		}
		for r := range uint32(7) {
			a, code := real.Status(r)
			b, want := twin.Status(r)
			require.Equal(x.t, want, code)
			require.Equal(x.t, b, a)
		}
	}
}

// play does random things, and compares.
func (x *twins) play(steps map[string]func(*rapid.T)) {
	for i := range x.eqs {
		real, twin := x.pair(i)
		for range 2 {
			a, code := real.EQAlloc(8)
			b, want := twin.EQAlloc(8)
			x.made(i, x.eqs, a, b, code, want)
		}
	}
	for name, step := range x.objects() {
		steps[name] = step
	}
	steps[""] = x.check
	for range 3 {
		x.t.Repeat(steps)
	}
	x.settle()
	x.check(x.t)
	for i := range x.eqs {
		for _, eq := range x.eqs[i] {
			for code := p.OK; code == p.OK || code == p.EQDropped; {
				code = x.take(i, eq)
			}
		}
	}
	for i, want := range x.nets[1].Memory {
		require.Equal(x.t, want, x.memory(i), "memory of process %d", i)
	}
}

func (x *twins) memory(i int) []byte {
	if x.over != nil {
		return x.over.Memory(i)
	}
	return x.nets[0].Memory[i]
}

var allLimits = map[string]p.Limits{
	"roomy": {MaxPTIndex: 1, MaxACIndex: 2, MaxEQs: 8, MaxGetPutMD: 8},
	"tight": {MaxPTIndex: 2, MaxACIndex: 2, MaxMEs: 6, MaxMDs: 7, MaxEQs: 2, MaxMEList: 4, MaxMDIovecs: 3, MaxGetPutMD: 8},
}

// Run compares interfaces over a Net.
func Run(t *testing.T) {
	for name, limits := range allLimits {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := newTwins(t, limits, nil, rapid.IntRange(2, 3).Draw(t, "processes"), 1)
				steps := x.messages()
				if limits.MaxMEs == 0 {
					steps["many"] = x.many
				}
				x.play(steps)
			})
		})
	}
}

// many makes lists long enough for an index, with entries all over the place.
func (x *twins) many(*rapid.T) {
	if x.number(0, 3, "many") > 0 {
		return
	}
	i := x.process()
	real, twin := x.pair(i)
	pt := uint32(x.number(0, 1, "portal"))
	md, vec := x.md(i)
	random := rapid.Uint64().Draw(x.t, "seed")
	next := func(n uint64) uint64 {
		random = random*6364136223846793005 + 1442695040888963407
		return random >> 33 % n
	}
	masks := []uint64{0, 1, 3, 1 << 63}[:1+x.number(0, 3, "masks")]
	for range x.number(30, 80, "entries") {
		bits, ignore, at := next(4)|next(2)<<63, masks[next(uint64(len(masks)))], p.Position(next(2))
		match, u := p.ProcessID{NID: p.NIDAny, PID: p.PIDAny}, p.Unlink(next(2))
		if next(4) == 0 {
			match = ID(int(next(2)))
		}
		if mine := x.mes[i]; len(mine) > 0 && next(2) == 0 {
			base := mine[next(uint64(len(mine)))]
			me, h, code := real.MEMDPost(base[0], match, bits, ignore, u, at, md[0], vec, u, p.EQNone)
			me2, h2, want := twin.MEMDPost(base[1], match, bits, ignore, u, at, md[1], vec, u, p.EQNone)
			x.made(i, x.mes, me, me2, code, want)
			x.made(i, x.mds, h, h2, code, want)
			continue
		}
		me, h, code := real.MEMDAttach(pt, match, bits, ignore, u, at, md[0], vec, u)
		me2, h2, want := twin.MEMDAttach(pt, match, bits, ignore, u, at, md[1], vec, u)
		x.made(i, x.mes, me, me2, code, want)
		x.made(i, x.mds, h, h2, code, want)
	}
	if x.coin("thin out") {
		for _, me := range slices.Clone(x.mes[i]) {
			if next(3) > 0 {
				require.Equal(x.t, twin.MEUnlink(me[1]), real.MEUnlink(me[0]))
			}
		}
	}
}
