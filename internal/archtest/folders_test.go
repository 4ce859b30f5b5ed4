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

var included = regexp.MustCompile(`(?m)^\s*#\s*include "([^"]+)"`)

// below are the folders that each folder may include, itself among them.
func below(rules string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(rules) {
		var left []string
		for f := range strings.SplitSeq(line, "<") {
			if f = strings.TrimSpace(f); f != "" {
				left = append(left, f)
				all[f] = slices.Compact(slices.Sorted(slices.Values(append(all[f], left...))))
			}
		}
	}
	return all
}

// wrongIncludes are the includes of a tree of C files that rules forbid: "file: header". read answers a file's text.
func wrongIncludes(rules map[string][]string, files []string, read func(name string) string) (wrong []string) {
	for _, name := range files {
		from := path.Dir(name)
		for _, m := range included.FindAllStringSubmatch(read(name), -1) {
			to := path.Join("capi", from, m[1])
			folder, ok := strings.CutPrefix(path.Dir(to), "capi/")
			if !ok && slices.Contains(FolderHeaders, to) || ok && slices.Contains(rules[from], folder) {
				continue
			}
			wrong = append(wrong, name+": "+m[1])
		}
	}
	return wrong
}

// The folders of capi include each other in one direction only.
func TestFolders(t *testing.T) {
	rules := below(Folders)
	root := os.DirFS(filepath.Join("..", "..", "capi"))
	var files []string
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && name == "edgetest" {
			return fs.SkipDir
		}
		if ext := path.Ext(name); !d.IsDir() && path.Dir(name) != "." && (ext == ".c" || ext == ".h") {
			require.Contains(t, rules, path.Dir(name), "%s: no rule for its folder", name)
			files = append(files, name)
		}
		return nil
	}))
	require.Greater(t, len(files), 100)
	require.Empty(t, wrongIncludes(rules, files, func(name string) string {
		text, err := fs.ReadFile(root, name)
		require.NoError(t, err)
		return string(text)
	}))
}

// The rule finds what it forbids.
func TestFoldersBite(t *testing.T) {
	rules := below("runtime < plane < shmem\nruntime < plane < portals")
	files := map[string]string{
		"plane/wait.c":   "#include <time.h>\n#include \"wait.h\"\n#include \"../runtime/futex.h\"\n#include \"../../sim/host/host.h\"\n",
		"plane/bad.c":    "#include \"../shmem/group.h\"\n",
		"portals/bad.c":  "  # include \"../shmem/group.h\"\n",
		"runtime/bad.c":  "#include \"../plane/wait.h\"\n",
		"runtime/away.c": "#include \"../../node/x.h\"\n",
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	require.Equal(t, []string{"plane/bad.c: ../shmem/group.h", "portals/bad.c: ../shmem/group.h", "runtime/away.c: ../../node/x.h", "runtime/bad.c: ../plane/wait.h"},
		wrongIncludes(rules, names, func(name string) string { return strings.ReplaceAll(files[name], "# include", "#include") }))
}
