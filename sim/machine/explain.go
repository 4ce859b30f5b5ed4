package machine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gasnetgo/sim/quantity"
)

// setPrefix begins the name of a source that is one parameter of the command line.
const setPrefix = "--set "

// place is a line of a source for messages: file:line, or the option.
func place(name string, row int) string {
	if strings.HasPrefix(name, setPrefix) || row == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, row)
}

// explainText says where in a text something is wrong, and what is allowed there.
func (m *Machine) explainText(name, text, kind string, err error) error {
	wrong := func(row int, key, why string) error {
		if key != "" {
			why = key + why
		}
		return fmt.Errorf("%w: %s: %s", ErrMachine, place(name, row), why)
	}
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		var list []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			row, _ := e.Position()
			list = append(list, wrong(row, strings.Join(e.Key(), "."), ": no such parameter"+m.suggest(kind, e.Key())))
		}
		return errors.Join(list...)
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, _ := decode.Position()
		key := strings.Join(decode.Key(), ".")
		if at := keyAt(text, row); key == "" || strings.HasSuffix(at, "."+key) {
			key = at
		}
		value := valueAt(text, row)
		allowed := m.allowed(kind, key)
		switch why := strings.TrimPrefix(decode.Error(), "toml: "); {
		case key == "":
			return wrong(row, "", why)
		case value == "" && strings.Contains(lineAt(text, row), "="):
			return wrong(row, key, ": a value is missing: "+allowed)
		case strings.HasPrefix(why, "cannot decode"):
			return wrong(row, key, " is "+value+", not "+allowed)
		default:
			return wrong(row, key, ": "+why)
		}
	}
	var unread *quantity.Error
	if errors.As(err, &unread) { // a number without quotes: the decoder does not say where
		for i := range strings.Split(text, "\n") {
			if valueAt(text, i+1) == unread.Text {
				return wrong(i+1, keyAt(text, i+1), ": "+err.Error())
			}
		}
	}
	return fmt.Errorf("%w: %s: %w", ErrMachine, name, err)
}

// keyAt is the key on a line of a text.
func keyAt(text string, row int) string {
	for key, r := range scan(text) {
		if r == row {
			return key
		}
	}
	return ""
}

// valueAt is the value on a line of a text.
func valueAt(text string, row int) string {
	_, value, _ := strings.Cut(lineAt(text, row), "=")
	value, _, _ = strings.Cut(value, "#")
	return strings.TrimSpace(value)
}

func lineAt(text string, row int) string {
	if lines := strings.Split(text, "\n"); row >= 1 && row <= len(lines) {
		return lines[row-1]
	}
	return ""
}

// allowed describes the values that a key of a text for a kind of network can have.
func (m *Machine) allowed(kind, key string) string {
	section, name, inside := strings.Cut(key, ".")
	if !inside {
		for _, s := range m.visible(kind) {
			if s.name == key {
				return fmt.Sprintf("a section: write [%s] on a line and its parameters below", key)
			}
		}
		return "text in quotes"
	}
	for _, s := range m.visible(kind) {
		for i := range s.value.Type().Elem().NumField() {
			if f := s.value.Type().Elem().Field(i); s.name == section && f.Tag.Get("toml") == name {
				return kindOf(f.Type)
			}
		}
	}
	return "a value of this parameter"
}

// kindOf describes the values of a type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Uint32:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text in quotes"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Bool {
			return "a list of true and false, as in [true, true, false]"
		}
		return "a list of whole numbers, as in [4, 4, 2]"
	}
	if q, ok := reflect.New(t).Interface().(interface{ Form() string }); ok {
		return q.Form()
	}
	return "a " + t.Name()
}

// suggest names the parameters of the section that a key of a text for a kind of network seems to mean.
func (m *Machine) suggest(kind string, key []string) string {
	all := parameters(m.visible(kind))
	last := key[len(key)-1]
	for _, p := range all {
		if strings.HasSuffix(p, "."+last) {
			return "; did you mean " + p + "?"
		}
	}
	var similar []string
	for _, p := range all {
		if strings.HasPrefix(p, key[0]+".") {
			similar = append(similar, p)
		}
	}
	if len(similar) == 0 || len(key) == 1 {
		return ""
	}
	slices.Sort(similar)
	return "; there are " + strings.Join(similar, ", ")
}
