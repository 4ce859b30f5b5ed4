package asm

import (
	"strings"
)

// instruction is one instruction of a line.
type instruction struct {
	prefix   string // rep and the like; empty: none
	mnemonic string
	operands []string
}

// prefixes stand before an instruction, on its line or alone on the line before it.
func isPrefix(word string) bool {
	switch word {
	case "lock", "rep", "repz", "repe", "repne", "repnz", "notrack", "bnd", "data16", "rex64", "rex.w", "addr32", "xacquire", "xrelease", "{vex}", "{vex3}", "{evex}", "{disp32}", "{disp8}", "{load}", "{store}", "cs", "ds", "es", "ss", "fs", "gs":
		return true
	}
	return false
}

// withoutComment is a line up to a comment. A # in quotes begins none.
func withoutComment(line string) string {
	if !strings.Contains(line, "#") {
		return line
	}
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted:
			return line[:i]
		}
	}
	return line
}

// statement is a piece of a line between semicolons: labels, then an instruction or a directive, or nothing.
type statement struct {
	labels    []string
	directive string // with its point
	arguments string // of the directive
	instruction
}

// statements are those of a line.
func statements(line string) (all []statement) {
	line = withoutComment(line)
	for _, text := range split(line, ';') {
		var s statement
		text = strings.TrimSpace(text)
		for {
			label, rest, ok := cutLabel(text)
			if !ok {
				break
			}
			s.labels = append(s.labels, label)
			text = rest
		}
		if strings.HasPrefix(text, ".") {
			s.directive, s.arguments, _ = strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
			s.arguments = strings.TrimSpace(s.arguments)
		} else if text != "" {
			s.instruction = parse(text)
		}
		if len(s.labels) > 0 || s.directive != "" || s.mnemonic != "" || s.prefix != "" {
			all = append(all, s)
		}
	}
	return all
}

// cutLabel takes a label off the beginning of a text.
func cutLabel(text string) (label, rest string, ok bool) {
	if strings.HasPrefix(text, `"`) {
		if end := strings.IndexByte(text[1:], '"'); end >= 0 && strings.HasPrefix(text[end+2:], ":") {
			return text[1 : end+1], strings.TrimSpace(text[end+3:]), true
		}
		return "", text, false
	}
	i := 0
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	if i == 0 || i == len(text) || text[i] != ':' {
		return "", text, false
	}
	return text[:i], strings.TrimSpace(text[i+1:]), true
}

func isNameByte(c byte) bool {
	return c == '.' || c == '_' || c == '$' || c == '@' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// parse reads an instruction with its prefixes.
func parse(text string) (in instruction) {
	for {
		word, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		word, rest = strings.ToLower(word), strings.TrimSpace(rest)
		if !isPrefix(word) {
			in.mnemonic = word
			if rest != "" {
				for _, o := range split(rest, ',') {
					in.operands = append(in.operands, strings.TrimSpace(o))
				}
			}
			return in
		}
		in.prefix = word
		if rest == "" {
			return in
		}
		text = rest
	}
}

// split cuts a text at a separator outside of parentheses and quotes.
func split(text string, by byte) (parts []string) {
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == by && depth <= 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

// inMemory reports whether an operand is in memory, and not a register or an immediate.
func inMemory(operand string) bool {
	switch {
	case operand == "" || operand[0] == '$' || operand[0] == '{':
		return false
	case operand[0] == '%':
		return strings.HasPrefix(operand, "%fs:") || strings.HasPrefix(operand, "%gs:")
	}
	return true
}

// isVector reports whether an operand is a vector register, and how many times 16 bytes it has.
func isVector(operand string) (pieces uint32, ok bool) {
	switch {
	case strings.HasPrefix(operand, "%xmm"):
		return 1, true
	case strings.HasPrefix(operand, "%ymm"):
		return 2, true
	case strings.HasPrefix(operand, "%zmm"):
		return 4, true
	}
	return 0, false
}
