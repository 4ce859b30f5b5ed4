package x86

import (
	"encoding/binary"
	"math/bits"
)

// Memory is what a Processor loads from and stores to. False: there is no such memory, or the caller wants no such access.
type Memory interface {
	Load(at uint64, to []byte) bool
	Store(at uint64, from []byte) bool

	// Add has n bytes of memory be changed by adding a number to them, and returns what was there. blind: the caller wants nothing to depend on that.
	Add(at uint64, n int, by uint64) (was uint64, blind, ok bool)

	// Counts reports whether a register to which a constant is added may be a counter: nothing is to depend on it then until it has another value.
	Counts(register byte) bool
}

// Processor executes instructions on general registers and memory: those that compilers make for code without floating-point numbers and vectors, and on demand some that move what is in vector registers. It does not know the others.
type Processor struct {
	R     [16]uint64 // in their order of encoding
	PC    uint64
	Flags uint64 // CF, PF, AF, ZF, SF, DF, OF, in their places
	FS    uint64 // base of the segment: the thread pointer

	Blind  uint64 // flags that depend on a counter, of Memory.Add or a register; an instruction that needs one of them is unknown
	Hidden uint16 // registers that depend on one, by number; likewise
	Wrote  uint16 // registers that the latest instruction has given other values than by counting
	Needed int    // the register that the latest unknown instruction needs and that is hidden; -1: none

	Vectors bool       // it knows instructions that move 16 bytes, too
	X       [16]Vector // then
	HiddenX uint16     // those that are not known, by number: an instruction that needs one of them is unknown

	mem   Memory
	lacks bool // the instruction needs one of HiddenX
	d     decoder
	all   [longest]byte
}

// Flags.
const (
	CF, PF, AF, ZF, SF, OF = 1, 4, 0x10, 0x40, 0x80, 0x800

	conditions = CF | PF | AF | ZF | SF | OF
)

// Step executes the instruction that code begins with. It returns false, with general registers as they were, if it does not know the instruction or if memory refuses an access.
func (p *Processor) Step(code []byte, mem Memory) bool {
	p.Needed, p.Wrote, p.lacks = -1, 0, false
	n := copy(p.all[:], code)
	p.d = decoder{code: p.all[:n]}
	if kind := p.d.instruction(); p.d.bad || p.d.at > n || kind != Other || p.d.short || p.d.form > rex {
		return false
	}
	p.mem = mem
	before, flags, pc, blind, hidden := p.R, p.Flags, p.PC, p.Blind, p.Hidden
	hiddenX := p.HiddenX
	p.PC += uint64(p.d.at)
	ok := false
	switch p.d.table {
	case 0:
		ok = p.one()
	case 1:
		ok = p.two()
	}
	if ok = ok && p.Needed < 0 && !p.lacks; !ok {
		p.R, p.Flags, p.PC, p.Blind, p.Hidden = before, flags, pc, blind, hidden
		p.HiddenX = hiddenX
	}
	return ok
}

// reads reports whether these flags are known.
func (p *Processor) reads(flags uint64) bool { return p.Blind&flags == 0 }

func (p *Processor) rexBits() byte {
	if p.d.form == rex {
		return p.d.code[p.d.formAt]
	}
	return 0
}

func mask(n int) uint64 { return ^uint64(0) >> (64 - 8*n) }

func sign(v uint64, n int) uint64 { return v >> (8*n - 1) & 1 }

func extend(v uint64, n int) uint64 { return uint64(int64(v<<(64-8*n)) >> (64 - 8*n)) }

// read is a register that the instruction needs.
func (p *Processor) read(r byte) uint64 {
	if p.Hidden>>r&1 != 0 && p.Needed < 0 {
		p.Needed = int(r)
	}
	return p.R[r]
}

// get is a register of n bytes.
func (p *Processor) get(r byte, n int) uint64 {
	if n == 1 && p.d.form != rex && r >= 4 {
		return p.read(r-4) >> 8 & 0xff
	}
	return p.read(r) & mask(n)
}

func (p *Processor) set(r byte, n int, v uint64) {
	if n == 1 && p.d.form != rex && r >= 4 {
		p.Wrote |= 1 << (r - 4)
	} else {
		p.Wrote |= 1 << r
	}
	switch {
	case n >= 4:
		p.R[r] = v & mask(n)
		p.Hidden &^= 1 << r
	case n == 1 && p.d.form != rex && r >= 4:
		p.R[r-4] = p.read(r-4)&^0xff00 | v&0xff<<8
	default:
		p.R[r] = p.read(r)&^mask(n) | v&mask(n)
	}
}

func (p *Processor) load(at uint64, n int) (v uint64, ok bool) {
	var b [8]byte
	ok = p.mem.Load(at, b[:n])
	return binary.LittleEndian.Uint64(b[:]), ok
}

func (p *Processor) store(at uint64, n int, v uint64) bool {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return p.mem.Store(at, b[:n])
}

func (p *Processor) push(v uint64) bool {
	p.R[4] -= 8
	return p.store(p.R[4], 8, v)
}

func (p *Processor) pop() (uint64, bool) {
	v, ok := p.load(p.R[4], 8)
	p.R[4] += 8
	return v, ok
}

// modRM is the byte, with the number of its register.
func (p *Processor) modRM() (m, reg byte) {
	m = p.d.code[p.d.modrm]
	return m, m>>3&7 | p.rexBits()<<1&8
}

// address is that of the operand in memory.
func (p *Processor) address() (uint64, bool) {
	d := &p.d
	i := Instruction{Length: d.at, form: d.form, formAt: d.formAt, modrm: d.modrm, behind: d.behind, code: p.all}
	at, ok := i.Address(&p.R, p.PC-uint64(d.at))
	if needs := i.addressed() & p.Hidden; needs != 0 {
		p.read(byte(bits.TrailingZeros16(needs)))
	}
	for _, b := range d.code[:d.modrm] {
		switch {
		case b == 0x64:
			return at + p.FS, ok
		case b == 0x65:
			return 0, false
		case !isPrefix(b):
			return at, ok
		}
	}
	return at, ok
}

// operand is what ModRM names, of n bytes, and has the address if it is in memory.
func (p *Processor) operand(n int) (v, at uint64, ok bool) {
	m, _ := p.modRM()
	if m>>6 == 3 {
		return p.get(m&7|p.rexBits()<<3&8, n), 0, true
	}
	if at, ok = p.address(); ok {
		v, ok = p.load(at, n)
	}
	return v, at, ok
}

// put stores to what ModRM names.
func (p *Processor) put(n int, at, v uint64) bool {
	m, _ := p.modRM()
	if m>>6 == 3 {
		p.set(m&7|p.rexBits()<<3&8, n, v)
		return true
	}
	return p.store(at, n, v)
}

// where is put's address, for instructions that do not load.
func (p *Processor) where() (uint64, bool) {
	if m, _ := p.modRM(); m>>6 == 3 {
		return 0, true
	}
	return p.address()
}

// inMemory reports whether ModRM names memory.
func (p *Processor) inMemory() bool { return p.d.code[p.d.modrm]>>6 != 3 }

// immediate is the last n bytes of the instruction, extended.
func (p *Processor) immediate(n int) uint64 {
	var b [8]byte
	copy(b[:], p.d.code[p.d.at-n:p.d.at])
	return extend(binary.LittleEndian.Uint64(b[:]), n)
}

// few is the size of an immediate of operands of n bytes.
func few(n int) int { return min(n, 4) }

func (p *Processor) setFlags(which, flags uint64) {
	p.Flags = p.Flags&^which | flags&which
	p.Blind &^= which
}

// result is ZF, SF and PF of a result.
func result(v uint64, n int) (flags uint64) {
	v &= mask(n)
	if v == 0 {
		flags |= ZF
	}
	flags |= sign(v, n) * SF
	if bits.OnesCount8(uint8(v))%2 == 0 {
		flags |= PF
	}
	return flags
}

// Arithmetic, by the number that opcodes have for it.
const (
	add = iota
	or
	adc
	sbb
	and
	sub
	xor
	cmp
)

// compute does arithmetic, with flags. ok is false if it needs a carry that is not known.
func (p *Processor) compute(what byte, a, b uint64, n int) (v uint64, ok bool) {
	carry := uint64(0)
	if what == adc || what == sbb {
		carry = p.Flags & CF
		if !p.reads(CF) {
			return 0, false
		}
	}
	a, b = a&mask(n), b&mask(n)
	flags := uint64(0)
	switch what {
	case add, adc:
		v = a + b + carry
		if v&mask(n) < a || carry == 1 && v&mask(n) == a {
			flags |= CF
		}
		flags |= sign((a^v)&(b^v), n) * OF
		flags |= (a ^ b ^ v) & AF
	case sub, sbb, cmp:
		v = a - b - carry
		if a < b || carry == 1 && a == b {
			flags |= CF
		}
		flags |= sign((a^b)&(a^v), n) * OF
		flags |= (a ^ b ^ v) & AF
	case and:
		v = a & b
	case or:
		v = a | b
	case xor:
		v = a ^ b
	}
	p.setFlags(conditions, flags|result(v, n))
	return v & mask(n), true
}

// holds reports whether a condition is true, by its number in opcodes.
func (p *Processor) holds(c byte) (yes, ok bool) {
	f := p.Flags
	switch c >> 1 {
	case 0:
		yes, ok = f&OF != 0, p.reads(OF)
	case 1:
		yes, ok = f&CF != 0, p.reads(CF)
	case 2:
		yes, ok = f&ZF != 0, p.reads(ZF)
	case 3:
		yes, ok = f&(CF|ZF) != 0, p.reads(CF|ZF)
	case 4:
		yes, ok = f&SF != 0, p.reads(SF)
	case 5:
		yes, ok = f&PF != 0, p.reads(PF)
	case 6:
		yes, ok = (f&SF != 0) != (f&OF != 0), p.reads(SF|OF)
	case 7:
		yes, ok = f&ZF != 0 || (f&SF != 0) != (f&OF != 0), p.reads(ZF|SF|OF)
	}
	return yes != (c&1 == 1), ok
}

// jump is a conditional jump with a distance of n bytes.
func (p *Processor) jump(c byte, n int) bool {
	yes, ok := p.holds(c)
	if yes {
		p.PC += p.immediate(n)
	}
	return ok
}
