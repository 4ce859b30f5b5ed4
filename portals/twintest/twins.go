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
