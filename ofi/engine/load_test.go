package engine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/ofi/engine"
	"gasnetgo/ofi/ofitest"
)

func hasPSM(text string) bool { return strings.Contains(text, "/libpsm2.so") }

// TestStandins: where no RDMA device exists and libfabric needs PSM's libraries, others stand in for them, unless these lack a function.
func TestStandins(t *testing.T) {
	if path := os.Getenv("GASNETGO_TEST_PLUGIN"); path != "" { // a process of its own
		e, err := engine.Open(path, engine.Config{Domain: "lo", Loopback: true, Peers: 1})
		require.NoError(t, err)
		defer e.Close()
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(os.Getenv("GASNETGO_TEST_MAPS"), maps, 0o600))
		return
	}
	plugin := ofitest.Plugin(t)
	if devices, _ := os.ReadDir("/sys/class/infiniband"); len(devices) > 0 {
		t.Skip("this host has RDMA devices, so PSM's libraries are loaded")
	}
	if out, err := exec.Command("ldd", plugin).Output(); err != nil || !hasPSM(string(out)) {
		t.Skip("libfabric needs no libpsm2 here")
	}
	libraries := func(t *testing.T, plugin string) string {
		maps := filepath.Join(t.TempDir(), "maps")
		cmd := exec.Command(os.Args[0], "-test.run=^TestStandins$")
		cmd.Env = append(os.Environ(), "GASNETGO_TEST_PLUGIN="+plugin, "GASNETGO_TEST_MAPS="+maps)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		b, err := os.ReadFile(maps)
		require.NoError(t, err)
		return string(b)
	}
	t.Run("in place", func(t *testing.T) {
		all := libraries(t, plugin)
		assert.Contains(t, all, "/absent-psm2.so")
		assert.False(t, hasPSM(all), "%s", all)
	})
	t.Run("incomplete", func(t *testing.T) {
		dir := t.TempDir()
		b, err := os.ReadFile(plugin)
		require.NoError(t, err)
		copied, empty := filepath.Join(dir, engine.Name), filepath.Join(dir, "empty.c")
		require.NoError(t, os.WriteFile(copied, b, 0o700))
		require.NoError(t, os.WriteFile(empty, nil, 0o600))
		out, err := exec.Command("cc", "-shared", "-o", filepath.Join(dir, "absent-psm2.so"), empty, "-Wl,-soname,libpsm2.so.2").CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.True(t, hasPSM(libraries(t, copied)))
	})
}
