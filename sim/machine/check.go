package machine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
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
	if p := [2]float64{m.Faults.Link, m.Faults.Missed}; p[0] < 0 || p[0] > 1 || p[1] < 0 || p[1] > 1 {
		return m.wrong("faults", "link and missed are probabilities, not %v and %v", p[0], p[1])
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
		if row := find(s.text, key); row > 0 {
			where = fmt.Sprintf("%s:%d", s.name, row)
		}
	}
	return fmt.Errorf("%w: %s: %s %s", ErrMachine, where, key, fmt.Sprintf(format, args...))
}

// find is the line of a text that sets a parameter; 0 if none does.
func find(text, key string) int {
	for i, line := range strings.Split(text, "\n") {
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			if name = strings.TrimSpace(name); name == key || keyAt(text, i+1) == key {
				return i + 1
			}
		}
	}
	return 0
}

// missing says which parameters nobody has given a value.
func (m *Machine) missing() error {
	given := map[string]any{}
	for _, s := range m.sources {
		if err := toml.Unmarshal([]byte(s.text), &given); err != nil {
			return explain(s.name, s.text, err)
		}
	}
	var list []error
	for _, p := range m.needed() {
		section, key, _ := strings.Cut(p, ".")
		if table, _ := given[section].(map[string]any); table[key] == nil && !m.hasBase(p) {
			list = append(list, fmt.Errorf("%w: %s: %s is missing", ErrMachine, m.sources[len(m.sources)-1].name, p))
		}
	}
	return errors.Join(list...)
}

// hasBase says whether some source sets a parameter: tables of a later source replace those of earlier ones in a map.
func (m *Machine) hasBase(key string) bool {
	return slices.ContainsFunc(m.sources, func(s source) bool { return find(s.text, key) > 0 })
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
