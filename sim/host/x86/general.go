package x86

// access is what an instruction does with its operand in memory.
type access struct {
	load, store, conditional, flow, none bool
	bytes                                int
	unit                                 int // what it would access with another mask
}

func loads(n int) access    { return access{load: true, bytes: n} }
func stores(n int) access   { return access{store: true, bytes: n} }
func modifies(n int) access { return access{load: true, store: true, bytes: n} }

// size is the size of general operands.
func (d *decoder) size() int {
	switch {
	case d.wide:
		return 8
	case d.half:
		return 2
	}
	return 4
}

// word is 4 or 8.
func (d *decoder) word() int {
	if d.wide {
		return 8
	}
	return 4
}

// access finds out what an instruction does with memory. What it does not know is the zero value.
func (d *decoder) access(code []byte) access {
	reg := code[d.modrm] >> 3 & 7
	switch d.form {
	case vex2, vex3, evex:
		v, whole := d.vector(code)
		d.wide = v.wide
		a := v.access(d, reg)
		if !whole {
			return access{unit: a.bytes}
		}
		return a
	case xop:
		return access{}
	}
	switch d.table {
	case 0:
		return d.general(reg)
	case 1:
		if a := d.general2(reg); a != (access{}) {
			return a
		}
	case 2:
		if a := d.general38(); a != (access{}) {
			return a
		}
	}
	v := vector{bytes: 16, table: d.table, op: d.op}
	switch {
	case d.repeat == 0xf3:
		v.prefix = 2
	case d.repeat == 0xf2:
		v.prefix = 3
	case d.half:
		v.prefix = 1
	}
	v.legacy = true
	return v.access(d, reg)
}

// general is for opcodes of one byte.
func (d *decoder) general(reg byte) access {
	op, n := d.op, d.size()
	if op&1 == 0 && (op < 0x40 || op >= 0x80 && op < 0x8c || op >= 0xc0 && op < 0xd4 || op >= 0xf6) {
		n = 1
	}
	switch {
	case op < 0x40:
		switch {
		case op&7 > 1 || op >= 0x38: // from memory to a register, or compared
			return loads(n)
		}
		return modifies(n)
	case op == 0x63:
		return loads(4)
	case op == 0x69, op == 0x6b:
		return loads(d.size())
	case op == 0x80, op == 0x81, op == 0x83:
		if reg == 7 {
			return loads(n)
		}
		return modifies(n)
	case op == 0x84, op == 0x85, op == 0x8a, op == 0x8b:
		return loads(n)
	case op == 0x86, op == 0x87, op == 0xc0, op == 0xc1, op >= 0xd0 && op < 0xd4:
		return modifies(n)
	case op == 0x88, op == 0x89, (op == 0xc6 || op == 0xc7) && reg == 0:
		return stores(n)
	case op == 0x8d:
		return access{none: true}
	case op >= 0xd8 && op < 0xe0:
		return floating(op, reg)
	case op == 0xf6, op == 0xf7:
		if reg == 2 || reg == 3 {
			return modifies(n)
		}
		return loads(n)
	case op == 0xfe, op == 0xff && reg < 2:
		return modifies(n)
	case op == 0xff && reg == 6:
		return loads(8)
	case op == 0xff:
		return access{load: true, flow: true, bytes: 8}
	}
	return access{}
}

// floating is for the x87.
func floating(op, reg byte) access {
	switch op {
	case 0xd8, 0xda:
		return loads(4)
	case 0xdc:
		return loads(8)
	case 0xde:
		return loads(2)
	case 0xd9:
		return [8]access{loads(4), {}, stores(4), stores(4), {}, loads(2), {}, stores(2)}[reg]
	case 0xdb:
		return [8]access{loads(4), stores(4), stores(4), stores(4), {}, loads(10), {}, stores(10)}[reg]
	case 0xdd:
		return [8]access{loads(8), stores(8), stores(8), stores(8), {}, {}, {}, stores(2)}[reg]
	}
	return [8]access{loads(2), stores(2), stores(2), stores(2), loads(10), loads(8), stores(10), stores(8)}[reg]
}

// general2 is for what follows 0f and does not use vector registers.
func (d *decoder) general2(reg byte) access {
	op, n := d.op, d.size()
	switch {
	case op == 0x0d, op >= 0x18 && op < 0x20:
		return access{none: true}
	case op >= 0x40 && op < 0x50, op == 0xaf, op == 0xb8, op == 0xbc, op == 0xbd:
		return loads(n)
	case op >= 0x90 && op < 0xa0:
		return stores(1)
	case op == 0xa4, op == 0xa5, op == 0xac, op == 0xad:
		return modifies(n)
	case op == 0xae:
		switch reg {
		case 2:
			return loads(4)
		case 3:
			return stores(4)
		case 7:
			return access{none: true}
		}
	case op == 0xb0:
		return access{load: true, store: true, conditional: true, bytes: 1}
	case op == 0xb1:
		return access{load: true, store: true, conditional: true, bytes: n}
	case op == 0xc7 && reg == 1:
		return access{load: true, store: true, conditional: true, bytes: 2 * d.word()}
	case op == 0xb6, op == 0xbe:
		return loads(1)
	case op == 0xb7, op == 0xbf:
		return loads(2)
	case op == 0xba && reg == 4:
		return loads(n)
	case op == 0xba && reg > 4, op == 0xc1:
		return modifies(n)
	case op == 0xc0:
		return modifies(1)
	case op == 0xc3:
		return stores(d.word())
	}
	return access{}
}

// general38 is for what follows 0f 38 and does not use vector registers.
func (d *decoder) general38() access {
	switch {
	case d.op == 0xf0 && d.repeat == 0xf2:
		return loads(1)
	case d.op == 0xf0 && d.repeat == 0, d.op == 0xf1 && d.repeat == 0xf2, d.op == 0xf6 && (d.half || d.repeat == 0xf3):
		if d.op == 0xf6 {
			return loads(d.word())
		}
		return loads(d.size())
	case d.op == 0xf1 && d.repeat == 0, d.op == 0xf9:
		return stores(d.size())
	}
	return access{}
}
