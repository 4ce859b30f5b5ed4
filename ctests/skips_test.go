package ctests

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// skip is a row of skips.txt: what is known not to work, where, and why.
type skip struct{ test, world, reason string }

// notRun begins the reason of a row whose program makes no sense in that world, or hangs there: it is not run, so that its passing is not noticed.
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

// known answers why a test is expected to fail in a world; empty if it is not. A row names a test or a folder of tests.
func known(skips []skip, test, world string) string {
	for _, s := range skips {
		if (s.world == world || s.world == "*") && (test == s.test || strings.HasPrefix(test, s.test+"/")) {
			return s.reason
		}
	}
	return ""
}

// judge gives the verdict on a program's run, turned round where skips.txt says that it fails.
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
