package shmem_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

const activeSet = ^uintptr(0)

// call is one collective of a script that all ranks follow.
type call struct {
	kind    int
	group   int
	nelems  uint64
	root    int32
	inPlace bool
	seed    uint64
	dst     int64
	sst     int64
}

// members is a team or an active set: rank start + i*stride is member i.
type members struct {
	start, stride, size int
	set                 bool
}

func (m members) index(rank int) (int, bool) {
	for i := range m.size {
		if m.start+i*m.stride == rank {
			return i, true
		}
	}
	return 0, false
}

// source is what a rank has at an element in a call.
func source(seed uint64, rank int, k uint64) int64 {
	return int64(rand.New(rand.NewPCG(seed, uint64(rank)<<32|k)).Uint64())
}

const mostElems = 700

// follow makes the calls as one rank, and compares each with what a loop over the members says.
func follow(p pe, groups []members, script []call) {
	block := func() uintptr { return p.malloc(mostElems * 8 * 8 * 3) }
	src, dst := block(), block()
	handles := make([]uintptr, len(groups))
	for i, g := range groups {
		handles[i] = activeSet
		if !g.set {
			var status int32
			handles[i], status = p.split(world, int32(g.start), int32(g.stride), int32(g.size))
			p.Zero(status)
		}
	}
	for number, c := range script {
		g := groups[c.group]
		me, in := g.index(p.me)
		if !in {
			continue
		}
		c.root %= int32(g.size)
		log := int32(0)
		for 1<<log < g.stride {
			log++
		}
		team, start, size := handles[c.group], int32(g.start), int32(g.size)
		at := func(i int, k uint64) int64 { return source(c.seed, g.start+i*g.stride, k) }
		n, all := c.nelems, c.nelems*uint64(g.size)
		s, d := shmemtest.At[int64](src, mostElems*8*3), shmemtest.At[int64](dst, mostElems*8*3)
		to := dst
		if c.inPlace && c.kind >= 4 {
			to, d = src, s
		}
		for k := range all * uint64(c.sst) {
			s[k] = at(me, k)
		}
		want := map[uint64]int64{}
		var err error
		sum := func(k uint64, members int) (v int64) {
			for i := range members {
				v += at(i, k)
			}
			return v
		}
		switch c.kind {
		case 0:
			if !g.set || me != int(c.root) {
				for k := range n {
					want[k] = at(int(c.root), k)
				}
			}
			err = p.Broadcast(fn, team, start, log, size, to, src, n, 8, c.root)
		case 1:
			many := func(i int) uint64 { return (c.seed + uint64(i)*7919) % (n + 1) }
			next := uint64(0)
			for i := range g.size {
				for k := range many(i) {
					want[next] = at(i, k)
					next++
				}
			}
			from := src
			if many(me) == 0 {
				from = 0
			}
			err = p.Collect(fn, team, start, log, size, to, from, many(me), 8)
		case 2:
			for k := range all {
				want[k] = at(int(k/n), k%n)
			}
			err = p.FCollect(fn, team, start, log, size, to, src, n, 8)
		case 3:
			for k := range all {
				want[k*uint64(c.dst)] = at(int(k/n), (uint64(me)*n+k%n)*uint64(c.sst))
			}
			err = p.AllToAll(fn, team, start, log, size, to, src, c.dst, c.sst, n, 8)
		case 4:
			for k := range n {
				want[k] = sum(k, g.size)
			}
			err = p.Reduce(fn, team, start, log, size, shmem.ReduceSum, shmem.NumI64, to, src, n)
		case 5:
			for k := range n {
				for i := range g.size {
					want[k] ^= at(i, k)
				}
			}
			err = p.Reduce(fn, team, start, log, size, shmem.ReduceXor, shmem.NumU64, to, src, n)
		case 6, 7:
			for k := range n {
				want[k] = sum(k, me+7-c.kind)
			}
			err = p.Scan(fn, team, start, log, size, c.kind == 7, shmem.NumI64, to, src, n)
		default:
			err = p.Sync(fn, team, start, log, size, c.kind == 9)
		}
		p.NoError(err)
		for k, v := range want {
			if d[k] != v {
				p.Equal(v, d[k], "call %d: %+v on %+v, element %d of member %d", number, c, g, k, me)
			}
		}
	}
	for _, h := range handles {
		if h != activeSet {
			p.destroy(h)
		}
	}
	p.barrier()
	p.NoError(p.Finalize(fn))
}

// drawn is a job: its size, overlapping groups, and what is called on them.
func drawn(t *rapid.T) (n int, groups []members, script []call) {
	n = rapid.IntRange(1, 20).Draw(t, "ranks")
	for range rapid.IntRange(1, 4).Draw(t, "groups") {
		g := members{set: rapid.Bool().Draw(t, "set")}
		g.start = rapid.IntRange(0, n-1).Draw(t, "start")
		g.stride = rapid.IntRange(1, 4).Draw(t, "stride")
		if g.set {
			g.stride = 1 << (g.stride % 3)
		}
		g.size = rapid.IntRange(1, (n-1-g.start)/g.stride+1).Draw(t, "size")
		if !g.set && rapid.Bool().Draw(t, "backwards") {
			g.start, g.stride = g.start+(g.size-1)*g.stride, -g.stride
		}
		groups = append(groups, g)
	}
	lengths := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(25, 35), rapid.Uint64Range(0, 300))
	for range rapid.IntRange(1, 30).Draw(t, "calls") {
		script = append(script, call{
			kind: rapid.IntRange(0, 9).Draw(t, "kind"), group: rapid.IntRange(0, len(groups)-1).Draw(t, "group"),
			nelems: lengths.Draw(t, "nelems"), root: rapid.Int32Range(0, 19).Draw(t, "root"), inPlace: rapid.Bool().Draw(t, "in place"),
			seed: rapid.Uint64().Draw(t, "seed"), dst: rapid.Int64Range(1, 3).Draw(t, "dst"), sst: rapid.Int64Range(1, 3).Draw(t, "sst"),
		})
	}
	return n, groups, script
}

// Any collectives on any overlapping groups, back to back, do what a loop over the members does; over windows and over a transport that has only puts,
// gets and atomics, with the library's choice of algorithms and with others.
func TestCollectives(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, groups, script := drawn(rt)
		opts := shmemtest.Options{}
		opts.HeapBytes = 4 << 20
		opts.Collectives = rapid.SampledFrom([]shmem.Tuning{
			{}, {}, {Broadcast: shmem.Linear, Reduce: shmem.Split, Scan: shmem.Split, FCollect: shmem.Linear},
			{Broadcast: shmem.Tree, Reduce: shmem.Doubling, Scan: shmem.Doubling, FCollect: shmem.Doubling}, {Crossover: 1},
		}).Draw(rt, "tuning")
		if rapid.Bool().Draw(rt, "bare") {
			opts.Transport = func(r *shmemtest.Rank) shmem.Transport { return struct{ shmem.Transport }{r.Windows()} }
		}
		job(t, n, opts, func(p pe) { follow(p, groups, script) })
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// Long vectors take other ways: parts in blocks, scatter and collect.
func TestLongCollectives(t *testing.T) {
	const n = 1 << 17
	for _, ranks := range []int{1, 2, 5, 6} {
		t.Run(fmt.Sprint(ranks), func(t *testing.T) {
			opts := shmemtest.Options{}
			opts.HeapBytes = 4 << 20
			job(t, ranks, opts, func(p pe) {
				src, dst := p.malloc(n*8), p.malloc(n*8)
				s, d := shmemtest.At[int64](src, n), shmemtest.At[int64](dst, n)
				for round := range int64(2) {
					for k := range s {
						s[k] = int64(p.me+1)*1000003 + int64(k) + round
					}
					root := int32(p.n - 1)
					p.NoError(p.Broadcast(fn, world, 0, 0, 0, dst, src, n, 8, root))
					p.Equal(int64(p.n)*1000003+n-1+round, d[n-1])
					p.Equal(int64(p.n)*1000003+n/2+round, d[n/2])
					p.barrier()
					p.NoError(p.Reduce(fn, world, 0, 0, 0, shmem.ReduceMax, shmem.NumI64, dst, src, n))
					for k, v := range d {
						if want := int64(p.n)*1000003 + int64(k) + round; v != want {
							p.Equal(want, v, "element %d", k)
						}
					}
					p.NoError(p.Scan(fn, world, 0, 0, 0, true, shmem.NumI64, src, src, n))
					for k, v := range s {
						if want := int64(p.me)*(int64(k)+round) + 1000003*int64(p.me*(p.me+1)/2); v != want {
							p.Equal(want, v, "element %d", k)
						}
					}
				}
			})
		})
	}
}

// Go's own arithmetic, without the CPU's vector code, on all types that it has.
func TestArithmetic(t *testing.T) {
	job(t, 3, shmemtest.Options{}, func(p pe) {
		for num := int32(shmem.NumI8); num <= shmem.NumCD; num++ {
			for op := int32(shmem.ReduceAnd); op <= shmem.ReduceProd; op++ {
				if num == shmem.NumFL || !shmem.Combines(op, num) {
					continue
				}
				src, dst := p.w.Data(0), p.w.Data(512)
				p.put(num, src, uint64(p.me+2)) // 2, 3, 4
				want := map[int32]uint64{shmem.ReduceAnd: 0, shmem.ReduceOr: 7, shmem.ReduceXor: 5, shmem.ReduceMin: 2, shmem.ReduceMax: 4,
					shmem.ReduceSum: 9, shmem.ReduceProd: 24}[op]
				p.NoError(p.Reduce(fn, world, 0, 0, 0, op, num, dst, src, 1))
				p.put(num, p.w.Data(1024), want)
				bytes := int(shmem.NumBytes(num))
				p.Equal(shmemtest.At[byte](p.w.Data(1024), bytes), shmemtest.At[byte](dst, bytes), "op %d of type %d", op, num)
			}
		}
		err := p.Reduce(fn, world, 0, 0, 0, shmem.ReduceAnd, shmem.NumF64, p.w.Data(0), p.w.Data(64), 1)
		p.wrong(err, "not a reduction of type")
	})
}

// put stores a small number as a type.
func (p pe) put(num int32, at uintptr, v uint64) {
	switch num {
	case shmem.NumF32:
		shmemtest.At[float32](at, 1)[0] = float32(v)
	case shmem.NumF64:
		shmemtest.At[float64](at, 1)[0] = float64(v)
	case shmem.NumCF:
		copy(shmemtest.At[float32](at, 2), []float32{float32(v), 0})
	case shmem.NumCD:
		copy(shmemtest.At[float64](at, 2), []float64{float64(v), 0})
	default:
		shmem.SetBits(shmemtest.At[byte](at, int(shmem.NumBytes(num))), v)
	}
}

// Invalid calls fail before any other PE is involved.
func TestWrongCollectives(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		d := p.w.Data(0)
		_, outside := shmemtest.Private[int64](p.w, 4)
		p.wrong(p.Broadcast(fn, world, 0, 0, 0, d, d, 1, 8, 2), "PE_root = 2: not in 0..1")
		p.wrong(p.Broadcast(fn, world, 0, 0, 0, d, outside, 1, 8, 0), "source = ", "not symmetric")
		p.wrong(p.Broadcast(fn, noTeam, 0, 0, 0, d, d, 1, 8, 0), "SHMEM_TEAM_INVALID")
		p.wrong(p.Sync(fn, activeSet, -1, 0, 2, false), "PE_start = -1")
		p.wrong(p.Sync(fn, activeSet, 0, 0, 3, false), "PE_size = 3")
		p.wrong(p.Sync(fn, activeSet, 0, 0, 0, false), "PE_size = 0")
		p.wrong(p.Sync(fn, activeSet, 0, 1, 2, false), "logPE_stride = 1")
		p.NoError(p.Sync(fn, activeSet, int32(1-p.me), 0, 1, false), "a PE that is not in the set does nothing")
		p.wrong(p.Broadcast(fn, activeSet, int32(1-p.me), 0, 1, d, d, 1, 8, 0), "is not one of the 1 PEs")
		p.wrong(p.Reduce(fn, world, 0, 0, 0, shmem.ReduceSum, shmem.NumI64, outside, d, 1), "dest = ")
		p.wrong(p.Scan(fn, world, 0, 0, 0, true, shmem.NumI64, d, 0, 1), "source = NULL")
		p.wrong(p.AllToAll(fn, world, 0, 0, 0, d, d, 1, 0, 1, 8), "sst = 0")
		p.wrong(p.FCollect(fn, world, 0, 0, 0, d, d, ^uint64(0), 8), "nelems = -1")
		for _, zero := range []error{
			p.Broadcast(fn, world, 0, 0, 0, 0, 0, 0, 8, 0), p.FCollect(fn, world, 0, 0, 0, 0, 0, 0, 8), p.Collect(fn, world, 0, 0, 0, 0, 0, 0, 8),
			p.AllToAll(fn, world, 0, 0, 0, 0, 0, 1, 1, 0, 8), p.Scan(fn, world, 0, 0, 0, true, shmem.NumF64, 0, 0, 0),
			p.Reduce(fn, world, 0, 0, 0, shmem.ReduceProd, shmem.NumF64, 0, 0, 0),
		} {
			p.NoError(zero)
		}
	})
}

// Members that make different calls get an error, and the table of active sets is finite.
func TestDifferentCollectives(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		d, e := p.w.Data(0), p.w.Data(512)
		var err error
		if p.me == 0 {
			err = p.Reduce(fn, world, 0, 0, 0, shmem.ReduceSum, shmem.NumI64, e, d, 1)
		} else {
			err = p.Reduce(fn, world, 0, 0, 0, shmem.ReduceSum, shmem.NumI64, e, d, 2)
		}
		p.wrong(err, "makes another call")
	})
	opts := shmemtest.Options{}
	opts.ActiveSets = 2
	job(t, 3, opts, func(p pe) {
		refused := byte(0)
		if err := p.Sync(fn, activeSet, int32(p.me), 0, 1, false); err != nil {
			p.wrong(err, "has used 2 different active sets")
			refused = 1
		}
		sum := byte(0)
		for _, b := range p.w.Exchange([]byte{refused}) {
			sum += b[0]
		}
		p.Equal(byte(1), sum)
	})
}
