package edgetest

import "strings"

// nonEmptySections are the names that `size -A` gives a size above 0.
func nonEmptySections(table string) []string {
	var names []string
	for line := range strings.Lines(table) {
		if f := strings.Fields(line); len(f) == 3 && strings.HasPrefix(f[0], ".") && f[1] != "0" {
			names = append(names, f[0])
		}
	}
	return names
}
