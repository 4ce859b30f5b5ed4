package asm

import "strings"

// flags are sets of the arithmetic flags: carry apart, since some instructions leave it alone.
type flags uint8

const (
	carry flags = 1 << iota
	others
	all = carry | others
)

// effect is which flags an instruction may read, and which it is certain to write without having read them before. What is unknown reads all and writes none.
func effect(in *instruction) (reads, writes flags) {
	m := in.mnemonic
	switch {
	case m == "": // a prefix alone
		return 0, 0
	case isCall(m) || isReturn(m) || m == "syscall":
		return 0, all // the interface of calls: no flag is anything's before or after
	case m == "ud2" || m == "hlt":
		return 0, all // nothing is behind it
	case m == "jmp" || m == "jmpq" || strings.HasPrefix(m, "jrcx") || strings.HasPrefix(m, "jecx") || m == "loop" || m == "loopq":
		return 0, 0
	case m[0] == 'j':
		return condition(m[1:]), 0
	case strings.HasPrefix(m, "set"):
		return condition(m[3:]), 0
	case strings.HasPrefix(m, "cmov"):
		c := m[4:]
		if n := len(c) - 1; n > 0 && condition(c) == all && strings.IndexByte("wlq", c[n]) >= 0 { // of operands
			c = c[:n]
		}
		return condition(c), 0
	case strings.HasPrefix(m, "fcmov"):
		return all, 0
	case strings.HasPrefix(m, "fcomi") || strings.HasPrefix(m, "fucomi"):
		return 0, all
	case isX87(m):
		return 0, 0
	}
	if in.prefix != "" && in.prefix != "lock" && in.prefix != "notrack" && in.prefix != "data16" && in.prefix != "rex64" {
		return 0, 0 // a repeated instruction may be none
	}
	if reads, writes, ok := integerEffect(in, m); ok {
		return reads, writes
	}
	for _, o := range in.operands {
		if _, ok := isVector(o); ok {
			return vectorEffect(m)
		}
		if strings.HasPrefix(o, "%mm") || strings.HasPrefix(o, "%k") {
			return maskEffect(m)
		}
	}
	return all, 0
}

// condition is what a jump, set or move on a condition reads.
func condition(c string) flags {
	switch c {
	case "b", "c", "nae", "ae", "nb", "nc":
		return carry
	case "e", "z", "ne", "nz", "s", "ns", "o", "no", "p", "pe", "np", "po", "l", "nge", "ge", "nl", "le", "ng", "g", "nle":
		return others
	}
	return all
}

func vectorEffect(m string) (reads, writes flags) {
	m = strings.TrimPrefix(m, "v")
	if strings.HasPrefix(m, "comis") || strings.HasPrefix(m, "ucomis") || strings.HasPrefix(m, "ptest") && !strings.HasPrefix(m, "ptestm") && !strings.HasPrefix(m, "ptestnm") || strings.HasPrefix(m, "test") || strings.HasPrefix(m, "pcmpistr") || strings.HasPrefix(m, "pcmpestr") {
		return 0, all
	}
	return 0, 0
}

func maskEffect(m string) (reads, writes flags) {
	if strings.HasPrefix(m, "kortest") || strings.HasPrefix(m, "ktest") {
		return 0, all
	}
	return 0, 0
}

// integerEffect is for instructions without vectors; false if it is none of those known here.
func integerEffect(in *instruction, m string) (reads, writes flags, ok bool) {
	known := func(bases ...string) bool {
		for _, b := range bases {
			if suffixed(m, b) {
				return true
			}
		}
		return false
	}
	begins := func(all ...string) bool {
		for _, p := range all {
			if strings.HasPrefix(m, p) {
				return true
			}
		}
		return false
	}
	for _, o := range in.operands {
		if _, vector := isVector(o); vector {
			return 0, 0, false
		}
	}
	switch {
	case known("adc", "sbb"):
		return carry, all, true
	case known("add", "sub", "cmp", "test", "and", "or", "xor", "neg", "imul", "mul", "div", "idiv", "xadd", "cmpxchg", "popcnt", "lzcnt", "tzcnt", "andn", "bextr", "blsr", "blsi", "blsmsk", "bzhi"):
		return 0, all, true
	case known("inc", "dec"):
		return 0, others, true
	case known("bsf", "bsr"):
		return 0, 0, true // zero of others alone is certain
	case known("bt", "bts", "btr", "btc"):
		return 0, carry, true
	case known("shl", "sal", "shr", "sar", "shld", "shrd"):
		return 0, shifted(in), true
	case known("rol", "ror"):
		return 0, 0, true
	case known("rcl", "rcr"):
		return carry, 0, true
	case begins("cmpxchg8b", "cmpxchg16b"):
		return 0, 0, true
	case m == "stc" || m == "clc":
		return 0, carry, true
	case m == "cmc":
		return carry, carry, true
	case begins("pushf") || m == "lahf":
		return all, 0, true
	case begins("popf") || m == "sahf":
		return 0, all, true
	case begins("adcx"):
		return carry, carry, true
	case begins("adox"):
		return others, 0, true
	case begins("rdrand", "rdseed"):
		return 0, all, true
	case begins("mov", "lea", "push", "pop", "nop", "endbr", "xchg", "bswap", "not", "cmov", "sarx", "shlx", "shrx", "rorx", "mulx", "pdep", "pext", "prefetch",
		"rdtsc", "cpuid", "pause", "mfence", "lfence", "sfence", "clflush", "xgetbv", "rdpid", "crc32", "enter", "vzero", "emms", "stos", "lods", "ldmxcsr", "stmxcsr", "vldmxcsr", "vstmxcsr"):
		return 0, 0, true
	}
	switch m {
	case "cltq", "cqto", "cltd", "cwtl", "cwtd", "cbtw", "cdqe", "cqo", "cdq", "cwde", "cbw", "cwd", "cld", "std", "leave", "leaveq":
		return 0, 0, true
	}
	return 0, 0, false
}

// shifted is what a shift writes: all flags, unless the count may be 0.
func shifted(in *instruction) flags {
	switch n := len(in.operands); {
	case n == 1:
		return all // by one
	case n >= 2 && strings.HasPrefix(in.operands[0], "$") && in.operands[0] != "$0":
		return all
	}
	return 0
}
