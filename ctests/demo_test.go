package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDemo runs what make run runs: every program verifies itself, and the picture that is named in the end exists.
func TestDemo(t *testing.T) {
	wholeOnly(t, "TestDemo", "")
	t.Parallel()
	c := exec.Command(filepath.Join(at.root, "scripts", "demo.sh"))
	c.Env = append(os.Environ(), "BUILD="+at.build)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	text := string(out)
	assert.NotContains(t, text, "WRONG")
	assert.GreaterOrEqual(t, strings.Count(text, ": verified\n"), 8, "%s", text)
	assert.NotContains(t, text, "serial      0.0000 s", "a serial run that takes no time has no rate")
	_, picture, found := strings.Cut(text, "; the first picture: ")
	require.True(t, found, "%s", text)
	picture, _, _ = strings.Cut(picture, "\n")
	assert.FileExists(t, picture)
}
