// Package apidoc carries the support tables of the APIs, which cmd/apigen writes beside this file, into the programs that print them.
package apidoc

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed *.md
var tables embed.FS

// Names lists the APIs that have a table, in alphabetical order.
func Names() []string {
	entries, err := tables.ReadDir(".")
	if err != nil {
		return nil // the embedded folder is always readable
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	return out
}

// Table is the support table of one API, in Markdown.
func Table(api string) (string, error) {
	if !slices.Contains(Names(), api) {
		return "", fmt.Errorf("no API %q; there are %s", api, strings.Join(Names(), ", "))
	}
	text, err := tables.ReadFile(api + ".md")
	if err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(string(text), "-->")
	return strings.TrimSpace(body) + "\n", nil
}

// Summary is the sentence that counts an API's functions.
func Summary(api string) (string, error) {
	text, err := Table(api)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, " functions: ") {
			return strings.TrimSpace(line), nil
		}
	}
	return "", fmt.Errorf("the table of %s counts nothing", api)
}
