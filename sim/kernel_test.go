package sim_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// log writes down who acted when.
type log struct{ lines []line }

type line struct {
	at    sim.Time
	arg   uint64
	order uint64 // 0: At
}

// compare is by time, then by order.
func (l line) compare(o line) int {
	return cmp.Or(cmp.Compare(l.at, o.at), cmp.Compare(l.order, o.order))
}

func (l *log) Act(k *sim.Kernel, arg uint64) { l.lines = append(l.lines, line{at: k.Now(), arg: arg}) }

// schedule schedules what a line says.
func (l *log) schedule(k *sim.Kernel, n line) sim.EventID {
	if n.order > 0 {
		return k.AtFrom(n.at, l, n.arg, n.order)
	}
	return k.At(n.at, l, n.arg)
}

// written is lines as a log has them.
func written(lines []line) []line {
	if len(lines) == 0 {
		return nil
	}
	plain := slices.Clone(lines)
	for i := range plain {
		plain[i].order = 0
	}
	return plain
}

// Events run by time, and at the same time in the order of At and then by the order of AtFrom: as a stable sort of a list would have it.
func TestKernelAgainstSortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k sim.Kernel
		var l log
		var naive, want []line
		next := uint64(0)
		var events []sim.EventID
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			switch what := rapid.IntRange(0, 6).Draw(t, "what"); {
			case what > 2:
				n := line{at: k.Now() + sim.Time(rapid.IntRange(0, 8).Draw(t, "delay")), arg: next}
				if order := rapid.Uint64Range(0, 9).Draw(t, "order"); order > 3 {
					n.order = order<<32 | next
				}
				events = append(events, l.schedule(&k, n))
				naive = append(naive, n)
				next++
				continue
			case what == 2 && next > 0:
				arg := rapid.Uint64Range(0, next-1).Draw(t, "event")
				if k.Cancel(events[arg]) {
					i := slices.IndexFunc(naive, func(l line) bool { return l.arg == arg })
					require.GreaterOrEqual(t, i, 0, "an event that was there")
					naive = slices.Delete(naive, i, i+1)
				}
				continue
			}
			at, any := k.Next()
			require.Equal(t, len(naive) > 0, any)
			require.Equal(t, any, k.Step())
			if any {
				slices.SortStableFunc(naive, line.compare)
				require.Equal(t, naive[0].at, at)
				if naive[0].order > 0 {
					require.Equal(t, naive[0].order, k.Order())
				} else if len(want) == 0 || want[len(want)-1].at < at {
					require.Zero(t, k.Order())
				}
				want, naive = append(want, naive[0]), naive[1:]
			}
		}
		for k.Step() {
		}
		slices.SortStableFunc(naive, line.compare)
		require.Equal(t, written(append(want, naive...)), l.lines)
	})
}

// The same with delays of all sizes, and with so many events that the queue changes how it divides time.
func TestKernelAtAllDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k sim.Kernel
		var l log
		var naive []line
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		most := rapid.IntRange(1, 45).Draw(t, "bits")
		k.SetPrefetch(rapid.Bool().Draw(t, "ahead"))
		n, gone := uint64(0), map[uint64]bool{}
		var events []sim.EventID
		for range rapid.IntRange(1, 20).Draw(t, "bursts") {
			for range 1 + random.IntN(1000) {
				if random.IntN(16) == 0 {
					k.Next() // who looks what comes next may still ask for something before it
				}
				line := line{at: k.Now() + 1 + sim.Time(random.Uint64N(1<<random.IntN(most+1))), arg: n} // the present is another test's: what of it is over is not there any more
				if random.IntN(2) == 0 {
					line.order = n * 0x9e3779b1 & (1<<sim.OrderBits - 1) // a different one for each n
				}
				events = append(events, l.schedule(&k, line))
				naive = append(naive, line)
				n++
				if e := random.Uint64N(4 * n); e < n && k.Cancel(events[e]) {
					gone[e] = true
				}
			}
			for range random.IntN(1500) {
				if at, any := k.Next(); any && random.IntN(8) == 0 {
					k.Advance(k.Now() + sim.Time(random.Int64N(int64(at-k.Now())+1)))
				}
				k.Step()
			}
		}
		for k.Step() {
		}
		naive = slices.DeleteFunc(naive, func(l line) bool { return gone[l.arg] })
		slices.SortStableFunc(naive, line.compare)
		require.Equal(t, written(naive), l.lines)
	})
}

// An event that is not about to happen is quickly forgotten.
func TestCancel(t *testing.T) {
	var k sim.Kernel
	var l log
	k.At(sim.Microsecond, &l, 0)
	gone := k.At(2*sim.Microsecond, &l, 1)
	k.At(2*sim.Microsecond, &l, 2)
	require.True(t, k.Cancel(gone))
	require.False(t, k.Cancel(gone))
	require.False(t, k.Cancel(0))
	require.Equal(t, 2, k.Pending())
	for k.Step() {
	}
	require.Equal(t, []line{{at: sim.Microsecond}, {at: 2 * sim.Microsecond, arg: 2}}, l.lines)
	require.False(t, k.Cancel(gone))
}

func TestKernelRefusesThePast(t *testing.T) {
	var k sim.Kernel
	var l log
	k.Advance(5)
	require.Panics(t, func() { k.At(4, &l, 0) })
	k.At(7, &l, 0)
	require.Panics(t, func() { k.Advance(8) })
	k.Advance(7)
	require.Equal(t, sim.Time(7), k.Now())
	require.True(t, k.Step())
	require.False(t, k.Step())
}

func TestTimeString(t *testing.T) {
	for want, at := range map[string]sim.Time{
		"0ps": 0, "1ps": 1, "75ns": 75 * sim.Nanosecond, "5.39us": 5390 * sim.Nanosecond, "1.000000000001s": sim.Second + 1, "-2us": -2 * sim.Microsecond,
	} {
		require.Equal(t, want, at.String())
	}
}

func TestRate(t *testing.T) {
	require.Equal(t, 25600*sim.Picosecond, sim.Rate(2_500_000_000).Take(64))
	require.Equal(t, sim.Time(0), sim.Rate(0).Take(64))
	require.Equal(t, 334*sim.Picosecond, sim.Rate(3_000_000_000).Take(1), "up to the next picosecond")
	require.Equal(t, 4*sim.Second, sim.Rate(1<<40).Take(1<<42))
	require.Equal(t, sim.Never, sim.Rate(1).Take(1<<63))
}

func TestKernelAllocatesNothing(t *testing.T) {
	var k sim.Kernel
	b := &bouncer{}
	for i := range 64 {
		k.After(sim.Time(i), b, 0)
	}
	require.Zero(t, testing.AllocsPerRun(1000, func() { k.Step() }))
}

// bouncer keeps the number of events what it is.
type bouncer struct{ state uint64 }

func (b *bouncer) Act(k *sim.Kernel, _ uint64) {
	b.state = b.state*6364136223846793005 + 1442695040888963407
	k.After(sim.Time(b.state>>44), b, 0)
}

func benchmarkKernel(b *testing.B, pending int) {
	var k sim.Kernel
	a := &bouncer{}
	for range pending {
		a.Act(&k, 0)
	}
	for b.Loop() {
		k.Step()
	}
}

// An operation is an event, among as many others as that many ranks have under way.
func BenchmarkKernel(b *testing.B) {
	for _, ranks := range []int{2, 64, 1024, 16384} {
		b.Run(fmt.Sprint(ranks), func(b *testing.B) { benchmarkKernel(b, 4*ranks) })
	}
}
