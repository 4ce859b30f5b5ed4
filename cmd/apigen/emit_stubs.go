package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// headersOf are the API's headers as #include wants them.
func (a *api) headersOf() []string { return a.table.headers }

// stubs are the files capi/z<api>_stubs_<family>.c, by name.
func (a *api) stubs() map[string]string {
	out := map[string]string{}
	for _, family := range a.fams {
		var b strings.Builder
		for _, en := range a.entries {
			if en.row.family == family && en.row.body.how != "hand" {
				b.WriteString("\n" + a.stub(en))
			}
		}
		if b.Len() > 0 {
			out[fmt.Sprintf("capi/z%s_stubs_%s.c", a.api, family)] = a.stubsHead(family) + b.String()
		}
	}
	return out
}

func (a *api) stubsHead(family string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s\n *\n * %s: the %s family. Each function tries the data plane, then packs a frame and calls. */\n", marker, a.title, family)
	fmt.Fprintf(&b, "#include \"edge.h\"\n#include \"zbits.h\"\n#include \"plane_%s.h\"\n#include \"z%s_frames.h\"\n", a.api, a.api)
	for _, d := range a.defines {
		fmt.Fprintf(&b, "#define %s 1\n", d)
	}
	for _, h := range a.headersOf() {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	for _, h := range a.include {
		fmt.Fprintf(&b, "#include %q\n", h)
	}
	if a.table.twin != "" {
		b.WriteString("\n#define GA_ALIAS(name, target) extern __typeof__(target) name __attribute__((__weak__, __alias__(#target)))\n")
	}
	return b.String()
}

// stub is one function with its alias.
func (a *api) stub(en *entry) string {
	if en.alias != "" {
		return fmt.Sprintf("GA_ALIAS(%s, %s);\n", en.name, en.twin)
	}
	name := en.name
	if en.twin != "" {
		name = en.twin
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n{\n", en.declare(name))
	for _, p := range en.unused() {
		fmt.Fprintf(&b, "\t(void)%s;\n", p)
	}
	if en.local != "" {
		fmt.Fprintf(&b, "\t%s = 0;\n", en.local)
	}
	switch {
	case en.row.op == nil:
		b.WriteString(statements(en.after))
	case en.row.op.plane:
		a.planed(&b, en)
	default:
		a.framed(&b, en)
	}
	b.WriteString("}\n")
	if en.twin != "" {
		fmt.Fprintf(&b, "GA_ALIAS(%s, %s);\n", en.name, en.twin)
	}
	return b.String()
}

// planed writes a body that offers the call to the data plane first.
func (a *api) planed(b *strings.Builder, en *entry) {
	o := en.row.op
	args := slices.Clone(en.args)
	if len(o.results) == 0 {
		switch {
		case en.after == "" || strings.HasPrefix(en.after, "return"):
			fmt.Fprintf(b, "\tif (ga_%s_plane_%s(%s))\n\t\t%s\n", a.api, o.name, strings.Join(args, ", "), cmp.Or(en.after, "return;"))
			b.WriteString(a.call(en, "\t"))
		default:
			fmt.Fprintf(b, "\tif (!ga_%s_plane_%s(%s)) {\n%s\t}\n", a.api, o.name, strings.Join(args, ", "), a.call(en, "\t\t"))
		}
		b.WriteString(statements(en.after))
		return
	}
	for _, r := range o.results {
		fmt.Fprintf(b, "\t%sga_%s = 0;\n", cKind(r.kind), r.name)
		args = append(args, "&ga_"+r.name)
	}
	fmt.Fprintf(b, "\tif (!ga_%s_plane_%s(%s)) {\n", a.api, o.name, strings.Join(args, ", "))
	b.WriteString(a.call(en, "\t\t"))
	for _, r := range o.results {
		fmt.Fprintf(b, "\t\tga_%s = ga_frame.%s;\n", r.name, r.name)
	}
	b.WriteString("\t}\n" + statements(en.conclusion()))
}

// framed writes a body that always packs a frame.
func (a *api) framed(b *strings.Builder, en *entry) {
	b.WriteString(a.call(en, "\t"))
	end := en.conclusion()
	for _, r := range en.row.op.results {
		if mentions(end, "ga_"+r.name) {
			fmt.Fprintf(b, "\t%sga_%s = ga_frame.%s;\n", cKind(r.kind), r.name, r.name)
		}
	}
	if en.row.op.noreturn {
		end = "__builtin_trap();"
	}
	b.WriteString(statements(end))
}

// call packs the argument frame and hands it over. A variable whose address the frame carries is copied first, so that on the way
// through the data plane it stays in a register.
func (a *api) call(en *entry, indent string) string {
	o := en.row.op
	var copies, frame, back strings.Builder
	fmt.Fprintf(&frame, "%sstruct %s ga_frame = {\n%s\t.head = {%s, sizeof ga_frame, \"%s\"},\n", indent, a.frameName(o), indent, a.opConst(o), en.name)
	for i, f := range o.args {
		arg := en.args[i]
		if v, ok := strings.CutPrefix(arg, "&"); ok && o.plane && identifier.FindString(v) == v {
			fmt.Fprintf(&copies, "%s__typeof__(%s) ga_%s = %s;\n", indent, v, v, v)
			arg = "&ga_" + v
			if !slices.Contains(en.names, v) {
				fmt.Fprintf(&back, "%s%s = ga_%s;\n", indent, v, v)
			}
		}
		fmt.Fprintf(&frame, "%s\t.%s = %s,\n", indent, f.name, arg)
	}
	fmt.Fprintf(&frame, "%s};\n", indent)
	if o.again {
		fmt.Fprintf(&frame, "%sdo\n%s\tga_call(&ga_frame.head);\n%swhile (ga_%s_again(ga_frame.%s));\n", indent, indent, indent, a.api, o.results[0].name)
	} else {
		fmt.Fprintf(&frame, "%sga_call(&ga_frame.head);\n", indent)
	}
	return copies.String() + frame.String() + back.String()
}

// conclusion is what follows the call: the row's own statements, or returning the op's result.
func (en *entry) conclusion() string {
	if en.after != "" || en.result == "void" {
		return en.after
	}
	r := "ga_" + en.row.op.results[0].name
	switch {
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

// unused are the parameters that the body never mentions.
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
