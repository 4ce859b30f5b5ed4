package x86

import "encoding/binary"

// Vector is the 16 bytes of a vector register.
type Vector [2]uint64

// Prefixes that choose among the instructions of an opcode.
const (
	bare = iota << 8
	with66
	withF3
	withF2
)

func (p *Processor) chosenBy() int {
	switch {
	case p.d.repeat == 0xf3:
		return withF3
	case p.d.repeat == 0xf2:
		return withF2
	case p.d.half:
		return with66
	}
	return bare
}

// vectors executes the instructions of SSE2 with which compilers move, clear and combine what general code has: those behind 0f. It returns false for others.
func (p *Processor) vectors() bool {
	if !p.Vectors || p.d.modrm == 0 {
		return false
	}
	op := int(p.d.op)
	switch p.chosenBy() | op {
	case bare | 0x10, bare | 0x28, with66 | 0x10, with66 | 0x28, with66 | 0x6f, withF3 | 0x6f: // movups, movaps, movdqa and their like
		return p.load128()
	case bare | 0x11, bare | 0x29, with66 | 0x11, with66 | 0x29, with66 | 0x7f, withF3 | 0x7f, bare | 0x2b, with66 | 0xe7:
		return p.store128()
	case withF3 | 0x10: // movss
		return p.loadScalar(4)
	case withF2 | 0x10: // movsd
		return p.loadScalar(8)
	case withF3 | 0x11:
		return p.storeScalar(4)
	case withF2 | 0x11:
		return p.storeScalar(8)
	case bare | 0x12, with66 | 0x12: // movlps, movhlps
		return p.loadHalf(0)
	case bare | 0x16, with66 | 0x16: // movhps, movlhps
		return p.loadHalf(1)
	case bare | 0x13, with66 | 0x13, with66 | 0xd6:
		return p.storeHalf(0)
	case bare | 0x17, with66 | 0x17:
		return p.storeHalf(1)
	case withF3 | 0x7e: // movq
		v, ok := p.vector(8)
		p.setVector(Vector{v[0]})
		return ok
	case with66 | 0x6e: // movd, movq from a general register
		v, _, ok := p.operand(p.wideOr4())
		p.setVector(Vector{v})
		return ok
	case with66 | 0x7e:
		at, ok := p.where()
		n := p.wideOr4()
		return ok && p.put(n, at, p.registerVector()[0]&mask(n))
	case bare | 0x57, with66 | 0x57, with66 | 0xef: // xorps, pxor
		return p.bitwise(func(a, b uint64) uint64 { return a ^ b })
	case with66 | 0xeb, bare | 0x56, with66 | 0x56:
		return p.bitwise(func(a, b uint64) uint64 { return a | b })
	case with66 | 0xdb, bare | 0x54, with66 | 0x54:
		return p.bitwise(func(a, b uint64) uint64 { return a & b })
	case with66 | 0x6c, with66 | 0x14: // punpcklqdq
		return p.combine(func(a, b Vector) Vector { return Vector{a[0], b[0]} })
	case with66 | 0x6d, with66 | 0x15:
		return p.combine(func(a, b Vector) Vector { return Vector{a[1], b[1]} })
	case with66 | 0x62, bare | 0x14: // punpckldq
		return p.combine(func(a, b Vector) Vector {
			return Vector{a[0]&mask(4) | b[0]<<32, a[0]>>32 | b[0]>>32<<32}
		})
	case with66 | 0xd4: // paddq
		return p.combine(func(a, b Vector) Vector { return Vector{a[0] + b[0], a[1] + b[1]} })
	case with66 | 0xfe: // paddd
		return p.combine(func(a, b Vector) (v Vector) {
			for i := range v {
				v[i] = (a[i]+b[i])&mask(4) | (a[i]>>32+b[i]>>32)<<32
			}
			return v
		})
	case with66 | 0x70: // pshufd
		v, ok := p.vector(16)
		words := [4]uint64{v[0] & mask(4), v[0] >> 32, v[1] & mask(4), v[1] >> 32}
		by := p.immediate(1)
		p.setVector(Vector{words[by&3] | words[by>>2&3]<<32, words[by>>4&3] | words[by>>6&3]<<32})
		return ok
	}
	return false
}

// wideOr4 is the size of a general register that goes with a vector register.
func (p *Processor) wideOr4() int {
	if p.d.wide {
		return 8
	}
	return 4
}

func (p *Processor) readVector(r byte) Vector {
	if p.HiddenX>>r&1 != 0 {
		p.lacks = true
	}
	return p.X[r]
}

// registerVector is the register that ModRM names first.
func (p *Processor) registerVector() Vector {
	_, reg := p.modRM()
	return p.readVector(reg)
}

func (p *Processor) setVector(v Vector) {
	_, reg := p.modRM()
	p.X[reg] = v
	p.HiddenX &^= 1 << reg
}

// otherVector is the number of the register that ModRM names as its operand.
func (p *Processor) otherVector() byte {
	m, _ := p.modRM()
	return m&7 | p.rexBits()<<3&8
}

// vector is ModRM's operand: a register, or n bytes of memory.
func (p *Processor) vector(n int) (v Vector, ok bool) {
	if !p.inMemory() {
		return p.readVector(p.otherVector()), true
	}
	at, ok := p.address()
	if !ok {
		return v, false
	}
	var b [16]byte
	ok = p.mem.Load(at, b[:n])
	return Vector{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])}, ok
}

func (p *Processor) load128() bool {
	v, ok := p.vector(16)
	p.setVector(v)
	return ok
}

func (p *Processor) store128() bool {
	v := p.registerVector()
	if !p.inMemory() {
		p.X[p.otherVector()] = v
		p.HiddenX &^= 1 << p.otherVector()
		return true
	}
	at, ok := p.address()
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], v[0])
	binary.LittleEndian.PutUint64(b[8:], v[1])
	return ok && p.mem.Store(at, b[:])
}

// loadScalar loads n bytes. From memory the rest becomes 0; from a register it stays.
func (p *Processor) loadScalar(n int) bool {
	v, ok := p.vector(n)
	if !p.inMemory() {
		was := p.registerVector()
		v = Vector{was[0]&^mask(n) | v[0]&mask(n), was[1]}
	}
	p.setVector(v)
	return ok
}

func (p *Processor) storeScalar(n int) bool {
	if !p.inMemory() {
		return false
	}
	at, ok := p.address()
	return ok && p.store(at, n, p.registerVector()[0]&mask(n))
}

// loadHalf replaces the low or the high half, by memory or by the other half of a register.
func (p *Processor) loadHalf(which int) bool {
	if !p.inMemory() && p.d.half {
		return false
	}
	v, ok := p.vector(8)
	from := 0
	if !p.inMemory() {
		from = 1 - which
	}
	was := p.registerVector()
	was[which] = v[from]
	p.setVector(was)
	return ok
}

func (p *Processor) storeHalf(which int) bool {
	if !p.inMemory() {
		return false
	}
	at, ok := p.address()
	return ok && p.store(at, 8, p.registerVector()[which])
}

// bitwise combines bits. What a register makes of itself by an exclusive or needs nothing of it.
func (p *Processor) bitwise(f func(a, b uint64) uint64) bool {
	if _, reg := p.modRM(); !p.inMemory() && reg == p.otherVector() && f(1, 1) == 0 {
		p.setVector(Vector{})
		return true
	}
	return p.combine(func(a, b Vector) Vector { return Vector{f(a[0], b[0]), f(a[1], b[1])} })
}

func (p *Processor) combine(f func(a, b Vector) Vector) bool {
	v, ok := p.vector(16)
	p.setVector(f(p.registerVector(), v))
	return ok
}
