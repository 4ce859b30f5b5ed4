package machine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gasnetgo/sim"
)

// mostHertz is one tick of the counter per picosecond, the unit of virtual time.
const mostHertz = 1_000_000_000_000

// Check validates a machine as a whole: parameters that its network needs but no source sets, and impossible combinations.
func (m *Machine) Check() error {
	s := m.Sections(m.Network)
	if s == nil {
		var names []string
		for _, n := range m.networks {
			names = append(names, strconv.Quote(n.name))
		}
		return m.wrong("network", "is %q, not %s", m.Network, strings.Join(names, " or "))
	}
	if err := m.missing(); err != nil {
		return err
	}
	if _, err := m.Faults(); err != nil {
		return err
	}
	if m.Nodes.Ranks < 1 {
		return m.wrong("nodes.ranks", "is %d: a node has at least one rank", m.Nodes.Ranks)
	}
	if m.Nodes.Cores < 1 {
		return m.wrong("nodes.cores", "is %d: a node has at least one core", m.Nodes.Cores)
	}
	if m.Host.Slice.Time <= 0 {
		return m.wrong("host.slice", "is %v: a thread would never give its core to another", m.Host.Slice.Time)
	}
	for _, p := range []struct {
		key string
		d   sim.Time
	}{{"host.idle", m.Host.Idle.Time}, {"host.clock", m.Host.Clock.Time}} {
		if p.d <= 0 {
			return m.wrong(p.key, "is %v: a program that polls or reads clocks would stand still in time", p.d)
		}
	}
	if m.Host.Frequency.Hz < 1 {
		return m.wrong("host.frequency", "is 0Hz: the time stamp counter would stand still")
	}
	if m.Host.Frequency.Hz > mostHertz {
		return m.wrong("host.frequency", "is %dHz: at most 1000GHz", m.Host.Frequency.Hz)
	}
	if err := s.Check(&m.Host); err != nil {
		return m.explain(err)
	}
	if m.hasLAPI() {
		if err := m.LAPI.Check(s.Packets(1)); err != nil {
			return m.explain(err)
		}
	}
	if key, err := m.CPU.Check(); err != nil {
		return m.wrong(cpuName+"."+key, "%v", err)
	}
	return nil
}

// cpuName is the name of the section with the costs of instructions.
const cpuName = "cpu"

// HasCPU reports whether the machine says what instructions cost.
func (m *Machine) HasCPU() bool {
	return slices.ContainsFunc(m.sections(), func(s section) bool { return s.name == cpuName && m.sets(s) })
}

// sets reports whether a source sets a parameter of a section.
func (m *Machine) sets(s section) bool {
	list := parameters([]section{s})
	return len(m.unset(list)) < len(list)
}

// hasLAPI reports whether the machine says all that LAPI costs. One that says only some of it has none: a text may have sections that its network makes no use of.
func (m *Machine) hasLAPI() bool {
	for _, s := range m.sections() {
		if s.library && len(m.unset(parameters([]section{s}))) > 0 {
			return false
		}
	}
	return true
}

// unset are those of a list of parameters that no source sets.
func (m *Machine) unset(list []string) []string {
	return slices.DeleteFunc(list, func(p string) bool {
		return slices.ContainsFunc(m.sources, func(s source) bool { return m.row(&s, p, m.Network) > 0 })
	})
}

// wrong is an error about a parameter, with the place that set it last.
func (m *Machine) wrong(key, format string, args ...any) error {
	where := m.Name
	for i := range m.sources {
		s := &m.sources[i]
		if row := m.row(s, key, m.Network); row > 0 {
			where = place(s.name, row)
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

// missing lists the parameters without a value.
func (m *Machine) missing() error {
	var list []error
	for _, p := range m.unset(m.needed()) {
		list = append(list, fmt.Errorf("%w: %s: %s is missing", ErrMachine, m.sources[len(m.sources)-1].name, p))
	}
	return errors.Join(list...)
}

// needed are the parameters that a machine of its kind of network has to set. A library's are needed where the network carries nothing else.
func (m *Machine) needed() []string {
	only := m.Sections(m.Network).Packets(1).Only
	return parameters(slices.DeleteFunc(m.used(), func(s section) bool { return s.library && !only || s.spare && !m.sets(s) }))
}

// used are the sections that a machine of its kind of network can have.
func (m *Machine) used() []section {
	return slices.DeleteFunc(m.sections(), func(s section) bool { return s.of != "" && s.of != m.Network })
}

// Parameters lists the parameters of this machine's kind of network, and of all machines, in alphabetical order.
func (m *Machine) Parameters() []string {
	list := m.needed()
	slices.Sort(list)
	return list
}

// parameters lists those of some sections.
func parameters(sections []section) (list []string) {
	for _, s := range sections {
		t := s.value.Type().Elem()
		for i := range t.NumField() {
			list = append(list, s.name+"."+t.Field(i).Tag.Get("toml"))
		}
	}
	return list
}
