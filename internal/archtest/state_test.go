package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoPackageState: outside the C edge, which there is one of, no package has variables that change: in a simulated world thousands of
// ranks share one Go runtime, and everything hangs off a rank. Variables that never change are fine: errors, tables, regular expressions,
// embedded files.
func TestNoPackageState(t *testing.T) {
	for _, p := range packages(t) {
		if within(p.path(), "capi/...") {
			continue
		}
		set := token.NewFileSet()
		var files []*ast.File
		for _, name := range p.files() {
			f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			require.NoError(t, err)
			files = append(files, f)
		}
		for _, m := range mutable(files) {
			assert.Fail(t, "package state", "%s: %s %s; hang it off a rank, or make it a constant, a function or a table that never changes",
				set.Position(m.at), m.name, m.why)
		}
	}
}

type variable struct {
	name, why string
	at        token.Pos
}

// mutable finds package variables that change, or can only be meant to: without an initial value, made by make or new, or a pointer.
func mutable(files []*ast.File) (found []variable) {
	declared := map[string]*ast.ValueSpec{}
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if name.Name == "_" || embedded(g.Doc) || embedded(spec.Doc) {
						continue
					}
					declared[name.Name] = spec
					switch {
					case len(spec.Values) == 0:
						found = append(found, variable{name.Name, "has no value to begin with", name.Pos()})
					case i < len(spec.Values) && makesState(spec.Values[i]):
						found = append(found, variable{name.Name, "holds something made to change", name.Pos()})
					}
				}
			}
		}
	}
	reported := map[string]bool{}
	for _, v := range found {
		reported[v.name] = true
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			var targets []ast.Expr
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					targets = n.Lhs
				}
			case *ast.IncDecStmt:
				targets = []ast.Expr{n.X}
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					targets = []ast.Expr{n.Key, n.Value}
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					targets = []ast.Expr{n.X}
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") && len(n.Args) > 0 {
					targets = n.Args[:1]
				}
			}
			for _, target := range targets {
				name := base(target)
				if name == nil || declared[name.Name] == nil || reported[name.Name] {
					continue
				}
				// The parser resolves names inside a file: one that leads to another declaration is a local of the same name.
				if name.Obj != nil && name.Obj.Decl != declared[name.Name] {
					continue
				}
				reported[name.Name] = true
				found = append(found, variable{name.Name, "is changed here, or its address taken", name.Pos()})
			}
			return true
		})
	}
	return found
}

// base answers x of x, x.f, x[i], *x and (x).
func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func makesState(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CallExpr:
		f, ok := e.Fun.(*ast.Ident)
		return ok && (f.Name == "make" || f.Name == "new")
	case *ast.CompositeLit:
		s, ok := e.Type.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		from, ok := s.X.(*ast.Ident)
		return ok && (from.Name == "sync" || from.Name == "atomic")
	}
	return false
}

func embedded(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if len(c.Text) > 10 && c.Text[:10] == "//go:embed" {
			return true
		}
	}
	return false
}
