package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim/spec"
)

// A search finds the least seed that fails, whichever of its workers is first, and goes on for a while to say how often there is one.
func TestSearch(t *testing.T) {
	judge := &Judge{}
	for _, workers := range []int{1, 4} {
		run := func(_ context.Context, seed uint64, only []string) (Outcome, error) {
			require.Nil(t, only)
			if seed == 17 || seed == 40 {
				return Outcome{Status: int(seed)}, nil
			}
			return Outcome{}, nil
		}
		found, err := Search(t.Context(), run, judge, 0, 300, workers)
		require.NoError(t, err)
		require.EqualValues(t, 17, found.Seed)
		require.Equal(t, 17, found.Outcome.Status)
		require.Equal(t, 2, found.Failures)
		require.GreaterOrEqual(t, found.Runs, 17+1+more)
		found, err = Search(t.Context(), run, judge, 0, 17, workers)
		require.NoError(t, err)
		require.Equal(t, Found{Runs: 17}, found)
	}
	_, err := Search(t.Context(), func(context.Context, uint64, []string) (Outcome, error) {
		return Outcome{}, fmt.Errorf("no such program")
	}, judge, 0, 300, 2)
	require.EqualError(t, err, "no such program")
}

// Whatever delays a failure needs together, only they are left.
func TestLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := make([]string, rapid.IntRange(1, 60).Draw(t, "delays"))
		for i := range ids {
			ids[i] = fmt.Sprint("m0.", i)
		}
		needed := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, min(4, len(ids)), rapid.ID[string]).Draw(t, "needed")
		fails := func(only []string) (bool, error) {
			return !slices.ContainsFunc(needed, func(id string) bool { return !slices.Contains(only, id) }), nil
		}
		least, runs, err := Least(ids, 10000, fails)
		require.NoError(t, err)
		require.ElementsMatch(t, needed, least)
		require.Less(t, runs, 60*8)
		some, runs, err := Least(ids, 5, fails)
		require.NoError(t, err)
		require.LessOrEqual(t, runs, 5)
		bad, _ := fails(some)
		require.True(t, bad, "what is left fails, also when the runs are over")
	})
	least, _, err := Least([]string{"a", "b"}, 100, func([]string) (bool, error) { return true, nil })
	require.NoError(t, err)
	require.Empty(t, least)
}

func TestJudge(t *testing.T) {
	j := Judge{Right: Outcome{Out: "a\nb\n"}, Output: true}
	for why, o := range map[string]Outcome{
		"": {Out: "b\na\n"},
		`it prints "c", without disorder it does not`:       {Out: "a\nb\nc\n"},
		`it prints "aa", without disorder it does not`:      {Out: "a\naa\nb\n"},
		`it does not print "b", without disorder it does`:   {Out: "a\n"},
		`it does not print "a", without disorder it does`:   {Out: "b\n"},
		"status 1: deadlock at 3us":                         {Status: 1, Err: "gasnetgo: deadlock at 3us\n  rank 0: ..."},
		"status 134: x.c:3: main: Assertion `flag' failed.": {Status: 134, Err: "\nx.c:3: main: Assertion `flag' failed.\ngasnetgo: rank 0 of 2: crashed"},
		"it takes longer than --timeout":                    {Late: true},
	} {
		require.Equal(t, why, j.Fails(o))
	}
	j.Output = false
	require.Empty(t, j.Fails(Outcome{Out: "other"}))
}

func TestWords(t *testing.T) {
	require.Equal(t, "7", shuffle(7, nil))
	require.Equal(t, "7:m0.1,p2.3", shuffle(7, []string{"m0.1", "p2.3"}))
	require.Equal(t, "rank 0 pauses for 1us (shmem_put, main+0x8 (x.c:3))", sentence(spec.Delay{What: "rank 0", How: "pauses for 1us", Call: "shmem_put", Line: "main+0x8 (x.c:3)"}))
	o := options{machine: "xt3", ranks: 3, set: []string{"nodes.ranks=2"}}
	p := &Program{Flags: o.flags(), Args: []string{"./my prog", "it's"}}
	require.Equal(t, `gasnetgo run -n 3 --machine xt3 --set nodes.ranks=2 --shuffle=5 --trace trace.json.gz -- './my prog' 'it'\''s'`, o.command(p, "5"))
	var out strings.Builder
	require.Error(t, (&options{same: "time"}).run(t.Context(), &out, nil))
	require.Error(t, (&options{same: "status"}).run(t.Context(), &out, nil), "no runs")
}
