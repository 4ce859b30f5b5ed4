package machine

import (
	"fmt"
	"strings"
)

// Describe is the machine for people: the texts that it is made of, what it builds on first, with a note at each parameter that a later one has
// set to something else.
func (m *Machine) Describe() string {
	var b strings.Builder
	for i, s := range m.sources {
		if strings.HasPrefix(s.name, setPrefix) {
			fmt.Fprintf(&b, "# %s\n", s.name)
			continue
		}
		if len(m.sources) > 1 {
			fmt.Fprintf(&b, "# --- %s\n", s.name)
		}
		keys := make(map[int]string, len(s.rows))
		for key, row := range s.rows {
			keys[row] = key
		}
		for row, line := range strings.Split(strings.TrimRight(s.text, "\n"), "\n") {
			b.WriteString(line)
			if by := m.later(i, keys[row+1]); by != "" {
				fmt.Fprintf(&b, "   # but see %s", by)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// later names the last source after one that sets a parameter.
func (m *Machine) later(than int, key string) (name string) {
	kind := m.sources[than].kind
	for i := range m.sources[than+1:] {
		if s := &m.sources[than+1+i]; m.row(s, key, kind) > 0 {
			name = s.name
		}
	}
	return name
}
