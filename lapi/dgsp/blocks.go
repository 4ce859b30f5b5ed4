package dgsp

// NoControl is the operation of a plain copy: LAPI_DGSM_NO_CTL.
const NoControl = -1

// Block is contiguous memory of a layout, at an offset from its base. Operation and Operand are those of the last CONTROL before it.
type Block struct {
	At                 int64
	Len                uint64
	Operation, Operand int32
}

// level is a GOSUB that runs.
type level struct {
	reps, stride int64
	at           int64 // position of this run
	back         int   // where the program goes on
}

// run is a program that runs.
type run struct {
	p          *Program
	pc         int
	at         int64 // position of the outermost level
	stack      []level
	idle       int
	skip, left uint64
	operation  int32
	operand    int32
	out        []Block
}

// Blocks is where bytes [skip, skip+n) of a layout are, in their order. Neighbours are one block.
func (p *Program) Blocks(skip, n uint64) ([]Block, error) {
	if n == 0 {
		return nil, nil
	}
	if p.plain {
		return []Block{{At: p.offset + int64(skip), Len: n, Operation: NoControl}}, nil
	}
	r := run{p: p, skip: skip, left: n, operation: NoControl}
	for r.left > 0 {
		if r.idle++; r.idle > maxIdle {
			return nil, ErrOther
		}
		r.step()
	}
	return r.out, nil
}

func (r *run) step() {
	p, pc := r.p, r.pc
	position := r.at
	if n := len(r.stack); n > 0 {
		position = r.stack[n-1].at
	}
	switch p.code[pc] {
	case opCopy:
		r.copy(position+p.long(pc+4), uint64(p.long(pc+2)))
		r.pc += copyInts
	case opMultiCopy:
		count := int(p.code[pc+1])
		for i := range count {
			block := pc + multiInts + i*blockInts
			r.copy(position+p.long(block), uint64(p.long(block+2)))
		}
		r.pc += multiInts + count*blockInts
	case opGosub:
		r.stack = append(r.stack, level{reps: p.long(pc + 4), at: position + p.long(pc+6), stride: p.long(pc + 8), back: pc + int(p.code[pc+2])})
		r.pc += int(p.code[pc+1])
	case opIterate:
		n := len(r.stack)
		if n == 0 {
			r.at += p.extent
			r.pc += int(p.code[pc+1])
			return
		}
		l := &r.stack[n-1]
		if l.reps--; l.reps > 0 {
			l.at += l.stride
			r.pc += int(p.code[pc+1])
			return
		}
		r.pc, r.stack = l.back, r.stack[:n-1]
	case opControl:
		r.operation, r.operand = p.code[pc+1], p.code[pc+2]
		r.pc += controlInts
	}
}

// copy notes a block, without what is skipped and what is too much.
func (r *run) copy(at int64, n uint64) {
	skipped := min(r.skip, n)
	r.skip -= skipped
	at, n = at+int64(skipped), n-skipped
	n = min(n, r.left)
	if skipped > 0 || n > 0 {
		r.idle = 0
	}
	if n == 0 {
		return
	}
	r.left -= n
	if i := len(r.out) - 1; i >= 0 {
		if last := &r.out[i]; last.At+int64(last.Len) == at && last.Operation == r.operation && last.Operand == r.operand {
			last.Len += n
			return
		}
	}
	r.out = append(r.out, Block{At: at, Len: n, Operation: r.operation, Operand: r.operand})
}
