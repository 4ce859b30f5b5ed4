package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// api is one API: its table, its headers, and what follows from both.
type api struct {
	*table
	*headers
	entries []*entry        // in table order
	frames  []layout        // of the argument frames, as the C compiler will lay them out
	opened  map[*row]*entry // of the rows with lists: what their macros are made of
}

// entry is one function with its row filled in.
type entry struct {
	*function
	row   *row
	alias string // for a "same" line: the function whose twin it shares
	twin  string // name of the strong twin; empty when the API has none
	spec  string
	args  []string // C text, placeholders filled
	local string
	after string
	open  *open // for a row whose type is left open
}

// name of the table's file as messages show it.
func (a *api) where(line int) string { return fmt.Sprintf("%s:%d", a.file, line) }

// match assigns a row to every declared function. A function without a row, or a row without a function, is an error that names both files.
func match(t *table, h *headers) (*api, error) {
	a := &api{table: t, headers: h}
	var problems []error
	fail := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	taken := map[string]int{}
	claim := func(name, pattern string, line int) *function {
		f := h.funcs[name]
		switch before, dup := taken[name]; {
		case dup:
			fail("%s: %s: %s already has the row at line %d", a.where(line), pattern, name, before)
		case f == nil:
			fail("%s: %s: no header of %s declares %s (looked in %s)", a.where(line), pattern, t.api, name, strings.Join(t.headers, " "))
		default:
			taken[name] = line
			return f
		}
		return nil
	}
	for _, r := range t.rows {
		for _, e := range t.elements(r) {
			f := claim(strings.ReplaceAll(r.pattern, "{T}", e.name), r.pattern, r.line)
			if f == nil {
				continue
			}
			en, err := a.fill(f, r, e)
			if err != nil {
				fail("%s: %s: %w", a.where(r.line), f.name, err)
				continue
			}
			a.entries = append(a.entries, en)
		}
	}
	for _, s := range t.sames {
		if f := claim(s.name, s.name, s.line); f != nil {
			problems = append(problems, a.share(f, s))
		}
	}
	problems = append(problems, a.leftovers(taken)...)
	problems = append(problems, a.declaredExports()...)
	problems = append(problems, a.leaveOut()...)
	return a, errors.Join(problems...)
}

// elements are the types a row stands for; one nameless one when it has no list.
func (t *table) elements(r *row) []elem {
	if r.list == "" {
		return []elem{{}}
	}
	var out []elem
	for _, name := range t.lists[r.list] {
		out = append(out, t.types[name])
	}
	return out
}

// fill expands a row for one function.
func (a *api) fill(f *function, r *row, e elem) (*entry, error) {
	en := &entry{function: f, row: r, spec: r.spec}
	if a.table.twin != "" && r.body.how != "hand" {
		en.twin = a.table.twin + f.name
		if err := a.checkTwin(f, en.twin); err != nil {
			return nil, err
		}
	}
	if err := a.fillBody(en, e); err != nil {
		return nil, err
	}
	return en, en.answers()
}

// fillBody expands the C text of a row.
func (a *api) fillBody(en *entry, e elem) (err error) {
	for _, s := range en.row.body.args {
		x, err := a.expand(s, e)
		if err != nil {
			return err
		}
		en.args = append(en.args, x)
	}
	if en.local, err = a.expand(en.row.body.local, e); err != nil {
		return err
	}
	en.after, err = a.expand(en.row.body.after, e)
	return err
}

// answers checks that the row of a function with a result returns a value.
func (en *entry) answers() error {
	if en.result == "void" || en.after != "" || en.row.body.how == "hand" {
		return nil
	}
	if en.row.op == nil || len(en.row.op.results) != 1 {
		return fmt.Errorf("returns %s (%s), but the row has no single result and no -> return", en.result, en.where)
	}
	return nil
}

// checkTwin checks that the twin is declared, with the same types.
func (a *api) checkTwin(f *function, twin string) error {
	p := a.funcs[twin]
	if p == nil {
		return fmt.Errorf("declared in %s, but its twin %s is in no header", f.where, twin)
	}
	if p.declare("f") != f.declare("f") {
		return fmt.Errorf("%s says %s, but %s says %s", f.where, f.declare(f.name), p.where, p.declare(twin))
	}
	return nil
}

// share gives a second name its target's twin.
func (a *api) share(f *function, s same) error {
	for _, other := range a.entries {
		if other.name != s.other {
			continue
		}
		if other.declare("f") != f.declare("f") {
			return fmt.Errorf("%s: %s (%s) and %s (%s) differ in their types", a.where(s.line), f.name, f.where, other.name, other.where)
		}
		if other.row.family != s.family {
			return fmt.Errorf("%s: same %s %s: an alias belongs to the family of its target, %s", a.where(s.line), s.name, s.other, other.row.family)
		}
		en := *other
		en.function, en.alias, en.spec = f, other.name, s.spec
		a.entries = append(a.entries, &en)
		return nil
	}
	return fmt.Errorf("%s: same %s %s: no row for %s before this line", a.where(s.line), s.name, s.other, s.other)
}

// leftovers are declared functions that no row names.
func (a *api) leftovers(taken map[string]int) (problems []error) {
	var twins []string
	for _, en := range a.entries {
		twins = append(twins, en.twin)
	}
	slices.Sort(twins)
	for _, name := range a.order {
		if _, ok := taken[name]; ok {
			continue
		}
		if _, twin := slices.BinarySearch(twins, name); twin {
			continue
		}
		problems = append(problems, fmt.Errorf("%s (%s): no row of %s names it", name, a.funcs[name].where, a.file))
	}
	return problems
}

// declaredExports rejects export lines for names that a header declares.
func (a *api) declaredExports() (problems []error) {
	for _, x := range a.exports {
		where := ""
		if f := a.funcs[x.name]; f != nil {
			where = f.where
		}
		for _, d := range a.data {
			if d.name == x.name {
				where = d.where
			}
		}
		if where != "" {
			problems = append(problems, fmt.Errorf("%s: export %s: %s declares it, which exports it", a.where(x.line), x.name, where))
		}
	}
	return problems
}

// leaveOut drops the variables that do not belong to the library, and the macros that are not constants.
func (a *api) leaveOut() (problems []error) {
	for _, x := range a.clients {
		i := slices.IndexFunc(a.data, func(d datum) bool { return d.name == x.name })
		if i < 0 {
			problems = append(problems, fmt.Errorf("%s: client %s: no header of %s declares it", a.where(x.line), x.name, a.api))
			continue
		}
		a.data = slices.Delete(a.data, i, i+1)
	}
	a.headers.consts = slices.DeleteFunc(a.headers.consts, func(c constant) bool {
		return slices.ContainsFunc(a.hidden, func(prefix string) bool { return strings.HasPrefix(c.name, prefix) })
	})
	return problems
}

// status is a function's state in the support table.
func (en *entry) status() string {
	switch {
	case en.row.body.how == "unsupported":
		return "unsupported"
	case en.row.body.note != "":
		return "partial: " + en.row.body.note
	}
	return "full"
}

// how names the operation of the function, for the support table.
func (en *entry) how() string {
	if en.row.op != nil {
		return en.row.op.name
	}
	return "(" + en.row.body.how + ")"
}
