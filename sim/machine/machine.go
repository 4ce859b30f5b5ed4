package machine

import (
	"reflect"
	"strings"

	"gasnetgo/sim/count"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/library"
)

// Machine is what a file says: sections that all machines have, those of libraries, and those of each kind of network. Those of other kinds than the machine's own are
// not used.
type Machine struct {
	Name    string
	About   string
	Base    string   // a built-in machine that supplies the parameters not set here
	Network string   // the name of a kind
	Fault   []string // rules of faults: see sim/fault
	Nodes   Nodes
	Host    fabric.Host

	LAPI library.LAPISection
	CPU  count.Costs // of instructions that programs count

	networks []network
	sources  []source // texts, what they build on first
}

// Nodes is how ranks lie on nodes.
type Nodes struct {
	Ranks int `toml:"ranks"` // per node
	Cores int `toml:"cores"` // of a node, for ranks and threads of programs
}

// network is the sections of a kind.
type network struct {
	name     string
	sections fabric.Sections
}

// source is a text that a machine was made from.
type source struct {
	name string // file, built-in machine or "--set"
	text string
	kind string         // the kind of network that the machine had with this text
	rows map[string]int // the lines that set parameters
}

func newMachine(kinds []fabric.Kind) *Machine {
	m := new(Machine)
	for _, k := range kinds {
		m.networks = append(m.networks, network{k.Name(), k.Sections()})
	}
	return m
}

// Sections are those of a kind of network; nil if there is no such kind.
func (m *Machine) Sections(kind string) fabric.Sections {
	for _, n := range m.networks {
		if n.name == kind {
			return n.sections
		}
	}
	return nil
}

// section is a section of a machine file: a pointer to the struct of its parameters.
type section struct {
	name    string
	of      string // the kind of network that has it; empty: all have it
	value   reflect.Value
	library bool // it is a library's
	spare   bool // a machine can do without it: Check wants all of its parameters, or none
}

// parameters are the names of a section's parameters.
func (s section) parameters() (names []string) {
	t := s.value.Type().Elem()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("toml"))
	}
	return names
}

// sections are all that there are. Two of different kinds may have one name.
func (m *Machine) sections() []section {
	list := []section{{name: "nodes", value: reflect.ValueOf(&m.Nodes)}, {name: "host", value: reflect.ValueOf(&m.Host)}}
	for _, n := range m.networks {
		all := reflect.ValueOf(n.sections).Elem()
		for i := range all.NumField() {
			list = append(list, section{name: all.Type().Field(i).Tag.Get("toml"), of: n.name, value: all.Field(i).Addr()})
		}
	}
	return append(list, section{name: library.LAPIName, value: reflect.ValueOf(&m.LAPI), library: true}, section{name: cpuName, value: reflect.ValueOf(&m.CPU), spare: true})
}

// visible are the sections that a text for a kind of network may have: those of all machines, of that kind, and of other kinds, whose values are not used. Of
// sections with the same name it has the one of that kind, or none.
func (m *Machine) visible(kind string) (list []section) {
	names := map[string]int{}
	for _, s := range m.sections() {
		if s.of == kind {
			names[s.name] = 0
		} else if n, of := names[s.name]; !of || n > 0 {
			names[s.name]++
		}
	}
	for _, s := range m.sections() {
		if s.of == kind || names[s.name] == 1 {
			list = append(list, s)
		}
	}
	return list
}

// owner is the kind of network whose section a parameter of a text for a kind is in; empty: all machines have it, or none.
func (m *Machine) owner(key, kind string) string {
	name, _, _ := strings.Cut(key, ".")
	for _, s := range m.visible(kind) {
		if s.name == name {
			return s.of
		}
	}
	return ""
}

// row is the line of a source that sets a parameter, which is meant as in a text for a kind of network; 0 if there is none.
func (m *Machine) row(s *source, key, kind string) int {
	row := s.rows[key]
	if row > 0 && s.kind != kind && m.owner(key, s.kind) != m.owner(key, kind) {
		return 0
	}
	return row
}

// target is what a file for a kind of network is decoded into: a pointer to a struct that has a pointer to each variable of the machine under its name in the file.
func (m *Machine) target(kind string) any {
	var fields []reflect.StructField
	var values []reflect.Value
	add := func(name string, v reflect.Value) {
		fields = append(fields, reflect.StructField{Name: "F_" + name, Type: v.Type(), Tag: reflect.StructTag(`toml:"` + name + `"`)})
		values = append(values, v)
	}
	add("name", reflect.ValueOf(&m.Name))
	add("about", reflect.ValueOf(&m.About))
	add("base", reflect.ValueOf(&m.Base))
	add("network", reflect.ValueOf(&m.Network))
	add("fault", reflect.ValueOf(&m.Fault))
	for _, s := range m.visible(kind) {
		add(s.name, s.value)
	}
	t := reflect.New(reflect.StructOf(fields))
	for i, v := range values {
		t.Elem().Field(i).Set(v)
	}
	return t.Interface()
}
