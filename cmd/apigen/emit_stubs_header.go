package main

import (
	"fmt"
	"slices"
	"strings"
)

// stubsHeader is the header of an API's stub files: the macros that they are made of.
func (a *api) stubsHeader() string {
	var b strings.Builder
	guard := "GA_Z" + strings.ToUpper(a.api) + "_STUBS_H"
	fmt.Fprintf(&b, "/* %s\n *\n * %s: the macros of the stub files.\n", marker, a.title)
	if i := slices.IndexFunc(a.rows, func(r *row) bool { return a.opened[r] != nil }); i >= 0 {
		fmt.Fprintf(&b, ` *
 * A row of %s with a list of types is a macro that defines one function. Its name is the row's pattern with T for the type, for example
 * %s. GA_EACH_<LIST> expands it for each type of the list; its parameters are
 *
 *   T      the type as it stands in names of functions
 *   C      the C type
 *   CODE   the end of the type's names in enumerations: I32 as in GA_%s_TYPE_I32
 *   SIZE   instead of C and CODE: the bytes of an element without a type
`, a.file, rowName(a.rows[i]), strings.ToUpper(a.api))
	}
	b.WriteString(` *
 * GA_DO_<OP> does an operation: it tries the data plane, if the operation is there, then packs a frame and calls. Afterwards the results are in
 * variables ga_<RESULT>. gcc -E shows the expansion. */
`)
	fmt.Fprintf(&b, "#ifndef %s\n#define %s\n\n%s", guard, guard, a.stubsIncludes())
	b.WriteString(a.stubMacro())
	b.WriteString(a.listMacros())
	b.WriteString(a.floatCodes())
	b.WriteString(`
/* The frame of an operation, its arguments in the order of the table. */
#define GA_FRAME(op, OP, fn, ...) \
`)
	fmt.Fprintf(&b, "\tstruct ga_%s_##op ga_frame = {.head = {GA_OP_%s_##OP, sizeof ga_frame, #fn}, __VA_ARGS__}\n", a.api, strings.ToUpper(a.api))
	for _, o := range a.ops {
		if a.called(o) {
			b.WriteString(a.opMacro(o))
		}
	}
	b.WriteString("\n#endif\n")
	return b.String()
}

// called reports whether a stub calls the operation.
func (a *api) called(o *op) bool {
	return slices.ContainsFunc(a.rows, func(r *row) bool { return r.op == o }) ||
		slices.ContainsFunc(a.fortrans, func(r *fortranRow) bool { return r.op == o })
}

// stubMacro begins a function.
func (a *api) stubMacro() string {
	if a.table.twin == "" {
		return "\n/* The head of a function. */\n#define GA_STUB(result, name, ...) result name(__VA_ARGS__)\n"
	}
	return strings.ReplaceAll(`
/* Another name for a function. */
#define GA_ALIAS(name, target) extern __typeof__(target) name __attribute__((__weak__, __alias__(#target)))

/* The head of a function: the twin is the function, and name is its weak alias. */
#define GA_STUB(result, name, ...) \
	GA_ALIAS(name, TWIN##name); \
	result TWIN##name(__VA_ARGS__)
`, "TWIN", a.table.twin)
}

func eachMacro(list string) string { return "GA_EACH_" + strings.ToUpper(list) }

func doMacro(o *op) string { return "GA_DO_" + strings.ToUpper(o.name) }

// listMacros are the lists as the table writes them.
func (a *api) listMacros() string {
	if len(a.written) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n/* Lists of types. */\n")
	for _, l := range a.written {
		if a.onlyFortran(l.name) {
			continue
		}
		line := fmt.Sprintf("#define %s(X)", eachMacro(l.name))
		for _, w := range l.words {
			word := ""
			if other, ok := strings.CutPrefix(w, "@"); ok {
				word = eachMacro(other) + "(X)"
			} else if e := a.types[w]; e.typed() {
				word = fmt.Sprintf("X(%s, %s, %s)", e.name, e.ctype, e.code)
			} else {
				word = fmt.Sprintf("X(%s, %d)", e.name, e.bytes)
			}
			if columnsOf(line)+len(word)+3 > width {
				b.WriteString(line + " \\\n")
				line = "\t" + word
			} else {
				line += " " + word
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// onlyFortran reports whether a list is used by the Fortran interface alone, which has its own macros.
func (a *api) onlyFortran(list string) bool {
	return slices.ContainsFunc(a.fortrans, func(r *fortranRow) bool { return r.list == list }) &&
		!slices.ContainsFunc(a.rows, func(r *row) bool { return r.list == list })
}

// floatCodes give floats their codes in enum Type.
func (a *api) floatCodes() string {
	var b strings.Builder
	for _, bits := range []string{"32", "64"} {
		for _, e := range a.types {
			if e.code == "F"+bits {
				fmt.Fprintf(&b, "#define GA_%[1]s_TYPE_F%[2]s GA_%[1]s_TYPE_U%[2]s\n", strings.ToUpper(a.api), bits)
				break
			}
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n/* Atomics carry a float as its bits. */\n" + b.String()
}

// opMacro is the call of an operation.
func (a *api) opMacro(o *op) string {
	args, params := "", "fn"
	if len(o.args) > 0 {
		args, params = "__VA_ARGS__", "fn, ..."
	}
	frame := strings.TrimSuffix(fmt.Sprintf("GA_FRAME(%s, %s, fn, %s", o.name, strings.ToUpper(o.name), args), ", ") + ");"
	call := append([]string{frame}, a.callFrame(o)...)
	var lines []string
	if o.plane {
		offered := []string{args}
		for _, r := range o.results {
			lines = append(lines, fmt.Sprintf("%sga_%s = 0;", cKind(r.kind), r.name))
			offered = append(offered, "&ga_"+r.name)
			call = append(call, fmt.Sprintf("ga_%s = ga_frame.%s;", r.name, r.name))
		}
		offered = slices.DeleteFunc(offered, func(s string) bool { return s == "" })
		lines = append(lines, fmt.Sprintf("if (!ga_%s_plane_%s(%s)) {", a.api, o.name, strings.Join(offered, ", ")))
		for _, l := range call {
			lines = append(lines, "\t"+l)
		}
		lines = append(lines, "}")
	} else {
		lines = call
		for _, r := range o.results {
			lines = append(lines, fmt.Sprintf("__attribute__((__unused__)) %sga_%s = ga_frame.%s;", cKind(r.kind), r.name, r.name))
		}
		if o.noreturn {
			lines = append(lines, "__builtin_trap();")
		}
		last := len(lines) - 1
		lines[last] = strings.TrimSuffix(lines[last], ";")
	}
	return fmt.Sprintf("\n%s#define %s(%s) \\\n\t%s\n", opComment(o), doMacro(o), params, strings.Join(lines, " \\\n\t"))
}

// opComment names an operation's arguments and results.
func opComment(o *op) string {
	text := func(fields []field) string {
		var out []string
		for _, f := range fields {
			out = append(out, cKind(f.kind)+f.name)
		}
		return strings.Join(out, ", ")
	}
	line := fmt.Sprintf("/* %s(%s)", o.name, text(o.args))
	if len(o.results) > 0 {
		line += " -> " + text(o.results)
	}
	return strings.Join(fold([]string{line + " */"}, width), "\n") + "\n"
}
