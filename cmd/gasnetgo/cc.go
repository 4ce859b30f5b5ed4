package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// layout is the folders of an installation that are used to build programs, and what a Fortran program needs beside them.
type layout struct {
	prefix  string
	fortran *fortran // nil in C and C++
	count   []string // flags of countFlag; nil: it is not given
	check   *checked // of checkFlag; nil: it is not given
}

func (l layout) incdir() string { return filepath.Join(l.prefix, "include", "gasnetgo", "shmem") }

func (l layout) compile() []string {
	flags := append([]string{"-I" + l.incdir()}, l.count...)
	if l.check != nil {
		flags = append(flags, l.check.compile...)
	}
	if l.fortran != nil {
		flags = append(flags, l.fortran.compile(l)...)
	}
	return flags
}

func (l layout) libraries() []string {
	all := []string{"-lgasnetgo-shmem", "-lm"}
	if l.fortran != nil && l.fortran.wide {
		all = append([]string{"-lgasnetgo-fortran8"}, all...) // its symbols stand before the library's
	}
	return all
}

// libdir is the folder of the libraries: lib, or what an installation was told, such as lib64. A link in libexec says which.
func (l layout) libdir() string {
	tools := filepath.Join(l.prefix, "libexec", "gasnetgo")
	if to, err := os.Readlink(filepath.Join(tools, "lib")); err == nil {
		return filepath.Join(tools, to)
	}
	return filepath.Join(l.prefix, "lib")
}

func (l layout) link() []string {
	flags := []string{"-L" + l.libdir(), "-Wl,-rpath," + l.libdir()}
	if l.check != nil {
		flags = append(flags, l.check.link...)
	}
	return append(flags, l.libraries()...)
}

// installed finds the prefix: the folder above the one with this executable, after symbolic links are resolved.
func installed() (layout, error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return layout{}, fmt.Errorf("cannot find the installation: %w", err)
	}
	return layout{prefix: filepath.Dir(filepath.Dir(exe))}, nil
}

// answer is a wrapper's reply: text to print, or a command to become.
type answer struct {
	text    string
	command []string
	links   bool // the command does
}

// wrap decides what the wrapper named tool does with args. The command is the compiler, the user's arguments, then ours, so that the
// user's -I and -L come first.
func wrap(tool string, compiler []string, at layout, args []string) answer {
	line := func(words ...[]string) answer {
		var all []string
		for _, w := range words {
			all = append(all, w...)
		}
		return answer{text: quoted(all) + "\n"}
	}
	var user []string
	show, links := false, true
	for _, arg := range args {
		switch {
		case arg == "-show" || arg == "-showme" || arg == "--show" || arg == "--showme":
			show = true
			continue
		case arg == "-showlibs" || arg == "--showlibs":
			return line(at.link())
		case strings.HasPrefix(arg, "-showme:") || strings.HasPrefix(arg, "--showme:"):
			_, what, _ := strings.Cut(arg, ":")
			switch what {
			case "compile":
				return line(at.compile())
			case "link":
				return line(at.link())
			case "command":
				return line(compiler)
			case "incdirs":
				return line([]string{at.incdir()})
			case "libdirs":
				return line([]string{at.libdir()})
			case "libs":
				var names []string
				for _, flag := range at.libraries() {
					names = append(names, strings.TrimPrefix(flag, "-l"))
				}
				return line(names)
			case "version":
				return answer{text: tool + ": gasnetgo " + Version + "\n"}
			}
			return answer{text: wrapperHelp(tool)}
		case arg == "--help":
			return answer{text: wrapperHelp(tool)}
		case arg == "-c" || arg == "-S" || arg == "-E" || arg == "-M" || arg == "-MM" || arg == "-fsyntax-only":
			links = false
		}
		user = append(user, arg)
	}
	if !show && len(user) == 0 {
		return answer{command: compiler} // which says that there are no input files
	}
	command := append(append(append([]string(nil), compiler...), user...), at.compile()...)
	links = links && !asksCompilerOnly(user)
	if links {
		command = append(command, at.link()...)
	}
	if show {
		return line(command)
	}
	return answer{command: command, links: links}
}

// asksCompilerOnly is oshcc -v, oshcc --version and the like: there is nothing to link.
func asksCompilerOnly(user []string) bool {
	for _, arg := range user {
		if arg != "-v" && arg != "-V" && !strings.HasPrefix(arg, "--version") && !strings.HasPrefix(arg, "-dump") && !strings.HasPrefix(arg, "-print") {
			return false
		}
	}
	return len(user) > 0
}

func wrapperHelp(tool string) string {
	compiler, notes := "$SHMEM_CC, $CC or cc ($SHMEM_CXX, $CXX or c++),\nand never a wrapper such as this: CC=oshcc is passed over.\n", ""
	if strings.HasSuffix(tool, "fort") {
		compiler = "$SHMEM_FC, $FC or gfortran,\nand never a wrapper such as this: FC=oshfort is passed over.\n"
		notes = fortranHelp
	}
	return "usage: " + tool + ` [compiler arguments]

Compiles and links with the headers and the library of gasnetgo; the compiler is ` + compiler + `  -show, -showme          print the command and do nothing
  -showme:compile, :link  print the flags for compiling, for linking
  -showme:command         print the compiler
  -showme:incdirs, :libdirs, :libs, :version
  -showlibs               print the flags for linking
  --count                 count instructions, for --compute counted of gasnetgo run
  --check                 note loads and stores, for --check of gasnetgo run
  -c -S -E -M -MM         leave out the library, as these do not link
` + notes
}

// quoted formats words for a shell.
func quoted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if w == "" || strings.ContainsAny(w, " \t\n\"'\\$`*?[]{}()<>|&;!#~") {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// compile is main of the compiler wrappers: it executes the compiler in place of this process, or returns a status.
func compile(l language, tool string, args []string) int {
	at, err := installed()
	if err != nil {
		return status(tool, err)
	}
	chosen := l.choose(os.LookupEnv, isWrapper)
	if l.fortran {
		if at.fortran, err = newFortran(chosen.command, args); err != nil {
			return status(tool, err)
		}
	}
	var counts *counting
	if slices.Contains(args, countFlag) {
		if counts, err = newCounting(chosen.command, at); err != nil {
			return status(tool, err)
		}
		args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == countFlag })
		at.count = counts.flags
	}
	if slices.Contains(args, checkFlag) {
		if at.check, err = newChecked(chosen.command, at); err != nil {
			return status(tool, err)
		}
		args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == checkFlag })
	}
	a := wrap(tool, chosen.command, at, args)
	if a.command == nil {
		_, _ = io.WriteString(os.Stdout, a.text)
		return 0
	}
	if a.links && l.fortran {
		if err := at.fortran.checkIntegers(args); err != nil {
			return status(tool, err)
		}
	}
	if _, err := os.Stat(at.incdir()); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s does not exist; run the %s of an installation, beside its include and lib\n", tool, at.incdir(), tool)
		return 1
	}
	env, err := chosen.mark(tool, l, os.Environ())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if counts != nil {
		env = append(env, assemblerVariable+"="+counts.assembler)
	}
	path, err := which(a.command[0])
	if err == nil {
		err = unix.Exec(path, a.command, env)
	}
	fmt.Fprintf(os.Stderr, "%s: cannot run the compiler %s: %v (%s names another)\n", tool, a.command[0], err, l.variables[0])
	return 1
}
