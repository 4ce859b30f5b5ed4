package disorder

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/fabric"
)

var nodes = []int{0, 1, 2, 3}

func plan(seed uint64, only []string, log func(Delay)) *Plan {
	return New(Config{Seed: seed, Only: only, Nodes: nodes, Unit: sim.Microsecond, Now: func() sim.Time { return 0 }, Log: log})
}

func put(rank, number, bytes uint64) detour.Sent {
	return detour.Sent{
		Message:  &fabric.Message{Number: number*uint64(len(nodes)) + rank, Bytes: bytes, Dst: 1},
		Describe: fabric.Description{Name: "put", Class: fabric.Put},
	}
}

// A decision depends on what it is about, not on those before it: a run with some of the delays has them as the whole run has.
func TestOnly(t *testing.T) {
	for seed := uint64(1); seed < 100; seed++ {
		routes := map[string]detour.Route{}
		var last string
		all := plan(seed, nil, func(d Delay) { last = d.ID })
		for n := range uint64(50) {
			last = ""
			r := all.Route(put(n%4, n, 8*n))
			require.LessOrEqual(t, r.Read, r.Deliver)
			if last != "" {
				routes[last] = r
			}
		}
		for id, want := range routes {
			some, found := plan(seed, []string{id}, func(d Delay) { last = d.ID }), 0
			for n := uint64(49); n < 50; n-- { // in another order
				last = ""
				if r := some.Route(put(n%4, n, 8*n)); last != "" {
					require.Equal(t, id, last)
					require.Equal(t, want, r)
					found++
				}
			}
			require.Equal(t, 1, found)
		}
	}
}

// The first seeds are series.
func TestSeries(t *testing.T) {
	p := plan(Machine, nil, nil)
	require.Equal(t, detour.Route{}, p.Route(put(0, 1, 4096)))
	require.Zero(t, p.Pause(0))
	require.Equal(t, earlyPause*sim.Microsecond, plan(Early, nil, nil).Pause(0))
	late := plan(Late, nil, nil)
	require.Equal(t, 4096*sim.Microsecond, late.Route(put(0, 1, 4096)).Deliver)
	require.Zero(t, late.Route(put(0, 2, 8)).Deliver, "a flag is not late")
	first := plan(LatestFirst, nil, nil)
	require.Greater(t, first.Route(put(0, 1, 8)).Deliver, first.Route(put(0, 2, 8)).Deliver)
}

// Random seeds differ, and each does something to some kind of operation or rank.
func TestRandom(t *testing.T) {
	delayed, paused, refused := 0, 0, 0
	for seed := uint64(Random); seed < Random+200; seed++ {
		p := plan(seed, nil, nil)
		for n := range uint64(20) {
			if p.Route(put(0, n, 4096)).Deliver > 0 {
				delayed++
			}
			if p.Pause(int(n%4)) > 0 {
				paused++
			}
			if p.Refuse(0, "a test") {
				refused++
			}
		}
	}
	require.Greater(t, delayed, 1000)
	require.Greater(t, paused, 200)
	require.Greater(t, refused, 200)
}

// A job that goes on for long is not delayed by more and more.
func TestTired(t *testing.T) {
	p := plan(6, nil, nil)
	p.delays = tired + 1
	for n := range uint64(1000) {
		require.LessOrEqual(t, p.Route(put(0, n, 4096)).Deliver, 2*sim.Microsecond<<tiredMost)
	}
}
