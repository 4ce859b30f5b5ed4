package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fortran is what a Fortran compiler and its arguments ask of the wrapper.
type fortran struct {
	wide bool     // a default INTEGER has 8 bytes
	old  []string // flags for what old programs do and this compiler would refuse
}

// wideFlags make a default INTEGER 8 bytes: those of gfortran, of Intel's, NVIDIA's and LLVM's compilers, and of Cray's.
var wideFlags = []string{"-fdefault-integer-8", "-i8", "-integer-size=64", "-sinteger64", "-sdefault64"}

const fortranHelp = `
gfortran gets -fcray-pointer and, from version 10 on, -fallow-argument-mismatch and -fallow-invalid-boz, which old programs need.
With -fdefault-integer-8 (-i8) the program is compiled with the module, and linked with the library's routines, for INTEGERs of 8 bytes: give
this flag when linking, too. Objects that were compiled with INTEGERs of another size are refused.
`

// newFortran reads the arguments. It is an error if they ask for names that a C function has.
func newFortran(compiler, args []string) (*fortran, error) {
	f := &fortran{}
	for _, arg := range args {
		switch {
		case slices.Contains(wideFlags, arg):
			f.wide = true
		case arg == "-fdefault-integer-4" || arg == "-i4":
			f.wide = false
		case arg == "-fno-underscoring" || arg == "-nofor-underscore" || arg == "-assume nounderscore":
			return nil, fmt.Errorf("%s: without underscores shmem_put8 is C's function, whose arguments are values; leave the flag out", arg)
		}
	}
	f.old = oldFlags(banner(compiler))
	return f, nil
}

// compile are the flags for compiling: the folder of the module, and those for old programs.
func (f *fortran) compile(l layout) []string {
	bytes := "4"
	if f.wide {
		bytes = "8"
	}
	return append([]string{"-I" + filepath.Join(l.libdir(), "gasnetgo", "fortran", bytes)}, f.old...)
}

// banner is what a compiler says it is, or nothing if it says nothing in time.
func banner(compiler []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	text, err := exec.CommandContext(ctx, compiler[0], append(slices.Clone(compiler[1:]), "--version")...).Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

var gfortranVersion = regexp.MustCompile(`^GNU Fortran .*?\b(\d+)\.\d+`)

// oldFlags are the flags that gfortran needs for Cray pointers, for arguments whose types differ between calls of a routine without an interface, and for
// hexadecimal constants as older compilers took them.
func oldFlags(banner string) []string {
	m := gfortranVersion.FindStringSubmatch(banner)
	if m == nil {
		return nil
	}
	flags := []string{"-fcray-pointer"}
	if version, err := strconv.Atoi(m[1]); err == nil && version >= 10 {
		flags = append(flags, "-fallow-argument-mismatch", "-fallow-invalid-boz")
	}
	return flags
}
