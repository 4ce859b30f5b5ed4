package run

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestChooseLayout: the layout in which a program cannot write to its text is preferred, as long as its mappings suffice.
func TestChooseLayout(t *testing.T) {
	m := mappings{most: 65530, used: 100}
	for _, c := range []struct {
		want         string
		ranks, usual int
		layout       string
	}{
		{layoutAuto, 1, 2, layoutUsual},
		{layoutAuto, 32459, 2, layoutUsual},
		{layoutAuto, 32460, 2, layoutCompact},
		{layoutAuto, 20000, 4, layoutCompact},
		{layoutCompact, 1, 2, layoutCompact},
		{layoutUsual, 1, 2, layoutUsual},
	} {
		layout, err := chooseLayout(c.want, c.ranks, c.usual, m)
		require.NoError(t, err, "%v", c)
		require.Equal(t, c.layout, layout, "%v", c)
	}
	_, err := chooseLayout(layoutAuto, 100_000, 2, m)
	require.EqualError(t, err, "100000 ranks need 100612 mappings of memory, 1 each, and the kernel allows a process 65530: sysctl -w vm.max_map_count=100612 allows enough")
	_, err = chooseLayout(layoutUsual, 40_000, 2, m)
	require.ErrorContains(t, err, "40000 ranks need 80612 mappings of memory, 2 each")
}

// TestChosenLayoutFits: a layout that is chosen fits, and the value that an error names is the least that is enough.
func TestChosenLayoutFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SampledFrom([]string{layoutAuto, layoutUsual, layoutCompact}).Draw(t, "want")
		ranks, usual := rapid.IntRange(1, 1<<20).Draw(t, "ranks"), rapid.IntRange(1, 100).Draw(t, "usual")
		m := mappings{most: rapid.IntRange(1, 1<<22).Draw(t, "most"), used: rapid.IntRange(1, 1000).Draw(t, "used")}
		layout, err := chooseLayout(want, ranks, usual, m)
		if err == nil {
			require.LessOrEqual(t, m.need(ranks, map[string]int{layoutUsual: usual, layoutCompact: 1}[layout]), m.most)
			return
		}
		found := regexp.MustCompile(`max_map_count=(\d+)`).FindStringSubmatch(err.Error())
		m.most, _ = strconv.Atoi(found[1])
		_, err = chooseLayout(want, ranks, usual, m)
		require.NoError(t, err)
		m.most--
		_, err = chooseLayout(want, ranks, usual, m)
		require.Error(t, err)
	})
}

// TestReadMappings: this process has some, and may have more.
func TestReadMappings(t *testing.T) {
	m := readMappings()
	require.Positive(t, m.used)
	require.Greater(t, m.most, m.used)
}
