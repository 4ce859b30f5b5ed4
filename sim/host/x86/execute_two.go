package x86

import "math/bits"

// two executes instructions with an opcode behind 0f.
func (p *Processor) two() bool {
	op, n, repeat := p.d.op, p.d.size(), p.d.repeat
	switch {
	case op >= 0x40 && op < 0x50:
		v, _, ok := p.operand(n)
		yes, known := p.holds(op & 15)
		_, reg := p.modRM()
		if !yes {
			v = p.get(reg, n)
		}
		p.set(reg, n, v)
		return ok && known
	case op >= 0x80 && op < 0x90:
		return p.jump(op&15, 4)
	case op >= 0x90 && op < 0xa0:
		yes, known := p.holds(op & 15)
		v := uint64(0)
		if yes {
			v = 1
		}
		at, ok := p.where()
		return ok && known && p.put(1, at, v)
	case op == 0xaf:
		return p.product(0, false)
	case op == 0xb6, op == 0xb7, op == 0xbe, op == 0xbf:
		from := 1 + int(op&1)
		v, _, ok := p.operand(from)
		if op >= 0xbe {
			v = extend(v, from)
		}
		_, reg := p.modRM()
		p.set(reg, n, v)
		return ok
	case op == 0xb0, op == 0xb1:
		n := p.size(op)
		v, at, ok := p.operand(n)
		_, reg := p.modRM()
		if !ok {
			return false
		}
		if p.compute(cmp, p.read(0), v, n); p.Flags&ZF != 0 {
			return p.put(n, at, p.get(reg, n))
		}
		p.set(0, n, v)
		return !p.inMemory() || p.put(n, at, v)
	case op == 0xc0, op == 0xc1:
		n := p.size(op)
		v, at, ok := p.operand(n)
		_, reg := p.modRM()
		sum, _ := p.compute(add, v, p.get(reg, n), n)
		p.set(reg, n, v)
		return ok && p.put(n, at, sum)
	case op >= 0xc8 && op < 0xd0:
		r := op&7 | p.rexBits()<<3&8
		if n == 8 {
			p.set(r, 8, bits.ReverseBytes64(p.read(r)))
		} else {
			p.set(r, 4, uint64(bits.ReverseBytes32(uint32(p.read(r)))))
		}
		return n > 2
	case op == 0xae:
		m, _ := p.modRM()
		return m >= 0xe8 && repeat == 0 // fences
	case op == 0x1e, op == 0x1f, op == 0x0d, op == 0x18:
		return op != 0x1e || repeat == 0 || p.d.code[p.d.modrm] == 0xfa // nop, prefetch, endbr64
	case op == 0xa3, op == 0xba && p.d.code[p.d.modrm]>>3&7 == 4:
		if p.inMemory() && op == 0xa3 {
			return false
		}
		v, _, ok := p.operand(n)
		_, reg := p.modRM()
		bit := p.get(reg, n)
		if op == 0xba {
			bit = p.immediate(1)
		}
		p.setFlags(CF, v>>(bit%uint64(8*n))&1)
		p.Blind |= OF | SF | AF | PF // undefined
		return ok
	}
	return p.vectors()
}
