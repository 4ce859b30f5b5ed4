package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOtherLibraryIsNamed: a program that is linked with another OpenSHMEM library is named, live after it has ended without a call of this one, and on a machine before it runs.
func TestOtherLibraryIsNamed(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("oshmem.c", "void shmem_init(void) {}\nvoid shmem_finalize(void) {}\n")
	write("prog.c", "#include <stdio.h>\nvoid shmem_init(void);\nvoid shmem_finalize(void);\nint main(void) { shmem_init(); puts(\"ran\"); shmem_finalize(); return 0; }\n")
	for _, words := range [][]string{
		{"-shared", "-fPIC", "oshmem.c", "-o", "liboshmem.so.40", "-Wl,-soname,liboshmem.so.40"},
		{"prog.c", "-o", "prog", "-L.", "-l:liboshmem.so.40", "-Wl,-rpath," + dir},
	} {
		c := exec.Command("cc", words...)
		c.Dir = dir
		text, err := c.CombinedOutput()
		require.NoError(t, err, string(text))
	}
	path := filepath.Join(dir, "prog")
	line := "gasnetgo: " + path + " is linked with liboshmem.so.40 (OpenSHMEM), and not with this library: its ranks do not know of each other; link it with oshcc or -lgasnetgo, or start it with the launcher of that library\n"
	for _, j := range []job{{np: 2}, {command: simulated("ideal", 2)}, {command: simulated("xt3", 2)}} {
		o := j.run(t, path)
		assert.Zero(t, o.status, "%s", o)
		assert.Equal(t, "ran\nran\n", o.out)
		assert.Equal(t, line, o.err)
	}
}
