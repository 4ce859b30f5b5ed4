package x86

// repeated stands for the table of an instruction that loads one element for all of a vector.
const repeated = 255

// vector is an instruction with vector registers, in any of its encodings.
type vector struct {
	bytes     int  // of a vector register
	prefix    byte // 66, f3, f2: 1, 2, 3; 0: none
	table, op byte
	wide      bool
	legacy    bool // of SSE
}

// vector reads what VEX and EVEX say. It returns false if its access is not all that there is: it depends on a mask.
func (d *decoder) vector(code []byte) (v vector, whole bool) {
	v = vector{table: d.table, op: d.op, bytes: 16}
	at := d.formAt
	switch d.form {
	case vex2:
		v.prefix = code[at+1] & 3
		v.bytes <<= code[at+1] >> 2 & 1
	case vex3:
		v.prefix = code[at+2] & 3
		v.bytes <<= code[at+2] >> 2 & 1
		v.wide = code[at+2]&0x80 != 0
	case evex:
		v.prefix = code[at+2] & 3
		v.wide = code[at+2]&0x80 != 0
		size := code[at+3] >> 5 & 3
		v.bytes <<= size
		switch {
		case code[at+3]&0x10 != 0: // one element, repeated
			v.table, v.bytes = repeated, 4
			if v.wide {
				v.bytes = 8
			}
		case size == 3, v.table == 2 && v.op < 0x96:
			v.table = 0
		}
		return v, code[at+3]&0x87 == 0
	}
	return v, true
}

// scalar is the size of what an instruction of floating-point numbers works on.
func (v *vector) scalar() int { return [4]int{v.bytes, v.bytes, 4, 8}[v.prefix] }

// access finds out what the instruction does with memory.
func (v *vector) access(d *decoder, reg byte) access {
	switch v.table {
	case 1:
		return v.first(d, reg)
	case 2:
		return v.second(d)
	case 3:
		return v.third(d)
	case repeated:
		return loads(v.bytes)
	}
	return access{}
}

// whole is the size of a register: of MMX, in the oldest form without a prefix.
func (v *vector) whole() int {
	if v.legacy && v.prefix == 0 {
		return 8
	}
	return v.bytes
}

// first is for what follows 0f.
func (v *vector) first(d *decoder, reg byte) access {
	op := v.op
	switch {
	case op == 0x10:
		return loads(v.scalar())
	case op == 0x11:
		return stores(v.scalar())
	case op == 0x12 && v.prefix == 3:
		if v.bytes == 16 {
			return loads(8)
		}
		return loads(v.bytes)
	case (op == 0x12 || op == 0x16) && v.prefix == 2:
		return loads(v.bytes)
	case op == 0x12, op == 0x16:
		return loads(8)
	case op == 0x13, op == 0x17:
		return stores(8)
	case op == 0x14, op == 0x15, op == 0x28, op == 0xc6, op >= 0x54 && op < 0x58:
		return loads(v.bytes)
	case op == 0x29, op == 0x2b:
		return stores(v.bytes)
	case op == 0x2a && v.prefix > 1:
		return loads(d.word())
	case op == 0x2a:
		return loads(8)
	case op == 0x2c, op == 0x2d:
		return loads([4]int{8, 16, 4, 8}[v.prefix])
	case op == 0x2e, op == 0x2f:
		return loads([4]int{4, 8}[v.prefix&1])
	case op == 0x5a && v.prefix == 0, op == 0xe6 && v.prefix == 2:
		return loads(v.bytes / 2)
	case op == 0x5b, op == 0xe6:
		return loads(v.bytes)
	case op >= 0x51 && op < 0x60, op == 0xc2:
		return loads(v.scalar())
	case op >= 0x60 && op < 0x63 && v.legacy && v.prefix == 0:
		return loads(4)
	case op == 0x6e && v.prefix < 2:
		return loads(d.word())
	case op == 0x6f:
		return loads(v.whole())
	case op >= 0x70 && op < 0x74, op >= 0x60 && op < 0x6e, op >= 0x74 && op < 0x77, op == 0x7c, op == 0x7d, op == 0xd0:
		return loads(v.whole())
	case op == 0x7e && v.prefix == 2:
		return loads(8)
	case op == 0x7e && v.prefix < 2:
		return stores(d.word())
	case op == 0x7f, op == 0xe7:
		return stores(v.whole())
	case op == 0xae && !v.legacy:
		return [8]access{2: loads(4), 3: stores(4)}[reg]
	case op == 0xc4:
		return loads(2)
	case op == 0xd6 && v.prefix == 1:
		return stores(8)
	case op == 0xf0 && v.prefix == 3:
		return loads(v.bytes)
	case op > 0xd0 && op < 0xd4, op == 0xe1, op == 0xe2, op > 0xf0 && op < 0xf4: // shifts by a number in memory
		return loads(min(v.whole(), 16))
	case op > 0xd3 && op < 0xff && v.prefix < 2 && op != 0xd7 && op != 0xd6 && op != 0xf7:
		return loads(v.whole())
	}
	return access{}
}

// second is for what follows 0f 38.
func (v *vector) second(d *decoder) access {
	op := v.op
	switch {
	case !v.legacy && op >= 0xf2 && op < 0xf8:
		return loads(d.word())
	case v.legacy && op >= 0xc8 && op < 0xce:
		return loads(16)
	case v.prefix != 1:
		if v.legacy && v.prefix == 0 && (op < 0x0c || op >= 0x1c && op < 0x1f) {
			return loads(8)
		}
		return access{}
	case op >= 0x20 && op < 0x26, op >= 0x30 && op < 0x36:
		return loads(v.bytes / [6]int{2, 4, 8, 2, 4, 2}[op&7])
	case op < 0x0c, op >= 0x1c && op < 0x1f, op >= 0x28 && op < 0x2c, op >= 0x36 && op < 0x41, op == 0x10, op == 0x14, op == 0x15, op == 0x17, op >= 0xdb && op < 0xe0:
		return loads(v.bytes)
	case v.legacy:
		return access{}
	case op == 0x18, op == 0x58:
		return loads(4)
	case op == 0x19, op == 0x59:
		return loads(8)
	case op == 0x1a, op == 0x5a:
		return loads(16)
	case op == 0x78:
		return loads(1)
	case op == 0x79:
		return loads(2)
	case op == 0x13:
		return loads(v.bytes / 2)
	case op >= 0x0c && op < 0x10, op == 0x16, op == 0x41, op >= 0x45 && op < 0x48:
		return loads(v.bytes)
	case op >= 0x96 && op < 0xc0 && op&0xf >= 6:
		if op&0xf > 8 && op&1 == 1 {
			return loads(d.word())
		}
		return loads(v.bytes)
	}
	return access{}
}

// third is for what follows 0f 3a.
func (v *vector) third(d *decoder) access {
	op := v.op
	switch {
	case !v.legacy && op == 0xf0:
		return loads(d.word())
	case v.prefix != 1:
		if v.legacy && op == 0x0f {
			return loads(8)
		}
		return access{}
	case op == 0x0a:
		return loads(4)
	case op == 0x0b:
		return loads(8)
	case op == 0x14:
		return stores(1)
	case op == 0x15:
		return stores(2)
	case op == 0x16:
		return stores(d.word())
	case op == 0x17:
		return stores(4)
	case op == 0x20:
		return loads(1)
	case op == 0x21:
		return loads(4)
	case op == 0x22:
		return loads(d.word())
	case op >= 8 && op < 0x10, op >= 0x40 && op < 0x45 && op != 0x43, op >= 0x60 && op < 0x64, op == 0xdf:
		if op == 0x41 {
			return loads(16)
		}
		return loads(v.bytes)
	case v.legacy:
		return access{}
	case op == 0x18, op == 0x38:
		return loads(16)
	case op == 0x19, op == 0x39:
		return stores(16)
	case op == 0x1d:
		return stores(v.bytes / 2)
	case op < 3, op == 4, op == 5, op == 6, op&0xde == 0x1e, op == 0x46, op >= 0x4a && op < 0x4d:
		return loads(v.bytes)
	}
	return access{}
}
