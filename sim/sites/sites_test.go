package sites_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/sites"
)

// TestMean: the mean over all occurrences, in whole picoseconds, which the file keeps.
func TestMean(t *testing.T) {
	var times sites.Times
	require.True(t, times.Identify("prog", "sha256:1"))
	p := sites.Pair{From: sites.Start, To: sites.Site{Object: "prog", Offset: 0x12}}
	times.Add(p, 100)
	times.Add(p, 101)
	times.Add(p, 101)
	mean, ok := times.Mean(p)
	require.True(t, ok)
	require.Equal(t, 100_667*sim.Time(1), mean)
	_, ok = times.Mean(sites.Pair{From: p.To, To: sites.End})
	require.False(t, ok)
	back, err := sites.Decode(times.Encode())
	require.NoError(t, err)
	again, _ := back.Mean(p)
	require.Equal(t, mean, again)
	require.Equal(t, times.Encode(), back.Encode())
}

// TestRandomFiles: what is written is read, whatever the names are.
func TestRandomFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[^/\x00-\x1f]{1,12}`), 1, 3, rapid.ID).Draw(t, "names")
		var times sites.Times
		for _, n := range names {
			times.Identify(n, "id of "+n)
		}
		site := func(label string) sites.Site {
			if rapid.Bool().Draw(t, label+" special") {
				return rapid.SampledFrom([]sites.Site{sites.Start, sites.End, sites.Elsewhere}).Draw(t, label)
			}
			return sites.Site{Object: rapid.SampledFrom(names).Draw(t, label), Offset: rapid.Uint64().Draw(t, label+" offset")}
		}
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			times.Add(sites.Pair{From: site("from"), To: site("to")}, rapid.Int64Range(0, 1e12).Draw(t, "ns"))
		}
		back, err := sites.Decode(times.Encode())
		require.NoError(t, err)
		require.Equal(t, string(times.Encode()), string(back.Encode()))
	})
}

// TestMalformed: a file that is not one is refused with a reason.
func TestMalformed(t *testing.T) {
	const good = "version = 1\n[[object]]\nname = \"p\"\nid = \"x\"\n"
	for text, why := range map[string]string{
		"":                  "version is 0, not 1",
		"version = 2":       "version is 2, not 1",
		"version = ":        "line 1",
		"version = 1\nx=1":  "line 2: x: there is no such key",
		"hello":             "line 1",
		good + "[[object]]": "without name or id",
		good + "[[object]]\nname=\"p\"\nid=\"y\"":                                                                                             "two identities",
		good + "[[between]]\nfrom=\"p\"\nto=\"end\"\ncount=1\nmean_ns=1.0":                                                                    `entry 1 of between: "p" is no call site`,
		good + "[[between]]\nfrom=\"q+0x1\"\nto=\"end\"\ncount=1\nmean_ns=1.0":                                                                `"q+0x1" is in no object`,
		good + "[[between]]\nfrom=\"p+0x1\"\nto=\"end\"\ncount=0\nmean_ns=1.0":                                                                "count is missing",
		good + "[[between]]\nfrom=\"p+0x1\"\nto=\"end\"\ncount=1\nmean_ns=-1.0":                                                               "mean_ns is -1",
		good + "[[between]]\nfrom=\"p+0x1\"\nto=\"end\"\ncount=1\nmean_ns=nan":                                                                "mean_ns is NaN",
		good + "[[between]]\nfrom=\"start\"\nto=\"end\"\ncount=1\nmean_ns=1.0\n[[between]]\nfrom=\"start\"\nto=\"end\"\ncount=1\nmean_ns=1.0": "there twice",
	} {
		_, err := sites.Decode([]byte(text))
		require.ErrorContains(t, err, why, "%s", text)
	}
}

// FuzzDecode: no file makes the decoder fail otherwise than with an error, and what it takes it writes again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("version = 1\n[[object]]\nname = \"p\"\nid = \"x\"\n[[between]]\nfrom=\"p+0x1\"\nto=\"end\"\ncount=1\nmean_ns=1.5\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		times, err := sites.Decode(text)
		if err != nil {
			return
		}
		_, err = sites.Decode(times.Encode())
		require.NoError(t, err)
	})
}
