package fault_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/fault"
)

func TestShort(t *testing.T) {
	long := `SIZE = "` + strings.Repeat("x", 70000) + `": not a size`
	require.Equal(t, `SIZE = "`+strings.Repeat("x", 63)+"[... 69876 bytes ...]"+strings.Repeat("x", 61)+`": not a size`, fault.Short(long))
	words := "first " + strings.Repeat("word ", 14000) + "last\nnext line"
	short := fault.Short(words)
	require.Less(t, len(short), 3000)
	require.Regexp(t, `^first word .*\[\.\.\. \d+ bytes \.\.\.\].* word last\nnext line$`, short)
	require.Equal(t, strings.Repeat("a path/", 100), fault.Short(strings.Repeat("a path/", 100)))
}

// TestShortRandom: characters stay whole, beginnings and ends stay, and short messages stay as they are.
func TestShortRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat(rapid.StringN(1, 20, 60).Draw(t, "piece"), rapid.IntRange(1, 2000).Draw(t, "times"))
		short := fault.Short(text)
		require.Equal(t, utf8.ValidString(text), utf8.ValidString(short))
		for _, line := range strings.Split(short, "\n") {
			require.LessOrEqual(t, len(line), 8<<10)
		}
		if len(text) <= 1024 {
			require.Equal(t, text, short)
		}
	})
}
