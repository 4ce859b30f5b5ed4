package x86

// Touch is memory that an instruction accesses.
type Touch struct {
	Address     uint64
	Bytes       int
	Load, Store bool
}

// Touches is all memory that the instruction accesses that code begins with, with the values of the 16 general registers, in their order of encoding, and the address of the instruction. It returns
// false if that is not known, or if the instruction may do more than change memory and the registers that a thread's program sees: system calls, random numbers, counters, ports. Loads by way of fs and gs, of
// thread-local variables, are left out: no other thread changes them.
func Touches(code []byte, registers *[16]uint64, pc uint64) ([]Touch, bool) {
	d := decoder{code: code[:min(len(code), longest)]}
	kind := d.instruction()
	if d.bad || d.at > len(d.code) || kind != Other || d.short {
		return nil, false
	}
	push := Touch{Address: registers[4] - 8, Bytes: 8, Store: true}
	pop := Touch{Address: registers[4], Bytes: 8, Load: true}
	switch {
	case d.modrm == 0:
		return d.implicit(registers, push, pop)
	case d.code[d.modrm]>>6 == 3:
		return d.inRegisters(push, pop)
	}
	i, ok := Decode(code)
	if !ok {
		return nil, false
	}
	if i.None {
		return nil, true
	}
	at, ok := i.Address(registers, pc)
	if !ok || i.Bytes == 0 || i.String != 0 {
		return nil, false
	}
	t := Touch{at, i.Bytes, i.Load, i.Store}
	reg := d.code[d.modrm] >> 3 & 7
	switch {
	case d.segment() && t.Store:
		return nil, false
	case d.segment():
		t = Touch{}
	case d.form <= rex && d.table == 0 && d.op == 0xff && (reg == 2 || reg == 6):
		if d.half {
			return nil, false
		}
		return []Touch{t, push}, true
	case i.Flow && reg != 4:
		return nil, false
	}
	return []Touch{t}, true
}

// segment reports whether the address is relative to fs or gs.
func (d *decoder) segment() bool {
	for _, b := range d.code[:d.modrm] {
		switch {
		case b == 0x64, b == 0x65:
			return true
		case !isPrefix(b):
			return false
		}
	}
	return false
}

// implicit is for instructions without ModRM.
func (d *decoder) implicit(registers *[16]uint64, push, pop Touch) ([]Touch, bool) {
	op := d.op
	switch {
	case d.form > rex:
		return nil, d.table == 1 && op == 0x77 // vzeroupper
	case d.table == 1:
		return nil, op >= 0x80 && op < 0x90 || op >= 0xc8 && op < 0xd0 || op == 0x77
	case d.table != 0:
		return nil, false
	case op >= 0x50 && op < 0x58, op == 0x68, op == 0x6a, op == 0xe8:
		return []Touch{push}, !d.half
	case op >= 0x58 && op < 0x60, op == 0xc2, op == 0xc3:
		return []Touch{pop}, !d.half
	case op == 0xc9:
		pop.Address = registers[5]
		return []Touch{pop}, !d.half
	case op < 0x40, op >= 0x70 && op < 0x80, op >= 0x90 && op < 0x9a, op == 0x9b, op == 0x9e, op == 0x9f, op == 0xa8, op == 0xa9, op >= 0xb0 && op < 0xc0,
		op >= 0xe0 && op < 0xe4, op == 0xe9, op == 0xeb, op == 0xf5, op == 0xf8, op == 0xf9, op == 0xfc, op == 0xfd:
		return nil, true
	}
	return nil, false
}

// inRegisters is for instructions whose operands are registers.
func (d *decoder) inRegisters(push, pop Touch) ([]Touch, bool) {
	op, reg := d.op, d.code[d.modrm]>>3&7
	switch {
	case d.table == 1 && op == 0xf7: // maskmov stores at rdi
		return nil, false
	case d.form > rex:
		return nil, d.form != xop
	case d.table == 1 && (op < 0x02 || op >= 0x20 && op < 0x28 || op == 0xc7):
		return nil, false
	case d.table == 1 && op == 0xae:
		return nil, reg >= 5 && d.repeat == 0 // fences
	case d.table == 2 && op >= 0xf8:
		return nil, false
	case d.table != 0:
		return nil, true
	case op == 0x8f:
		return []Touch{pop}, !d.half
	case (op == 0xc6 || op == 0xc7) && reg == 7, op == 0xff && (reg == 3 || reg == 5), op == 0x8e:
		return nil, false
	case op == 0xff && (reg == 2 || reg == 6):
		return []Touch{push}, !d.half
	}
	return nil, true
}
