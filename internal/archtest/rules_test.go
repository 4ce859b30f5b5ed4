package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLayers: every package has its place, and imports nothing of the module but what lies below it. Tests of a package keep to it as well;
// tests of another name (package x_test) may use whatever helps.
func TestLayers(t *testing.T) {
	all := layers(Layers)
	for _, p := range packages(t) {
		placed := false
		for _, l := range all {
			placed = placed || l.at(p.path()) >= 0
		}
		assert.True(t, placed, "%s has no place in Layers (internal/archtest/rules.go)", p.path())
		for _, to := range append(append([]string{}, p.Imports...), p.TestImports...) {
			if to, ours := strings.CutPrefix(to, module); ours && to != p.path() {
				assert.True(t, mayImport(all, p.path(), to), "%s imports %s, which Layers does not allow (internal/archtest/rules.go)", p.path(), to)
			}
		}
	}
}

// TestBans: no package imports what is banned there. Tests may.
func TestBans(t *testing.T) {
	all := bans(t, Bans)
	for _, p := range packages(t) {
		for _, b := range all {
			if !withinAny(p.path(), b.who) || withinAny(p.path(), b.except) {
				continue
			}
			for _, to := range p.Imports {
				assert.NotContains(t, b.what, to, "%s imports %s; it must not, because %s", p.path(), to, b.reason)
			}
		}
	}
}

// TestUnsafeIsMarked: outside the C edge, a file that imports unsafe has it in its name, so that a reviewer finds all of them.
func TestUnsafeIsMarked(t *testing.T) {
	for _, p := range packages(t) {
		if within(p.path(), "capi/...") {
			continue
		}
		for _, file := range p.files() {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			require.NoError(t, err)
			for _, i := range f.Imports {
				if i.Path.Value == `"unsafe"` {
					assert.True(t, strings.HasSuffix(strings.TrimSuffix(file, ".go"), "_unsafe") || strings.Contains(file, "_unsafe_"),
						"%s imports unsafe; such files end in _unsafe.go", file)
				}
			}
		}
	}
}

// TestEveryPackageSaysWhatItIs: a paragraph above the package clause of one of its files.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc != "" {
			continue
		}
		said := false
		for _, name := range append(append([]string{}, p.TestGoFiles...), p.XTestGoFiles...) { // folders that hold tests only
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.PackageClauseOnly|parser.ParseComments)
			require.NoError(t, err)
			said = said || f.Doc != nil && f.Doc.Text() != ""
		}
		assert.True(t, said, "%s has no package comment", p.path())
	}
}

// TestRulesBite tries the rules on imports that must not be: a rule that allows everything would never be missed.
func TestRulesBite(t *testing.T) {
	all := layers(Layers)
	for _, c := range []struct {
		from, to string
		may      bool
	}{
		{"node", "job", true}, {"job", "node", false}, {"live/shmem", "shmem", true}, {"live", "shmem", false}, {"live/shmem", "gasnet", false}, {"live/shmem", "live/portals", true}, {"live/shmem", "live", true}, {"live", "live/shmem", false}, {"shmem", "live", false}, {"shmem", "node", false}, {"shmem", "job", false},
		{"shmem", "internal/fault", true}, {"internal/fault", "shmem", false}, {"capi", "live", true}, {"live", "capi", false},
		{"cmd/gasnetgo", "capi", false}, {"cmd/gasnetgo", "job", true}, {"cmd/gasnetgo", "node", false}, {"shmem", "gasnet", false},
		{"shmem/transport/window", "shmem", true}, {"shmem", "internal/heap", true}, {"internal/heap", "shmem", false}, {"sim", "node", false},
		{"sim", "portals", false}, {"sim/fabric", "portals", false}, {"sim/fabric", "sim/nal", false}, {"sim/nal", "sim/fabric", true}, {"sim/seastar", "sim/nal", false},
		{"sim/ideal", "sim/seastar", false}, {"sim/seastar", "sim/topo", true}, {"sim/topo", "sim/fabric", false}, {"sim/trace", "sim/seastar", false},
		{"portals/client", "portals/process", true}, {"portals/client", "shmem", false}, {"portals/client", "gasnet/conduit", false}, {"shmem/transport/portals", "portals/client", true},
		{"portals/process", "portals/client", false}, {"portals", "portals/process", false}, {"shmem", "portals/client", false}, {"live", "portals/client", false},
		{"sim/world", "sim/fabric", false}, {"sim/machine", "sim/nal", false}, {"sim/nal", "sim/world", false}, {"sim/job", "sim/run", false}, {"sim/job", "portals", false}, {"sim/job", "lapi", false}, {"sim/job", "sim/job/lapi", false},
		{"sim/job/shmem", "sim/job", true}, {"sim/job/shmem", "sim/job/portals", true}, {"sim/job/shmem", "gasnet", false}, {"sim/job/portals", "shmem", false}, {"sim/run", "sim/job/shmem", false},
	} {
		assert.Equal(t, c.may, mayImport(all, c.from, c.to), "%s -> %s", c.from, c.to)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
var count int
var names = []string{"a"}
var table = map[string]int{"a": 1}
var seen = map[string]bool{}
var ErrGone = errors.New("gone")
var limit = 3
var shadowed = 3
var _ io.Reader = (*file)(nil)
func f() { seen["a"] = true; limit++; shadowed := 4; shadowed = 5; _ = shadowed; _ = table["a"] }
`, 0)
	require.NoError(t, err)
	var found []string
	for _, m := range mutable([]*ast.File{file}) {
		found = append(found, m.name)
	}
	assert.ElementsMatch(t, []string{"count", "seen", "limit"}, found)
}
