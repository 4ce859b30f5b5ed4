package ctests

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// skip is a row of skips.txt: a known failure, its world, and the reason.
type skip struct{ test, world, reason string }

// notRun is the prefix of the reason for a program that makes no sense in that world, or hangs there. It is not run, so the test cannot notice when it would pass.
const notRun = "not run: "

func readSkips(t testing.TB) (skips []skip) {
	text, err := os.ReadFile("skips.txt")
	require.NoError(t, err)
	for number, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, "|", 3)
		require.Len(t, fields, 3, "skips.txt:%d: test | world | reason", number+1)
		s := skip{strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1]), strings.TrimSpace(fields[2])}
		require.NotEmpty(t, s.reason, "skips.txt:%d: no reason", number+1)
		skips = append(skips, s)
	}
	return skips
}

// known returns the reason why a test is expected to fail in a world; empty if it is not. A row names a test or a folder of tests.
func known(skips []skip, test, world string) string {
	for _, s := range skips {
		if (s.world == world || s.world == "*") && (test == s.test || strings.HasPrefix(test, s.test+"/")) {
			return s.reason
		}
	}
	return ""
}

// judge gives the verdict on a program's run, inverted for known failures of skips.txt.
func judge(t *testing.T, reason string, o outcome) {
	t.Helper()
	if reason == "" {
		o.verdict(t)
		return
	}
	if o.status == 0 {
		t.Errorf("passes now; take it out of skips.txt (%s)", reason)
		return
	}
	t.Skipf("known: %s", reason)
}
