package signaltest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/signaltest"
)

// starts names the variable that makes the program of this test start a process, after Default or without.
const starts = "SIGNALTEST_STARTS"

func TestMain(m *testing.M) {
	switch os.Getenv(starts) {
	case "":
		os.Exit(m.Run())
	case "after Default":
		signaltest.Default()
	}
	out, err := exec.Command("sh", "-c", "for s in HUP INT QUIT TERM PIPE ALRM USR1; do (exec sh -c 'kill -'$s' $$; echo lives') 2>/dev/null; done").Output()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		panic(err)
	}
	os.Stdout.Write(out)
}

// TestDefault: signals end a process though its parent's parent ignores them. Without Default, two do not: Go handles the others itself.
func TestDefault(t *testing.T) {
	for how, lives := range map[string]int{"after Default": 0, "without": 2} {
		ignoring := exec.Command("sh", "-c", `trap "" HUP INT QUIT TERM PIPE ALRM USR1; exec "$0"`, os.Args[0])
		ignoring.Env = append(os.Environ(), starts+"="+how)
		out, err := ignoring.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, lives, strings.Count(string(out), "lives"), "%s: %s", how, out)
	}
}
