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

// apiLookup returns an API's table, or the rows of a function in all tables, below the heads of their columns.
func apiLookup(name string) (string, error) {
	apis := apiNames()
	if slices.Contains(apis, name) {
		return apiTable(name)
	}
	var found []string
	var functions []string
	for _, api := range apis {
		text, err := apiTable(api)
		if err != nil {
			return "", err
		}
		var head [2]string // the latest table's
		var before string
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "| --- |") {
				head = [2]string{before, line}
			}
			before = line
			function, rest, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
			if !ok || !strings.HasPrefix(line, "| ") || !strings.Contains(rest, "`") {
				continue
			}
			functions = append(functions, function)
			if function == name {
				found = append(found, head[0]+head[1]+line)
			}
		}
	}
	if len(found) == 0 {
		if near := usage.Similar(name, functions); len(near) > 0 {
			apis = near // not the names of thousands of functions
		}
		return "", usage.Unknown("API or function", name, apis)
	}
	return strings.Join(found, "\n"), nil
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
