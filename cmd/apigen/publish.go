package main

import (
	"fmt"
	"slices"
	"strings"
)

// published is how an API appears in an installation: the directives of its table about its headers, its own library and the names of other packages.
type published struct {
	install   []string // names at the top of include/, which may have *; none: it has no library of its own
	joins     string   // API whose library has its functions, too
	libraries []string // of other packages, whose names its library has as well
	tools     []string // of other packages, for which the launcher stands
	usual     []string // names of an installation, with *, that are in it without being asked for, beside headers at the top
	version   string   // of the interface, in pkg-config
	pkgconfig []string // names in pkg-config, of which the later ones require the first
}

// publishes reads a directive of this kind; false if it is none.
func (p *published) publishes(word string, words []string) (bool, error) {
	list, one := map[string]*[]string{"install": &p.install, "libraries": &p.libraries, "tools": &p.tools, "usual": &p.usual}[word], len(words) == 1
	switch {
	case list != nil:
		*list = append(*list, words...)
	case word == "joins" && one:
		p.joins = words[0]
	case word == "pkgconfig" && len(words) > 1:
		p.version, p.pkgconfig = words[0], words[1:]
	case word == "joins", word == "pkgconfig":
		return true, fmt.Errorf("%s: want joins API, or pkgconfig VERSION and names", word)
	default:
		return false, nil
	}
	return true, nil
}

// publishScript is packaging/apis/zapis.sh: what scripts that build, install and package need to know of APIs.
func publishScript(apis []*api) string {
	own := slices.DeleteFunc(slices.Clone(apis), func(a *api) bool { return len(a.install) == 0 })
	slices.SortFunc(own, func(a, b *api) int { return a.id - b.id })
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n#\n# Sourced: the APIs that have a library of their own, and what their tables say of it; cmd/apigen's doc.go explains the directives.\n\n", marker)
	names := func(list []*api) (all []string) {
		for _, a := range list {
			all = append(all, a.api)
		}
		return all
	}
	fmt.Fprintf(&b, "apis=%q\n", strings.Join(names(own), " "))
	for _, column := range []struct {
		name, about string
		value       func(*api) []string
	}{
		{"title", "what the API is called", func(a *api) []string { return []string{a.title} }},
		{"headers", "names at the top of include/", func(a *api) []string { return a.install }},
		{"exports", "headings of capi/exports.map whose symbols its library has", func(a *api) []string {
			return names(slices.DeleteFunc(slices.Clone(apis), func(b *api) bool { return b != a && b.joins != a.api }))
		}},
		{"libraries", "other names of its library", func(a *api) []string { return a.libraries }},
		{"tools", "other names of the launcher", func(a *api) []string { return a.tools }},
		{"usual", "names that are always installed", func(a *api) []string { return a.usual }},
		{"version", "of the interface", func(a *api) []string { return []string{a.version} }},
		{"pkgconfig", "names in pkg-config", func(a *api) []string { return a.pkgconfig }},
	} {
		fmt.Fprintf(&b, "\n# %s\ndeclare -A api_%s=(\n", column.about, column.name)
		for _, a := range own {
			fmt.Fprintf(&b, "\t[%s]=%q\n", a.api, strings.Join(column.value(a), " "))
		}
		b.WriteString(")\n")
	}
	return b.String()
}
