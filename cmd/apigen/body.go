package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// parseBody parses the text after the colon of a fn line.
func parseBody(s string) (body, error) {
	b := body{how: "op", source: s}
	if i := strings.Index(s, "!partial"); i >= 0 {
		b.note = strings.TrimSpace(s[i+len("!partial"):])
		s = s[:i]
	}
	head, after, arrow := strings.Cut(s, "->")
	head = strings.TrimSpace(head)
	if arrow {
		b.after = strings.TrimSpace(after)
	}
	switch head {
	case "noop", "hand":
		b.how = head
		return b, nil
	case "unsupported":
		b.how = head
		if b.after == "" {
			return b, fmt.Errorf("unsupported wants -> and a result")
		}
		return b, nil
	}
	m := callHead.FindStringSubmatch(head)
	if m == nil {
		return b, fmt.Errorf("want op(ARG, ...), noop, unsupported or hand, not %q", head)
	}
	b.op = m[1]
	args, rest, err := splitArgs(head[len(m[0]):])
	if err != nil {
		return b, err
	}
	b.args = args
	if rest == "" {
		return b, nil
	}
	local, ok := strings.CutPrefix(rest, "local ")
	if !ok {
		return b, fmt.Errorf("what is %q after the call?", rest)
	}
	b.local = strings.TrimSpace(local)
	return b, nil
}

// splitArgs cuts "a, f(b, c)) rest" into its arguments and what follows the closing parenthesis.
func splitArgs(s string) (args []string, rest string, err error) {
	depth, from := 0, 0
	for i, c := range s {
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')':
			if last := strings.TrimSpace(s[from:i]); last != "" || len(args) > 0 {
				args = append(args, last)
			}
			return args, strings.TrimSpace(s[i+1:]), nil
		case c == ',' && depth == 0:
			args = append(args, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return nil, "", fmt.Errorf("no closing parenthesis")
}

var (
	placeholder = regexp.MustCompile(`\{([^{}]*)\}`)
	resultName  = regexp.MustCompile(`\$(\w+)`)
	identifier  = regexp.MustCompile(`[A-Za-z_]\w*`)
	wordBorder  = regexp.MustCompile(`([a-z])([A-Z])`)
)

// screaming converts a word of the table to its C spelling: UntilAny is UNTIL_ANY, CSwap is CSWAP.
func screaming(s string) string { return strings.ToUpper(wordBorder.ReplaceAllString(s, "${1}_${2}")) }

// expand fills the placeholders of a row's text for one type.
func (t *table) expand(s string, e elem) (string, error) {
	var bad error
	out := placeholder.ReplaceAllStringFunc(s, func(m string) string {
		r, err := t.placeholder(m[1:len(m)-1], e)
		if err != nil && bad == nil {
			bad = err
		}
		return r
	})
	return resultName.ReplaceAllString(out, "ga_$1"), bad
}

func (t *table) placeholder(name string, e elem) (string, error) {
	if e.open != nil {
		if text, ok := e.open.placeholder(t.api, name); ok {
			return text, nil
		}
	}
	if v, ok := strings.CutPrefix(name, "bits:"); ok {
		switch e.code {
		case "F32":
			return "ga_bits_of_float(" + v + ")", nil
		case "F64":
			return "ga_bits_of_double(" + v + ")", nil
		}
		return "(uint64_t)" + v, nil
	}
	if set, word, ok := strings.Cut(name, "."); ok {
		return t.enumConst(set, word)
	}
	switch {
	case name == "C" && e.ctype != "":
		return e.ctype, nil
	case name == "size" && e.bytes != 0:
		return fmt.Sprint(e.bytes), nil
	case name == "size" && e.ctype != "":
		return "sizeof(" + e.ctype + ")", nil
	case name == "num" && e.code != "" && e.code != "-":
		return t.enumConst("Num", e.code)
	case name == "code" && e.code != "" && e.code != "-":
		return t.enumConst("Type", strings.Replace(e.code, "F", "U", 1))
	}
	return "", fmt.Errorf("{%s} has no meaning here", name)
}

func (t *table) enumConst(set, word string) (string, error) {
	for _, e := range t.enums {
		if e.name == set && slices.Contains(e.words, word) {
			return "GA_" + strings.ToUpper(t.api) + "_" + screaming(set) + "_" + screaming(word), nil
		}
	}
	return "", fmt.Errorf("{%s.%s}: no such word", set, word)
}
