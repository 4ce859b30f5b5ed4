package machine

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gasnetgo/sim/fabric"
)

//go:embed *.toml
var files embed.FS

// ErrMachine is an invalid machine description.
var ErrMachine = errors.New("machine")

// Names are the built-in machines.
func Names() (names []string) {
	entries, _ := files.ReadDir(".")
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return names
}

// Builtin is one of Names, with parameters set as "nic.interrupt=1us".
func Builtin(name string, set ...string) (*Machine, error) {
	m := newMachine(kinds())
	if err := m.base(name); err != nil {
		return nil, err
	}
	return m.finish(set)
}

// Parse reads a file that a user has written. Its name is for messages.
func Parse(name string, text []byte, set ...string) (*Machine, error) {
	return parse(kinds(), name, text, set)
}

func parse(kinds []fabric.Kind, name string, text []byte, set []string) (*Machine, error) {
	m := newMachine(kinds)
	if head := headOf(string(text)); head.Base != "" {
		if err := m.base(head.Base); err != nil {
			return nil, fmt.Errorf("%w: %s: base is %q: there is no such machine; built in are %s", ErrMachine,
				place(name, scan(string(text))["base"]), head.Base, strings.Join(Names(), ", "))
		}
	}
	m.Name = strings.TrimSuffix(path.Base(name), ".toml")
	if err := m.read(name, string(text)); err != nil {
		return nil, err
	}
	return m.finish(set)
}

// base reads a built-in machine.
func (m *Machine) base(name string) error {
	text, err := files.ReadFile(name + ".toml")
	if err != nil {
		return fmt.Errorf("%w: there is no %q; built in are %s", ErrMachine, name, strings.Join(Names(), ", "))
	}
	if head := headOf(string(text)); head.Base != "" {
		if err := m.base(head.Base); err != nil {
			return err
		}
	}
	return m.read(name+".toml", string(text))
}

// head is what decides how the rest of a text is read.
type head struct {
	Base    string `toml:"base"`
	Network string `toml:"network"`
}

// headOf reads it. An error comes up again when the rest is read, with its place.
func headOf(text string) (h head) {
	if toml.Unmarshal([]byte(text), &h) != nil {
		return head{}
	}
	return h
}

// read adds what a text says to the machine. Its sections are those of the kind of network that it names, or else that the machine has so far.
func (m *Machine) read(name, text string) error {
	kind := cmp.Or(headOf(text).Network, m.Network)
	d := toml.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(m.target(kind)); err != nil {
		return m.explainText(name, text, kind, err)
	}
	m.sources = append(m.sources, source{name, text, kind, scan(text)})
	return nil
}

// finish sets parameters and checks the whole.
func (m *Machine) finish(set []string) (*Machine, error) {
	for _, s := range set {
		key, value, ok := strings.Cut(s, "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" {
			return nil, fmt.Errorf("%w: %s%s: a parameter is set as nic.interrupt=1us", ErrMachine, setPrefix, s)
		}
		text := key + " = " + literal(strings.TrimSpace(value)) + "\n"
		if err := m.read(setPrefix+s, text); err != nil {
			return nil, err
		}
	}
	return m, m.Check()
}

// literal is a value as TOML wants it: numbers, truth and lists as they are, everything else in quotes.
func literal(v string) string {
	if _, err := strconv.ParseFloat(v, 64); err == nil || v == "true" || v == "false" || strings.HasPrefix(v, "[") || strings.HasPrefix(v, `"`) {
		return v
	}
	return strconv.Quote(v)
}
