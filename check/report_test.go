package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/check"
)

// TestSuppressions: a line with one pattern is about either access, one with two about both, in either order.
func TestSuppressions(t *testing.T) {
	race := &check.Report{First: check.Place{What: "shmem_int_put", Function: "send", Source: "heat.c:12"}, Second: check.Place{What: "load", Function: "main", Source: "heat.c:40"}}
	for text, hides := range map[string]bool{
		"":                          false,
		"# heat.c:12":               false,
		"other.c":                   false,
		"heat.c":                    true,
		"heat.c:40 # known":         true,
		"shmem_*_put":               true,
		"load send":                 true,
		"main heat.c:12":            true,
		"load load":                 false,
		"heat.c:12 heat.c:12":       false,
		"x\n\nshmem_*_put heat.c:*": true,
	} {
		s, err := check.ReadSuppressions(text)
		require.NoError(t, err)
		require.Equal(t, hides, s.Hides(race), "%q", text)
	}
	for text, why := range map[string]string{"a b c": "line 1: 3 patterns", "\nheat.c:[": "line 2: heat.c:["} {
		_, err := check.ReadSuppressions(text)
		require.ErrorContains(t, err, why)
	}
	require.False(t, (*check.Suppressions)(nil).Hides(race))
}

// TestMessages: a receiver is ordered after the message with its key, and after its payload, not after others.
func TestMessages(t *testing.T) {
	j := newJob()
	j.rank(0).Touch(at+16, 8, plain(0, 1, true))
	payload := j.rank(0).Begin(1, 1, check.Apart)
	payload.Touch(at, 8, call(0, 2, true))
	j.rank(0).Begin(1, 1, check.Unordered).Send("first", &payload)
	j.rank(0).Touch(at+24, 8, plain(0, 3, true))
	j.rank(0).Begin(1, 1, check.Unordered).Send("second", nil)
	j.rank(1).Receive("first")
	j.rank(1).Touch(at, 8, plain(1, 4, false))
	j.rank(1).Touch(at+16, 8, plain(1, 5, false))
	require.Empty(t, j.races)
	j.rank(1).Receive("none")
	j.rank(1).Touch(at+24, 8, plain(1, 6, false))
	require.Len(t, j.races, 1)
	j.rank(1).Receive("second")
	j.rank(1).Touch(at+24, 8, plain(1, 7, false))
	require.Len(t, j.races, 1)
}
