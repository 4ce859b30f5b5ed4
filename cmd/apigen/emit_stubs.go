package main

import (
	"fmt"
	"slices"
	"strings"
)

// stubsPath is the file of a family's stubs, or with no family the header of the API's stub files.
func (a *api) stubsPath(family string) string {
	if family == "" {
		return a.folder() + "/z" + a.api + "_stubs.h"
	}
	return a.folder() + "/z" + a.api + "_stubs_" + family + ".c"
}

// headersOf are the API's headers as #include wants them.
func (a *api) headersOf() []string { return a.table.headers }

// compact reports whether the API's stubs are made of macros. They are if one row makes many functions, by a list of types or as twins.
func (a *api) compact() bool {
	return a.table.twin != "" || slices.ContainsFunc(a.rows, func(r *row) bool { return r.list != "" && r.body.how != "hand" })
}

// stubs are the stub files: one for each family, and for macros a header.
func (a *api) stubs() map[string]string {
	out := map[string]string{}
	if a.compact() {
		out[a.stubsPath("")] = a.stubsHeader()
	}
	for _, family := range a.fams {
		var b strings.Builder
		for i, en := range a.entries {
			if en.row.family != family || en.row.body.how == "hand" {
				continue
			}
			switch {
			case en.alias != "":
				fmt.Fprintf(&b, "\nGA_ALIAS(%s, %s);\n", en.name, en.twin)
			case !a.compact():
				b.WriteString("\n" + a.function(en))
			case en.row.list == "":
				b.WriteString("\n" + strings.Join(fold(a.stub(en, ""), width), "\n") + "\n")
			case i == 0 || a.entries[i-1].row != en.row: // the first type of the list
				b.WriteString("\n" + a.rowMacro(a.opened[en.row]))
			}
		}
		if b.Len() > 0 {
			out[a.stubsPath(family)] = a.stubsHead(family) + b.String()
		}
	}
	return out
}

// stubsHead is the beginning of a stub file.
func (a *api) stubsHead(family string) string {
	if a.compact() {
		return fmt.Sprintf("/* %s\n *\n * %s: the %s family. z%s_stubs.h explains the form. */\n#include \"z%s_stubs.h\"\n", marker, a.title, family, a.api, a.api)
	}
	return fmt.Sprintf("/* %s\n *\n * %s: the %s family. Each function tries the data plane, then packs a frame and calls. */\n", marker, a.title, family) +
		a.stubsIncludes()
}

// stubsIncludes are the includes of every stub file.
func (a *api) stubsIncludes() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#include \"%[1]sruntime/again.h\"\n#include \"%[1]sruntime/edge.h\"\n#include \"%[1]sruntime/zbits.h\"\n#include \"plane.h\"\n#include \"z%[2]s_frames.h\"\n", a.up(), a.api)
	for _, d := range a.defines {
		fmt.Fprintf(&b, "#define %s 1\n", d)
	}
	for _, h := range a.headersOf() {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	for _, h := range a.include {
		fmt.Fprintf(&b, "#include %q\n", h)
	}
	return b.String()
}

// callFrame is the call with a packed frame.
func (a *api) callFrame(o *op) []string {
	if o.again {
		return []string{"do", "\tga_call(&ga_frame.head);", fmt.Sprintf("while (ga_again(&ga_frame.head, ga_frame.%s));", o.results[0].name)}
	}
	return []string{"ga_call(&ga_frame.head);"}
}

// copied are the arguments of a frame. A variable whose address the frame carries is copied first, so that on the way through the data plane it
// stays in a register; back assigns what the call has changed.
func (en *entry) copied() (frame, copies, back []string) {
	for _, arg := range en.args {
		if v, ok := strings.CutPrefix(arg, "&"); ok && en.row.op.plane && identifier.FindString(v) == v {
			copies = append(copies, fmt.Sprintf("__typeof__(%s) ga_%s = %s;", v, v, v))
			arg = "&ga_" + v
			if !slices.Contains(en.names, v) {
				back = append(back, fmt.Sprintf("%s = ga_%s;", v, v))
			}
		}
		frame = append(frame, arg)
	}
	return frame, copies, back
}

// leavesEarly reports whether a function only returns after its call.
func (en *entry) leavesEarly() bool { return en.after == "" || strings.HasPrefix(en.after, "return") }

// conclusion is the code after the call: the row's own statements, or a return of the op's result.
func (en *entry) conclusion() string {
	if en.after != "" || en.result == "void" {
		return en.after
	}
	r := "ga_" + en.row.op.results[0].name
	switch {
	case en.result == "C" && en.open != nil && en.open.floats:
		return "return ga_of_bits(C, " + r + ");"
	case strings.HasSuffix(en.result, "*"):
		return "return " + r + ";"
	case en.result == "float", en.result == "double":
		return fmt.Sprintf("return ga_%s_of_bits(%s);", en.result, r)
	}
	return fmt.Sprintf("return (%s)%s;", en.result, r)
}

// statements puts one C statement on each line.
func statements(s string) string {
	var b strings.Builder
	for _, st := range strings.SplitAfter(s, ";") {
		if st = strings.TrimSpace(st); st != "" {
			b.WriteString("\t" + st + "\n")
		}
	}
	return b.String()
}

// unused are the parameters that do not occur in the body.
func (en *entry) unused() (out []string) {
	text := strings.Join(en.args, " ") + " " + en.after
	for _, n := range en.names {
		if !mentions(text, n) {
			out = append(out, n)
		}
	}
	return out
}

// mentions reports whether name occurs in C text as an identifier.
func mentions(text, name string) bool {
	return slices.Contains(identifier.FindAllString(text, -1), name)
}
