package node

import (
	"debug/elf"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWritable(t *testing.T) {
	load := func(flags elf.ProgFlag, vaddr, memsz uint64) elf.Prog64 {
		return elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(flags), Vaddr: vaddr, Memsz: memsz}
	}
	relro := func(vaddr, memsz uint64) elf.Prog64 {
		return elf.Prog64{Type: uint32(elf.PT_GNU_RELRO), Vaddr: vaddr, Memsz: memsz}
	}
	code := load(elf.PF_R|elf.PF_X, 0x1000, 0x500)
	rw := elf.PF_R | elf.PF_W
	tests := []struct {
		name     string
		headers  []elf.Prog64
		bias     uintptr
		from, to uintptr
		fails    bool
	}{
		{"pie with relro", []elf.Prog64{code, load(rw, 0x3db8, 0x1300), relro(0x3db8, 0x248)}, 0x550000000000, 0x550000004000, 0x550000006000, false},
		{"not pie", []elf.Prog64{code, load(rw, 0x403e10, 0x300), relro(0x403e10, 0x1f0)}, 0, 0x404000, 0x405000, false},
		{"no relro keeps the whole first page", []elf.Prog64{code, load(rw, 0x3db8, 0x10)}, 0, 0x3000, 0x4000, false},
		{"relro as a segment of its own", []elf.Prog64{code, load(rw, 0x3000, 0x1000), load(rw, 0x5010, 0x40), relro(0x3000, 0x1000)}, 0, 0x5000, 0x6000, false},
		{"nothing writable", []elf.Prog64{code}, 0, 0, 0, true},
		{"two writable segments", []elf.Prog64{load(rw, 0x3000, 0x10), load(rw, 0x9000, 0x10)}, 0, 0, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := writable(tt.headers, tt.bias)
			if tt.fails {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, addressRange{tt.from, tt.to}, r)
		})
	}
}

func TestHashIgnoresPlaceAndPath(t *testing.T) {
	a := &Image{Path: "/a", Bias: 1 << 40, Headers: []elf.Prog64{{Vaddr: 1}}, Note: []byte("id")}
	b := &Image{Path: "/b", Headers: []elf.Prog64{{Vaddr: 1}}, Note: []byte("id")}
	c := &Image{Headers: []elf.Prog64{{Vaddr: 1}}, Note: []byte("other")}
	require.Equal(t, a.Hash(), b.Hash())
	require.NotEqual(t, a.Hash(), c.Hash())
}
