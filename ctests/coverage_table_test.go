package ctests

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateCoverage = flag.Bool("update", false, "write docs/api/shmem_tests.md and its like again")

// Names of OpenSHMEM with a type or a size, and the placeholders for those in the table.
var (
	typed = regexp.MustCompile(`^(shmemx?_(?:ctx_)?)(float|double|longdouble|char|schar|short|int|long|longlong|uchar|ushort|uint|ulong|ulonglong|u?int(?:8|16|32|64)|size|ptrdiff|complex[df])(_.*)$`)
	sized = regexp.MustCompile(`^(shmemx?_(?:ctx_)?i?b?(?:put|get|broadcast|f?collect|alltoalls?))(8|16|32|64|128)(_.*)?$`)
)

// family is a function's name in the table: the same for all types, or sizes.
func family(function string) string {
	if m := typed.FindStringSubmatch(function); m != nil {
		return m[1] + "TYPE" + m[3]
	}
	if m := sized.FindStringSubmatch(function); m != nil {
		return m[1] + "N" + m[3]
	}
	return function
}

// coverage is one row: functions whose names differ by type, and programs that call all of them, one or several together.
type coverage struct {
	functions []string
	programs  []string
}

func coverageOf(functions []string, callers map[string][]string, family func(string) string) map[string]*coverage {
	width := map[string]int{} // functions that a program calls
	for _, programs := range callers {
		for _, p := range programs {
			width[p]++
		}
	}
	rows := map[string]*coverage{}
	for _, f := range functions {
		row := rows[family(f)]
		if row == nil {
			row = &coverage{}
			rows[family(f)] = row
		}
		row.functions = append(row.functions, f)
	}
	for _, row := range rows {
		row.choose(callers, width)
	}
	return rows
}

// choose picks the program that calls most of the functions, and of those the one that calls the fewest others, until all are called.
func (c *coverage) choose(callers map[string][]string, width map[string]int) {
	left := slices.DeleteFunc(slices.Clone(c.functions), func(f string) bool { return len(callers[f]) == 0 })
	for len(left) > 0 {
		calls := map[string]int{}
		for _, f := range left {
			for _, p := range callers[f] {
				calls[p]++
			}
		}
		best := ""
		for _, p := range slices.Sorted(maps.Keys(calls)) {
			if best == "" || calls[p] > calls[best] || calls[p] == calls[best] && width[p] < width[best] {
				best = p
			}
		}
		c.programs = append(c.programs, best)
		left = slices.DeleteFunc(left, func(f string) bool { return slices.Contains(callers[f], best) })
	}
}

// coverageTable is a page of docs/api that lists which programs call the functions of an API.
type coverageTable struct {
	file, api, note string
	has             func(function string) bool
	each            bool // a row for each function, instead of for each family
}

var coverageTables = []coverageTable{
	{"shmem_tests.md", "OpenSHMEM", "TYPE stands for all types of a family, N for all sizes;\nthe programs that are named call all of them, and are files of `ctests/`.",
		func(f string) bool { return strings.HasPrefix(f, "shmem") && !isFortran(f) }, false},
	{"armci_tests.md", "ARMCI", "The programs that are named call it, and are files of `ctests/`.\nPARMCI_ and parmci_ names are the same code under another name, which TestARMCITwins checks.",
		func(f string) bool {
			return strings.HasPrefix(f, "ARMCI") || strings.HasPrefix(f, "armci_") || slices.Contains(ends, f)
		}, false},
	{"lapi_tests.md", "LAPI", "The programs that are named call it, and are files of `ctests/`.\nPLAPI_ names are the same functions, which TestTwins checks.",
		func(f string) bool { return strings.HasPrefix(f, "LAPI_") && f != "LAPI_BYTE" }, false},
	{"sisci_tests.md", "SISCI", "The programs that are named call it, and are files of `ctests/`.", func(f string) bool { return strings.HasPrefix(f, "SCI") }, false},
}

// checkCoverageTable compares a table with the calls of the programs: every function of the headers must have a row, and the programs of a row must call all of its
// functions. With -update it writes the table.
func checkCoverageTable(t *testing.T, table coverageTable, callers map[string][]string) {
	var functions []string
	for _, s := range symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so")) {
		if s.kind != "U" && table.has(s.name) {
			functions = append(functions, s.name)
		}
	}
	slices.Sort(functions)
	named := family
	if table.each {
		named = func(function string) string { return function }
	}
	rows := coverageOf(functions, callers, named)
	name := "docs/api/" + table.file
	file := filepath.Join(at.root, name)
	if *updateCoverage {
		var b strings.Builder
		fmt.Fprintf(&b, "# Which test calls which function of %s\n\nWritten by `go test ./ctests -run TestEvery -update`, and checked by it. "+
			"%s "+
			"%d functions.\n\n| function | | called by |\n| --- | --- | --- |\n", table.api, table.note, len(functions))
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			fmt.Fprintf(&b, "| `%s` | %d | %s |\n", name, len(rows[name].functions), strings.Join(rows[name].programs, ", "))
		}
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o666))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	listed := map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, " | ")
		function := strings.Trim(cells[0], "| `")
		if len(cells) != 3 || rows[function] == nil {
			continue
		}
		listed[function] = true
		named := strings.Split(strings.Trim(cells[2], " |"), ", ")
		for _, f := range rows[function].functions {
			assert.True(t, slices.ContainsFunc(named, func(p string) bool { return slices.Contains(callers[f], p) }), "%s says that %v call %s", name, named, f)
		}
	}
	for function := range rows {
		assert.True(t, listed[function], "%s has no row for %s (go test ./ctests -run TestEvery -update)", name, function)
	}
}
