package machine

import (
	"math"
	"strconv"
	"strings"
)

// Parameter is a parameter of a machine as a file has it.
type Parameter struct {
	Key   string // section.name
	Value string
}

// Assumed are the parameters for which the machine names no source but an assumption, in the order of Describe.
func (m *Machine) Assumed() (list []Parameter) {
	for _, s := range m.used() {
		if s.library && !m.hasLAPI() || s.spare && !m.sets(s) {
			continue
		}
		for _, name := range s.parameters() {
			key := s.name + "." + name
			if value, where, comment := m.parameter(key); where != "" && strings.Contains(comment, "assumed") {
				list = append(list, Parameter{key, value})
			}
		}
	}
	return list
}

// Scaled is the parameter times a factor; false if it is no number, or 0. Numbers without unit that are whole stay whole.
func (p Parameter) Scaled(factor float64) (Parameter, bool) {
	text := strings.Trim(p.Value, `"`)
	n := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if n < 0 {
		n = len(text)
	}
	v, err := strconv.ParseFloat(text[:n], 64)
	if err != nil || v == 0 {
		return p, false
	}
	v *= factor
	unit := text[n:]
	if unit == "KiB" { // sizes are whole bytes
		v, unit = math.Round(v*1024), "B"
	}
	if n == len(text) && !strings.Contains(text, ".") {
		v = math.Max(1, math.Round(v))
	}
	parts := 1e6 // of the unit: times are whole picoseconds
	switch unit {
	case "ps", "B":
		parts = 1
	case "ns":
		parts = 1e3
	}
	p.Value = strconv.FormatFloat(math.Round(v*parts)/parts, 'f', -1, 64) + unit
	return p, true
}
