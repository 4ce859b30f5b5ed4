package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	cc "modernc.org/cc/v4"
)

// headers is what the public headers of one API declare.
type headers struct {
	funcs   map[string]*function
	data    []datum
	order   []string // of declaration
	consts  []constant
	structs []layout
}

// function is one declared function.
type function struct {
	name     string
	where    string // file:line below include/
	result   string // C text
	params   string // C text between the parentheses
	names    []string
	variadic bool
	ret      cc.Type
	types    []cc.Type
}

// datum is one declared variable.
type datum struct {
	name  string
	where string // file:line below include/
	text  string // its declaration
}

// constant is an object-like macro or enumerator with a value.
type constant struct {
	name  string
	value string // decimal, or a quoted string
	place string // file and line, in sorting form
}

// layout is a public struct's size and the offset of its fields.
type layout struct {
	name    string // as C spells the type
	size    int64
	offsets []offset
}

type offset struct {
	name string
	at   int64
	typ  cc.Type
}

// compiler is the host's C configuration, asked for once.
type compiler struct {
	cfg     *cc.Config
	include string // absolute
}

// newCompiler asks the host's compiler for its macros and paths. The C11 and C++ layers of the headers stay off, since they declare
// no functions of the library.
func newCompiler(include string) (*compiler, error) {
	cfg, err := cc.NewConfig("", "", "-std=gnu99")
	if err != nil {
		return nil, fmt.Errorf("no C compiler to ask for its configuration (install gcc): %w", err)
	}
	abs, err := filepath.Abs(include)
	if err != nil {
		return nil, err
	}
	cfg.Header = true
	cfg.EvalAllMacros = true
	cfg.SysIncludePaths = append([]string{abs}, cfg.SysIncludePaths...)
	return &compiler{cfg, abs}, nil
}

// translate parses C text.
func (c *compiler) translate(name, text string) (*cc.AST, error) {
	return cc.Translate(c.cfg, []cc.Source{
		{Name: "<predefined>", Value: c.cfg.Predefined},
		{Name: "<builtin>", Value: cc.Builtin},
		{Name: name, Value: text},
	})
}

// parse reads an API's headers.
func (c *compiler) parse(api string, defines, files []string) (*headers, error) {
	var text strings.Builder
	for _, d := range defines {
		fmt.Fprintf(&text, "#define %s 1\n", d)
	}
	for _, f := range files {
		fmt.Fprintf(&text, "#include <%s>\n", f)
	}
	ast, err := c.translate(api, text.String())
	if err != nil {
		return nil, fmt.Errorf("headers of %s: %w", api, err)
	}
	h := &headers{funcs: map[string]*function{}}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		d := tu.ExternalDeclaration
		if d.Case != cc.ExternalDeclarationDecl || d.Declaration == nil || !c.ours(d.Position().Filename) {
			continue
		}
		c.declaration(h, d.Declaration)
	}
	for name, m := range ast.Macros {
		if pos := m.Position(); !m.IsFnLike && c.ours(pos.Filename) {
			h.constant(name, sortingPlace(pos.Filename, pos.Line, pos.Column), m.Value())
		}
	}
	sort.Slice(h.consts, func(i, j int) bool { return h.consts[i].place < h.consts[j].place })
	return h, nil
}

func sortingPlace(file string, line, column int) string {
	return fmt.Sprintf("%s:%06d:%04d", file, line, column)
}

func (c *compiler) ours(file string) bool {
	return strings.HasPrefix(file, c.include+string(filepath.Separator))
}

func (c *compiler) declaration(h *headers, d *cc.Declaration) {
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		dd := l.InitDeclarator.Declarator
		if dd == nil || dd.IsStatic() { // the client's own
			continue
		}
		if dd.IsTypename() {
			switch t := dd.Type().(type) {
			case *cc.StructType:
				if !t.IsIncomplete() {
					h.structs = append(h.structs, structLayout(dd.Name(), t))
				}
			case *cc.EnumType:
				h.enumerators(t)
			}
			continue
		}
		pos := dd.Position()
		file, _ := filepath.Rel(c.include, pos.Filename)
		where := fmt.Sprintf("%s:%d", file, pos.Line)
		ft, ok := dd.Type().(*cc.FunctionType)
		if !ok {
			text := strings.TrimSpace(cc.NodeSource(d.DeclarationSpecifiers)) + " " + strings.TrimSpace(cc.NodeSource(dd))
			h.data = append(h.data, datum{dd.Name(), where, spaces.ReplaceAllString(text, " ")})
			continue
		}
		f := &function{name: dd.Name(), where: where, ret: ft.Result(), variadic: ft.IsVariadic()}
		f.result, f.params = prototype(cc.NodeSource(d.DeclarationSpecifiers), cc.NodeSource(dd), f.name)
		for _, p := range ft.Parameters() {
			if p.Type().Kind() == cc.Void {
				continue
			}
			f.names = append(f.names, p.Name())
			f.types = append(f.types, p.Type())
		}
		if _, again := h.funcs[f.name]; !again {
			h.order = append(h.order, f.name)
		}
		h.funcs[f.name] = f
	}
}

var (
	attribute = regexp.MustCompile(`__attribute__\s*\(\(.*?\)\)|\bextern\b|_Noreturn\b`)
	spaces    = regexp.MustCompile(`\s+`)
)

// prototype cuts a declaration's text into result and parameters.
func prototype(specifiers, declarator, name string) (result, params string) {
	specifiers = attribute.ReplaceAllString(specifiers, "")
	declarator = strings.TrimSpace(spaces.ReplaceAllString(attribute.ReplaceAllString(declarator, ""), " "))
	stars, rest, _ := strings.Cut(declarator, name)
	result = strings.TrimSpace(spaces.ReplaceAllString(specifiers, " ") + " " + strings.TrimSpace(stars))
	rest = strings.TrimSpace(rest)
	params = strings.TrimSuffix(strings.TrimPrefix(rest, "("), ")")
	return result, strings.TrimSpace(params)
}

// declare is the function's prototype under another name, without a semicolon.
func (f *function) declare(name string) string {
	sep := " "
	if strings.HasSuffix(f.result, "*") {
		sep = ""
	}
	return f.result + sep + name + "(" + f.params + ")"
}

func structLayout(name string, st *cc.StructType) layout {
	l := layout{name: name, size: st.Size()}
	for i := range st.NumFields() {
		f := st.FieldByIndex(i)
		l.offsets = append(l.offsets, offset{f.Name(), f.Offset(), f.Type()})
	}
	return l
}

// enumerators keeps the words of an enumeration.
func (h *headers) enumerators(t *cc.EnumType) {
	for _, e := range t.Enumerators() {
		pos := e.Position()
		h.constant(e.Token.SrcStr(), sortingPlace(pos.Filename, pos.Line, pos.Column), e.Value())
	}
}

// constant keeps a macro or enumerator that has a value.
func (h *headers) constant(name, place string, v cc.Value) {
	text := ""
	switch v := v.(type) {
	case cc.Int64Value:
		text = fmt.Sprint(int64(v))
	case cc.UInt64Value:
		text = fmt.Sprint(uint64(v))
	case cc.StringValue:
		text = fmt.Sprintf("%q", strings.TrimRight(string(v), "\x00"))
	default:
		return
	}
	h.consts = append(h.consts, constant{name: name, value: text, place: place})
}
