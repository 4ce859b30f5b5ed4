package launcher

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Linkage is what a program's file says about libraries of parallel programs.
type Linkage struct {
	Ours  bool   // it needs this library
	Other string // a library of others that it needs or contains, as in "liboshmem.so.40 (OpenSHMEM)" or "its own MPI (PMPI_Init)"; empty: none that is known
}

// ownPrefix begins the names of this library and of its parts for one API each.
const ownPrefix = "libgasnetgo"

// otherAPI is the API of a shared library of others, by its name; empty for libraries that are none of these.
func otherAPI(name string) string {
	stem, _, _ := strings.Cut(name, ".so")
	switch stem {
	case "liboshmem", "libshmem", "libsma", "libsandia-openshmem", "libosss-ucx", "libsmac":
		return "OpenSHMEM"
	case "libarmci", "libcomex":
		return "ARMCI"
	case "libsisci":
		return "SISCI"
	case "liblapi", "libportals":
		return strings.ToUpper(stem[3:4]) + stem[4:]
	}
	switch {
	case stem == "libmpi", strings.HasPrefix(stem, "libmpi_"), strings.HasPrefix(stem, "libmpich"), strings.HasPrefix(stem, "libmpicxx"), strings.HasPrefix(stem, "libmpifort"):
		return "MPI"
	case strings.HasPrefix(stem, "libgasnet-"):
		return "GASNet"
	}
	return ""
}

// containedAPI is the API whose library a program contains that defines this function.
func containedAPI(function string) string {
	return map[string]string{"shmem_init": "OpenSHMEM", "start_pes": "OpenSHMEM", "PMPI_Init": "MPI", "gasnetc_init": "GASNet", "PARMCI_Init": "ARMCI"}[function]
}

// LinkageOf reads a program's file. The zero Linkage is for what is no ELF file, such as a script.
func LinkageOf(path string) (l Linkage) {
	f, err := elf.Open(path)
	if err != nil {
		return l
	}
	defer f.Close()
	needed, _ := f.ImportedLibraries()
	l.look(needed)
	if l.Other == "" {
		symbols, _ := f.Symbols()
		for _, s := range symbols {
			if api := containedAPI(s.Name); api != "" && s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
				l.Other = fmt.Sprintf("its own %s (%s)", api, s.Name)
				break
			}
		}
	}
	if l.Other != "" && !l.Ours { // perhaps one of its libraries needs this one
		l.look(allNeeded(f, path))
	}
	return l
}

func (l *Linkage) look(names []string) {
	for _, name := range names {
		if strings.HasPrefix(name, ownPrefix) {
			l.Ours = true
		} else if api := otherAPI(name); api != "" && l.Other == "" {
			l.Other = fmt.Sprintf("%s (%s)", name, api)
		}
	}
}

// allNeeded has the program's dynamic loader list the libraries that it would load, those of libraries included.
func allNeeded(f *elf.File, path string) (names []string) {
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP || p.Filesz > 4096 {
			continue
		}
		loader := make([]byte, p.Filesz)
		if _, err := p.ReadAt(loader, 0); err != nil {
			return nil
		}
		bounded, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		text, _ := exec.CommandContext(bounded, string(bytes.TrimRight(loader, "\x00")), "--list", path).Output()
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) > 0 {
				names = append(names, filepath.Base(words[0]))
			}
		}
	}
	return names
}

// Unused is the line for a program none of whose ranks has called the library before it ended with the given status; empty if its file does not say why. program is
// its name for the user. A program that is linked with this library too, and has failed, may just not have come that far.
func Unused(program, path string, status int) string {
	switch l := LinkageOf(path); {
	case l.Other == "" || l.Ours && status != 0:
		return ""
	case l.Ours:
		return fmt.Sprintf("%s has not called this library: it is linked with %s, too, whose functions it has called instead; name this library first when you link it", program, l.Other)
	default:
		return program + Strange(l)
	}
}

// Strange is what follows the name of a program that is linked with a library of others and not with this one.
func Strange(l Linkage) string {
	return fmt.Sprintf(" is linked with %s, and not with this library: its ranks do not know of each other; link it with oshcc or -lgasnetgo, or start it with the launcher of that library", l.Other)
}
