package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The common blocks that shmem.fh and the module leave in each object. The first has the size of an INTEGER, the second 12 bytes less that size. Where parts of
// an object differ, the linker has left the larger size of each.
const (
	widestInteger    = "shmem_widest_integer"
	narrowestInteger = "shmem_narrowest_integer"
	bothIntegers     = 12
)

// integers is the sizes in bytes of the default INTEGERs that parts of a program were compiled with. It is 0, 0 where no part says so.
type integers struct{ narrowest, widest uint64 }

// checkIntegers reads the objects and archives among a linker's arguments, and is an error if one was compiled with INTEGERs of another size than those that
// the program is linked for. Objects that a compiler will compile again (-flto) have no sizes yet.
func (f *fortran) checkIntegers(args []string) error {
	want := uint64(4)
	if f.wide {
		want = 8
	}
	for _, path := range linked(args) {
		for _, o := range integersOf(path) {
			if o.widest == 0 || o.narrowest == want && o.widest == want {
				continue
			}
			return fmt.Errorf("%s: compiled with %s, but the program is linked for INTEGERs of %d bytes; give the same flag (%s, or none) when compiling all files and when linking",
				o.name, o.integers, want, wideFlags[0])
		}
	}
	return nil
}

// linked is the objects and archives among a linker's arguments, and the libraries of -l that are in a folder of -L. Those of the system's folders are left out.
func linked(args []string) (paths []string) {
	var folders, names []string
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-L") && len(arg) > 2:
			folders = append(folders, arg[2:])
		case arg == "-L" && i+1 < len(args):
			folders = append(folders, args[i+1])
		case strings.HasPrefix(arg, "-l"):
			names = append(names, "lib"+arg[2:]+".so", "lib"+arg[2:]+".a")
		case !strings.HasPrefix(arg, "-") && slices.Contains([]string{".o", ".obj", ".a", ".so"}, filepath.Ext(arg)):
			paths = append(paths, arg)
		}
	}
	for _, folder := range folders {
		for _, name := range names {
			paths = append(paths, filepath.Join(folder, name))
		}
	}
	return paths
}

func (i integers) String() string {
	if i.narrowest != i.widest {
		return fmt.Sprintf("INTEGERs of %d and of %d bytes", i.narrowest, i.widest)
	}
	return fmt.Sprintf("INTEGERs of %d bytes", i.widest)
}

// object is a file, or a member of an archive, with the sizes that it was compiled with.
type object struct {
	name string
	integers
}

// integersOf reads an object or a shared library, or each member of an archive. What is no such file has none: the linker reports it.
func integersOf(path string) (all []object) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	err = members(text, func(member string, content []byte) {
		if file, err := elf.NewFile(bytes.NewReader(content)); err == nil {
			all = append(all, object{path + member, integersIn(file)})
		}
	})
	if err != nil {
		return nil
	}
	return all
}

// integersIn reads the sizes of the common blocks from the symbols of a file.
func integersIn(file *elf.File) integers {
	symbols, err := file.Symbols()
	if err != nil { // stripped
		symbols, _ = file.DynamicSymbols()
	}
	var i integers
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF || s.Size == 0 || s.Size >= bothIntegers {
			continue
		}
		switch strings.TrimRight(strings.ToLower(s.Name), "_") {
		case widestInteger:
			i.widest = s.Size
		case narrowestInteger:
			i.narrowest = bothIntegers - s.Size
		}
	}
	if i.narrowest == 0 {
		i.widest = 0
	}
	return i
}

// members calls do with each member of an archive, whose name is then in parentheses, or with the whole of another file.
func members(file []byte, do func(member string, content []byte)) error {
	const header = 60
	rest, ok := bytes.CutPrefix(file, []byte("!<arch>\n"))
	if !ok {
		do("", file)
		return nil
	}
	var long []byte // names of more than 15 bytes
	for len(rest) >= header {
		name := strings.TrimRight(string(rest[:16]), " ")
		size, err := strconv.ParseUint(strings.TrimSpace(string(rest[48:58])), 10, 63)
		if err != nil {
			return err
		}
		rest = rest[header:]
		if size > uint64(len(rest)) {
			return io.ErrUnexpectedEOF
		}
		switch content := rest[:size]; name {
		case "/", "/SYM64/": // the archive's index
		case "//":
			long = content
		default:
			do("("+longName(name, long)+")", content)
		}
		rest = rest[min(size+size%2, uint64(len(rest))):]
	}
	if len(rest) > 0 {
		return errors.New("bytes behind the last member")
	}
	return nil
}

// longName is a member's name, which is "/offset" into the names that are too long for a header, or ends with a slash.
func longName(name string, long []byte) string {
	if at, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && strings.HasPrefix(name, "/") && at < len(long) {
		name, _, _ = strings.Cut(string(long[at:]), "\n")
	}
	return strings.TrimSuffix(name, "/")
}
