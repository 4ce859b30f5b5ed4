package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file writes functions out, each with its frame, for the APIs that need no macros.

// function is one function written out.
func (a *api) function(en *entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n{\n", en.declare(en.name))
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
	return b.String()
}

// planed writes a body that offers the call to the data plane first.
func (a *api) planed(b *strings.Builder, en *entry) {
	o := en.row.op
	args := slices.Clone(en.args)
	if len(o.results) == 0 {
		if en.leavesEarly() {
			fmt.Fprintf(b, "\tif (ga_%s_plane_%s(%s))\n\t\t%s\n", a.api, o.name, strings.Join(args, ", "), cmp.Or(en.after, "return;"))
			b.WriteString(a.call(en, "\t"))
		} else {
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

// call packs the argument frame and calls.
func (a *api) call(en *entry, indent string) string {
	o := en.row.op
	args, copies, back := en.copied()
	lines := append(copies, fmt.Sprintf("struct %s ga_frame = {", a.frameName(o)), fmt.Sprintf("\t.head = {%s, sizeof ga_frame, \"%s\"},", a.opConst(o), en.name))
	for i, f := range o.args {
		lines = append(lines, fmt.Sprintf("\t.%s = %s,", f.name, args[i]))
	}
	lines = append(append(lines, "};"), a.callFrame(o)...)
	var b strings.Builder
	for _, l := range append(lines, back...) {
		b.WriteString(indent + l + "\n")
	}
	return b.String()
}
