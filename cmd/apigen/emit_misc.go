package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	cc "modernc.org/cc/v4"
)

// exported are the API's symbols that are not functions of its headers.
func (a *api) exported() (names []string) {
	for _, d := range a.data {
		names = append(names, d.name)
	}
	for _, x := range a.exports {
		names = append(names, x.name)
	}
	return append(names, a.fortranSymbols()...)
}

// exportsMap is capi/exports.map: the symbols that the headers declare, and those that a table exports without a header.
func exportsMap(apis []*api) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s\n *\n * The dynamic symbols of libgasnetgo: what the headers declare, what the tables export beside it, and nothing else. */\n{\nglobal:\n", marker)
	for _, a := range apis {
		names := a.exported()
		for _, en := range a.entries {
			names = append(names, en.name)
			if en.twin != "" && en.alias == "" {
				names = append(names, en.twin)
			}
		}
		sort.Strings(names)
		fmt.Fprintf(&b, "\t/* %s: %s: %d */\n", a.api, a.title, len(names))
		for _, n := range names {
			fmt.Fprintf(&b, "\t%s;\n", n)
		}
	}
	b.WriteString("local:\n\t*;\n};\n")
	return b.String()
}

// python is python/gasnetgo/z<api>.py.
func (a *api) python() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"ctypes prototypes and constants of %s.\n\nbind(lib) gives the functions of a loaded library their types.\n\"\"\"\n", marker, a.title)
	b.WriteString("\nimport ctypes as _c\n\n")
	for _, c := range a.headers.consts {
		if strings.HasPrefix(c.name, "_") || strings.HasSuffix(c.name, "_H") {
			continue
		}
		fmt.Fprintf(&b, "%s = %s\n", c.name, c.value)
	}
	a.pythonStructs(&b)
	b.WriteString("\n# name: (result, arguments)\nFUNCTIONS = {\n")
	for _, en := range a.sorted() {
		var args []string
		for _, t := range en.types {
			args = append(args, ctypesOf(t))
		}
		list := strings.Join(args, ", ")
		if len(args) == 1 {
			list += ","
		}
		fmt.Fprintf(&b, "    %q: (%s, (%s)),\n", en.name, ctypesOf(en.ret), list)
	}
	b.WriteString(`}


def bind(lib):
    """Give every function of lib its argument and result types; returns lib."""
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(lib, name)
        function.restype = result
        function.argtypes = arguments
    return lib
`)
	return b.String()
}

// pythonStructs are the public structs as classes.
func (a *api) pythonStructs(b *strings.Builder) {
	for _, l := range a.structs {
		fmt.Fprintf(b, "\n\nclass %s(_c.Structure):\n    \"\"\"%s of the headers: %d bytes.\"\"\"\n\n    _fields_ = [\n", l.name, l.name, l.size)
		for _, f := range l.offsets {
			fmt.Fprintf(b, "        (%q, %s),\n", f.name, ctypesOfField(f.typ))
		}
		b.WriteString("    ]\n")
	}
	if len(a.structs) > 0 {
		b.WriteString("\n")
	}
}

// ctypesOfField is the ctypes name of the C type of a struct's field. A union is the memory that it takes, in words of its alignment.
func ctypesOfField(t cc.Type) string {
	switch t := t.(type) {
	case *cc.ArrayType:
		return fmt.Sprintf("%s * %d", ctypesOfField(t.Elem()), t.Len())
	case *cc.UnionType:
		return fmt.Sprintf("_c.c_uint%d * %d", t.Align()*8, t.Size()/int64(t.Align()))
	}
	return ctypesOf(t)
}

// ctypesOf is the ctypes name of the C type of a parameter or result. Pointers are addresses, except const C strings.
func ctypesOf(t cc.Type) string {
	switch t := t.(type) {
	case *cc.PointerType:
		if t.Elem().Kind() == cc.Char && t.Elem().Attributes().IsConst() {
			return "_c.c_char_p"
		}
		return "_c.c_void_p"
	case *cc.ArrayType:
		return "_c.c_void_p"
	case *cc.StructType:
		return t.Typedef().Name()
	}
	switch t.Kind() {
	case cc.Void:
		return "None"
	case cc.Float:
		return "_c.c_float"
	case cc.Double:
		return "_c.c_double"
	case cc.LongDouble:
		return "_c.c_longdouble"
	}
	sign := "uint"
	if cc.IsSignedInteger(t) {
		sign = "int"
	}
	return fmt.Sprintf("_c.c_%s%d", sign, t.Size()*8)
}

// sorted are the entries by name.
func (a *api) sorted() []*entry {
	out := slices.Clone(a.entries)
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// docs is docs/api/<api>.md.
func (a *api) docs() string {
	var b strings.Builder
	count := map[string]int{}
	for _, en := range a.entries {
		s, _, _ := strings.Cut(en.status(), ":")
		count[s]++
	}
	fmt.Fprintf(&b, "<!-- %s -->\n\n# %s\n\n", marker, a.title)
	fmt.Fprintf(&b, "%d functions: %d full, %d partial, %d unsupported", len(a.entries), count["full"], count["partial"], count["unsupported"])
	if len(a.ops) > 0 {
		fmt.Fprintf(&b, "; they reach %d operations", len(a.ops))
	}
	b.WriteString(".\n")
	if a.table.twin != "" {
		fmt.Fprintf(&b, "Each has a twin with the prefix `%s` and is a weak alias of it.\n", a.table.twin)
	}
	b.WriteString("Operations in round brackets have none: `(noop)` does nothing by definition, `(hand)` is answered without one.\n")
	for _, family := range a.fams {
		fmt.Fprintf(&b, "\n## %s\n\n| function | prototype | status | operation | section |\n| --- | --- | --- | --- | --- |\n", family)
		for _, en := range a.entries {
			if en.row.family == family {
				fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", en.name, en.declare(en.name), en.status(), en.how(), en.spec)
			}
		}
	}
	if len(a.data) > 0 {
		b.WriteString("\n## data\n\n| name | declaration |\n| --- | --- |\n")
		for _, d := range a.data {
			fmt.Fprintf(&b, "| %s | `%s` |\n", d.name, d.text)
		}
	}
	if len(a.exports) > 0 {
		b.WriteString("\n## symbols that no header declares\n\n| name | why |\n| --- | --- |\n")
		for _, x := range a.exports {
			fmt.Fprintf(&b, "| %s | %s |\n", x.name, x.why)
		}
	}
	return b.String()
}

// folder is where the API's C files are.
func (a *api) folder() string { return "capi/" + cmp.Or(a.dir, a.api) }

// up leads from there to capi.
func (a *api) up() string { return strings.Repeat("../", strings.Count(a.folder(), "/")) }
