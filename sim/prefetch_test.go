package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// fetcher writes down what it is asked to fetch. It has some steps for each event.
type fetcher struct {
	log
	asked map[uint64]int // steps by event
	t     *rapid.T
}

func (f *fetcher) Prefetch(step int, arg uint64) (more bool) {
	require.Equal(f.t, f.asked[arg], step, "event %d", arg)
	f.asked[arg]++
	return step == 0 && arg%3 > 0
}

// Looking ahead does nothing but that: each event is fetched step by step, and happens when it would have.
func TestFetchAhead(t *testing.T) {
	asked := 0
	rapid.Check(t, func(t *rapid.T) {
		plain, f := log{}, fetcher{asked: map[uint64]int{}, t: t}
		var both [2]sim.Kernel
		both[1].SetPrefetch(true)
		actors := [2]sim.Actor{&plain, &f}
		var events [2][]sim.EventID
		most := rapid.SampledFrom([]int{8, 1000, 1 << 20, 1 << 40}).Draw(t, "delay")
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			switch what := rapid.IntRange(0, 20).Draw(t, "what"); {
			case what > 8:
				delay := sim.Time(rapid.IntRange(0, most).Draw(t, "delay"))
				for i := range both {
					events[i] = append(events[i], both[i].At(both[i].Now()+delay, actors[i], uint64(len(events[i]))))
				}
			case what == 0 && len(events[0]) > 0:
				e := rapid.IntRange(0, len(events[0])-1).Draw(t, "event")
				require.Equal(t, both[0].Cancel(events[0][e]), both[1].Cancel(events[1][e]))
			case what == 1:
				both[1].SetPrefetch(rapid.Bool().Draw(t, "ahead"))
				for arg := range f.asked { // it begins anew
					f.asked[arg] = 0
				}
			default:
				require.Equal(t, both[0].Step(), both[1].Step())
			}
		}
		for both[0].Step() {
			require.True(t, both[1].Step())
		}
		require.False(t, both[1].Step())
		require.Equal(t, plain, f.log)
		asked += len(f.asked)
	})
	if !testing.Short() { // with few cases, chance may ask for none
		require.NotZero(t, asked)
	}
}

// When the queue has found out how dense events are, nearly all of them are fetched, and before they happen.
func TestFetchedInTime(t *testing.T) {
	var k sim.Kernel
	k.SetPrefetch(true)
	const events = 100_000
	f := &row{t: t, fetched: make([]bool, events)}
	for i := range f.fetched[:1000] {
		k.At(sim.Time(i+1)*sim.Nanosecond, f, uint64(i))
	}
	for f.acted < events/2 {
		k.Step()
	}
	f.inTime = 0
	for k.Step() {
	}
	require.Equal(t, events, f.acted)
	require.Greater(t, f.inTime, events/2*9/10)
}

// row is events one after the other, a thousand of which are there at a time.
type row struct {
	t             *testing.T
	fetched       []bool
	acted, inTime int
}

func (r *row) Prefetch(step int, arg uint64) bool {
	require.GreaterOrEqual(r.t, int(arg), r.acted, "it has happened")
	r.fetched[arg] = step == 1
	return step == 0
}

func (r *row) Act(k *sim.Kernel, arg uint64) {
	r.acted++
	if r.fetched[arg] {
		r.inTime++
	}
	if next := arg + 1000; next < uint64(len(r.fetched)) {
		k.After(sim.Microsecond, r, next)
	}
}
