package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/rankset"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
)

func TestRanges(t *testing.T) {
	require.Equal(t, "7", rankset.Ranges([]int{7}))
	require.Equal(t, "0-3, 5, 7-8", rankset.Ranges([]int{0, 1, 2, 3, 5, 7, 8}))
	var even []int
	for i := range 100 {
		even = append(even, 2*i)
	}
	require.Equal(t, "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, ...", rankset.Ranges(even))
}

func TestPlace(t *testing.T) {
	p := place{ranks: []int{3}, call: "PtlEQWait", arguments: "eq 1", same: true, why: "PtlEQWait", since: 5, last: 5, trace: "\n      main+0x1"}
	require.Equal(t, "rank 3: PtlEQWait (eq 1), since 5ps\n      main+0x1", p.String())
	p.ranks, p.same, p.last, p.why = []int{3, 4}, false, 9, "for a pending"
	require.Equal(t, "2 ranks, 3-4: PtlEQWait (rank 3: eq 1), for a pending, since 5ps to 9ps\n      main+0x1", p.String())
	p.why = ""
	require.Equal(t, "2 ranks, 3-4: PtlEQWait (rank 3: eq 1), not waiting\n      main+0x1", p.String())
}

// The library's own functions are left out, unless there is nothing else.
func TestLines(t *testing.T) {
	library := host.Place{Object: "/usr/lib/libgasnetgo.so.1", Function: "PtlEQWait", Offset: 16}
	program := host.Place{Object: "/home/me/prog", Function: "main", Offset: 26, Source: "prog.c:4"}
	require.Equal(t, "\n      main+0x1a (prog.c:4)", lines([]host.Place{library, library, program}))
	require.Equal(t, "\n      PtlEQWait+0x10 (libgasnetgo.so.1)", lines([]host.Place{library}))
	require.Empty(t, lines(nil))
}

func TestCount(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1.00 k", 123456: "123 k", 1234567: "1.23 M", 4.5e10: "45.0 G"} {
		require.Equal(t, want, count(n))
	}
}

func TestDigits(t *testing.T) {
	require.Equal(t, "0ps", digits(0).String())
	require.Equal(t, "999.9ns", digits(999_999).String())
	require.Equal(t, "12.34us", digits(12_345_678).String())
	require.Equal(t, "1.059s", digits(1059*sim.Millisecond+722_802_600).String())
}
