package x86

// Kind tells the instructions that read the counter, and system calls, from all others.
type Kind uint8

const (
	Other   Kind = iota
	Rdtsc        // edx:eax = counter
	Rdtscp       // the same, and ecx = processor
	Syscall      // of the system, by number in rax
)

// longest is the limit of the architecture.
const longest = 15

// Length decodes the instruction that code begins with, in 64-bit mode, as far as its length needs it. It returns 0 if the bytes are no instruction, if it does not know
// the instruction, if processors disagree about its length, or if code is too short. Instructions with the right form that no processor has are not all
// recognised as such.
func Length(code []byte) (n int, kind Kind) {
	if len(code) > longest {
		code = code[:longest]
	}
	d := decoder{code: code}
	kind = d.instruction()
	if d.bad || d.at > len(code) {
		return 0, Other
	}
	return d.at, kind
}

// decoder is at a byte of an instruction. Bytes past the end read as 0; the position tells.
type decoder struct {
	code []byte
	at   int
	bad  bool

	half   bool // operand size prefix: immediates of 16 bits
	short  bool // address size prefix
	repeat byte // f2 or f3, the last
	wide   bool // REX.W

	// For Decode.
	form   form
	formAt int  // of the first byte of REX, VEX, EVEX, XOP
	table  byte // of opcodes: 0, 1: 0f, 2: 0f 38, 3: 0f 3a, and those of VEX, EVEX, XOP
	op     byte
	modrm  int // where that is; 0: nowhere
	behind int // where what belongs to it ends
}

func (d *decoder) next() byte {
	d.at++
	if d.at > len(d.code) {
		return 0
	}
	return d.code[d.at-1]
}

func (d *decoder) following() byte {
	if d.at >= len(d.code) {
		return 0
	}
	return d.code[d.at]
}

func (d *decoder) fail() Kind {
	d.bad = true
	return Other
}

// instruction reads prefixes and goes to the table of the first byte of the opcode.
func (d *decoder) instruction() Kind {
	for d.at < len(d.code) {
		b := d.next()
		switch b {
		case 0x66:
			d.half = true
		case 0x67:
			d.short = true
		case 0xf2, 0xf3:
			d.repeat = b
		case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0xf0:
		case 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f:
			d.wide = b&8 != 0
			d.form, d.formAt = rex, d.at-1
			if isPrefix(d.following()) { // the processor ignores this one
				d.wide, d.form = false, plain
			}
		case 0x0f:
			return d.two()
		default:
			d.one(b)
			return Other
		}
	}
	return d.fail()
}

func isPrefix(b byte) bool {
	switch b {
	case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3:
		return true
	}
	return b&0xf0 == 0x40
}

// one decodes what follows an opcode of one byte.
func (d *decoder) one(op byte) {
	d.op = op
	switch {
	case op < 0x40: // arithmetic: eight rows that are alike
		switch op & 7 {
		case 0, 1, 2, 3:
			d.operand()
		case 4:
			d.at++
		case 5:
			d.immediate()
		default:
			d.fail()
		}
	case op >= 0x50 && op < 0x60, op == 0x98, op == 0x99, op >= 0x9b && op < 0xa0, op >= 0x90 && op < 0x98:
	case op == 0x62:
		d.evex()
	case op == 0x63:
		d.operand()
	case op == 0x68, op == 0xa9:
		d.immediate()
	case op == 0x69, op == 0x81, op == 0xc7:
		d.operand()
		d.immediate()
	case op == 0x6b, op == 0x80, op == 0x83, op == 0xc0, op == 0xc1, op == 0xc6:
		d.operand()
		d.at++
	case op == 0x6a, op >= 0x70 && op < 0x80, op == 0xa8, op >= 0xb0 && op < 0xb8, op == 0xcd, op >= 0xe0 && op < 0xe8, op == 0xeb:
		d.at++
	case op >= 0x6c && op < 0x70, op >= 0xa4 && op < 0xa8, op >= 0xaa && op < 0xb0:
	case op >= 0x84 && op < 0x8f, op >= 0xd0 && op < 0xd4, op >= 0xd8 && op < 0xe0, op == 0xfe, op == 0xff:
		d.operand()
	case op == 0x8f:
		d.pop()
	case op >= 0xa0 && op < 0xa4:
		d.at += 8
		if d.short {
			d.at -= 4
		}
	case op >= 0xb8 && op < 0xc0:
		d.immediate()
		if d.wide {
			d.at += 4
		}
	case op == 0xc2, op == 0xca:
		d.at += 2
	case op == 0xc4:
		d.vex(2)
	case op == 0xc5:
		d.vex(1)
	case op == 0xc8:
		d.at += 3
	case op == 0xe8, op == 0xe9:
		d.branch()
	case op == 0xf6:
		if d.operand()&0x30 == 0 { // test
			d.at++
		}
	case op == 0xf7:
		if d.operand()&0x30 == 0 {
			d.immediate()
		}
	case op == 0xc3, op == 0xc9, op == 0xcb, op == 0xcc, op == 0xcf, op == 0xd7, op >= 0xec && op < 0xf0, op == 0xf1, op == 0xf4, op == 0xf5, op >= 0xf8 && op < 0xfe:
	default:
		d.fail()
	}
}

// two decodes what follows 0f.
func (d *decoder) two() Kind {
	op := d.next()
	d.table, d.op = 1, op
	switch {
	case op == 0x01:
		if d.operand() == 0xf9 && d.repeat == 0 && !d.half {
			return Rdtscp
		}
	case op == 0x31:
		return Rdtsc
	case op == 0x05:
		return Syscall
	case op == 0x38:
		d.table, d.op = 2, d.next()
		d.operand()
	case op == 0x3a:
		d.table, d.op = 3, d.next()
		d.operand()
		d.at++
	case op >= 0x20 && op < 0x24: // control and debug registers: never memory
		d.at++
	case op == 0x78:
		d.operand()
		if d.half || d.repeat == 0xf2 { // extrq, insertq
			d.at += 2
		}
	case op == 0x0f, hasByte(op):
		d.operand()
		d.at++
	case op >= 0x80 && op < 0x90:
		d.branch()
	case op == 0x05, op == 0x06, op == 0x07, op == 0x08, op == 0x09, op == 0x0b, op == 0x0e, op >= 0x30 && op < 0x36, op == 0x37, op == 0x77,
		op >= 0xa0 && op < 0xa3, op >= 0xa8 && op < 0xab, op >= 0xc8 && op < 0xd0:
	case op == 0x04, op == 0x0a, op == 0x0c, op >= 0x24 && op < 0x28, op == 0x36, op == 0x39, op >= 0x3b && op < 0x40, op == 0x7a, op == 0x7b, op == 0xa6, op == 0xa7:
		d.fail()
	default:
		d.operand()
	}
	return Other
}

// hasByte tells the instructions of the second table that end with an immediate byte, with and without VEX.
func hasByte(op byte) bool {
	switch op {
	case 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6:
		return true
	}
	return false
}

// operand reads ModRM with what belongs to it, and returns it.
func (d *decoder) operand() byte {
	d.modrm = d.at
	m := d.next()
	defer func() { d.behind = d.at }()
	mod, rm := m>>6, m&7
	if mod == 3 {
		return m
	}
	if rm == 4 && d.next()&7 == 5 && mod == 0 { // the byte behind it names base and index; no base: an address
		d.at += 4
	}
	switch {
	case mod == 1:
		d.at++
	case mod == 2, rm == 5:
		d.at += 4
	}
	return m
}

// immediate reads one of the operand size, of which 64 bits have 32.
func (d *decoder) immediate() {
	if d.half && !d.wide {
		d.at += 2
	} else {
		d.at += 4
	}
}

// branch reads a distance. With the operand size prefix alone it has 16 bits for AMD, 32 for Intel.
func (d *decoder) branch() {
	if d.half && !d.wide {
		d.fail()
	}
	d.at += 4
}

// prefixed rejects prefixes that may not come before VEX, EVEX and XOP.
func (d *decoder) prefixed() {
	if d.half || d.repeat != 0 || d.wide {
		d.fail()
	}
}

// vex reads the rest of a VEX prefix of so many bytes, and the instruction.
func (d *decoder) vex(bytes int) {
	d.prefixed()
	d.form, d.formAt = vex2, d.at-1
	table := byte(1)
	if first := d.next(); bytes == 2 {
		d.form = vex3
		table = first & 0x1f
		d.at++
	}
	op := d.next()
	d.table, d.op = table, op
	if table == 1 && op == 0x77 { // vzeroupper
		return
	}
	d.operand()
	switch {
	case table == 1 && hasByte(op), table == 3:
		d.at++
	case table == 0 || table > 3:
		d.fail()
	}
}

// evex is the same for EVEX.
func (d *decoder) evex() {
	d.prefixed()
	d.form, d.formAt = evex, d.at-1
	first, second := d.next(), d.next()
	d.at++
	if first&8 != 0 || second&4 == 0 {
		d.fail()
	}
	op := d.next()
	d.table, d.op = first&7, op
	d.operand()
	switch table := first & 7; {
	case table == 1 && hasByte(op), table == 3:
		d.at++
	case table == 0 || table == 4 || table == 7:
		d.fail()
	}
}

// pop decodes what begins with 8f: pop to memory, or AMD's XOP.
func (d *decoder) pop() {
	table := d.following() & 0x1f
	if table < 8 {
		d.operand()
		return
	}
	d.prefixed()
	d.form, d.formAt = xop, d.at-1
	d.at += 3
	d.table = table
	d.operand()
	switch table {
	case 8:
		d.at++
	case 9:
	case 10:
		d.at += 4
	default:
		d.fail()
	}
}
