package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// figures runs gasnetgo figures; its status has to be 0: everything that should be met is.
func figures(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), append([]string{"figures"}, args...)...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestFigures: C programs on the simulated machines measure what has been published of the real ones, and docs/machines.md has the very table.
func TestFigures(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(at.root, "docs", "machines.md"))
	require.NoError(t, err)
	table := figures(t, "--markdown", "--out", "", "redstorm")
	require.Contains(t, string(doc), table, "gasnetgo figures --markdown redstorm prints the table of the document")

	dir := t.TempDir()
	out := figures(t, "--out", dir, "xt3")
	require.Regexp(t, `(?m)^put, 1 byte, one way +5.39 us +5.39 us +\+0.0 % +cal`, out)
	for _, name := range []string{"latency", "bandwidth", "streaming", "bidirectional"} {
		for _, ext := range []string{".svg", ".png"} {
			require.FileExists(t, filepath.Join(dir, "xt3-"+name+ext))
		}
	}
	require.FileExists(t, filepath.Join(dir, "xt3-put-streaming.txt"))
}

// TestFiguresNotMet: a machine that is not what it should be does not meet its figures.
func TestFiguresNotMet(t *testing.T) {
	c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), "figures", "--out", "", "--set", "host.send=2us", "redstorm")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 1, exit.ExitCode(), "%s", out)
	require.Regexp(t, `(?m)^put, 1 byte, one way .* NO$`, string(out))
}
