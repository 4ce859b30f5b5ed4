package main

import (
	"fmt"
	"go/format"
	"path"
	"slices"
	"strings"
)

func goKind(kind string) string {
	return map[string]string{"i32": "int32", "u32": "uint32", "i64": "int64", "u64": "uint64", "bool": "int32",
		"addr": "uintptr", "ptr": "uintptr", "cptr": "uintptr"}[kind]
}

// goParam is the Go type of a kind in methods.
func goParam(kind string) string {
	if kind == "bool" {
		return "bool"
	}
	return goKind(kind)
}

// signature is the Go method that an op calls.
func (a *api) signature(o *op) string {
	var params []string
	if !a.codes {
		params = append(params, "fn string")
	}
	for _, f := range o.args {
		params = append(params, f.name+" "+goParam(f.kind))
	}
	var results []string
	for _, f := range o.results {
		results = append(results, f.name+" "+goParam(f.kind))
	}
	end := "error"
	switch {
	case a.codes && len(results) == 0:
		end = ""
	case a.codes:
		end = "(" + strings.Join(results, ", ") + ")"
	case len(results) > 0:
		end = "(" + strings.Join(results, ", ") + ", err error)"
	}
	return strings.TrimSpace(fmt.Sprintf("%s(%s) %s", o.method, strings.Join(params, ", "), end))
}

// qualifier is what stands before names of the package with the meaning.
func (a *api) qualifier() string {
	if a.pkg == "." {
		return ""
	}
	return a.api + "."
}

// goCalls generates the interface of what answers the API's calls: the meaning, or what follows a simulated rank's calls on the way there.
func (a *api) goCalls(b *strings.Builder) {
	fmt.Fprintf(b, "// %sCalls are the operations of %s.\ntype %sCalls interface {\n", a.api, a.title, a.api)
	for _, o := range a.ops {
		if !o.named {
			line := a.signature(o)
			for _, f := range o.args {
				if g := goField(f.name); g != f.name {
					line = strings.Replace(line, f.name+" "+goParam(f.kind), g+" "+goParam(f.kind), 1)
				}
			}
			fmt.Fprintf(b, "%s\n", line)
			continue
		}
		bare, args := *o, "args "+a.qualifier()+o.method+"Args"
		bare.args = nil
		fmt.Fprintf(b, "%s\n", strings.NewReplacer("(fn string)", "(fn string, "+args+")", "()", "("+args+")").Replace(a.signature(&bare)))
	}
	b.WriteString("}\n\n")
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// goFrame is the Go name of an op's frame.
func (a *api) goFrame(o *op) string { return "frame" + title(a.api) + o.method }

// cgoField is a C field's name as cgo spells it.
func cgoField(name string) string {
	if slices.Contains([]string{"type", "func", "map", "range", "var", "chan", "go", "defer", "select", "package", "import", "interface"}, name) {
		return "_" + name
	}
	return name
}

// goField is a field's name in the Go mirror; one that is a keyword gets an underscore after it.
func goField(name string) string {
	if cgoField(name) != name {
		return name + "_"
	}
	return name
}

// dispatch is capi/z<api>_dispatch.go.
func (a *api) dispatch() (string, error) {
	var b strings.Builder
	recv, meaning := a.api+"Calls", fmt.Sprintf("%q", a.pkg)
	named := slices.ContainsFunc(a.ops, func(o *op) bool { return o.named })
	switch {
	case a.pkg == ".":
		recv, meaning = a.recv, ""
	case !named:
		meaning = ""
	}
	if meaning != "" && path.Base(a.pkg) != a.api {
		meaning = a.api + " " + meaning
	}
	fmt.Fprintf(&b, "// %s\n\npackage capi\n\n", marker)
	fmt.Fprintf(&b, "/*\n#include \"runtime/edge.h\"\n#include \"%s/z%s_frames.h\"\n*/\nimport \"C\"\n\n", strings.TrimPrefix(a.folder(), "capi/"), a.api)
	fmt.Fprintf(&b, "import (\n\"fmt\"\n\"unsafe\"\n\n%s\n)\n\n", meaning)
	b.WriteString("// Op numbers.\nconst (\n")
	for _, o := range a.ops {
		fmt.Fprintf(&b, "op%s%s = %d\n", title(a.api), o.method, a.id<<8|o.index)
	}
	b.WriteString(")\n\n")
	for _, o := range a.ops {
		a.goMirror(&b, o)
	}
	a.goChecks(&b)
	if a.pkg != "." {
		a.goCalls(&b)
	}
	when := " if there was no error"
	if a.codes {
		when = ". An error is an op that does not exist"
	}
	fmt.Fprintf(&b, "// dispatch%s executes one frame of %s: it calls the op's method and stores the results%s.\n", title(a.api), a.title, when)
	fmt.Fprintf(&b, "func dispatch%s(pe %s, op uint32, frame unsafe.Pointer) error {\n", title(a.api), recv)
	if !a.codes {
		b.WriteString("fn := frameName(frame)\n")
	}
	b.WriteString("switch op {\n")
	for _, o := range a.ops {
		a.goCase(&b, o)
	}
	fmt.Fprintf(&b, "}\nreturn fmt.Errorf(\"no op %%#x in %s\", op)\n}\n\n", a.title)
	a.goFields(&b)
	out, err := format.Source([]byte(b.String()))
	return string(out), err
}

// goFields generates the function that formats calls for messages.
func (a *api) goFields(b *strings.Builder) {
	fmt.Fprintf(b, "// fields%s returns a frame as a pointer to its struct, and the number of its fields behind the head that are the call's arguments.\n", title(a.api))
	fmt.Fprintf(b, "func fields%s(op uint32, frame unsafe.Pointer) (fields any, arguments int) {\nswitch op {\n", title(a.api))
	for _, o := range a.ops {
		fmt.Fprintf(b, "case op%s%s:\nreturn (*%s)(frame), %d\n", title(a.api), o.method, a.goFrame(o), len(o.args))
	}
	b.WriteString("}\nreturn nil, 0\n}\n")
}

func (a *api) goMirror(b *strings.Builder, o *op) {
	fmt.Fprintf(b, "type %s struct {\n_ [2]uint64 // struct ga_head\n", a.goFrame(o))
	for _, f := range append(slices.Clone(o.args), o.results...) {
		fmt.Fprintf(b, "%s %s\n", goField(f.name), goKind(f.kind))
	}
	b.WriteString("}\n\n")
}

// goChecks generates compile-time checks that every Go mirror has the layout of its C frame.
func (a *api) goChecks(b *strings.Builder) {
	b.WriteString("// Go and C agree on the size of every frame and the place of every field.\nvar (\n")
	fmt.Fprintf(b, "_ [16]byte = [C.sizeof_struct_ga_head]byte{}\n")
	for _, o := range a.ops {
		g, c := a.goFrame(o), "C.struct_"+a.frameName(o)
		fmt.Fprintf(b, "_ [unsafe.Sizeof(%s{})]byte = [unsafe.Sizeof(%s{})]byte{}\n", g, c)
		for _, f := range append(slices.Clone(o.args), o.results...) {
			fmt.Fprintf(b, "_ [unsafe.Offsetof(%s{}.%s)]byte = [unsafe.Offsetof(%s{}.%s)]byte{}\n", g, goField(f.name), c, cgoField(f.name))
		}
	}
	b.WriteString(")\n\n")
}

func (a *api) goCase(b *strings.Builder, o *op) {
	fmt.Fprintf(b, "case op%s%s:\n", title(a.api), o.method)
	var args []string
	if !a.codes {
		args = append(args, "fn")
	}
	var named []string
	for _, f := range o.args {
		arg := "f." + goField(f.name)
		if f.kind == "bool" {
			arg += " != 0"
		}
		if o.named {
			named = append(named, exported(f.name)+": "+arg)
		} else {
			args = append(args, arg)
		}
	}
	if o.named {
		args = append(args, fmt.Sprintf("%s%sArgs{%s}", a.qualifier(), o.method, strings.Join(named, ", ")))
	}
	if len(o.args)+len(o.results) > 0 {
		fmt.Fprintf(b, "f := (*%s)(frame)\n", a.goFrame(o))
	}
	call := fmt.Sprintf("pe.%s(%s)", o.method, strings.Join(args, ", "))
	if a.codes {
		var into []string
		for _, r := range o.results {
			into = append(into, "f."+goField(r.name))
		}
		if len(into) > 0 {
			call = strings.Join(into, ", ") + " = " + call
		}
		fmt.Fprintf(b, "%s\nreturn nil\n", call)
		return
	}
	if len(o.results) == 0 {
		fmt.Fprintf(b, "return %s\n", call)
		return
	}
	var names []string
	for _, r := range o.results {
		names = append(names, "r"+title(r.name))
	}
	fmt.Fprintf(b, "%s, err := %s\nif err == nil {\n", strings.Join(names, ", "), call)
	for i, r := range o.results {
		fmt.Fprintf(b, "f.%s = %s\n", goField(r.name), names[i])
	}
	b.WriteString("}\nreturn err\n")
}

// exported turns tgt_addr into TgtAddr.
func exported(name string) string {
	var b strings.Builder
	for w := range strings.SplitSeq(name, "_") {
		b.WriteString(title(w))
	}
	return b.String()
}

// enums is <meaning>/zenum.go.
func (a *api) enumsGo() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n\npackage %s\n", marker, path.Base(a.pkg))
	for _, e := range a.table.enums {
		fmt.Fprintf(&b, "\n// %s codes, as they stand in argument frames.\nconst (\n", e.name)
		for i, w := range e.words {
			fmt.Fprintf(&b, "%s%s = %d\n", e.name, w, i)
		}
		b.WriteString(")\n")
	}
	for _, set := range a.table.consts {
		if err := a.constsGo(&b, set); err != nil {
			return "", err
		}
	}
	out, err := format.Source([]byte(b.String()))
	return string(out), err
}

func (a *api) constsGo(b *strings.Builder, set constSet) error {
	what := set.prefix + "*"
	if set.prefix == "" {
		what = "Single constants"
	}
	fmt.Fprintf(b, "\n// %s of the public headers.\nconst (\n", what)
	found := 0
	for _, c := range a.headers.consts {
		rest, ok := strings.CutPrefix(c.name, set.prefix)
		if set.prefix == "" {
			ok = slices.Contains(set.names, c.name)
			_, rest, _ = strings.Cut(c.name, "_")
		}
		if ok {
			found++
			fmt.Fprintf(b, "%s%s = %s\n", set.name, camel(rest), c.value)
		}
	}
	b.WriteString(")\n")
	if found == 0 || set.prefix == "" && found != len(set.names) {
		return fmt.Errorf("%s: const %s %s%s: the headers do not define all of it", a.file, set.name, set.prefix, strings.Join(set.names, " "))
	}
	return nil
}

// camel turns MAX_NAME_LEN into MaxNameLen; words of two letters stay as they are.
func camel(s string) string {
	var b strings.Builder
	for _, w := range strings.Split(s, "_") {
		if len(w) > 2 {
			w = w[:1] + strings.ToLower(w[1:])
		}
		b.WriteString(w)
	}
	return b.String()
}
