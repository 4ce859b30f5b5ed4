package check_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/check"
)

const (
	ranks = 3
	at    = 0x1000 // memory of rank 1
	word  = 0x2000 // too
)

func words() *check.Words {
	return &check.Words{Complete: "quiet", Order: "a barrier", Context: "its own quiet"}
}

// job is a checker whose races are collected.
type job struct {
	*check.Checker
	races []*check.Race
}

func newJob() *job {
	j := new(job)
	j.Checker = check.New(ranks, func(r *check.Race) { j.races = append(j.races, r) })
	return j
}

func (j *job) rank(i int) *check.Thread { return j.Thread(i, 0) }

func call(rank int, pc uint64, write bool) check.Access {
	return check.Access{Rank: rank, PC: pc, Call: "put", Bytes: 8, Write: write, API: words()}
}

func plain(rank int, pc uint64, write bool) check.Access {
	return check.Access{Rank: rank, PC: pc, Bytes: 8, Write: write}
}

func (j *job) put(from int, ctx, pc uint64) check.Op {
	o := j.rank(from).Begin(ctx, 1, check.Ordered)
	o.Touch(at, 8, call(from, pc, true))
	return o
}

func (j *job) barrier() {
	var all []check.Meeting
	for i := range ranks {
		j.rank(i).Complete(0)
		all = append(all, j.rank(i).Meet(check.Group{Stride: 1, Size: ranks}, i == 0))
	}
	for _, m := range all {
		m.Leave()
	}
}

// TestOrder: what orders a put of rank 0 before an access of rank 1, whose memory it is, and what does not.
func TestOrder(t *testing.T) {
	flag := func(j *job, from int) { // a flag that rank 1 waits for
		j.rank(from).Begin(0, 1, check.Ordered).Publish(word, 1, nil)
		j.rank(1).Acquire(word, 1)
	}
	for name, c := range map[string]struct {
		between func(*job, check.Op)
		races   int
	}{
		"nothing":              {func(*job, check.Op) {}, 1},
		"barrier":              {func(j *job, _ check.Op) { j.barrier() }, 0},
		"quiet alone":          {func(j *job, _ check.Op) { j.rank(0).Complete(0) }, 1},
		"quiet, flag":          {func(j *job, _ check.Op) { j.rank(0).Complete(0); flag(j, 0) }, 0},
		"quiet of another":     {func(j *job, _ check.Op) { j.rank(0).Complete(7); flag(j, 0) }, 1},
		"flag alone":           {func(j *job, _ check.Op) { flag(j, 0) }, 1},
		"fence, flag":          {func(j *job, _ check.Op) { j.rank(0).Fence(0); flag(j, 0) }, 0},
		"fence of another":     {func(j *job, _ check.Op) { j.rank(0).Fence(7); flag(j, 0) }, 1},
		"flag of another rank": {func(j *job, _ check.Op) { j.rank(0).Fence(0); flag(j, 2) }, 1},
		"another value": {func(j *job, _ check.Op) {
			j.rank(0).Fence(0)
			j.rank(0).Begin(0, 1, check.Ordered).Publish(word, 1, nil)
			j.rank(1).Acquire(word, 2)
		}, 1},
		"signal of its data": {func(j *job, o check.Op) {
			j.rank(0).Begin(0, 1, check.Ordered).Publish(word, 1, &o)
			j.rank(1).Acquire(word, 1)
		}, 0},
		"chain over rank 2": {func(j *job, _ check.Op) {
			j.rank(0).Complete(0)
			j.rank(0).Begin(0, 2, check.Ordered).Publish(word+8, 1, nil)
			j.rank(2).Acquire(word+8, 1)
			j.rank(2).Begin(0, 1, check.Ordered).PublishChange(word, nil)
			j.rank(1).Acquire(word, 99)
		}, 0},
		"fence, chain over rank 2, where it has not arrived": {func(j *job, _ check.Op) {
			j.rank(0).Fence(0)
			j.rank(0).Begin(0, 2, check.Ordered).Publish(word+8, 1, nil)
			j.rank(2).Acquire(word+8, 1)
			j.rank(2).Begin(0, 1, check.Ordered).PublishChange(word, nil)
			j.rank(1).Acquire(word, 99)
		}, 1},
		"lock": {func(j *job, _ check.Op) {
			j.rank(0).Complete(0)
			j.rank(0).Release(word)
			j.rank(1).AcquireAll(word)
		}, 0},
	} {
		j := newJob()
		j.barrier()
		o := j.put(0, 0, 10)
		c.between(j, o)
		j.rank(1).Touch(at, 8, plain(1, 20, false))
		require.Len(t, j.races, c.races, name)
	}
}

// TestSameOrigin: a fence orders puts of one rank to the same place, and not a get before a put.
func TestSameOrigin(t *testing.T) {
	j := newJob()
	j.put(0, 0, 1)
	j.rank(0).Fence(0)
	j.put(0, 0, 2)
	require.Empty(t, j.races)
	j.put(0, 0, 3)
	require.Len(t, j.races, 1)
	require.True(t, j.races[0].InFlight)

	j = newJob()
	j.rank(0).Begin(0, 1, check.Unordered).Touch(at, 8, call(0, 1, false))
	j.rank(0).Fence(0)
	j.put(0, 0, 2)
	require.Len(t, j.races, 1)
}

// TestAtomic: atomic accesses of one type and domain do not race, others do.
func TestAtomic(t *testing.T) {
	kinds := map[string]func(*check.Access){
		"int":    func(a *check.Access) { a.Atomic = check.Atomic{Type: "int32", Domain: 1} },
		"float":  func(a *check.Access) { a.Atomic = check.Atomic{Type: "float", Domain: 1} },
		"shared": func(a *check.Access) { a.Atomic = check.Atomic{Type: "int32", Domain: 2} },
		"wait":   func(a *check.Access) { a.Wait, a.Write = true, false },
		"word":   func(a *check.Access) { a.Word = true },
		"read":   func(a *check.Access) { a.Write = false },
		"write":  func(*check.Access) {},
	}
	fine := map[string]bool{"int int": true, "float float": true, "shared shared": true, "wait wait": true, "read read": true, "read wait": true, "wait read": true,
		"int wait": true, "wait int": true, "float wait": true, "wait float": true, "shared wait": true, "wait shared": true, "word wait": true, "wait word": true}
	for one, first := range kinds {
		for other, second := range kinds {
			j := newJob()
			a, b := call(0, 1, true), call(2, 2, true)
			first(&a)
			second(&b)
			j.rank(0).Begin(0, 1, check.Ordered).Touch(at, 8, a)
			j.rank(2).Begin(0, 1, check.Ordered).Touch(at, 8, b)
			require.Equal(t, fine[one+" "+other], len(j.races) == 0, "%s %s", one, other)
		}
	}
}

// TestBytes: accesses of different bytes do not race, and a report has those that both access. A second race of the same places is only counted.
func TestBytes(t *testing.T) {
	j := newJob()
	j.rank(0).Begin(0, 1, check.Ordered).Touch(at+2, 3, call(0, 1, true))
	j.rank(1).Touch(at, 2, plain(1, 2, true))
	j.rank(1).Touch(at+5, 10000, plain(1, 3, true))
	require.Empty(t, j.races)
	j.rank(1).Touch(at+4, 8, plain(1, 4, true))
	require.Len(t, j.races, 1)
	require.EqualValues(t, at+4, j.races[0].At)
	require.EqualValues(t, 1, j.races[0].Bytes)
	j.rank(0).Begin(0, 1, check.Ordered).Touch(at+2, 3, call(0, 1, true))
	j.rank(1).Touch(at+4, 8, plain(1, 4, true))
	require.Len(t, j.races, 1+1) // the put after the store
	require.Greater(t, j.races[0].Times, 1)
}

// TestFreed: memory that begins a new life has no past.
func TestFreed(t *testing.T) {
	j := newJob()
	j.put(0, 0, 1)
	j.Allocated(1, at, 16, 0x77)
	b, ok := j.BlockOf(at + 15)
	require.True(t, ok)
	require.Equal(t, check.Block{At: at, Bytes: 16, Rank: 1, PC: 0x77}, b)
	_, ok = j.BlockOf(at + 16)
	require.False(t, ok)
	j.Freed(at, 16)
	_, ok = j.BlockOf(at)
	require.False(t, ok)
	j.rank(1).Touch(at, 8, plain(1, 2, true))
	require.Empty(t, j.races)
}

// TestContextNote: an operation that a barrier of all contexts would have completed is a note.
func TestContextNote(t *testing.T) {
	j := newJob()
	j.put(0, 5, 1)
	for i := range ranks {
		j.rank(i).Suppose()
	}
	j.barrier()
	j.rank(1).Touch(at, 8, plain(1, 2, false))
	require.Len(t, j.races, 1)
	require.True(t, j.races[0].Note)
	j.put(0, 5, 3)
	j.rank(1).Touch(at, 8, plain(1, 4, false))
	require.False(t, j.races[len(j.races)-1].Note)
}

// TestRandom compares the checker with a graph of everything that happens: an access races with an earlier one if no path leads from its end to the later one's begin.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, g := newJob(), newGraph()
		for step := range rapid.IntRange(1, 40).Draw(t, "steps") {
			r := rapid.IntRange(0, ranks-1).Draw(t, "rank")
			place := uint64(8 * rapid.IntRange(0, 1).Draw(t, "place"))
			pc := uint64(step + 1)
			switch rapid.SampledFrom([]string{"touch", "touch", "put", "put", "get", "add", "fence", "quiet", "flag", "wait", "barrier"}).Draw(t, "what") {
			case "touch":
				a := plain(r, pc, rapid.Bool().Draw(t, "write"))
				j.rank(r).Touch(at+place, 8, a)
				n := g.step(r)
				g.access(n, n, place, a)
			case "put":
				a := call(r, pc, true)
				j.rank(r).Begin(0, 1, check.Ordered).Touch(at+place, 8, a)
				g.operation(r, place, a, true)
			case "add":
				a := call(r, pc, true)
				a.Atomic.Type = "int"
				j.rank(r).Begin(0, 1, check.Ordered).Touch(at+place, 8, a)
				g.operation(r, place, a, true)
			case "get":
				a := call(r, pc, false)
				j.rank(r).Begin(0, 1, check.Unordered).Touch(at+place, 8, a)
				g.operation(r, place, a, false)
			case "fence":
				j.rank(r).Fence(0)
				g.fenced[r] = append([]int(nil), g.sent[r]...)
			case "quiet":
				j.rank(r).Complete(0)
				g.quiet(r)
			case "flag":
				j.rank(r).Begin(0, 1, check.Ordered).Publish(word, uint64(step), nil)
				effect := g.node()
				g.edge(g.step(r), effect)
				for _, done := range g.fenced[r] {
					g.edge(done, effect)
				}
				g.flags = append(g.flags, flag{uint64(step), effect})
			case "wait":
				if len(g.flags) == 0 {
					continue
				}
				f := g.flags[max(0, len(g.flags)-1-rapid.IntRange(0, 3).Draw(t, "flag"))]
				j.rank(1).Acquire(word, f.value)
				g.edge(f.effect, g.step(1))
			case "barrier":
				j.barrier()
				meeting := g.node()
				for i := range ranks {
					g.quiet(i)
					g.edge(g.step(i), meeting)
				}
				for i := range ranks {
					g.edge(meeting, g.step(i))
				}
			}
		}
		got := map[uint64]bool{}
		for _, r := range j.races {
			got[r.Second.PC] = true
			require.True(t, g.races(r.First.PC, r.Second.PC), "%d and %d do not race", r.First.PC, r.Second.PC)
		}
		for _, x := range g.accesses {
			want := false
			for _, y := range g.accesses {
				want = want || y.a.PC < x.a.PC && g.races(y.a.PC, x.a.PC)
			}
			require.Equal(t, want, got[x.a.PC], "access %d", x.a.PC)
		}
	})
}

// graph is the reference: nodes are what happens, edges what is before what.
type graph struct {
	before   [][]int // by node
	last     [ranks]int
	sent     [ranks][]int // ends of operations that a fence orders
	fenced   [ranks][]int
	open     [ranks][]int // ends that the next quiet is behind
	flags    []flag
	accesses []accessed
}

type flag struct {
	value  uint64
	effect int
}

type accessed struct {
	begin, end int
	place      uint64
	a          check.Access
}

func newGraph() *graph {
	g := new(graph)
	for i := range ranks {
		g.last[i] = g.node()
	}
	return g
}

func (g *graph) node() int {
	g.before = append(g.before, nil)
	return len(g.before) - 1
}

func (g *graph) edge(from, to int) { g.before[to] = append(g.before[to], from) }

// step is the next thing that a rank does.
func (g *graph) step(r int) int {
	n := g.node()
	g.edge(g.last[r], n)
	g.last[r] = n
	return n
}

func (g *graph) access(begin, end int, place uint64, a check.Access) {
	g.accesses = append(g.accesses, accessed{begin, end, place, a})
}

func (g *graph) operation(r int, place uint64, a check.Access, ordered bool) {
	begin, end := g.node(), g.node()
	g.edge(g.step(r), begin)
	if ordered {
		for _, done := range g.fenced[r] {
			g.edge(done, begin)
		}
		g.sent[r] = append(g.sent[r], end)
	}
	g.open[r] = append(g.open[r], end)
	g.access(begin, end, place, a)
}

func (g *graph) quiet(r int) {
	n := g.step(r)
	for _, end := range g.open[r] {
		g.edge(end, n)
	}
	g.open[r] = nil
}

func (g *graph) races(first, second uint64) bool {
	var x, y *accessed
	for i := range g.accesses {
		switch g.accesses[i].a.PC {
		case first:
			x = &g.accesses[i]
		case second:
			y = &g.accesses[i]
		}
	}
	if x == nil || y == nil {
		panic(fmt.Sprintf("no access %d or %d", first, second))
	}
	if x.place != y.place || !x.a.Write && !y.a.Write || x.a.Atomic == y.a.Atomic && x.a.Atomic.Type != "" {
		return false
	}
	return !g.reaches(x.end, y.begin, map[int]bool{})
}

func (g *graph) reaches(from, to int, seen map[int]bool) bool {
	if from == to {
		return true
	}
	if seen[to] {
		return false
	}
	seen[to] = true
	for _, n := range g.before[to] {
		if g.reaches(from, n, seen) {
			return true
		}
	}
	return false
}
