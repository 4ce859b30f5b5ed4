package run

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// slowness is a machine where an event takes so long without fetching ahead and with it.
type slowness struct {
	on     bool
	events uint64
	now    float64
	took   [2]float64
}

func (m *slowness) run(t *tuner, events int) {
	for range events / 1024 {
		i := 0
		if m.on {
			i = 1
		}
		m.events += 1024
		m.now += 1024 * m.took[i]
		t.look(m.events)
	}
}

func TestTuner(t *testing.T) {
	const trial = (tuneTrial + tuneSeldom + 2) * tuneWindow
	for _, ranks := range []int{tunedRanks, aheadRanks} {
		m := &slowness{took: [2]float64{1e-7, 2e-7}}
		tune := newTuner(ranks, func(on bool) { m.on = on }, func() float64 { return m.now })
		require.Equal(t, ranks == aheadRanks, m.on)
		m.run(tune, trial)
		require.False(t, m.on, "it takes longer")
		begin := m.now
		m.run(tune, 4*trial)
		require.Less(t, m.now-begin, 4*trial*1.02e-7, "trials are few")
		m.took[0] = 3e-7
		m.run(tune, 2*trial)
		require.True(t, m.on)
		m.took[0] = 1.99e-7
		m.run(tune, 2*trial)
		require.True(t, m.on, "as good as the same")
		m.took[0] = 1e-7
		m.run(tune, 2*trial)
		require.False(t, m.on)
	}
	require.Nil(t, newTuner(tunedRanks-1, nil, nil))
}
