package x86

// Move is a move between memory and a register, of 4 or 8 bytes.
type Move struct {
	Load     bool // to the register
	Register byte
	Bytes    int
	At       uint64 // the memory
	Length   int    // of the instruction
}

// Move decodes the instruction that code begins with, which Step would execute next, if it is such a move, as compilers make for volatile variables, and needs no hidden register for the address.
func (p *Processor) Move(code []byte) (m Move, ok bool) {
	if len(code) < 2 || code[0] != 0x8b && code[0] != 0x89 && (code[0]&0xf0 != 0x40 || code[1] != 0x8b && code[1] != 0x89) {
		return m, false
	}
	d := decoder{code: code[:min(len(code), longest)]}
	d.instruction()
	if d.bad || d.at > len(d.code) || d.code[d.modrm]>>6 == 3 {
		return m, false
	}
	i := Instruction{Length: d.at, form: d.form, formAt: d.formAt, modrm: d.modrm, behind: d.behind}
	copy(i.code[:], d.code)
	at, known := i.Address(&p.R, p.PC)
	other := p.R
	for r := range other {
		if p.Hidden>>r&1 != 0 {
			other[r] ^= 1
		}
	}
	elsewhere, _ := i.Address(&other, p.PC)
	m = Move{Load: d.op == 0x8b, Register: d.code[d.modrm] >> 3 & 7, Bytes: d.size(), At: at, Length: d.at}
	if d.form == rex {
		m.Register |= d.code[d.formAt] << 1 & 8
	}
	return m, known && at == elsewhere
}
