package asm

import (
	"strings"

	"gasnetgo/sim/count"
)

// classify adds an instruction to counts.
func classify(in *instruction, c *count.Counts) {
	m := in.mnemonic
	switch {
	case m == "" || strings.HasPrefix(m, "nop") || strings.HasPrefix(m, "endbr") || m == "vzeroupper" || m == "fnop":
		return
	case isJump(m):
		c[count.Branch]++
		if len(in.operands) == 1 && strings.HasPrefix(in.operands[0], "*") && inMemory(in.operands[0][1:]) {
			c[count.Load]++
		}
		return
	case isCall(m):
		c[count.Call]++
		if mathematical(callee(in)) {
			c[count.Function]++
		}
		return
	case isReturn(m):
		c[count.Call]++
		return
	case isX87(m):
		classifyX87(in, c)
		return
	}
	pieces, vector := uint32(1), false
	for _, o := range in.operands {
		if n, ok := isVector(o); ok {
			pieces, vector = max(pieces, n), true
		}
	}
	if vector {
		classifyVector(in, pieces, c)
		return
	}
	classifyInteger(in, c)
}

func classifyInteger(in *instruction, c *count.Counts) {
	m, n := in.mnemonic, len(in.operands)
	source, target := false, n > 0 && inMemory(in.operands[n-1])
	for _, o := range in.operands[:max(n-1, 0)] {
		source = source || inMemory(o)
	}
	switch {
	case strings.HasPrefix(m, "lea") && m != "leave" && m != "leaveq":
		c[count.Int]++
	case strings.HasPrefix(m, "push"):
		c[count.Store]++
		if target {
			c[count.Load]++
		}
	case strings.HasPrefix(m, "pop") && !strings.HasPrefix(m, "popcnt"):
		c[count.Load]++
		if target {
			c[count.Store]++
		}
	case m == "leave" || m == "leaveq":
		c[count.Load]++
		c[count.Int]++
	case isString(m, "movs"):
		c[count.Load]++
		c[count.Store]++
	case isString(m, "stos"):
		c[count.Store]++
	case isString(m, "lods"), isString(m, "scas"), isString(m, "cmps"):
		c[count.Load]++
		c[count.Int]++
	case strings.HasPrefix(m, "mov") || strings.HasPrefix(m, "set"):
		switch {
		case target:
			c[count.Store]++
		case source:
			c[count.Load]++
		default:
			c[count.Int]++
		}
	case isDivision(m):
		c[count.Divide]++
		if target {
			c[count.Load]++
		}
	case strings.HasPrefix(m, "imul") || strings.HasPrefix(m, "mul"):
		c[count.Multiply]++
		if source || target {
			c[count.Load]++
		}
	default:
		c[count.Int]++
		if source || target {
			c[count.Load]++
		}
		if target && !isComparison(m) {
			c[count.Store]++
		}
	}
}

func isDivision(m string) bool {
	return suffixed(m, "div") || suffixed(m, "idiv")
}

func isComparison(m string) bool {
	return suffixed(m, "cmp") || suffixed(m, "test") || suffixed(m, "bt")
}

// suffixed reports whether a mnemonic is this one, or has a letter for the size of its operands behind it.
func suffixed(m, base string) bool {
	rest, ok := strings.CutPrefix(m, base)
	return ok && (rest == "" || rest == "b" || rest == "w" || rest == "l" || rest == "q")
}

// isString reports whether a mnemonic is a string instruction, which operates on memory at %rsi and %rdi. movsl and movsq are, movslq and movsd with operands are not.
func isString(m, base string) bool { return m != base && suffixed(m, base) || m == base }

func isX87(m string) bool {
	return m[0] == 'f' && m != "fs" && !strings.HasPrefix(m, "femms") && !strings.HasPrefix(m, "fxsave") && !strings.HasPrefix(m, "fxrstor")
}

func classifyX87(in *instruction, c *count.Counts) {
	m := in.mnemonic
	memory := len(in.operands) > 0 && inMemory(in.operands[len(in.operands)-1])
	begins := func(all ...string) bool {
		for _, p := range all {
			if strings.HasPrefix(m, p) {
				return true
			}
		}
		return false
	}
	store := begins("fst", "fist", "fnst", "fbst")
	if memory && store {
		c[count.Store]++
	} else if memory {
		c[count.Load]++
	}
	switch {
	case begins("fadd", "fiadd", "fsub", "fisub", "fcom", "fucom", "ficom", "frndint", "ftst"):
		c[count.FpAdd]++
	case begins("fmul", "fimul"):
		c[count.FpMultiply]++
	case begins("fdiv", "fidiv", "fsqrt", "fprem"):
		c[count.FpDivide]++
	case begins("fsin", "fcos", "fptan", "fpatan", "f2xm1", "fyl2x", "fscale"):
		c[count.Function]++
	case !memory:
		c[count.FpMove]++
	}
}

// classifyVector is for instructions with a vector register, of which the widest has so many pieces of 16 bytes.
func classifyVector(in *instruction, pieces uint32, c *count.Counts) {
	n := len(in.operands)
	target := inMemory(in.operands[n-1])
	source := false
	for _, o := range in.operands[:n-1] {
		source = source || inMemory(o)
	}
	m := strings.TrimPrefix(in.mnemonic, "v")
	scalar := strings.HasSuffix(m, "sd") || strings.HasSuffix(m, "ss") || strings.HasPrefix(m, "cvt") && !strings.Contains(m, "p")
	wide := pieces
	if scalar {
		wide = 1
	}
	if source {
		c[count.Load] += wide
	}
	if target {
		c[count.Store] += wide
	}
	add, multiply, divide := count.FpAdd, count.FpMultiply, count.FpDivide
	if !scalar {
		add, multiply, divide = count.VectorAdd, count.VectorMultiply, count.VectorDivide
	}
	packed := strings.HasSuffix(m, "pd") || strings.HasSuffix(m, "ps")
	begins := func(all ...string) bool {
		for _, p := range all {
			if strings.HasPrefix(m, p) {
				return true
			}
		}
		return false
	}
	switch floating := scalar || packed; {
	case strings.HasPrefix(m, "mov") && !strings.HasPrefix(m, "movmsk") && (source || target):
		// the load or store is all
	case floating && begins("fmadd", "fmsub", "fnmadd", "fnmsub"), floating && begins("dp"):
		c[multiply] += wide
		c[add] += wide
	case floating && begins("add", "sub", "min", "max", "cmp", "comis", "ucomis", "hadd", "hsub", "round"):
		c[add] += wide
	case floating && begins("mul", "rcp", "rsqrt"):
		c[multiply] += wide
	case floating && begins("div", "sqrt"):
		c[divide] += wide
	case begins("pmul", "pmadd"):
		c[count.VectorMultiply] += wide
	default:
		c[count.FpMove] += wide
	}
}
