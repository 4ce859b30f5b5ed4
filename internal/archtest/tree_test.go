package archtest

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFormat: gofmt has nothing to say. Generated files are the generator's business, which formats them itself.
func TestFormat(t *testing.T) {
	for _, file := range sources(t) {
		if filepath.Ext(file) != ".go" {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if generated.Match(text) {
			continue
		}
		clean, err := format.Source(text)
		if assert.NoError(t, err, file) {
			assert.True(t, bytes.Equal(text, clean), "%s: run gofmt -w", file)
		}
	}
}

// TestNoMachinePaths: nothing in the tree knows where its author kept it.
func TestNoMachinePaths(t *testing.T) {
	for _, file := range sources(t) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if bytes.IndexByte(text, 0) >= 0 {
			continue
		}
		for number, line := range strings.Split(string(text), "\n") {
			assert.False(t, machinePath.MatchString(line), "%s:%d: %s", file, number+1, line)
		}
	}
}

// TestGeneratedFilesAreMarked: a name that begins with z and the line that tools look for go together.
func TestGeneratedFilesAreMarked(t *testing.T) {
	for _, file := range sources(t) {
		if filepath.Ext(file) != ".go" {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, strings.HasPrefix(filepath.Base(file), "z"), generated.Match(text), "%s: generated files, and only they, begin with z", file)
	}
}

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	// At the beginning of a path, that is, not behind a letter, a dot, a slash or a variable.
	machinePath = regexp.MustCompile(`(^|[^\w./}\-*])/(` + "wor" + `k|` + "roo" + `t)(/|\b)`)
)

// sources answers the files under version control, or, in a tree without it, all but what is built.
func sources(t *testing.T) (files []string) {
	dir := root(t)
	c := exec.Command("git", "ls-files", "-z")
	c.Dir = dir
	if text, err := c.Output(); err == nil && len(text) > 0 {
		for _, name := range strings.Split(strings.TrimRight(string(text), "\x00"), "\x00") {
			if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				files = append(files, filepath.Join(dir, name))
			}
		}
		return files
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "build" || d.Name() == "__pycache__") {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			files = append(files, path)
		}
		return nil
	}))
	return files
}
