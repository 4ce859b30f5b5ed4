package main

import (
	"fmt"
	"slices"
	"strings"
)

// fortranModule is the source of the module that has the interfaces of all routines. It makes no object code: only the compiler reads it.
func (a *api) fortranModule() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, `! %s
!
! The module %[2]s: constants, and the interfaces of all routines. Arguments of any type are not checked: put and get take arrays and scalars of all types.
! A compiler reads the modules of its own kind only; another one than the build's makes its own of this file, which needs no linking.
module %[2]s
  implicit none

  include '%[2]s/fortran.fh'

  interface
`, marker, a.api)
	for _, r := range a.fortrans {
		for _, e := range a.elements(&r.row) {
			text, err := r.module(e)
			if err != nil {
				return "", fmt.Errorf("%s: fortran %s: %w", a.where(r.line), r.pattern, err)
			}
			b.WriteString(text)
		}
	}
	fmt.Fprintf(&b, "  end interface\nend module\n")
	return b.String(), nil
}

// module is the interface of one routine.
func (r *fortranRow) module(e elem) (string, error) {
	name := strings.ReplaceAll(r.pattern, "{T}", e.name)
	var names, any, lines []string
	for _, p := range r.params {
		names = append(names, p.name)
		if p.kind == "address" {
			any = append(any, p.name)
		}
		lines = append(lines, fmt.Sprintf(fortranKinds[p.kind].module, p.name))
	}
	kind, end := "subroutine", ""
	if r.result != "" {
		kind, end = "function", " result(answer)"
		lines = append(lines, fortranResults[r.result].module+" :: answer")
	}
	text := strings.Join(lines, "\n")
	if strings.Contains(text, "{T}") {
		typ := fortranTypes[e.name]
		if typ == "" {
			return "", fmt.Errorf("the module has no type %q", e.name)
		}
		text = strings.ReplaceAll(text, "{T}", typ)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "    %s %s(%s)%s\n", kind, name, strings.Join(names, ", "), end)
	var kinds []string
	for _, k := range []string{"c_intptr_t", "c_int32_t", "c_int64_t", "c_float", "c_double"} {
		if mentions(text, k) {
			kinds = append(kinds, k)
		}
	}
	if kinds = slices.Compact(kinds); len(kinds) > 0 {
		fmt.Fprintf(&b, "      use, intrinsic :: iso_c_binding, only: %s\n", strings.Join(kinds, ", "))
	}
	if len(any) > 0 {
		list := strings.Join(any, ", ")
		fmt.Fprintf(&b, "      !GCC$ ATTRIBUTES NO_ARG_CHECK :: %s\n      !DIR$ IGNORE_TKR %s\n", list, list)
	}
	for _, l := range strings.Split(text, "\n") {
		if l != "" {
			fmt.Fprintf(&b, "      %s\n", l)
		}
	}
	fmt.Fprintf(&b, "    end %s\n", kind)
	return b.String(), nil
}
