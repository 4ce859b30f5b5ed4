package x86

import "encoding/binary"

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
