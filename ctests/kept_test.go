package ctests

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// kept is the programs of earlier runs, each in a file whose name is a hash of all that it is made of: its source, the headers, the command and the compiler. The library is
// none of that: programs find it when they run.
type kept struct {
	folder  string
	headers string // a hash of all of them
}

const keptFor = 14 * 24 * time.Hour // without use

// openKept opens a folder of programs, and removes those that no run has used for long. headers are folders.
func openKept(folder string, headers ...string) (*kept, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range old {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
	hash := sha256.New()
	for _, dir := range headers {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".h" {
				return err
			}
			text, err := os.ReadFile(path)
			fmt.Fprintf(hash, "%s %d\n%s", path, len(text), text)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return &kept{folder, hex.EncodeToString(hash.Sum(nil))}, nil
}

// build has a command make the program to of a source file, unless there is one. It returns what the compiler has printed.
func (k *kept) build(command *exec.Cmd, source, to string) (string, error) {
	key, err := k.key(command, source, to)
	if err != nil {
		return "", err
	}
	have := filepath.Join(k.folder, key)
	if place(have, to) == nil {
		now := time.Now()
		return "", os.Chtimes(have, now, now)
	}
	out, err := command.CombinedOutput()
	if err != nil || len(out) > 0 { // a warning is to be seen again
		return string(out), err
	}
	temporary := fmt.Sprintf("%s.%d", have, os.Getpid())
	if err := place(to, temporary); err != nil {
		return "", err
	}
	return "", os.Rename(temporary, have)
}

// key is the hash of a program.
func (k *kept) key(command *exec.Cmd, source, to string) (string, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	compiler, err := os.Stat(command.Path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(command.Path)
	if err != nil {
		return "", err
	}
	words := slices.Clone(command.Args)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, to, "TO")
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%q\n%s %d %v\n%s", k.headers, words, real, compiler.Size(), compiler.ModTime().UnixNano(), text)
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// place makes a file the other, which may be in another file system.
func place(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// TestKept: a program is compiled again when its source, a header, or the command has changed, and only then.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	source, n := filepath.Join(dir, "p.c"), 0
	build := func(flags ...string) (compiled bool) {
		k, err := openKept(filepath.Join(dir, "kept"), dir)
		require.NoError(t, err)
		before, err := os.ReadDir(k.folder)
		require.NoError(t, err)
		n++
		to := filepath.Join(dir, fmt.Sprint("p", n))
		text, err := k.build(exec.Command("cc", append(flags, source, "-o", to)...), source, to)
		require.NoError(t, err, text)
		require.NoError(t, exec.Command(to).Run())
		after, err := os.ReadDir(k.folder)
		require.NoError(t, err)
		return len(after) > len(before)
	}
	write("p.h", "#define STATUS 0\n")
	write("p.c", "#include \"p.h\"\nint main(void) { return STATUS; }\n")
	require.True(t, build())
	require.False(t, build())
	require.True(t, build("-O2"))
	require.False(t, build("-O2"))
	write("p.h", "#define STATUS (1 - 1)\n")
	require.True(t, build())
	write("p.c", "#include \"p.h\"\nint main(void) { return 2 * STATUS; }\n")
	require.True(t, build())
	require.False(t, build())
}
