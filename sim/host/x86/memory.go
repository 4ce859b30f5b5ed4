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

// addressed are the registers that Address needs, by bit.
func (i *Instruction) addressed() (registers uint16) {
	c := &i.code
	mod, rm := c[i.modrm]>>6, c[i.modrm]&7
	var x, b byte
	if i.form == rex {
		x, b = c[i.formAt]<<2&8, c[i.formAt]<<3&8
	}
	switch {
	case rm == 4:
		sib := c[i.modrm+1]
		if n := sib>>3&7 | x; n != 4 {
			registers = 1 << n
		}
		if sib&7 != 5 || mod != 0 {
			registers |= 1 << (sib&7 | b)
		}
	case rm != 5 || mod != 0:
		registers = 1 << (rm | b)
	}
	return registers
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
