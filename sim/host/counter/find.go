package counter

import (
	"bytes"
	"debug/elf"
	"io"
	"slices"

	"gasnetgo/sim/host/x86"
)

// Read is an instruction that reads the counter, or a system call.
type Read struct {
	At     uint64 // address in the file's own terms
	Offset uint64 // in the file
	Length int
	Kind   x86.Kind
}

// Found is what there is in a program or library.
type Found struct {
	Reads   []Read   // by address
	Unclear []uint64 // addresses of bytes that may be such an instruction, in code that could not be decoded
}

// What to look for, by kind.
var (
	clocks = wanted{kinds: []x86.Kind{x86.Rdtsc, x86.Rdtscp}, patterns: [][]byte{{0x0f, 0x31}, {0x0f, 0x01, 0xf9}}}
	calls  = wanted{kinds: []x86.Kind{x86.Syscall}, patterns: [][]byte{{0x0f, 0x05}}}
)

type wanted struct {
	kinds    []x86.Kind
	patterns [][]byte // their last bytes
}

// In looks through the code of an x86-64 file. A file for another machine, or without any code that could be read, has nothing.
func In(file io.ReaderAt) Found { return clocks.in(file) }

// Calls is In for system calls in place of reads.
func Calls(file io.ReaderAt) Found { return calls.in(file) }

func (w wanted) in(file io.ReaderAt) (found Found) {
	f, err := elf.NewFile(file)
	if err != nil || f.Machine != elf.EM_X86_64 {
		return Found{}
	}
	defer f.Close()
	var functions []function
	for _, c := range codeOf(f) {
		hits := hitsIn(c.bytes, w.patterns)
		if len(hits) > 0 && functions == nil {
			functions = functionsOf(f)
		}
		found.add(w, c, hits, functions)
	}
	slices.SortFunc(found.Reads, func(a, b Read) int { return compare(a.At, b.At) })
	found.Reads = slices.CompactFunc(found.Reads, func(a, b Read) bool { return a.At == b.At })
	slices.Sort(found.Unclear)
	found.Unclear = slices.Compact(found.Unclear)
	return found
}

func compare(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// code is a piece of a file that is executed.
type code struct {
	at, offset uint64
	bytes      []byte
}

// codeOf are the executable sections; a file without sections has segments, in which there may be more than code.
func codeOf(f *elf.File) (all []code) {
	for _, s := range f.Sections {
		if s.Type == elf.SHT_PROGBITS && s.Flags&(elf.SHF_ALLOC|elf.SHF_EXECINSTR) == elf.SHF_ALLOC|elf.SHF_EXECINSTR {
			if b, err := s.Data(); err == nil {
				all = append(all, code{s.Addr, s.Offset, b})
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 {
			if b, err := io.ReadAll(p.Open()); err == nil {
				all = append(all, code{p.Vaddr, p.Off, b})
			}
		}
	}
	return all
}

// hitsIn are the places where the bytes of such an instruction are, whatever they are there, in order.
func hitsIn(b []byte, patterns [][]byte) (hits []int) {
	for _, pattern := range patterns {
		for at := 0; ; at++ {
			n := bytes.Index(b[at:], pattern)
			if n < 0 {
				break
			}
			at += n
			hits = append(hits, at)
		}
	}
	slices.Sort(hits)
	return hits
}

// add decodes the functions that the hits are in, each once.
func (found *Found) add(w wanted, c code, hits []int, functions []function) {
	for len(hits) > 0 {
		at := c.at + uint64(hits[0])
		fn, ok := around(functions, at)
		if !ok || fn.begin < c.at {
			found.Unclear = append(found.Unclear, at)
			hits = hits[1:]
			continue
		}
		in := 1 // hits in this function
		for in < len(hits) && c.at+uint64(hits[in]) < fn.end {
			in++
		}
		found.decode(w, c, fn, hits[:in])
		hits = hits[in:]
	}
}

// decode goes through a function. A hit inside another instruction is none.
func (found *Found) decode(w wanted, c code, fn function, hits []int) {
	end := min(fn.end-c.at, uint64(len(c.bytes)))
	at := int(fn.begin - c.at)
	for len(hits) > 0 && at < int(end) {
		n, kind := x86.Length(c.bytes[at:end])
		if n == 0 {
			break
		}
		if slices.Contains(w.kinds, kind) {
			found.Reads = append(found.Reads, Read{c.at + uint64(at), c.offset + uint64(at), n, kind})
		}
		at += n
		for len(hits) > 0 && hits[0] < at {
			hits = hits[1:]
		}
	}
	for _, hit := range hits {
		found.Unclear = append(found.Unclear, c.at+uint64(hit))
	}
}
