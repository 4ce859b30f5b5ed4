package archtest

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "gasnetgo/"

// pkg is what go list knows of a package; Path is relative to the module.
type pkg struct {
	ImportPath, Dir, Doc                                     string
	GoFiles, CgoFiles, IgnoredGoFiles, TestGoFiles           []string
	XTestGoFiles, CFiles, Imports, TestImports, XTestImports []string
}

func (p pkg) path() string { return strings.TrimPrefix(p.ImportPath, module) }

// files answers the paths of what is compiled into the product.
func (p pkg) files() (list []string) {
	for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
		list = append(list, filepath.Join(p.Dir, name))
	}
	return list
}

func packages(t *testing.T) (list []pkg) {
	t.Helper()
	c := exec.Command("go", "list", "-e", "-json", "./...")
	c.Dir = root(t)
	text, err := c.Output()
	require.NoError(t, err)
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p pkg
		err := d.Decode(&p)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		list = append(list, p)
	}
	require.NotEmpty(t, list)
	return list
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	return dir
}

// within tells whether a package belongs to a name of the rules.
func within(path, name string) bool {
	base, below := strings.CutSuffix(name, "...")
	if !below {
		return path == name
	}
	base = strings.TrimSuffix(base, "/")
	return base == "" || path == base || strings.HasPrefix(path, base+"/")
}

func withinAny(path string, names []string) bool {
	for _, name := range names {
		if within(path, name) {
			return true
		}
	}
	return false
}

// lines answers the lines of a rule text that say something.
func lines(text string) (list []string) {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

func names(text string) (list []string) {
	for _, name := range strings.Split(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// layer is one line of Layers: groups from the bottom up.
type layer [][]string

func layers(text string) (list []layer) {
	for _, line := range lines(text) {
		var l layer
		for _, group := range strings.Split(line, "<") {
			l = append(l, names(group))
		}
		list = append(list, l)
	}
	return list
}

// at answers the place of a package in the line, -1 if it has none.
func (l layer) at(path string) int {
	for i := len(l) - 1; i >= 0; i-- {
		if withinAny(path, l[i]) {
			return i
		}
	}
	return -1
}

// mayImport: from above to below, or inside one name of the rules.
func mayImport(all []layer, from, to string) bool {
	for _, l := range all {
		f := l.at(from)
		if f < 0 {
			continue
		}
		if t := l.at(to); t >= 0 && t < f {
			return true
		}
		for _, name := range l[f] {
			if within(from, name) && within(to, name) {
				return true
			}
		}
	}
	return false
}

// ban is one line of Bans.
type ban struct {
	who, what, except []string
	reason            string
}

func bans(t *testing.T, text string) (list []ban) {
	t.Helper()
	for _, line := range lines(text) {
		rule, reason, ok := strings.Cut(line, " because ")
		require.True(t, ok, "no reason: %s", line)
		who, what, ok := strings.Cut(rule, "->")
		require.True(t, ok, "no arrow: %s", line)
		what, except, _ := strings.Cut(what, " except ")
		b := ban{names(who), names(what), names(except), strings.TrimSpace(reason)}
		require.NotEmpty(t, b.who, line)
		require.NotEmpty(t, b.what, line)
		require.NotEmpty(t, b.reason, line)
		list = append(list, b)
	}
	return list
}
