package machine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Check says what is wrong with a machine as a whole: what its kind of network needs and no source says, and what cannot be.
func (m *Machine) Check() error {
	if m.Network != "seastar" && m.Network != "ideal" {
		return m.wrong("network", "is %q, not \"seastar\" or \"ideal\"", m.Network)
	}
	if err := m.missing(); err != nil {
		return err
	}
	if m.Nodes.Ranks < 1 {
		return m.wrong("nodes.ranks", "is %d: a node has at least one rank", m.Nodes.Ranks)
	}
	if m.Network == "ideal" {
		return nil
	}
	if len(m.Topology.Size) != 3 || len(m.Topology.Wrap) != 3 {
		return m.wrong("topology.size", "and topology.wrap have three entries each: x, y, z")
	}
	for _, n := range m.Topology.Size {
		if n < 0 {
			return m.wrong("topology.size", "%v: negative", m.Topology.Size)
		}
	}
	if m.NIC.Mode != "generic" && m.NIC.Mode != "accelerated" {
		return m.wrong("nic.mode", "is %q, not \"generic\" or \"accelerated\"", m.NIC.Mode)
	}
	for _, part := range []struct {
		key  string
		of   string
		part float64
	}{
		{"faults.link", "a probability", m.Faults.Link}, {"faults.missed", "a probability", m.Faults.Missed},
		{"nic.interrupt_return", "a part of the interrupt", m.NIC.InterruptReturn},
	} {
		if !(part.part >= 0 && part.part <= 1) { // a NaN is neither
			return m.wrong(part.key, "is %v: it is %s, from 0 to 1", part.part, part.of)
		}
	}
	c := m.seastar()
	if err := c.Check(); err != nil {
		return m.wrong("nic", "%v", err)
	}
	return nil
}

// wrong is an error about a parameter, with the place that set it last.
func (m *Machine) wrong(key, format string, args ...any) error {
	where := m.Name
	for _, s := range m.sources {
		if row := s.rows[key]; row > 0 {
			where = fmt.Sprintf("%s:%d", s.name, row)
		}
	}
	return fmt.Errorf("%w: %s: %s %s", ErrMachine, where, key, fmt.Sprintf(format, args...))
}

// scan finds the lines of a text that set parameters.
func scan(text string) map[string]int {
	rows := map[string]int{}
	section := ""
	row := 0
	for line := range strings.SplitSeq(text, "\n") {
		row++
		line = strings.TrimSpace(line)
		if table, ok := strings.CutPrefix(line, "["); ok {
			table, _, _ = strings.Cut(table, "]")
			section = table + "."
		} else if key, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			rows[section+strings.TrimSpace(key)] = row
		}
	}
	return rows
}

// missing says which parameters nobody has given a value.
func (m *Machine) missing() error {
	var list []error
	for _, p := range m.needed() {
		if !slices.ContainsFunc(m.sources, func(s source) bool { return s.rows[p] > 0 }) {
			list = append(list, fmt.Errorf("%w: %s: %s is missing", ErrMachine, m.sources[len(m.sources)-1].name, p))
		}
	}
	return errors.Join(list...)
}

// needed are the parameters of the machine's kind of network.
func (m *Machine) needed() []string { return walk(m.Network) }

// parameters are all that there are.
func parameters() []string { return walk("") }

// walk lists the parameters for a kind of network, or for all.
func walk(network string) (list []string) {
	t := reflect.TypeFor[Machine]()
	for i := range t.NumField() {
		section := t.Field(i)
		only := section.Tag.Get("for")
		if section.Type.Kind() != reflect.Struct || only != "" && network != "" && only != network {
			continue
		}
		for j := range section.Type.NumField() {
			list = append(list, section.Tag.Get("toml")+"."+section.Type.Field(j).Tag.Get("toml"))
		}
	}
	return list
}
