package kept

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKept: a program is compiled again when its source, a header, or the command has changed, and only then.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	source, n := filepath.Join(dir, "p.c"), 0
	build := func(flags ...string) (compiled bool) {
		k, err := Open(filepath.Join(dir, "kept"), dir)
		require.NoError(t, err)
		before, err := os.ReadDir(k.folder)
		require.NoError(t, err)
		n++
		to := filepath.Join(dir, fmt.Sprint("p", n))
		c := exec.Command("cc", append(flags, source, "-o", to)...)
		text, err := k.Build(c.Path, c.Args, source, to, c.CombinedOutput)
		require.NoError(t, err, text)
		require.NoError(t, exec.Command(to).Run())
		after, err := os.ReadDir(k.folder)
		require.NoError(t, err)
		return len(after) > len(before)
	}
	write("p.h", "#define STATUS 0\n")
	write("p.c", "#include \"p.h\"\nint main(void) { return STATUS; }\n")
	require.True(t, build())
	require.False(t, build())
	require.True(t, build("-O2"))
	require.False(t, build("-O2"))
	write("p.h", "#define STATUS (1 - 1)\n")
	require.True(t, build())
	write("p.c", "#include \"p.h\"\nint main(void) { return 2 * STATUS; }\n")
	require.True(t, build())
	require.False(t, build())
}
