package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileName is a file of this repository in a comment or in the documentation, from the root or from the folder of the text.
var fileName = regexp.MustCompile(`(?:^|[^\w./*{-])((?:capi|cmd|ctests|docs|gasnet|include|internal|job|live|node|packaging|portals|scripts|shmem|sim)/[\w/.-]+\.(?:go|c|h|md|sh|tbl))\b`)

// past are texts about what was, and placeholders.
var past = []string{"CHANGELOG.md", "docs/adr", "cmd/apigen/doc.go"}

// Files that comments and documentation name are there.
func TestFileNames(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	exists := func(name string) bool {
		_, err := fs.Stat(root, name)
		return err == nil
	}
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name == "build" || name == "vendor" || name == ".git" || slices.Contains(past, name) {
				return fs.SkipDir
			}
			return err
		}
		if ext := path.Ext(name); !slices.Contains([]string{".go", ".c", ".h", ".md", ".tbl"}, ext) || slices.Contains(past, name) {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if path.Ext(name) != ".md" && !strings.ContainsAny(line, "/#*") || strings.Contains(line, `"`) || strings.Contains(line, "-conduit/") { // GASNet's own folders
				continue
			}
			for _, m := range fileName.FindAllStringSubmatch(line, -1) {
				if !exists(m[1]) && !exists(path.Join(path.Dir(name), m[1])) && !exists(path.Join("capi", m[1])) && !exists(path.Join("include", m[1])) {
					t.Errorf("%s names %s, which does not exist", name, m[1])
				}
			}
		}
		return nil
	}))
}
