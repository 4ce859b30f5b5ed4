package x86

// size is that of an instruction's operands, of which opcodes of an even number have bytes.
func (p *Processor) size(op byte) int {
	if op&1 == 0 {
		return 1
	}
	return p.d.size()
}

// one executes instructions with an opcode of one byte.
func (p *Processor) one() bool {
	op, b := p.d.op, p.rexBits()<<3&8
	switch {
	case op < 0x40:
		return p.arithmetic(op>>3, op&7)
	case op >= 0x50 && op < 0x58:
		return !p.d.half && p.push(p.read(op&7|b))
	case op >= 0x58 && op < 0x60:
		v, ok := p.pop()
		p.set(op&7|b, 8, v)
		return ok && !p.d.half
	case op == 0x63:
		v, _, ok := p.operand(4)
		_, reg := p.modRM()
		p.set(reg, p.d.size(), extend(v, 4))
		return ok
	case op == 0x68:
		return !p.d.half && p.push(p.immediate(4))
	case op == 0x6a:
		return !p.d.half && p.push(p.immediate(1))
	case op == 0x69:
		return p.product(p.immediate(few(p.d.size())), true)
	case op == 0x6b:
		return p.product(p.immediate(1), true)
	case op >= 0x70 && op < 0x80:
		return p.jump(op&15, 1)
	case op == 0x80, op == 0x81, op == 0x83:
		n := p.size(op)
		bytes := 1
		if op == 0x81 {
			bytes = few(n)
		}
		m, _ := p.modRM()
		return p.modify(m>>3&7, p.immediate(bytes), n, true)
	case op == 0x84, op == 0x85:
		n := p.size(op)
		v, _, ok := p.operand(n)
		_, reg := p.modRM()
		p.compute(and, v, p.get(reg, n), n)
		return ok
	case op == 0x86, op == 0x87:
		n := p.size(op)
		v, at, ok := p.operand(n)
		_, reg := p.modRM()
		ok = ok && p.put(n, at, p.get(reg, n))
		p.set(reg, n, v)
		return ok
	case op == 0x88, op == 0x89:
		n := p.size(op)
		at, ok := p.where()
		_, reg := p.modRM()
		return ok && p.put(n, at, p.get(reg, n))
	case op == 0x8a, op == 0x8b:
		n := p.size(op)
		v, _, ok := p.operand(n)
		_, reg := p.modRM()
		p.set(reg, n, v)
		return ok
	case op == 0x8d:
		if !p.inMemory() {
			return false
		}
		base := p.FS
		p.FS = 0
		at, ok := p.address()
		p.FS = base
		_, reg := p.modRM()
		p.set(reg, p.d.size(), at)
		return ok
	case op >= 0x90 && op < 0x98:
		if op&7|b == 0 { // nop, pause
			return true
		}
		n := p.d.size()
		v := p.get(0, n)
		p.set(0, n, p.get(op&7|b, n))
		p.set(op&7|b, n, v)
		return true
	case op == 0x98:
		n := p.d.size()
		p.set(0, n, extend(p.read(0), n/2))
		return true
	case op == 0x99:
		n := p.d.size()
		p.set(2, n, -sign(p.read(0), n))
		return true
	case op == 0xa8, op == 0xa9:
		n := p.size(op)
		p.compute(and, p.read(0), p.immediate(few(n)), n)
		return true
	case op >= 0xb0 && op < 0xb8:
		p.set(op&7|b, 1, p.immediate(1))
		return true
	case op >= 0xb8 && op < 0xc0:
		n := p.d.size()
		p.set(op&7|b, n, p.immediate(n))
		return true
	case op == 0xc0, op == 0xc1:
		return p.shift(p.immediate(1), p.size(op))
	case op == 0xd0, op == 0xd1:
		return p.shift(1, p.size(op))
	case op == 0xd2, op == 0xd3:
		return p.shift(p.read(1), p.size(op))
	case op == 0xc2, op == 0xc3:
		v, ok := p.pop()
		if op == 0xc2 {
			p.R[4] += p.immediate(2) & 0xffff
		}
		p.PC = v
		return ok && !p.d.half
	case op == 0xc6, op == 0xc7:
		n := p.size(op)
		m, _ := p.modRM()
		at, ok := p.where()
		return ok && m>>3&7 == 0 && p.put(n, at, p.immediate(few(n)))
	case op == 0xc9:
		p.R[4] = p.read(5)
		v, ok := p.pop()
		p.set(5, 8, v)
		return ok && !p.d.half
	case op == 0xe8:
		to := p.PC + p.immediate(4)
		ok := p.push(p.PC)
		p.PC = to
		return ok
	case op == 0xe9:
		p.PC += p.immediate(4)
		return true
	case op == 0xeb:
		p.PC += p.immediate(1)
		return true
	case op == 0xf6, op == 0xf7:
		return p.unary(p.size(op))
	case op == 0xfe, op == 0xff:
		return p.group5(p.size(op))
	}
	return false
}

// arithmetic is the eight rows that are alike.
func (p *Processor) arithmetic(what, form byte) bool {
	n := p.size(form)
	switch {
	case form > 5:
		return false
	case form > 3:
		v, ok := p.compute(what, p.read(0), p.immediate(few(n)), n)
		if what != cmp {
			p.set(0, n, v)
		}
		return ok
	}
	m, reg := p.modRM()
	if same := m>>6 == 3 && reg == m&7|p.rexBits()<<3&8; same && n >= 4 && (what == xor || what == sub) { // it needs nothing of the register
		p.set(reg, n, 0)
		_, ok := p.compute(what, 0, 0, n)
		return ok
	}
	if form < 2 {
		return p.modify(what, p.get(reg, n), n, false)
	}
	v, _, ok := p.operand(n)
	if !ok {
		return false
	}
	if v, ok = p.compute(what, p.get(reg, n), v, n); what != cmp {
		p.set(reg, n, v)
	}
	return ok
}

// modify does arithmetic on what ModRM names. A constant that is added to memory is an Add.
func (p *Processor) modify(what byte, by uint64, n int, constant bool) bool {
	if constant && (what == add || what == sub) {
		if p.inMemory() {
			return p.count(what, by, n, conditions)
		}
		if p.countIn(what, by, n, conditions) {
			return true
		}
	}
	v, at, ok := p.operand(n)
	if !ok {
		return false
	}
	v, ok = p.compute(what, v, by, n)
	return ok && (what == cmp || p.put(n, at, v))
}

// count adds a constant to memory. The flags that it sets depend on what was there.
func (p *Processor) count(what byte, by uint64, n int, flags uint64) bool {
	at, ok := p.address()
	if !ok {
		return false
	}
	change := by
	if what == sub {
		change = -by
	}
	was, blind, ok := p.mem.Add(at, n, change)
	carry, known := p.Flags&CF, p.Blind&CF
	p.compute(what, was, by, n)
	if flags&CF == 0 {
		p.Flags, p.Blind = p.Flags&^CF|carry, p.Blind|known
	}
	if blind {
		p.Blind |= flags
	}
	return ok
}

// countIn is count for a register. It returns false, and has done nothing, if that is no counter.
func (p *Processor) countIn(what byte, by uint64, n int, flags uint64) bool {
	m, _ := p.modRM()
	r := m&7 | p.rexBits()<<3&8
	if n < 4 || r == 4 || !p.mem.Counts(r) {
		return false
	}
	carry, known := p.Flags&CF, p.Blind&CF
	v, _ := p.compute(what, p.R[r], by, n)
	if flags&CF == 0 {
		p.Flags, p.Blind = p.Flags&^CF|carry, p.Blind|known
	}
	p.R[r] = v
	p.Hidden |= 1 << r
	p.Blind |= flags
	return true
}

// group5 is for inc, dec, call, jmp, push.
func (p *Processor) group5(n int) bool {
	m, _ := p.modRM()
	switch what := m >> 3 & 7; what {
	case 0, 1:
		kind := byte(add)
		if what == 1 {
			kind = sub
		}
		carry, blind := p.Flags&CF, p.Blind&CF
		if p.inMemory() {
			return p.count(kind, 1, n, conditions&^CF)
		}
		if p.countIn(kind, 1, n, conditions&^CF) {
			return true
		}
		v, at, _ := p.operand(n)
		v, _ = p.compute(kind, v, 1, n)
		p.Flags, p.Blind = p.Flags&^CF|carry, p.Blind|blind
		return p.put(n, at, v)
	case 2:
		to, _, ok := p.operand(8)
		ok = ok && n > 2 && p.push(p.PC)
		p.PC = to
		return ok
	case 4:
		to, _, ok := p.operand(8)
		p.PC = to
		return ok && n > 2
	case 6:
		v, _, ok := p.operand(8)
		return ok && n > 2 && p.push(v)
	}
	return false
}
