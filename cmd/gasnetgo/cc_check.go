package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// checkFlag has a compiler wrapper make a program note its loads and stores.
const checkFlag = "--check"

// checked is what a compiler needs for checkFlag.
type checked struct{ compile, link []string }

// wrapped are functions of the C library that access memory for the program: the archive notes that.
func wrapped() []string { return []string{"memcpy", "memmove", "memset", "memcmp"} }

// newChecked finds out how the compiler has ThreadSanitizer's functions be called, whose place the archive takes.
func newChecked(compiler []string, at layout) (*checked, error) {
	archive := filepath.Join(at.libdir(), "libgasnetgo-checked.a")
	if _, err := os.Stat(archive); err != nil {
		return nil, fmt.Errorf("%s: the library that notes loads and stores is not installed: %w", checkFlag, err)
	}
	c := &checked{compile: []string{"-g", "-fno-omit-frame-pointer", "-fsanitize=thread"}}
	if version := banner(compiler); strings.Contains(version, "clang") {
		c.link = append(c.link, "-fno-sanitize-link-runtime")
		c.compile = append(c.compile, "-mllvm", "-tsan-distinguish-volatile=1")
		if n := clangVersion(version); n > 0 && n < clangSeesArrays {
			fmt.Fprintf(os.Stderr, "%s: Clang %d does not note accesses to elements of arrays on the stack; GCC, and Clang from %d on, do\n", checkFlag, n, clangSeesArrays)
		}
	} else {
		c.link = append(c.link, "-L"+filepath.Join(at.prefix, "libexec", "gasnetgo", "checked")) // has an empty libtsan, which GCC's driver links
		c.compile = append(c.compile, "--param", "tsan-distinguish-volatile=1")
	}
	for _, f := range wrapped() {
		c.compile = append(c.compile, "-fno-builtin-"+f)
		c.link = append(c.link, "-Wl,--wrap="+f)
	}
	c.link = append(c.link, archive)
	return c, nil
}

// clangSeesArrays is the first version of Clang that does.
const clangSeesArrays = 21

// clangVersion is the number in "clang version 14.0.6"; 0: there is none.
func clangVersion(banner string) int {
	_, text, _ := strings.Cut(banner, "version ")
	major, _, _ := strings.Cut(text, ".")
	n, _ := strconv.Atoi(major)
	return n
}
