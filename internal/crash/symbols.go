package crash

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"path/filepath"
	"sort"
)

// Symbols are the names in files, read when the first is asked for. The zero value is ready. It is for one goroutine.
type Symbols struct{ files map[string]*symbolFile }

type symbolFile struct {
	functions []elf.Symbol // by address
	objects   []elf.Symbol
	code      []*elf.Prog
	dwarf     *dwarf.Data
	known     map[uint64]string // lines that have been asked for: ranks wait at the same places
}

func (s *Symbols) file(path string) *symbolFile {
	if f := s.files[path]; f != nil {
		return f
	}
	f := &symbolFile{known: map[uint64]string{}}
	if s.files == nil {
		s.files = map[string]*symbolFile{}
	}
	s.files[path] = f
	e, err := elf.Open(path)
	if err != nil {
		return f
	}
	defer e.Close()
	all, _ := e.Symbols()
	dynamic, _ := e.DynamicSymbols()
	for _, y := range append(all, dynamic...) {
		if elf.ST_TYPE(y.Info) == elf.STT_FUNC && y.Section != elf.SHN_UNDEF {
			f.functions = append(f.functions, y)
		}
		if elf.ST_TYPE(y.Info) == elf.STT_OBJECT && y.Section != elf.SHN_UNDEF && y.Size > 0 {
			f.objects = append(f.objects, y)
		}
	}
	sort.SliceStable(f.functions, func(i, j int) bool { return f.functions[i].Value < f.functions[j].Value })
	for _, p := range e.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 {
			f.code = append(f.code, p)
		}
	}
	f.dwarf, _ = e.DWARF()
	return f
}

// Find returns the function and line at an address of the file, as its headers have it; false if it has no code there.
func (s *Symbols) Find(path string, at uint64) (p Place, ok bool) {
	f := s.file(path)
	for _, c := range f.code {
		ok = ok || at-c.Vaddr < c.Memsz
	}
	if !ok {
		return Place{}, false
	}
	p = Place{Object: path, Offset: at}
	i := sort.Search(len(f.functions), func(i int) bool { return f.functions[i].Value > at })
	if i > 0 && (f.functions[i-1].Size == 0 || at-f.functions[i-1].Value < f.functions[i-1].Size) {
		p.Function, p.Offset = f.functions[i-1].Name, at-f.functions[i-1].Value
	}
	p.Source = f.line(at)
	return p, true
}

// Object is the variable at an address of the file, and how far into it the address is; false if there is none that has a name.
func (s *Symbols) Object(path string, at uint64) (name string, offset, bytes uint64, ok bool) {
	for _, o := range s.file(path).objects {
		if at-o.Value < o.Size {
			return o.Name, at - o.Value, o.Size, true
		}
	}
	return "", 0, 0, false
}

// address is the address of a byte of the file, as its headers have it; false if it is not code.
func (f *symbolFile) address(offset uint64) (uint64, bool) {
	for _, c := range f.code {
		if offset-c.Off < c.Filesz {
			return offset - c.Off + c.Vaddr, true
		}
	}
	return 0, false
}

// line is file:line of an address, empty if the file was not compiled with -g.
func (f *symbolFile) line(at uint64) string {
	if f.dwarf == nil {
		return ""
	}
	text, some := f.known[at]
	if !some {
		text = f.find(at)
		f.known[at] = text
	}
	return text
}

// find searches a unit's whole line table, whose sequences are not sorted: main is often placed before code that precedes it in the file.
func (f *symbolFile) find(at uint64) string {
	unit, err := f.dwarf.Reader().SeekPC(at)
	if err != nil {
		return ""
	}
	lines, err := f.dwarf.LineReader(unit)
	if err != nil || lines == nil {
		return ""
	}
	before := dwarf.LineEntry{EndSequence: true}
	for {
		var e dwarf.LineEntry
		if lines.Next(&e) != nil {
			return ""
		}
		if !before.EndSequence && before.Address <= at && at < e.Address && before.File != nil {
			return fmt.Sprintf("%s:%d", filepath.Base(before.File.Name), before.Line)
		}
		before = e
	}
}
