package machine

import (
	"cmp"
	"fmt"
	"strings"
)

// Describe is the machine as a file that Parse reads: every parameter with the value that is in force, where it was set, and what that place says of its source.
func (m *Machine) Describe() string {
	var b strings.Builder
	for i := range m.sources {
		b.WriteString(preface(&m.sources[i]))
	}
	for _, key := range []string{"name", "about", "network"} {
		m.describe(&b, key, key)
	}
	for _, s := range m.used() {
		if s.library && !m.hasLAPI() || s.spare && !m.sets(s) {
			continue
		}
		fmt.Fprintf(&b, "\n[%s]\n", s.name)
		for _, name := range s.parameters() {
			m.describe(&b, name, s.name+"."+name)
		}
	}
	return b.String()
}

// Setting is a parameter that is in force: its value as a file has it, where it was set, and what that place says of its source.
type Setting struct{ Key, Value, Source string }

// Settings are the parameters that Describe has.
func (m *Machine) Settings() (list []Setting) {
	for _, s := range m.used() {
		if s.library && !m.hasLAPI() || s.spare && !m.sets(s) {
			continue
		}
		for _, name := range s.parameters() {
			key := s.name + "." + name
			value, where, comment := m.parameter(key)
			if where == "" {
				continue
			}
			if comment != "" {
				where += ": " + comment
			}
			list = append(list, Setting{key, strings.Trim(value, `"`), where})
		}
	}
	return list
}

// preface is the comment at the beginning of a file, which explains what its sources are called.
func preface(s *source) string {
	if strings.HasPrefix(s.name, setPrefix) {
		return fmt.Sprintf("# %s\n", s.name)
	}
	text := fmt.Sprintf("# --- %s\n", s.name)
	for line := range strings.Lines(s.text) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		text += strings.TrimRight(line, "\n") + "\n"
	}
	return text
}

// describe writes the line of a parameter.
func (m *Machine) describe(b *strings.Builder, name, key string) {
	value, where, comment := m.parameter(key)
	if where == "" {
		return // no parameter of this kind of network: Check wants them all
	}
	if comment != "" {
		where += ": " + comment
	}
	fmt.Fprintf(b, "%-39s # %s\n", name+" = "+cmp.Or(value, `""`), where)
}

// parameter is the value of a parameter as a file has it, where it was set, and what that place says of its source; where is empty if the kind of network has
// no such parameter.
func (m *Machine) parameter(key string) (value, where, comment string) {
	var by *source
	row := 0
	for i := range m.sources {
		if r := m.row(&m.sources[i], key, m.Network); r > 0 {
			by, row = &m.sources[i], r
		}
	}
	if by == nil {
		return "", "", ""
	}
	_, text, _ := strings.Cut(lineAt(by.text, row), "=")
	value, comment = cutComment(text)
	for next := row + 1; strings.Count(value, "[") > strings.Count(value, "]") && lineAt(by.text, next) != ""; next++ { // a list on several lines
		more, _ := cutComment(lineAt(by.text, next))
		value += " " + more
	}
	return value, place(by.name, row), comment
}

// cutComment splits a value from the comment behind it. A # in quotes begins no comment.
func cutComment(text string) (value, comment string) {
	quoted := false
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted:
			return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:])
		}
	}
	return strings.TrimSpace(text), ""
}
