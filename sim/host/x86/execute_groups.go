package x86

import "math/bits"

// product is imul with two operands, or three.
func (p *Processor) product(by uint64, three bool) bool {
	n := p.d.size()
	v, _, ok := p.operand(n)
	_, reg := p.modRM()
	if !three {
		by = p.get(reg, n)
	}
	high, low := bits.Mul64(extend(v, n), extend(by, n))
	p.setFlags(conditions, 0)
	if n == 8 {
		a, b := int64(v), int64(by) // bits.Mul64 is unsigned
		high -= uint64(a>>63)&by + uint64(b>>63)&v
		if high != uint64(int64(low)>>63) {
			p.Flags |= CF | OF
		}
	} else if extend(low, n) != low {
		p.Flags |= CF | OF
	}
	p.set(reg, n, low)
	p.Blind |= ZF | SF | PF | AF // undefined
	return ok
}

// shift is for rol, ror, shl, shr, sar.
func (p *Processor) shift(by uint64, n int) bool {
	m, _ := p.modRM()
	v, at, ok := p.operand(n)
	by &= 31
	if n == 8 {
		by = p.shiftCount(by)
	}
	if !ok || n < 4 && by >= uint64(8*n) {
		return false
	}
	if by == 0 {
		if n == 4 && !p.inMemory() {
			return p.put(n, at, v)
		}
		return true
	}
	var r, carry uint64
	which := uint64(conditions)
	width := uint64(8 * n)
	switch m >> 3 & 7 {
	case 0, 1:
		which = CF | OF
		left := by % width
		if m>>3&7 == 1 {
			left = (width - left) % width
		}
		r = (v<<left | v>>(width-left)) & mask(n)
		carry = r & 1
		if m>>3&7 == 1 {
			carry = sign(r, n)
		}
	case 4, 6:
		r, carry = v<<by, v>>(width-by)&1
	case 5:
		r, carry = v>>by, v>>(by-1)&1
	case 7:
		s := int64(extend(v, n))
		r, carry = uint64(s>>by), uint64(s>>(by-1))&1
	default:
		return false
	}
	flags := result(r, n) | carry*CF
	if by == 1 {
		switch m >> 3 & 7 {
		case 0, 4, 6:
			flags |= (sign(r, n) ^ carry) * OF
		case 1:
			flags |= (sign(r, n) ^ r>>(width-2)&1) * OF
		case 5:
			flags |= sign(v, n) * OF
		}
	}
	p.setFlags(which, flags)
	p.Blind |= which & AF // undefined
	if by != 1 {
		p.Blind |= OF
	}
	return p.put(n, at, r)
}

// shiftCount is the number of bits that an instruction on 8 bytes shifts by.
func (p *Processor) shiftCount(low uint64) uint64 {
	switch p.d.op {
	case 0xc1:
		return p.immediate(1) & 63
	case 0xd3:
		return p.read(1) & 63
	}
	return low
}

// unary is for test, not, neg, mul, imul, div, idiv.
func (p *Processor) unary(n int) bool {
	m, _ := p.modRM()
	v, at, ok := p.operand(n)
	if !ok {
		return false
	}
	switch m >> 3 & 7 {
	case 0, 1:
		p.compute(and, v, p.immediate(few(n)), n)
		return true
	case 2:
		return p.put(n, at, ^v)
	case 3:
		r, _ := p.compute(sub, 0, v, n)
		return p.put(n, at, r)
	}
	if n < 4 {
		return false
	}
	p.Blind |= conditions // undefined, but for two of a product
	switch m >> 3 & 7 {
	case 4:
		high, low := bits.Mul64(v, p.get(0, n))
		if n == 4 {
			high = low >> 32
		}
		p.set(0, n, low)
		p.set(2, n, high)
	case 5:
		a := p.get(0, n)
		if n == 4 {
			r := uint64(int64(int32(v)) * int64(int32(a)))
			p.set(0, n, r)
			p.set(2, n, r>>32)
			break
		}
		high, low := bits.Mul64(v, a)
		high -= uint64(int64(v)>>63)&a + uint64(int64(a)>>63)&v
		p.set(0, n, low)
		p.set(2, n, high)
	case 6:
		high, low := p.get(2, n), p.get(0, n)
		if v == 0 || high >= v {
			return false
		}
		if n == 4 {
			all := high<<32 | low
			p.set(0, n, all/v)
			p.set(2, n, all%v)
			break
		}
		q, r := bits.Div64(high, low, v)
		p.set(0, n, q)
		p.set(2, n, r)
	case 7:
		a, by := int64(extend(p.get(0, n), n)), int64(extend(v, n))
		if by == 0 || by == -1 || p.get(2, n) != uint64(a>>63)&mask(n) {
			return false
		}
		p.set(0, n, uint64(a/by))
		p.set(2, n, uint64(a%by))
	}
	return true
}
