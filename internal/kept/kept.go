// Package kept keeps what compilers have made for tests, by what it is made of.
package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Folder has the programs and objects of earlier runs, each in a file whose name is a hash of all that it is made of: its source, the headers, the command and the compiler. A library that programs
// find when they run is none of that. Several processes may use a folder at a time.
type Folder struct {
	folder  string
	headers string // a hash of all of them
}

const keptFor = 14 * 24 * time.Hour // without use

// Open opens a folder, and removes what no run has used for two weeks. headers are folders.
func Open(folder string, headers ...string) (*Folder, error) {
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
			if err != nil || !slices.Contains([]string{".h", ".fh", ".inc"}, filepath.Ext(path)) {
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
	return &Folder{folder, hex.EncodeToString(hash.Sum(nil))}, nil
}

// Build has compile make the file to of a source file, unless there is one that the compiler at that path has made with the same words. It returns what the compiler has printed. A result with
// warnings is not kept, so that they are seen again.
func (f *Folder) Build(compiler string, words []string, source, to string, compile func() ([]byte, error)) (string, error) {
	key, err := f.key(compiler, words, source, to)
	if err != nil {
		return "", err
	}
	have := filepath.Join(f.folder, key)
	if place(have, to) == nil {
		now := time.Now()
		return "", os.Chtimes(have, now, now)
	}
	out, err := compile()
	if err != nil || len(out) > 0 {
		return string(out), err
	}
	temporary := fmt.Sprintf("%s.%d", have, os.Getpid())
	if err := place(to, temporary); err != nil {
		return "", err
	}
	return "", os.Rename(temporary, have)
}

// key is the hash of a file.
func (f *Folder) key(compiler string, words []string, source, to string) (string, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(compiler)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(compiler)
	if err != nil {
		return "", err
	}
	words = slices.Clone(words)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, to, "TO")
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%q\n%s %d %v\n%s", f.headers, words, real, info.Size(), info.ModTime().UnixNano(), text)
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
