package main

import (
	"fmt"
	"strconv"
	"strings"
)

// elem is a type that may stand in a function's name.
type elem struct {
	name, code, ctype string
	bytes             int   // of an untyped size; else 0
	open              *open // for any type of a list; else nil
}

// typed reports whether the element has a C type, not only a size.
func (e elem) typed() bool { return e.bytes == 0 }

// float reports whether a frame carries the element's value as the bits of a float.
func (e elem) float() bool { return e.code == "F32" || e.code == "F64" }

// list is a list of types as the table writes it: types, and other lists with @.
type list struct {
	name  string
	words []string
}

// typ reads a type directive. The name in functions is what is behind a colon, so that f:8 and 8 may mean different sizes.
func (p *tableParser) typ(words []string) error {
	name := ""
	if len(words) > 0 {
		name = words[0][strings.IndexByte(words[0], ':')+1:]
	}
	switch {
	case len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return fmt.Errorf("type %s: want a code and a C type, or a number of bytes", words[0])
		}
		p.types[words[0]] = elem{name: name, bytes: n}
	case len(words) >= 3:
		p.types[words[0]] = elem{name: name, code: words[1], ctype: strings.Join(words[2:], " ")}
	default:
		return fmt.Errorf("type wants a name, a code and a C type")
	}
	return nil
}

// listOf reads a list directive.
func (p *tableParser) listOf(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("list wants a name and types")
	}
	var all []string
	for _, w := range words[1:] {
		if name, ok := strings.CutPrefix(w, "@"); ok {
			other, ok := p.lists[name]
			if !ok {
				return fmt.Errorf("list %s: no list %q before this line", words[0], name)
			}
			all = append(all, other...)
			continue
		}
		if _, ok := p.types[w]; !ok {
			return fmt.Errorf("list %s: no type %q before this line", words[0], w)
		}
		all = append(all, w)
	}
	for _, name := range all {
		if p.types[name].typed() != p.types[all[0]].typed() {
			return fmt.Errorf("list %s: %s and %s: C types and numbers of bytes do not mix", words[0], all[0], name)
		}
	}
	p.lists[words[0]] = all
	p.written = append(p.written, list{words[0], words[1:]})
	return nil
}
