package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "name what is not current instead of rewriting it")
	root := flag.String("root", ".", "the project's folder")
	flag.Parse()
	if err := run(*root, *check, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "apigen:", err)
		os.Exit(1)
	}
}

// run generates all files. It writes those that differ and names them on out, or only checks them.
func run(root string, check bool, out io.Writer) error {
	want, err := generate(root)
	if err != nil {
		return err
	}
	stale, err := differences(root, want)
	if err != nil {
		return err
	}
	if check {
		if len(stale) > 0 {
			return fmt.Errorf("not current: %s (go run ./cmd/apigen rewrites them)", strings.Join(stale, " "))
		}
		return nil
	}
	for _, name := range stale {
		if err := rewrite(filepath.Join(root, name), want[name]); err != nil {
			return err
		}
		fmt.Fprintln(out, "apigen:", name)
	}
	return nil
}

// generate returns the contents of every generated file by its path below root.
func generate(root string) (map[string]string, error) {
	tables, err := filepath.Glob(filepath.Join(root, "api", "*.tbl"))
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("no api/*.tbl under %s", root)
	}
	c, err := newCompiler(filepath.Join(root, "include"))
	if err != nil {
		return nil, err
	}
	files := map[string]string{"capi/runtime/zbits.h": bitsHeader()}
	var apis []*api
	for _, name := range tables {
		a, err := load(c, root, name)
		if err != nil {
			return nil, err
		}
		apis = append(apis, a)
		if err := a.emit(files); err != nil {
			return nil, err
		}
	}
	files["capi/exports.map"] = exportsMap(apis)
	files["capi/zapis.c"] = apisC(apis)
	files["packaging/apis/zapis.sh"] = publishScript(apis)
	if files["capi/zapis.go"], err = apisGo(apis); err != nil {
		return nil, err
	}
	return files, nil
}

// load reads one table and its headers and matches them.
func load(c *compiler, root, name string) (*api, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return nil, err
	}
	t, err := parseTable(filepath.ToSlash(rel), text)
	if err != nil {
		return nil, err
	}
	h, err := c.parse(t.api, t.defines, t.headers)
	if err != nil {
		return nil, err
	}
	a, err := match(t, h)
	if err != nil {
		return nil, err
	}
	if err := a.openRows(); err != nil {
		return nil, err
	}
	return a, a.layFrames(c)
}

// emit adds one API's files.
func (a *api) emit(files map[string]string) error {
	files["python/gasnetgo/z"+a.api+".py"] = a.python()
	files["docs/api/"+a.api+".md"] = a.docs()
	for name, text := range a.stubs() {
		files[name] = text
	}
	if err := a.emitFortran(files); err != nil {
		return err
	}
	if len(a.ops)+len(a.structs) > 0 {
		files[a.folder()+"/z"+a.api+"_layout.c"] = a.layoutCheck()
	}
	if len(a.ops) == 0 {
		return nil
	}
	files[a.folder()+"/z"+a.api+"_frames.h"] = a.framesHeader()
	if text := a.childAnswers(); text != "" {
		files[a.folder()+"/z"+a.api+"_child.c"] = text
	}
	var err error
	if files["capi/z"+a.api+"_dispatch.go"], err = a.dispatch(); err != nil {
		return err
	}
	if len(a.table.enums)+len(a.table.consts) == 0 {
		return nil
	}
	_, pkg, _ := strings.Cut(a.pkg, "/")
	files[pkg+"/zenum.go"], err = a.enumsGo()
	return err
}

// differences are the files that are missing, changed, or generated once and no longer wanted.
func differences(root string, want map[string]string) ([]string, error) {
	var stale []string
	for name, text := range want {
		have, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, os.ErrNotExist) || err == nil && string(have) != text {
			stale = append(stale, name)
		} else if err != nil {
			return nil, err
		}
	}
	for _, pattern := range []string{"capi/z*", "packaging/apis/z*", "capi/*/z*", "capi/*/*/z*", "python/gasnetgo/z*.py", "docs/api/*.md", "include/*/z*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			name, _ := filepath.Rel(root, f)
			name = filepath.ToSlash(name)
			have, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			if _, wanted := want[name]; !wanted && bytes.Contains(have[:min(len(have), 200)], []byte(marker)) {
				stale = append(stale, name)
			}
		}
	}
	sort.Strings(stale)
	return slices.Compact(stale), nil
}

// rewrite stores a file; one that is no longer generated is removed.
func rewrite(name, text string) error {
	if text == "" {
		return os.Remove(name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
