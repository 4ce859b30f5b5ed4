package main

import (
	"fmt"
	"regexp"
	"strings"
)

// fortranRow is a fortran line: one routine of the Fortran interface, or one for each type of a list.
type fortranRow struct {
	row
	params []fortranParam
	result string // of a function, one of fortranResults; empty for a subroutine
}

// fortranParam is a dummy argument and how the routine uses it.
type fortranParam struct{ name, kind string }

// fortranKinds says for each kind of argument what the C function receives (a %s for the name), how the value is declared if the body wants that, and how the
// module declares the argument. A routine gets addresses only. The value has the argument's name, so that bodies read like those of C's functions; the
// address has _at behind it.
var fortranKinds = map[string]struct{ param, value, module string }{
	"address": {"void *%s", "", "type(*), dimension(*) :: %s"},                                                      // a data object of the program, of any type
	"target":  {"void *%s", "", "{T} :: %s"},                                                                        // a variable of the type in the routine's name
	"integer": {"void *%s", "", "integer :: %s"},                                                                    // an INTEGER that other PEs change
	"work":    {"void *%s", "", "integer :: %s(*)"},                                                                 // a work array of INTEGERs
	"pointer": {"void **%s", "", "integer(c_intptr_t) :: %s"},                                                       // a Cray pointer: the address of an object
	"out":     {"ga_fint *%s", "", "integer, intent(out) :: %s"},                                                    // INTEGER that the routine sets
	"text":    {"char *%s", "", "character(len=*), intent(out) :: %s"},                                              // its length, a hidden argument, is NAME_length
	"int":     {"const ga_fint *%s_at", "const int %[1]s = ga_fortran_int(*%[1]s_at)", "integer, intent(in) :: %s"}, // INTEGER that C has as int
	"count":   {"const ga_fint *%s_at", "const size_t %[1]s = ga_fortran_count(*%[1]s_at)", "integer, intent(in) :: %s"},
	"offset":  {"const ga_fint *%s_at", "const ptrdiff_t %[1]s = *%[1]s_at", "integer, intent(in) :: %s"},
	"value":   {"const C *%s_at", "const C %[1]s = *%[1]s_at", "{T}, intent(in) :: %s"}, // of the type in the routine's name
}

// fortranResults are the types of functions in C and in the module.
var fortranResults = map[string]struct{ c, module string }{
	"value": {"C", "{T}"}, "integer": {"ga_fint", "integer"}, "logical": {"ga_fint", "logical"}, "address": {"void *", "integer(c_intptr_t)"},
}

// fortranTypes are the types of values in the module, by their names in routines.
var fortranTypes = map[string]string{"int4": "integer(c_int32_t)", "int8": "integer(c_int64_t)", "real4": "real(c_float)", "real8": "real(c_double)"}

var fortranLine = regexp.MustCompile(`^([\w{}]+)\s*\(([^)]*)\)\s*(?:->\s*(\w+)\s*)?(?:@(\w+)\s*)?:\s*(.+)$`)

// fortran reads a fortran directive.
func (p *tableParser) fortran(line int, rest string) error {
	m := fortranLine.FindStringSubmatch(rest)
	if m == nil {
		return fmt.Errorf("fortran wants PATTERN (ARG:KIND ...) [-> RESULT] [@LIST] : BODY")
	}
	if strings.Contains(m[1], "{T}") != (m[4] != "") {
		return fmt.Errorf("fortran %s: {T} and @LIST go together", m[1])
	}
	if p.family == "" || p.section == "" {
		return fmt.Errorf("fortran %s: no family and spec before this line", m[1])
	}
	b, err := parseBody(m[5])
	if err != nil {
		return fmt.Errorf("fortran %s: %w", m[1], err)
	}
	r := &fortranRow{row: row{line: line, pattern: m[1], list: m[4], body: b, family: p.family, spec: p.section}, result: m[3]}
	if r.result != "" && fortranResults[r.result].c == "" {
		return fmt.Errorf("fortran %s: no result %q", m[1], r.result)
	}
	for _, w := range strings.Fields(strings.ReplaceAll(m[2], ",", " ")) {
		name, kind, _ := strings.Cut(w, ":")
		if fortranKinds[kind].param == "" {
			return fmt.Errorf("fortran %s: argument %q: no such kind", m[1], w)
		}
		r.params = append(r.params, fortranParam{name, kind})
	}
	p.fortrans = append(p.fortrans, r)
	return nil
}

// fortranNames are the symbols that compilers make of a routine's name: with one underscore behind it, with two if it has one itself, in upper case.
func fortranNames(routine string) []string {
	names := []string{routine + "_"}
	if strings.Contains(routine, "_") {
		names = append(names, routine+"__")
	}
	return append(names, strings.ToUpper(routine))
}

// routines are the names of a row, one for each type.
func (t *table) routines(r *fortranRow) (names []string) {
	for _, e := range t.elements(&r.row) {
		names = append(names, strings.ReplaceAll(r.pattern, "{T}", e.name))
	}
	return names
}

// fortranSymbols are all symbols of the Fortran interface, those of 8-byte INTEGERs last.
func (t *table) fortranSymbols() (names []string) {
	var eight []string
	for _, r := range t.fortrans {
		for _, routine := range t.routines(r) {
			for _, n := range fortranNames(routine) {
				if names = append(names, n); t.twin != "" {
					names = append(names, fortranTwin(t.twin, n))
				}
			}
			eight = append(eight, routine+"_i8_")
		}
	}
	return append(names, eight...)
}

// fortranTwin is the twin of a symbol, in the symbol's case.
func fortranTwin(prefix, symbol string) string {
	if strings.ToUpper(symbol) == symbol {
		prefix = strings.ToUpper(prefix)
	}
	return prefix + symbol
}
