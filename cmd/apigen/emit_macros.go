package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file writes stubs as macros of rows and as short functions. Both use the macros of the API's stubs header: GA_STUB is the head of a function,
// GA_DO_<OP> the call of an operation.

// rowMacro is the macro of a row with a list, followed by its expansion for each type of the list.
func (a *api) rowMacro(en *entry) string {
	name := rowName(en.row)
	var b strings.Builder
	fmt.Fprintf(&b, "#define %s(%s)", name, strings.Join(columns(en.open), ", "))
	for _, line := range fold(a.stub(en, "\t"), width-len(" \\")) {
		b.WriteString(" \\\n" + line)
	}
	fmt.Fprintf(&b, "\n%s(%s)\n", eachMacro(en.row.list), name)
	return b.String()
}

// rowName is the name of a row's macro: its pattern, with T for the type.
func rowName(r *row) string { return strings.ReplaceAll(r.pattern, "{T}", "T") }

// stub is one function, line by line, each with an indentation.
func (a *api) stub(en *entry, indent string) []string {
	lines := []string{fmt.Sprintf("GA_STUB(%s, %s, %s)", en.result, en.name, en.params), "{"}
	var unused []string
	for _, p := range en.unused() {
		unused = append(unused, "(void)"+p)
	}
	if len(unused) > 0 {
		lines = append(lines, "\t"+strings.Join(unused, ", ")+";")
	}
	lines = append(append(lines, a.doing(en, "0")...), "}")
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// doing is what a stub does behind its declarations: its local variable, which begins with zero, the operation, what follows it.
func (a *api) doing(en *entry, zero string) (lines []string) {
	if en.local != "" {
		lines = append(lines, "\t"+en.local+" = "+zero+";")
	}
	end := en.after
	if en.row.op != nil {
		if end = en.conclusion(); en.row.op.noreturn {
			end = ""
		}
		lines = append(lines, a.useOp(en, end)...)
	}
	if end != "" {
		lines = append(lines, strings.Split(strings.TrimSuffix(statements(end), "\n"), "\n")...)
	}
	return lines
}

// useOp is the call of a stub's operation; end is what follows it.
func (a *api) useOp(en *entry, end string) []string {
	o := en.row.op
	frame, copies, back := en.copied()
	if len(copies) == 0 {
		return []string{fmt.Sprintf("\t%s(%s);", doMacro(o), strings.Join(append([]string{en.name}, en.args...), ", "))}
	}
	lines := append(copies, fmt.Sprintf("GA_FRAME(%s, %s, %s, %s);", o.name, strings.ToUpper(o.name), en.name, strings.Join(frame, ", ")))
	out := []string{fmt.Sprintf("\tif (ga_%s_plane_%s(%s))", a.api, o.name, strings.Join(en.args, ", ")), "\t\t" + cmp.Or(end, "return;")}
	for _, l := range slices.Concat(lines, a.callFrame(o), back) {
		out = append(out, "\t"+l)
	}
	return out
}

// checkCopies rejects rows that useOp does not support: copies for an op with results, or with more than a return after the call.
func (en *entry) checkCopies() error {
	if en.row.op == nil {
		return nil
	}
	if _, copies, _ := en.copied(); len(copies) > 0 && (len(en.row.op.results) > 0 || !en.leavesEarly()) {
		return fmt.Errorf("op %s takes the address of a variable; that wants an op without results, and nothing but return after ->", en.row.op.name)
	}
	return nil
}

// width is the length at which generated lines are folded, as .clang-format has it.
const width = 150

// fold breaks lines that are longer than this many columns after a comma.
func fold(lines []string, limit int) []string {
	var out []string
	for _, l := range lines {
		indent := l[:len(l)-len(strings.TrimLeft(l, "\t"))]
		for columnsOf(l) > limit {
			room := limit - (columnsOf(l) - len(l))
			i := strings.LastIndex(l[:room], ", ")
			if i < 0 {
				break
			}
			out = append(out, l[:i+1])
			l = indent + "\t\t" + l[i+2:]
		}
		out = append(out, l)
	}
	return out
}

// columnsOf counts a tab as eight columns.
func columnsOf(l string) int { return len(l) + 7*strings.Count(l, "\t") }
