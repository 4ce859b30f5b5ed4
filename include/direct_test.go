package include_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Puts and gets are compiled in by every compiler that is here, in C and in C++. Clang had left them out without a word. The functions have addresses all
// the same.
func TestPutsAndGetsAreCompiledIn(t *testing.T) {
	const text = `#include <gasnet.h>
extern void (*address)(gasnet_node_t, void *, void *, size_t);
void (*address)(gasnet_node_t, void *, void *, size_t) = gasnet_put;
gasnet_register_value_t both(int *far);
gasnet_register_value_t both(int *far)
{
  int one = 1;

  gasnet_put(1, far, &one, sizeof one);
  gasnet_wait_syncnb(gasnet_put_nb_val(1, far + 1, 2, sizeof one));
  return gasnet_get_val(1, far, sizeof one);
}
`
	for _, c := range []struct{ compiler, ending, standard string }{
		{"cc", ".c", "-std=c99"}, {"gcc", ".c", "-std=c99"}, {"clang", ".c", "-std=c99"}, {"clang-14", ".c", "-std=c99"},
		{"c++", ".cc", "-std=c++11"}, {"g++", ".cc", "-std=c++11"}, {"clang++", ".cc", "-std=c++11"}, {"clang++-14", ".cc", "-std=c++11"},
	} {
		t.Run(c.compiler, func(t *testing.T) {
			if _, err := exec.LookPath(c.compiler); err != nil {
				t.Skipf("no %s here: %v", c.compiler, err)
			}
			source := filepath.Join(t.TempDir(), "x"+c.ending)
			require.NoError(t, os.WriteFile(source, []byte(text), 0o644))
			for _, level := range []string{"-O0", "-O3"} {
				out, err := exec.Command(c.compiler, c.standard, level, "-DGASNET_SEQ", "-Wall", "-Wextra", "-Werror", "-I.", "-S", source, "-o", "-").CombinedOutput()
				require.NoError(t, err, "%s", out)
				require.Contains(t, string(out), "gasneti_direct_view", "%s: the call is not compiled in", level)
				out, err = exec.Command(c.compiler, c.standard, level, "-DGASNET_SEQ", "-DGASNETGO_OUT_OF_LINE", "-I.", "-S", source, "-o", "-").CombinedOutput()
				require.NoError(t, err, "%s", out)
				require.NotContains(t, string(out), "gasneti_direct_view", "%s", level)
			}
		})
	}
}
