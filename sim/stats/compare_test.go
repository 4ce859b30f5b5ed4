package stats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

// again is a report as a reader of its JSON has it.
func again(t *testing.T, r *Report) *Report {
	var b bytes.Buffer
	require.NoError(t, r.JSON(&b))
	back, err := Read(&b)
	require.NoError(t, err)
	return back
}

func TestRead(t *testing.T) {
	r := counted(t)
	r.Command = []string{"./prog", "5"}
	r.Parameters = []Parameter{{"nic.interrupt", "2us", "xt3.toml:3"}}
	back := again(t, r)
	for i, n := range back.Nodes {
		require.Len(t, n.Counters, len(r.Nodes[i].Counters))
		for k, c := range n.Counters {
			require.Equal(t, r.Nodes[i].Counters[k].Key, c.Key, "in their order")
			require.Equal(t, r.Nodes[i].Counters[k].Value, c.Value)
		}
	}
	back.Nodes, back.note = r.Nodes, r.note
	require.Equal(t, r, back)
	for text, want := range map[string]string{
		"":   "unexpected end of JSON input",
		"[]": "cannot unmarshal",
		"{}": "it has no program or no ranks",
		`{"program": "a", "ranks": [{"rank": 1}]}`:                 "entry 0 of ranks is rank 1",
		`{"program": "a", "ranks": [{"rank": 0}], "nodes": [7]}`:   "a node is an object",
		`{"program": "a", "ranks": [{"rank": 0, "node": "zero"}]}`: "cannot unmarshal",
	} {
		_, err := Read(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "not a file that gasnetgo run --stats=FILE writes", text)
	}
}

func TestCompareEqual(t *testing.T) {
	r := counted(t)
	c := Compare(r, again(t, r), 0)
	require.Empty(t, c.Parameters)
	require.Empty(t, c.Counters)
	require.Len(t, c.Ranks, 4)
	for _, rank := range c.Ranks {
		require.False(t, rank.Matters)
	}
	var b bytes.Buffer
	require.NoError(t, c.Text(&b))
	require.Contains(t, b.String(), "\nboth take the same time\n")
	require.NotContains(t, b.String(), "matters")
}

func TestCompare(t *testing.T) {
	a, b := counted(t), counted(t)
	a.Parameters = []Parameter{{"nic.interrupt", "2us", ""}, {"nic.fifo", "9", ""}}
	b.Parameters = []Parameter{{"nic.interrupt", "1us", ""}, {"nic.fifo", "9", ""}, {"sp.skip", "3ns", ""}}
	a.Time, b.Time = 1000, 900
	for i := range b.Ranks {
		a.Ranks[i].Waiting += 400
	}
	b.Calls = append([]Call{{"shmem_swap", 4, 400, 40, 100}}, b.Calls[1:]...) // shmem_get is gone
	b.Ranks[2].Ended = a.Ranks[2].Ended + 50
	b.Links[0].Busy += 11
	b.Nodes[1].Counters[0].Value += 7
	c := Compare(a, again(t, b), 0.01)
	require.Equal(t, sim.Time(10), c.Least)
	require.Equal(t, []Change{{"nic.interrupt", "2us", "1us"}, {"sp.skip", "", "3ns"}}, c.Parameters)
	require.Equal(t, Times{Name: "waiting", A: a.meanWaiting(), B: a.meanWaiting() - 400, Matters: true}, c.Parts[2])
	require.Equal(t, Times{Name: "shmem_swap", B: 100, WaitingB: 10, CallsB: 4, Matters: true}, c.Functions[0])
	require.Equal(t, Times{Name: "shmem_get", A: 25, CallsA: 1, Matters: true}, c.Functions[1])
	require.False(t, c.Functions[2].Matters)
	require.Len(t, c.Ranks, 4)
	require.True(t, c.Ranks[0].Matters)
	require.True(t, c.Links[0].Matters)
	require.Equal(t, a.Links[0].Busy+11, c.Links[0].B.Busy)
	require.False(t, c.Links[1].Matters)
	require.Len(t, c.Counters, 1)
	require.Equal(t, c.Counters[0].A+7, c.Counters[0].B)
	var text, list bytes.Buffer
	require.NoError(t, c.Text(&text))
	require.Contains(t, text.String(), "\nB takes -0.000 us (-10.0%); most of it: waiting, -0.000 us in a rank; the function that differs most: shmem_swap, +0.000 us\n")
	require.Contains(t, text.String(), "  1 functions differ by less than 10ps or not at all\n")
	require.NoError(t, c.JSON(&list))
	require.Contains(t, list.String(), `"least_ps": 10,`)

	b.Ranks = b.Ranks[:2]
	require.Empty(t, Compare(a, b, 0.01).Ranks, "ranks of jobs of different size are not compared")
}

func (r *Report) meanWaiting() sim.Time {
	return mean(r, func(r *Rank) sim.Time { return r.Waiting })
}
