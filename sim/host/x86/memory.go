package x86

import "encoding/binary"

// form is how an instruction begins, behind its first prefixes.
type form uint8

const (
	plain form = iota
	rex
	vex2
	vex3
	evex
	xop
)

// Instruction is one that accesses memory.
type Instruction struct {
	Length      int
	Load, Store bool
	Bytes       int  // of each access; 0: neither that nor Load and Store are known
	Conditional bool // it stores only if it has loaded what it compares with
	Flow        bool // it goes where it loads from memory: a call or jump
	None        bool // it names memory and accesses none
	String      byte // the opcode of an instruction that repeats itself; 0: another. Its memory is at the addresses of rsi and rdi
	Repeat      byte // its prefix, f2 or f3

	code   [longest]byte
	form   form
	formAt int
	modrm  int
	behind int
	unit   int // of a displacement of EVEX; 0: unknown
}

// Opcodes of string instructions of bytes; the next one is of words.
const (
	Movs = 0xa4
	Cmps = 0xa6
	Stos = 0xaa
	Lods = 0xac
	Scas = 0xae
)

// Decode decodes the instruction that code begins with, in 64-bit mode. It returns false if that has no operand in memory, has
// more than one or one of more than 64 bytes, or cannot be decoded.
func Decode(code []byte) (Instruction, bool) {
	if len(code) > longest {
		code = code[:longest]
	}
	d := decoder{code: code}
	d.instruction()
	if d.bad || d.at > len(code) {
		return Instruction{}, false
	}
	i := Instruction{Length: d.at, form: d.form, formAt: d.formAt, modrm: d.modrm, behind: d.behind}
	copy(i.code[:], code[:d.at])
	if d.modrm == 0 {
		return i, d.stringOf(&i)
	}
	if code[d.modrm]>>6 == 3 || d.scattered() || d.saves(code[d.modrm]>>3&7) {
		return Instruction{}, false
	}
	a := d.access(code)
	i.Load, i.Store, i.Bytes, i.unit = a.load, a.store, a.bytes, max(a.bytes, a.unit)
	i.Conditional, i.Flow, i.None = a.conditional, a.flow, a.none
	return i, true
}

// scattered tells instructions with many operands in memory: gathers and scatters.
func (d *decoder) scattered() bool {
	return d.form >= vex2 && d.form <= evex && d.table == 2 && (d.op&^3 == 0x90 || d.op&^3 == 0xa0 || d.op == 0xc6 || d.op == 0xc7)
}

// saves tells instructions that save or restore the state of the processor, which is larger than any other access.
func (d *decoder) saves(reg byte) bool {
	switch {
	case d.form > rex:
		return false
	case d.table == 0:
		return (d.op == 0xd9 || d.op == 0xdd) && (reg == 4 || reg == 6)
	case d.table == 1 && d.op == 0xae:
		return reg != 2 && reg != 3 && reg != 7
	}
	return d.table == 1 && (d.op == 0x01 || d.op == 0xc7 && reg != 1)
}

// stringOf fills in a string instruction.
func (d *decoder) stringOf(i *Instruction) bool {
	if d.table != 0 || d.form > rex || (d.op&0xfc != Movs && d.op&0xfe != Stos && d.op&0xfe != Lods && d.op&0xfe != Scas) {
		return false
	}
	i.String, i.Repeat, i.Bytes = d.op&^1, d.repeat, d.size()
	if d.op&1 == 0 {
		i.Bytes = 1
	}
	i.Store = i.String == Movs || i.String == Stos
	i.Load = i.String != Stos
	return true
}

// Redirect returns the instruction with another operand in memory: what is at an address below 2 GB. Everything else it does is the same.
func (i *Instruction) Redirect(to uint32) []byte {
	all := append([]byte(nil), i.code[:i.modrm]...)
	switch i.form { // no index register, and no extension of a base: only the address counts
	case rex:
		all[i.formAt] &^= 3
	case vex3, evex, xop:
		all[i.formAt+1] |= 0x60
	}
	all = append(all, i.code[i.modrm]&0x38|4, 0x25)
	all = binary.LittleEndian.AppendUint32(all, to)
	return append(all, i.code[i.behind:i.Length]...)
}

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

// Address is the address of the operand in memory, with the values of the 16 general registers, in their order of encoding, and the address of the instruction. It returns false if
// the operand is in units of something unknown.
func (i *Instruction) Address(registers *[16]uint64, pc uint64) (address uint64, ok bool) {
	c := &i.code
	mod, rm := c[i.modrm]>>6, c[i.modrm]&7
	var x, b byte // extensions of index and base
	switch i.form {
	case rex:
		x, b = c[i.formAt]<<2&8, c[i.formAt]<<3&8
	case vex3, evex, xop:
		x, b = ^c[i.formAt+1]>>3&8, ^c[i.formAt+1]>>2&8
	}
	at := i.modrm + 1
	switch {
	case rm == 4:
		sib := c[at]
		at++
		if n := sib>>3&7 | x; n != 4 {
			address = registers[n] << (sib >> 6)
		}
		if sib&7 == 5 && mod == 0 {
			return address + uint64(int64(int32(binary.LittleEndian.Uint32(c[at:])))), true
		}
		address += registers[sib&7|b]
	case rm == 5 && mod == 0:
		return pc + uint64(i.Length) + uint64(int64(int32(binary.LittleEndian.Uint32(c[at:])))), true
	default:
		address = registers[rm|b]
	}
	switch {
	case mod == 1 && i.form == evex:
		return address + uint64(int64(int8(c[at]))*int64(i.unit)), i.unit != 0
	case mod == 1:
		address += uint64(int64(int8(c[at])))
	case mod == 2:
		address += uint64(int64(int32(binary.LittleEndian.Uint32(c[at:]))))
	}
	return address, true
}

// Lea returns an instruction that has rax be the address of the operand in memory, and changes nothing else. It returns nil where Address returns false, and for addresses relative to
// the instruction.
func (i *Instruction) Lea() []byte {
	m := i.code[i.modrm]
	if m&0xc7 == 5 || i.form == xop {
		return nil
	}
	prefix := byte(0x48)
	switch i.form {
	case rex:
		prefix |= i.code[i.formAt] & 3
	case vex3, evex:
		prefix |= ^i.code[i.formAt+1] >> 5 & 3
	}
	all := append([]byte{prefix, 0x8d, m & 0xc7}, i.code[i.modrm+1:i.behind]...)
	if i.form == evex && m>>6 == 1 { // lea has no units
		if i.unit == 0 {
			return nil
		}
		last := len(all) - 1
		all[2] += 0x40
		all = binary.LittleEndian.AppendUint32(all[:last:last], uint32(int32(int8(all[last]))*int32(i.unit)))
	}
	return all
}

// Movable returns the length of an instruction that does the same wherever it is in memory, and goes on behind itself; 0 for others and what it cannot decode.
func Movable(code []byte) int {
	d := decoder{code: code[:min(len(code), longest)]}
	d.instruction()
	op := d.op
	switch {
	case d.bad || d.at > len(d.code):
		return 0
	case d.modrm != 0 && d.code[d.modrm]&0xc7 == 5: // relative to it
		return 0
	case d.table == 0 && d.form <= rex && (op&0xf0 == 0x70 || op >= 0xe0 && op < 0xe4 || op >= 0xe8 && op < 0xec || op == 0xc2 || op == 0xc3 || op >= 0xca && op < 0xd0 || op == 0xf1 || op == 0xf4),
		d.table == 0 && op == 0xff && d.code[d.modrm]>>3&7 > 1 && d.code[d.modrm]>>3&7 < 6,
		d.table == 0 && (op == 0xc6 || op == 0xc7) && d.code[d.modrm] == 0xf8,
		d.table == 1 && d.form <= rex && (op == 0x01 || op == 0x05 || op == 0x07 || op == 0x0b || op == 0x31 || op == 0x34 || op == 0x35 || op&0xf0 == 0x80):
		return 0
	}
	return d.at
}

// Branch is a conditional jump: its condition, as in its encoding, and by how much the address behind it changes. It returns a length of 0 for other instructions.
func Branch(code []byte) (length int, condition byte, distance int) {
	switch {
	case len(code) >= 2 && code[0]&0xf0 == 0x70:
		return 2, code[0] & 15, int(int8(code[1]))
	case len(code) >= 6 && code[0] == 0x0f && code[1]&0xf0 == 0x80:
		return 6, code[1] & 15, int(int32(binary.LittleEndian.Uint32(code[2:])))
	}
	return 0, 0, 0
}
