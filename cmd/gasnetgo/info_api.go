package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gasnetgo"
	"gasnetgo/cmd/usage"
)

// apiFolder is the folder of the support tables.
const apiFolder = "docs/api"

// apiNames lists the APIs that have a support table, in alphabetical order.
func apiNames() (names []string) {
	files, err := fs.Glob(gasnetgo.SupportTables, apiFolder+"/*.md")
	if err != nil {
		return nil // the pattern is well formed
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(path.Base(f), ".md"))
	}
	return names
}

// apiTable returns the support table of one API, in Markdown.
func apiTable(api string) (string, error) {
	if names := apiNames(); !slices.Contains(names, api) {
		return "", usage.Unknown("API", api, names)
	}
	text, err := gasnetgo.SupportTables.ReadFile(apiFolder + "/" + api + ".md")
	if err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(string(text), "-->")
	return strings.TrimSpace(body) + "\n", nil
}

// apiSummary returns the line of a support table that counts an API's functions.
func apiSummary(api string) (string, error) {
	text, err := apiTable(api)
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
