package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/rankset"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
)

func TestWaits(t *testing.T) {
	since := map[threadID]sim.Time{{rank: 3}: 5, {rank: 4}: 9}
	there := []rankset.Place{{Rank: 3, Call: "PtlEQWait", Why: "PtlEQWait"}}
	require.Equal(t, ", since 5ps", waits(there, since))
	there = append(there, rankset.Place{Rank: 4})
	there[0].Why = "for a pending"
	require.Equal(t, ", for a pending, since 5ps to 9ps", waits(there, since))
	there[0].Why = ""
	require.Equal(t, ", not waiting", waits(there, since))
	require.Empty(t, waits([]rankset.Place{{Call: hasNotBegun}}, since))
}

// The library's own functions are left out, unless there is nothing else.
func TestLines(t *testing.T) {
	library := host.Place{Object: "/usr/lib/libgasnetgo.so.1", Function: "PtlEQWait", Offset: 16}
	program := host.Place{Object: "/home/me/prog", Function: "main", Offset: 26, Source: "prog.c:4"}
	require.Equal(t, "main+0x1a (prog.c:4)", lines([]host.Place{library, library, program}))
	require.Equal(t, "PtlEQWait+0x10 (libgasnetgo.so.1)", lines([]host.Place{library}))
	require.Empty(t, lines(nil))
}

func TestCount(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1.00 k", 123456: "123 k", 1234567: "1.23 M", 4.5e10: "45.0 G"} {
		require.Equal(t, want, threeDigits(n))
	}
}

func TestDigits(t *testing.T) {
	require.Equal(t, "0ps", digits(0).String())
	require.Equal(t, "999.9ns", digits(999_999).String())
	require.Equal(t, "12.34us", digits(12_345_678).String())
	require.Equal(t, "1.059s", digits(1059*sim.Millisecond+722_802_600).String())
}
