package ofitest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
	"gasnetgo/ofi/engine"
)

// Open makes the engines of a job of so many ranks.
type Open func(size int) []ofi.Engine

// InMemory makes engines of this package. Each job has another mood.
func InMemory() Open {
	seed := uint64(0)
	return func(size int) (all []ofi.Engine) {
		seed++
		for _, e := range New(size, seed) {
			all = append(all, e)
		}
		return all
	}
}

// Providers are those of libfabric that conformance suites run over: TCP without ofi_rxm, TCP with it, and sockets, as far as this libfabric has them. It skips tests that are to be short.
func Providers(t *testing.T) (names []string) {
	t.Helper()
	long(t)
	for _, either := range [][]string{{"net", "tcp"}, {"tcp;ofi_rxm"}, {"sockets"}} { // from 1.18 on net is tcp
		for _, name := range either {
			if e, err := open(Plugin(t), name, 1); err == nil {
				e.Close()
				names = append(names, name)
				break
			}
		}
	}
	require.NotEmpty(t, names)
	return names
}

func long(t *testing.T) {
	t.Helper()
	if os.Getenv("GASNETGO_HOSTS") == "" {
		t.Skip("takes a minute: GASNETGO_HOSTS=1, or make test-long")
	}
}

func open(plugin, provider string, size int) (*engine.Engine, error) {
	return engine.Open(plugin, engine.Config{Provider: provider, Domain: "lo", Loopback: true, Peers: size})
}

// Libfabric opens engines of the build's plugin on the loopback interface. It skips tests that are to be short.
func Libfabric(t *testing.T, provider string) Open {
	t.Helper()
	long(t)
	path := Plugin(t)
	return func(size int) (all []ofi.Engine) {
		for range size {
			e, err := open(path, provider, size)
			require.NoError(t, err)
			all = append(all, e)
		}
		return all
	}
}

// Plugin is the path of the build's plugin. It skips tests where there is none.
func Plugin(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(build(t), "lib", "gasnetgo", engine.Name))
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the build has no plugin for libfabric: %v", err)
	}
	return path
}

// build is the folder of the build, below the module's.
func build(t *testing.T) string {
	t.Helper()
	if b := os.Getenv("GASNETGO_BUILD"); b != "" {
		return b
	}
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "build")
		}
		require.NotEqual(t, "/", dir, "no go.mod above the tests")
		dir = filepath.Dir(dir)
	}
}
