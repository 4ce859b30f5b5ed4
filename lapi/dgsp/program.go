// Package dgsp interprets LAPI's data gather and scatter programs: layouts of memory as code of a small machine with a stack. A program that New has accepted
// does not leave its code, and its stack does not grow beyond its depth.
package dgsp

import (
	"errors"
	"math"
)

// Why a program is refused. Each has a code of LAPI.
var (
	ErrAtom   = errors.New("atom_size is negative or more than MAX_ATOM_SIZE")
	ErrBranch = errors.New("an instruction lies, or leads, outside of the code")
	ErrCopy   = errors.New("a copy of a negative number of bytes or blocks")
	ErrOpcode = errors.New("unknown instruction")
	ErrReps   = errors.New("a GOSUB without repetitions")
	ErrStack  = errors.New("more nested GOSUBs than depth allows")
	ErrOther  = errors.New("a program that copies nothing")
)

// Opcodes: lapi_dgsm_opcode_t.
const (
	opCopy = iota
	opMultiCopy
	opGosub
	opIterate
	opControl
)

// Lengths of instructions, in ints. A copy of several blocks has blockInts for each.
const (
	copyInts    = 6
	multiInts   = 2
	blockInts   = 4
	gosubInts   = 10
	iterateInts = 2
	controlInts = 3
)

// MaxAtom is the largest atom_size, in bytes.
const MaxAtom = 8

// Limits of programs.
const (
	maxDepth = 1024
	maxIdle  = 1 << 16 // instructions that copy nothing, in a row
)

// Descr is a program as lapi_dgsp_descr_t has it. Without code it is the layout without gaps.
type Descr struct {
	Code   []int32
	Depth  int
	Extent int64 // bytes from the beginning of one run of the program to that of the next
	Atom   int
}

// Program is a checked program. It does not change.
type Program struct {
	code     []int32
	extent   int64
	plain    bool // one block of extent bytes, from offset on
	offset   int64
	controls bool
}

// New copies and checks a program.
func New(d Descr) (*Program, error) {
	if d.Atom < 0 || d.Atom > MaxAtom {
		return nil, ErrAtom
	}
	if len(d.Code) == 0 {
		return &Program{plain: true, extent: 1}, nil
	}
	p := &Program{code: append([]int32(nil), d.Code...), extent: d.Extent}
	if err := p.check(min(max(d.Depth, 1), maxDepth)); err != nil {
		return nil, err
	}
	if _, err := p.Blocks(0, 1); err != nil {
		return nil, err
	}
	if len(p.code) == copyInts+iterateInts && p.code[0] == opCopy {
		p.offset, p.plain = p.long(4), p.long(2) == p.extent
	}
	return p, nil
}

// Controls reports whether the program changes the operation of copies.
func (p *Program) Controls() bool { return p.controls }

func (p *Program) long(at int) int64 { return int64(uint32(p.code[at])) | int64(p.code[at+1])<<32 }

// ints is the length of an instruction that lies in the code.
func (p *Program) ints(pc int) (int, error) {
	n := 0
	switch p.code[pc] {
	case opCopy:
		n = copyInts
	case opMultiCopy:
		if pc+multiInts > len(p.code) {
			return 0, ErrBranch
		}
		count := int64(p.code[pc+1])
		if count < 0 {
			return 0, ErrCopy
		}
		if count > math.MaxInt32/blockInts {
			return 0, ErrBranch
		}
		n = multiInts + blockInts*int(count)
	case opGosub:
		n = gosubInts
	case opIterate:
		n = iterateInts
	case opControl:
		n = controlInts
	default:
		return 0, ErrOpcode
	}
	if pc+n > len(p.code) {
		return 0, ErrBranch
	}
	return n, nil
}

// place is an instruction with the number of GOSUBs around it.
type place struct{ pc, depth int }

// check visits every instruction that can be reached, at every depth.
func (p *Program) check(depth int) error {
	seen := map[place]bool{}
	next := []place{{}}
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if at.pc < 0 || at.pc >= len(p.code) {
			return ErrBranch
		}
		if at.depth >= depth {
			return ErrStack
		}
		n, err := p.ints(at.pc)
		if err != nil {
			return err
		}
		switch p.code[at.pc] {
		case opCopy:
			if p.long(at.pc+2) < 0 {
				return ErrCopy
			}
		case opMultiCopy:
			for i := range int(p.code[at.pc+1]) {
				if p.long(at.pc+multiInts+i*blockInts+2) < 0 {
					return ErrCopy
				}
			}
		case opGosub:
			if p.long(at.pc+4) < 1 {
				return ErrReps
			}
			next = append(next, place{at.pc + int(p.code[at.pc+1]), at.depth + 1}, place{at.pc + int(p.code[at.pc+2]), at.depth})
			continue
		case opIterate:
			next = append(next, place{at.pc + int(p.code[at.pc+1]), at.depth})
			continue
		case opControl:
			p.controls = true
		}
		next = append(next, place{at.pc + n, at.depth})
	}
	return nil
}
