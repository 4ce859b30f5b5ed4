package knob

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Setting is what one variable says in this process.
type Setting struct {
	Knob   Knob
	Text   string // the text in force: from the environment, else the default
	Source string // variable the text came from; empty when it is the default
}

// Set is the whole table as one process found it. It never changes after Read, so any number of threads may query it.
type Set struct {
	settings []Setting
}

// Error is a text that its variable does not allow.
type Error struct {
	Name string // the variable that was set, which may be an alias
	Text string // its text
	Why  string // the allowed values
}

// Error words it: `SHMEM_SYMMETRIC_SIZE = "many": not a size; ...`.
func (e *Error) Error() string { return fmt.Sprintf("%s = %q: %s", e.Name, e.Text, e.Why) }

// Read looks every variable up once, first under its name, then under its aliases in order. An empty text is as good as none, but for a Flag. lookup is os.LookupEnv or, inside a C
// program whose own setenv must count, a wrapper of getenv. It does not block and keeps no reference to lookup.
func Read(lookup func(string) (string, bool)) *Set {
	table := Table()
	s := &Set{settings: make([]Setting, len(table))}
	for i, k := range table {
		s.settings[i] = Setting{Knob: k, Text: k.Default}
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			if text, ok := lookup(name); ok && (text != "" || k.Kind == Flag) {
				s.settings[i].Text, s.settings[i].Source = text, name
				break
			}
		}
	}
	return s
}

// Only answers the settings of these variables, in printing order.
func (s *Set) Only(names []string) *Set {
	some := new(Set)
	for _, v := range s.settings {
		if slices.Contains(names, v.Knob.Name) {
			some.settings = append(some.settings, v)
		}
	}
	return some
}

// Get answers the setting of one variable; false for a name that is not in the table.
func (s *Set) Get(name string) (Setting, bool) {
	for _, v := range s.settings {
		if v.Knob.Name == name {
			return v, true
		}
	}
	return Setting{}, false
}

// IsSet tells whether the environment says anything about the variable.
func (s *Set) IsSet(name string) bool {
	v, ok := s.Get(name)
	return ok && v.Source != ""
}

// Int answers a number (or, for a row with words beside numbers, -1-i for word i). Not set and no default: 0.
func (s *Set) Int(name string) (int64, error) {
	v, err := s.want(name, Int)
	if err != nil || v.Text == "" && v.Source == "" {
		return 0, err
	}
	return v.asInt()
}

// Size answers a number of bytes.
func (s *Set) Size(name string) (uint64, error) {
	v, err := s.want(name, Size)
	if err != nil {
		return 0, err
	}
	return v.asSize()
}

// Portion answers an amount of memory.
func (s *Set) Portion(name string) (Portion, error) {
	v, err := s.want(name, Part)
	if err != nil {
		return Portion{}, err
	}
	return v.asPortion()
}

// Bool answers an on/off variable, or whether a flag is set.
func (s *Set) Bool(name string) (bool, error) {
	v, ok := s.Get(name)
	if ok && v.Knob.Kind == Flag {
		return v.Source != "", nil
	}
	v, err := s.want(name, Bool)
	if err != nil {
		return false, err
	}
	return v.asBool()
}

// Text answers a text as it stands.
func (s *Set) Text(name string) (string, error) {
	v, err := s.want(name, String)
	return v.Text, err
}

// Enum answers one of the row's choices, in the table's spelling.
func (s *Set) Enum(name string) (string, error) {
	v, err := s.want(name, Enum)
	if err != nil {
		return "", err
	}
	for _, c := range v.Knob.Choices {
		if strings.EqualFold(c, strings.TrimSpace(v.Text)) {
			return c, nil
		}
	}
	return "", v.wrong("not one of " + strings.Join(v.Knob.Choices, ", "))
}

// Duration answers a time: "1.5s", "2m", a plain number of seconds, or one of the row's words for 0. Not set and no default: 0.
func (s *Set) Duration(name string) (time.Duration, error) {
	v, err := s.want(name, Duration)
	if err != nil || v.Text == "" && v.Source == "" {
		return 0, err
	}
	return v.asDuration()
}

// Real answers a number that is not negative, written with a point or as a fraction a/b. Not set and no default: 0.
func (s *Set) Real(name string) (float64, error) {
	v, err := s.want(name, Real)
	if err != nil || v.Text == "" && v.Source == "" {
		return 0, err
	}
	return v.asReal()
}

// Address answers an address, written in hexadecimal with or without 0x.
func (s *Set) Address(name string) (uint64, error) {
	v, err := s.want(name, Address)
	if err != nil {
		return 0, err
	}
	return v.asAddress()
}

// Check returns the first variable whose text is not allowed, or nil. For tools that print the table; a program queries only what it needs.
func (s *Set) Check() error {
	for _, v := range s.settings {
		if err := s.check(v); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) check(v Setting) (err error) {
	switch v.Knob.Kind {
	case Int:
		_, err = s.Int(v.Knob.Name)
	case Size:
		_, err = s.Size(v.Knob.Name)
	case Bool:
		_, err = s.Bool(v.Knob.Name)
	case Enum:
		_, err = s.Enum(v.Knob.Name)
	case Duration:
		_, err = s.Duration(v.Knob.Name)
	case Address:
		_, err = s.Address(v.Knob.Name)
	case Real:
		_, err = s.Real(v.Knob.Name)
	case Part:
		_, err = s.Portion(v.Knob.Name)
	}
	return err
}

func (s *Set) want(name string, kind Kind) (Setting, error) {
	v, ok := s.Get(name)
	if !ok || v.Knob.Kind != kind {
		return v, fmt.Errorf("%s is not a variable of kind %v", name, kind)
	}
	return v, nil
}

func (v Setting) wrong(why string) *Error {
	name := v.Source
	if name == "" {
		name = v.Knob.Name
	}
	return &Error{Name: name, Text: v.Text, Why: why}
}
