package packaging

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// prefixes are the installations that tests only read, by their ALIASES: each is made once.
var prefixes struct {
	sync.Mutex
	root string
	of   map[string]string
}

func TestMain(m *testing.M) {
	status := m.Run()
	if prefixes.root != "" {
		os.RemoveAll(prefixes.root)
	}
	os.Exit(status)
}

// installed returns an installation that no test changes.
func installed(t *testing.T, aliases string) (prefix string) {
	t.Helper()
	dir := build(t)
	prefixes.Lock()
	defer prefixes.Unlock()
	if prefix = prefixes.of[aliases]; prefix != "" {
		return prefix
	}
	if prefixes.root == "" {
		root, err := os.MkdirTemp("", "gasnetgo-packaging-") // a name without blanks, so that a makefile can use it
		require.NoError(t, err)
		prefixes.root, prefixes.of = root, map[string]string{}
	}
	prefix = filepath.Join(prefixes.root, aliases)
	do(t, "..", []string{"BUILD=" + dir, "DESTDIR=", "PREFIX=" + prefix, "ALIASES=" + aliases}, "scripts/install.sh")
	prefixes.of[aliases] = prefix
	return prefix
}
