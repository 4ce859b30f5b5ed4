package machine

import (
	"reflect"

	"gasnetgo/sim/fabric"
)

// Machine is what a file says: sections that all machines have, and those of each kind of network. Those of other kinds than the machine's own are not used.
type Machine struct {
	Name    string
	About   string
	Base    string // a built-in machine that supplies the parameters not set here
	Network string // the name of a kind
	Nodes   Nodes
	Host    fabric.Host

	networks []network
	sources  []source // texts, what they build on first
}

// Nodes is how ranks lie on nodes.
type Nodes struct {
	Ranks int `toml:"ranks"` // per node
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
	rows map[string]int // the lines that set parameters
}

func newMachine() *Machine {
	m := new(Machine)
	for _, k := range kinds() {
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
	name  string
	of    string // the kind of network that has it; empty: all have it
	value reflect.Value
}

// sections are all that there are.
func (m *Machine) sections() []section {
	list := []section{{"nodes", "", reflect.ValueOf(&m.Nodes)}, {"host", "", reflect.ValueOf(&m.Host)}}
	for _, n := range m.networks {
		all := reflect.ValueOf(n.sections).Elem()
		for i := range all.NumField() {
			list = append(list, section{all.Type().Field(i).Tag.Get("toml"), n.name, all.Field(i).Addr()})
		}
	}
	return list
}

// target is what a file is decoded into: a pointer to a struct that has a pointer to each variable of the machine under its name in the file.
func (m *Machine) target() any {
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
	for _, s := range m.sections() {
		add(s.name, s.value)
	}
	t := reflect.New(reflect.StructOf(fields))
	for i, v := range values {
		t.Elem().Field(i).Set(v)
	}
	return t.Interface()
}
