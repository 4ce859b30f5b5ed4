package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

var (
	interpreter   = regexp.MustCompile(`^(python|pypy)[0-9.]*t?$`)
	pythonShebang = regexp.MustCompile(`^#![^\n]*\b(python|pypy)[0-9.]*\b`)
)

// errPython says why Python programs do not run on simulated machines.
var errPython = errors.New("a Python program runs live only (gasnetgo run -n N python3 prog.py): the ranks of a simulated machine share a process, and an interpreter loads " +
	"extension modules such as ctypes into the process, where they find no interpreter, instead of into its rank; simulate the part of the program that communicates, in C")

// refusePython returns an error for a Python interpreter, under any link's name, and for a script that one runs.
func refusePython(program string) error {
	if interpreter.MatchString(filepath.Base(program)) {
		return errPython
	}
	if real, err := filepath.EvalSymlinks(program); err == nil && interpreter.MatchString(filepath.Base(real)) {
		return errPython
	}
	f, err := os.Open(program)
	if err != nil {
		return nil // the loader will say why
	}
	defer f.Close()
	if line, _ := bufio.NewReader(f).Peek(128); pythonShebang.Match(line) {
		return errPython
	}
	return nil
}
