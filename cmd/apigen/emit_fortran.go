package main

import (
	"fmt"
	"slices"
	"strings"
)

// emitFortran adds the files of an API's Fortran interface.
func (a *api) emitFortran(files map[string]string) error {
	if len(a.fortrans) == 0 {
		return nil
	}
	text, err := a.fortranHeader()
	if err != nil {
		return err
	}
	base := a.folder() + "/z" + a.api + "_fortran"
	files[base+".h"] = text
	for _, bytes := range []int{4, 8} {
		files[fmt.Sprintf("%s%d.c", base, bytes)] = fmt.Sprintf("/* %s\n *\n * %s: the Fortran interface for programs whose default INTEGER has %d bytes. */\n"+
			"#define GA_FORTRAN_INTEGER %[3]d\n#include \"z%[4]s_fortran.h\"\n", marker, a.title, bytes, a.api)
	}
	files["docs/api/"+a.api+"_fortran.md"] = a.fortranDocs()
	files["packaging/apis/z"+a.api+"_fortran.h"] = a.fortranArchive()
	files["include/"+a.api+"/zmodule.f90"], err = a.fortranModule()
	return err
}

// fortranHeader is the file that both sizes of INTEGER include.
func (a *api) fortranHeader() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, `/* %s
 *
 * %s: the Fortran interface, made as z%s_stubs.h explains. It has no guard: each size of INTEGER compiles it once. U is T in upper case. */
#include "z%[3]s_stubs.h"
#include "fortran.h"

/* Lists of types. */
`, marker, a.title, a.api)
	var lists []string
	for _, r := range a.fortrans {
		if r.list != "" && !slices.Contains(lists, r.list) {
			lists = append(lists, r.list)
			b.WriteString(a.fortranList(r.list))
		}
	}
	b.WriteString("\n#pragma GCC visibility push(default)\n")
	for _, r := range a.fortrans {
		text, err := a.fortranStub(r)
		if err != nil {
			return "", fmt.Errorf("%s: fortran %s: %w", a.where(r.line), r.pattern, err)
		}
		b.WriteString("\n" + text)
	}
	b.WriteString("\n#pragma GCC visibility pop\n")
	return b.String(), nil
}

// fortranList is the macro of a list of types.
func (a *api) fortranList(name string) string {
	line := fmt.Sprintf("#define %s(X)", fortranEach(name))
	var b strings.Builder
	for _, n := range a.lists[name] {
		e := a.types[n]
		word := fmt.Sprintf("X(%s, %s, %d)", e.name, strings.ToUpper(e.name), e.bytes)
		if e.typed() {
			word = fmt.Sprintf("X(%s, %s, %s, %s)", e.name, strings.ToUpper(e.name), e.ctype, e.code)
		}
		if columnsOf(line)+len(word)+3 > width {
			b.WriteString(line + " \\\n")
			line = "\t" + word
		} else {
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}

func fortranEach(list string) string { return "GA_FORTRAN_EACH_" + strings.ToUpper(list) }

// fortranStub is one routine, or the macro of one with a list.
func (a *api) fortranStub(r *fortranRow) (string, error) {
	en := &entry{function: &function{result: "void"}, row: &r.row, spec: r.spec}
	var e elem
	if r.list != "" {
		en.open = a.openList(r.list)
		e.open = en.open
	}
	if err := a.fillBody(en, e); err != nil {
		return "", err
	}
	name, upper, indent := r.pattern, strings.ToUpper(r.pattern), ""
	if r.list != "" {
		name, upper, indent = pasted(r.pattern, "T"), pasted(strings.ToUpper(r.pattern), "U"), "\t"
	}
	en.name = name
	if r.result != "" {
		en.result = fortranResults[r.result].c
	}
	if err := en.answers(); err != nil {
		return "", err
	}
	head := "GA_FORTRAN"
	if !strings.Contains(r.pattern, "_") {
		head = "GA_FORTRAN_PLAIN" // without a second form
	}
	lines := []string{fmt.Sprintf("%s(%s, %s, %s, %s)", head, en.result, name, upper, r.cParams()), "{"}
	lines = append(lines, a.fortranBody(en, r)...)
	lines = append(lines, "}")
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	if r.list == "" {
		return strings.Join(fold(lines, width), "\n") + "\n", nil
	}
	columns := []string{"T", "U", "SIZE"}
	if en.open.typed {
		columns = []string{"T", "U", "C", "CODE"}
	}
	var b strings.Builder
	macro := "fortran_" + strings.ReplaceAll(r.pattern, "{T}", "T")
	fmt.Fprintf(&b, "#define %s(%s)", macro, strings.Join(columns, ", "))
	for _, line := range fold(lines, width-len(" \\")) {
		b.WriteString(" \\\n" + line)
	}
	fmt.Fprintf(&b, "\n%s(%s)\n", fortranEach(r.list), macro)
	return b.String(), nil
}

// pasted is a pattern as a macro makes the name of its parameter.
func pasted(pattern, parameter string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(pattern, "{T}", "##"+parameter+"##"), "##"), "##")
}

// cParams are the parameters of the C function.
func (r *fortranRow) cParams() string {
	var all, hidden []string
	for _, p := range r.params {
		all = append(all, fmt.Sprintf(fortranKinds[p.kind].param, p.name))
		if p.kind == "text" {
			hidden = append(hidden, "size_t "+p.name+"_length")
		}
	}
	if len(all) == 0 {
		return "void"
	}
	return strings.Join(append(all, hidden...), ", ")
}

// fortranBody is what a routine does: it reads the values of its arguments, calls the operation and sets results.
func (a *api) fortranBody(en *entry, r *fortranRow) []string {
	text := strings.Join(en.args, " ") + " " + en.after
	var unused, lines []string
	for _, p := range r.params {
		kind := fortranKinds[p.kind]
		switch {
		case mentions(text, p.name) && kind.value != "":
			lines = append(lines, "\t"+fmt.Sprintf(kind.value, p.name)+";")
		case !mentions(text, p.name):
			declared := fmt.Sprintf(kind.param, p.name)
			unused = append(unused, "(void)"+declared[strings.LastIndex(declared, "*")+1:])
		}
	}
	if len(unused) > 0 {
		lines = append([]string{"\t" + strings.Join(unused, ", ") + ";"}, lines...)
	}
	return append(lines, a.doing(en, "{0}")...)
}

// fortranDocs is the table of the Fortran interface.
func (a *api) fortranDocs() string {
	var b strings.Builder
	count := map[string]int{}
	total := 0
	for _, r := range a.fortrans {
		n := len(a.routines(r))
		count[r.spec] += n
		total += n
	}
	fmt.Fprintf(&b, "<!-- %s -->\n\n# %s in Fortran\n\n%d routines:", marker, a.title, total)
	var parts []string
	for _, r := range a.fortrans {
		if n := count[r.spec]; n > 0 {
			parts = append(parts, fmt.Sprintf(" %d of %s", n, r.spec))
			count[r.spec] = 0
		}
	}
	b.WriteString(strings.Join(parts, ",") + `. A program calls them in any case of letters. Each is there as the symbols that compilers make of its name:
` + "`name_`, `name__` if the name has an underscore, and `NAME`" + `; each with a twin for profilers, whose name begins with p.
[fortran.md](../user/fortran.md) is the manual, [shmem_fortran_tests.md](shmem_fortran_tests.md) says which test calls what. Operations in round brackets have none.
`)
	family := ""
	for _, r := range a.fortrans {
		if r.family != family {
			family = r.family
			fmt.Fprintf(&b, "\n## %s\n\n| routine | arguments | result | of | operation |\n| --- | --- | --- | --- | --- |\n", family)
		}
		var params []string
		for _, p := range r.params {
			params = append(params, p.name)
		}
		operation := "(" + r.body.how + ")"
		if r.op != nil {
			operation = r.op.name
		}
		for _, name := range a.routines(r) {
			fmt.Fprintf(&b, "| %s | `(%s)` | %s | %s | %s |\n", name, strings.Join(params, ", "), r.result, r.spec, operation)
		}
	}
	return b.String()
}

// fortranArchive lists the routines for the archive that programs with 8-byte INTEGERs are linked with.
func (a *api) fortranArchive() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s\n *\n * The routines of the Fortran interface: ROUTINE for those with an underscore in their names, PLAIN for others. */\n", marker)
	for _, r := range a.fortrans {
		for _, name := range a.routines(r) {
			macro := "PLAIN"
			if strings.Contains(name, "_") {
				macro = "ROUTINE"
			}
			fmt.Fprintf(&b, "%s(%s, %s)\n", macro, name, strings.ToUpper(name))
		}
	}
	return b.String()
}
