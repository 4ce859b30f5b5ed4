package asm

import (
	"strings"

	"gasnetgo/sim/count"
)

func isJump(m string) bool {
	return strings.HasPrefix(m, "j") || suffixed(m, "loop") || m == "loope" || m == "loopne" || m == "loopz" || m == "loopnz"
}

func isCall(m string) bool   { return m == "call" || m == "callq" }
func isReturn(m string) bool { return m == "ret" || m == "retq" || m == "iretq" }

// always reports whether what comes behind an instruction is not reached from it.
func always(m string) bool {
	return m == "jmp" || m == "jmpq" || isReturn(m) || m == "ud2" || m == "hlt"
}

// target is the label that a jump leads to; empty: it is in a register or in memory.
func target(in *instruction) string {
	if len(in.operands) == 0 {
		return ""
	}
	o := in.operands[len(in.operands)-1]
	if strings.HasPrefix(o, "*") {
		return ""
	}
	if i := strings.IndexByte(o, '@'); i > 0 {
		o = o[:i]
	}
	return strings.Trim(o, `"`)
}

// callee is the function that a call, or a jump in place of one, leads to; empty: unknown.
func callee(in *instruction) string {
	if len(in.operands) != 1 {
		return ""
	}
	o := in.operands[0]
	if rest, ok := strings.CutPrefix(o, "*"); ok {
		name, behind, _ := strings.Cut(rest, "@")
		if !strings.HasPrefix(behind, "GOTPCREL") {
			return ""
		}
		return name
	}
	return target(in)
}

// copies reports whether a function copies, sets or compares as many bytes as its third argument says.
func copies(function string) bool {
	switch strings.TrimSuffix(strings.TrimPrefix(function, "__"), "_chk") {
	case "memcpy", "memmove", "memset", "mempcpy", "memcmp", "bcmp":
		return true
	}
	return false
}

// mathematical reports whether a function is one of the mathematical library that computes for long. Roundings and the like are not.
func mathematical(function string) bool {
	if function == "" {
		return false
	}
	name := strings.TrimSuffix(strings.TrimPrefix(function, "__"), "_finite")
	if isElementary(name) {
		return true
	}
	last := name[len(name)-1]
	return (last == 'f' || last == 'l') && isElementary(name[:len(name)-1])
}

func isElementary(name string) bool {
	name = strings.TrimPrefix(name, "c") // of complex numbers
	switch name {
	case "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sincos", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p",
		"pow", "sqrt", "cbrt", "hypot", "erf", "erfc", "gamma", "lgamma", "lgamma_r", "tgamma", "j0", "j1", "jn", "y0", "y1", "yn", "fmod", "remainder", "drem",
		"os", "osh", "brt", "abs", "arg": // cos, cosh, cbrt, cabs and carg without their c
		return true
	}
	return false
}

// repeated is how many bytes each turn of a repeated string instruction copies or sets; 0: it is no such instruction.
func repeated(in *instruction) uint32 {
	if in.prefix != "rep" && in.prefix != "repz" && in.prefix != "repe" || len(in.operands) > 0 && !strings.Contains(in.operands[0], "%") {
		return 0
	}
	if !isString(in.mnemonic, "movs") && !isString(in.mnemonic, "stos") {
		return 0
	}
	switch in.mnemonic[len(in.mnemonic)-1] {
	case 'b':
		return 1
	case 'w':
		return 2
	case 'l':
		return 4
	case 'q':
		return 8
	}
	return 0
}

// bytesOf are the counts of so many bytes that are copied.
func bytesOf(n uint32) (c count.Counts) {
	c[count.Copy] = n
	return c
}
