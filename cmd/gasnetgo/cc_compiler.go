package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// language is what a compiler wrapper compiles.
type language struct {
	variables []string // that name the compiler, the first one that does wins
	compiler  string   // when none does
	fortran   bool
}

func languageC() language {
	return language{variables: []string{"SHMEM_CC", "OSHCC_CC", "CC"}, compiler: "cc"}
}

func languageCXX() language {
	return language{variables: []string{"SHMEM_CXX", "OSHCXX_CXX", "CXX"}, compiler: "c++"}
}

func languageFortran() language {
	return language{variables: []string{"SHMEM_FC", "OSHFORT_FC", "FC"}, compiler: "gfortran", fortran: true}
}

// choice is a compiler, and the variable that names it.
type choice struct {
	command  []string // which may be several words, as in CC="ccache gcc"
	variable string   // "" for the default
}

// choose finds the compiler behind the wrapper. It skips a variable that names a wrapper: CC=oshcc selects the build's compiler, not the wrapper's.
// wrapper reports whether a word of a command would run one.
func (l language) choose(lookup func(string) (string, bool), wrapper func(word string) bool) choice {
	for _, name := range l.variables {
		text, _ := lookup(name)
		words := strings.Fields(text)
		if len(words) > 0 && !slices.ContainsFunc(words, wrapper) {
			return choice{words, name}
		}
	}
	return choice{[]string{l.compiler}, ""}
}

// isWrapper reports whether a word of a command, first or after a program such as ccache, would run this program under any name, or another copy of it. It
// compares files. It searches all of PATH, since a compiler cache may have the wrapper's name and run the next program of that name.
func isWrapper(word string) bool {
	if strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
		return false
	}
	return slices.ContainsFunc(executables(word), isGasnetgo)
}

// isGasnetgo reports whether a file is this program: the same file, or built from the same main package.
func isGasnetgo(path string) bool {
	if self, err := os.Executable(); err == nil {
		mine, err := os.Stat(self)
		other, err2 := os.Stat(path)
		if err == nil && err2 == nil && os.SameFile(mine, other) {
			return true
		}
	}
	own, ok := debug.ReadBuildInfo()
	other, err := buildinfo.ReadFile(path)
	return ok && err == nil && own.Path == other.Path
}

// marker is the variable that lists the compilers that wrappers above this one have executed: one command per line.
const marker = "GASNETGO_WRAPPED"

// mark returns the environment for the compiler. It is an error if a wrapper of the same chain has executed this compiler before: it is a script that
// runs the wrapper, and would do so forever.
func (c choice) mark(tool string, l language, env []string) ([]string, error) {
	command := strings.Join(c.command, " ")
	var before []string
	env = slices.DeleteFunc(slices.Clone(env), func(pair string) bool {
		text, ok := strings.CutPrefix(pair, marker+"=")
		if ok {
			before = strings.Split(text, "\n")
		}
		return ok
	})
	if slices.Contains(before, command) {
		by := c.variable
		if by == "" {
			by = "the default"
		}
		return nil, fmt.Errorf("%s: the compiler %s (%s) runs %s again, which would never end; set %s to a compiler that does not",
			tool, command, by, tool, l.variables[0])
	}
	return append(env, marker+"="+strings.Join(append(before, command), "\n")), nil
}

// executables are the files that a word could mean as a command, in the order of PATH.
func executables(name string) (paths []string) {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if strings.Contains(name, "/") {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		at := filepath.Join(dir, name)
		if st, err := os.Stat(at); err == nil && !st.IsDir() && unix.Access(at, unix.X_OK) == nil {
			paths = append(paths, at)
		}
	}
	return paths
}

// which looks a compiler up in PATH.
func which(name string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	if paths := executables(name); len(paths) > 0 {
		return paths[0], nil
	}
	return "", errors.New("not found in PATH")
}
