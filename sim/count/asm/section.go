package asm

import (
	"strings"

	"gasnetgo/sim/count"
)

// section is one of an assembly, as the directives have named it.
type section struct {
	name  string
	code  bool
	debug bool   // what it refers to is not reached
	group string // that it belongs to; empty: none
}

// sections follows the directives that change sections.
type sections struct {
	now, before *section
	stack       []*section
	all         map[string]*section
}

func newSections() *sections {
	s := &sections{all: map[string]*section{}}
	s.now = s.get(".text", "", "")
	s.before = s.now
	return s
}

// get is the section of a name and group, with flags if they are stated.
func (s *sections) get(name, flags, group string) *section {
	key := name + "\x00" + group
	if s.all[key] == nil {
		s.all[key] = &section{
			name: name, group: group,
			code:  strings.Contains(flags, "x") || flags == "" && (name == ".text" || strings.HasPrefix(name, ".text.") || name == ".init" || name == ".fini"),
			debug: strings.HasPrefix(name, ".debug") || strings.HasPrefix(name, ".gnu.debuglto") || name == ".eh_frame" || name == count.Section,
		}
	}
	return s.all[key]
}

// directive takes note of one.
func (s *sections) directive(name, arguments string) {
	change := func(to *section) { s.before, s.now = s.now, to }
	switch name {
	case ".text", ".data", ".bss":
		change(s.get(name, "", ""))
	case ".section", ".pushsection":
		if name == ".pushsection" {
			s.stack = append(s.stack, s.now)
		}
		change(s.named(arguments))
	case ".popsection":
		if n := len(s.stack); n > 0 {
			change(s.stack[n-1])
			s.stack = s.stack[:n-1]
		}
	case ".previous":
		change(s.before)
	}
}

// named is the section of name, "flags", @type, size, group, linkage.
func (s *sections) named(arguments string) *section {
	parts := split(arguments, ',')
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	name, flags, group := strings.Trim(parts[0], `"`), "", ""
	if len(parts) > 1 && strings.HasPrefix(parts[1], `"`) {
		flags = strings.Trim(parts[1], `"`)
		at := 3
		if strings.Contains(flags, "M") {
			at++
		}
		if strings.Contains(flags, "G") && len(parts) > at {
			group = parts[at]
		}
	}
	return s.get(name, flags, group)
}
