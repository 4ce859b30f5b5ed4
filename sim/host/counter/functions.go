package counter

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"slices"
)

// function is code from a known beginning, where an instruction begins, to an end.
type function struct{ begin, end uint64 }

// functionsOf are those that the tables for unwinding and the symbols name, by beginning.
func functionsOf(f *elf.File) (all []function) {
	all = unwound(f)
	for _, table := range []func() ([]elf.Symbol, error){f.Symbols, f.DynamicSymbols} {
		symbols, err := table()
		if err != nil {
			continue
		}
		for _, s := range symbols {
			if t := elf.ST_TYPE(s.Info); (t == elf.STT_FUNC || t == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF && s.Size > 0 && s.Value+s.Size > s.Value {
				all = append(all, function{s.Value, s.Value + s.Size})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b function) int { return compare(a.begin, b.begin) })
	return all
}

// nearby is how many beginnings before an address are looked at: functions hardly ever contain others.
const nearby = 8

// around is the function that an address is in, the one that begins closest before it.
func around(functions []function, at uint64) (function, bool) {
	i, _ := slices.BinarySearchFunc(functions, at, func(f function, at uint64) int {
		if f.begin <= at {
			return -1
		}
		return 1
	})
	for k := i - 1; k >= 0 && k >= i-nearby; k-- {
		if functions[k].end > at {
			return functions[k], true
		}
	}
	return function{}, false
}

// Pointer encodings of the tables for unwinding (Linux Standard Base, core, "DWARF Extensions").
const (
	peFormat   = 0x0f
	peAbsolute = 0x00 // 8 bytes
	peUdata4   = 0x03
	peUdata8   = 0x04
	peSdata4   = 0x0b
	peSdata8   = 0x0c
	peApplied  = 0x70
	pePcrel    = 0x10
)

// unwound reads .eh_frame, whose entries (FDE) have a function's beginning and length, and refer to one (CIE) that says how these are written. Entries of a
// form that compilers do not make are left out.
func unwound(f *elf.File) (all []function) {
	s := f.Section(".eh_frame")
	if s == nil || s.Type == elf.SHT_NOBITS {
		return nil
	}
	data, err := s.Data()
	if err != nil {
		return nil
	}
	for at := uint64(0); at+8 <= uint64(len(data)); {
		length := uint64(binary.LittleEndian.Uint32(data[at:]))
		body := at + 4
		if length < 4 || length > uint64(len(data))-body { // the end; or 64-bit lengths, which no compiler writes
			break
		}
		if cie := uint64(binary.LittleEndian.Uint32(data[body:])); cie != 0 && cie <= body {
			if encoding, ok := encodingOf(data, body-cie); ok {
				if fn, ok := entry(data[body+4:body+length], s.Addr+body+4, encoding); ok {
					all = append(all, fn)
				}
			}
		}
		at = body + length
	}
	return all
}

// encodingOf is how the entries of a CIE write addresses.
func encodingOf(data []byte, at uint64) (encoding byte, ok bool) {
	if at+9 > uint64(len(data)) {
		return 0, false
	}
	length := uint64(binary.LittleEndian.Uint32(data[at:]))
	if length < 5 || length > uint64(len(data))-at-4 {
		return 0, false
	}
	rest := data[at+8 : at+4+length]
	version := rest[0]
	letters, rest, ok := bytes.Cut(rest[1:], []byte{0})
	if !ok || (version != 1 && version != 3) {
		return 0, false
	}
	if len(letters) == 0 {
		return peAbsolute, true
	}
	if letters[0] != 'z' {
		return 0, false
	}
	skip := func() { // a number in LEB128
		for len(rest) > 0 && rest[0]&0x80 != 0 {
			rest = rest[1:]
		}
		rest = rest[min(1, len(rest)):]
	}
	for range 4 { // factors of code and data, return address, length of what follows
		skip()
	}
	for _, letter := range letters[1:] {
		if len(rest) == 0 {
			return 0, false
		}
		switch letter {
		case 'R':
			return rest[0], true
		case 'L':
			rest = rest[1:]
		case 'P':
			n := 1 + sizeOf(rest[0])
			if n == 1 || n > len(rest) {
				return 0, false
			}
			rest = rest[n:]
		case 'S', 'B':
		default:
			return 0, false
		}
	}
	return peAbsolute, true
}

// sizeOf is how many bytes an address takes; 0: no fixed number.
func sizeOf(encoding byte) int {
	switch encoding & peFormat {
	case peAbsolute, peUdata8, peSdata8:
		return 8
	case peUdata4, peSdata4:
		return 4
	}
	return 0
}

// entry reads beginning and length of a function from where an FDE has them.
func entry(data []byte, at uint64, encoding byte) (fn function, ok bool) {
	n := sizeOf(encoding)
	if n == 0 || len(data) < 2*n || (encoding&peApplied != 0 && encoding&peApplied != pePcrel) {
		return fn, false
	}
	var begin, bytes uint64
	if n == 4 {
		begin, bytes = uint64(int64(int32(binary.LittleEndian.Uint32(data)))), uint64(binary.LittleEndian.Uint32(data[4:]))
	} else {
		begin, bytes = binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
	}
	if encoding&peApplied == pePcrel {
		begin += at
	}
	return function{begin, begin + bytes}, begin+bytes > begin
}
