package count

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Section is the section of an object that has the table: pieces, one after the other, each of them a header and entries. Words are little-endian, and addresses relative to their own place.
//
//	header   magic, number of entries, address of the counter
//	entry    address of a 32-bit immediate, and for each class a byte: how many instructions of it the immediate stands for
//
// Several entries for one immediate add up.
const Section = "gasnetgo_count"

// Counter is the symbol of the counter, 8 bytes that each linked object has one of.
const Counter = "__gasnetgo_count"

// Magic begins each piece of a table, and has the version of the format.
const Magic = 0x31434147 // "GAC1"

const (
	headerBytes = 12
	entryBytes  = 4 + int(Classes)
)

// Block is an immediate of an object that is to be a weight.
type Block struct {
	Offset uint64 // of the immediate in the file
	Counts Counts
}

// Table is what an object has.
type Table struct {
	Counter uint64 // address
	Blocks  []Block
}

// In reads the table of an object's file. It is nil if there is none, and an error if it is damaged.
func In(file []byte) (*Table, error) {
	f, err := elf.NewFile(bytes.NewReader(file))
	if err != nil {
		return nil, nil // no object, or not one that can be loaded: not this package's business
	}
	s := f.Section(Section)
	if s == nil || f.Machine != elf.EM_X86_64 {
		return nil, nil
	}
	text, err := s.Data()
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", Section, err)
	}
	t, err := decode(text, s.Addr)
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", Section, err)
	}
	return t, t.place(f, file)
}

// decode reads the pieces. Offsets of blocks are addresses still.
func decode(text []byte, at uint64) (*Table, error) {
	t := new(Table)
	word := func(from int) uint32 { return binary.LittleEndian.Uint32(text[from:]) }
	relative := func(from int) uint64 { return at + uint64(from) + uint64(int64(int32(word(from)))) }
	places := map[uint64]int{}
	for from := 0; from < len(text); {
		if len(text)-from < headerBytes || word(from) != Magic {
			return nil, errors.New("it is not as oshcc --count writes it, or of another version")
		}
		n := word(from + 4)
		counter := relative(from + 8)
		if t.Counter != 0 && counter != t.Counter {
			return nil, errors.New("it names two counters")
		}
		t.Counter = counter
		if from += headerBytes; uint64(n)*uint64(entryBytes) > uint64(len(text)-from) {
			return nil, errors.New("it ends too early")
		}
		for range n {
			place := relative(from)
			i, had := places[place]
			if !had {
				i = len(t.Blocks)
				places[place] = i
				t.Blocks = append(t.Blocks, Block{Offset: place})
			}
			for class := range t.Blocks[i].Counts {
				t.Blocks[i].Counts[class] += uint32(text[from+4+class])
			}
			from += entryBytes
		}
	}
	return t, nil
}

// Instructions whose immediates are weights, up to what depends on the object: addq $imm, disp(%rip); imulq $imm, %rdx, %r11; imulq $imm, %rcx, %r11.
func forms() [][]byte {
	return [][]byte{{0x48, 0x81, 0x05}, {0x4c, 0x69, 0xda}, {0x4c, 0x69, 0xd9}}
}

// place converts addresses of immediates to offsets in the file. It is an error if there is no such instruction, so a damaged table cannot damage a program.
func (t *Table) place(f *elf.File, file []byte) error {
	slices.SortFunc(t.Blocks, func(a, b Block) int {
		switch {
		case a.Offset < b.Offset:
			return -1
		case a.Offset > b.Offset:
			return 1
		}
		return 0
	})
	if !t.counterIn(f) {
		return fmt.Errorf("section %s: its counter, %#x, is no variable", Section, t.Counter)
	}
	for i := range t.Blocks {
		at := t.Blocks[i].Offset
		offset, ok := inText(f, file, at)
		if !ok || !t.immediate(file, offset, at) {
			return fmt.Errorf("section %s: at %#x is no instruction of oshcc --count", Section, at)
		}
		t.Blocks[i].Offset = offset
	}
	return nil
}

// counterIn reports whether the counter is in memory that can be written.
func (t *Table) counterIn(f *elf.File) bool {
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool {
		return p.Type == elf.PT_LOAD && p.Flags&elf.PF_W != 0 && t.Counter >= p.Vaddr && p.Memsz >= 8 && t.Counter-p.Vaddr <= p.Memsz-8
	})
}

// inText is where the file has 4 bytes of code, with 7 bytes before them.
func inText(f *elf.File, file []byte, at uint64) (offset uint64, ok bool) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && at >= p.Vaddr && p.Filesz >= 4 && at-p.Vaddr <= p.Filesz-4 {
			offset = p.Off + at - p.Vaddr
			return offset, offset >= 7 && offset+4 <= uint64(len(file))
		}
	}
	return 0, false
}

func (t *Table) immediate(file []byte, offset, at uint64) bool {
	all := forms()
	if bytes.Equal(file[offset-7:offset-4], all[0]) {
		return at+4+uint64(int64(int32(binary.LittleEndian.Uint32(file[offset-4:])))) == t.Counter
	}
	return slices.ContainsFunc(all[1:], func(form []byte) bool { return bytes.Equal(file[offset-3:offset], form) })
}
