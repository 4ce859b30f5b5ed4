package rankset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRanges(t *testing.T) {
	require.Equal(t, "7", Ranges([]int{7}))
	require.Equal(t, "0-3, 5, 7-8", Ranges([]int{0, 1, 2, 3, 5, 7, 8}))
	var even []int
	for i := range 100 {
		even = append(even, 2*i)
	}
	require.Equal(t, "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, ...", Ranges(even))
}

func TestPlaces(t *testing.T) {
	all := []Place{
		{Rank: 0, Call: "PtlEQWait", Arguments: "eq 1", Trace: "main+0x1"},
		{Rank: 1, Call: "has not begun"},
		{Rank: 2, Call: "PtlEQWait", Arguments: "eq 1", Trace: "main+0x1"},
		{Rank: 3, Call: "PtlEQWait", Arguments: "eq 1", Why: "for a pending", Trace: "f+0x2\nmain+0x1"},
		{Rank: 4, Call: "PtlEQWait", Arguments: "eq 2", Why: "for a pending", Trace: "f+0x2\nmain+0x1"},
	}
	require.Equal(t, `
  2 ranks, 0, 2: PtlEQWait (eq 1), 2
      main+0x1
  rank 1: has not begun, 1
  2 ranks, 3-4: PtlEQWait (rank 3: eq 1), 2
      f+0x2
      main+0x1`, Places(all, func(there []Place) string { return fmt.Sprintf(", %d", len(there)) }))
	require.Empty(t, Places(nil, nil))
}

// A report of thousands of ranks that are all elsewhere stays readable.
func TestManyPlaces(t *testing.T) {
	var all []Place
	for r := range 100 {
		all = append(all, Place{Rank: r, Call: fmt.Sprint("f", r)})
	}
	text := Places(all, nil)
	require.Equal(t, listed+1, strings.Count(text, "\n"))
	require.True(t, strings.HasSuffix(text, "\n  and at 68 more places"))
}
