package archtest

import (
	"cmp"
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

// glossaryRow is a row of a table of two columns.
var glossaryRow = regexp.MustCompile(`(?m)^\| ([^|\n]+) \| ([^|\n]+) \|$`)

// The glossary is the one that CONTRIBUTING.md prints.
func TestGlossaryIsPrinted(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "CONTRIBUTING.md"))
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "| instead of | write |\n| --- | --- |\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n\n")
	var printed, rows [][2]string
	for _, m := range glossaryRow.FindAllStringSubmatch(section+"\n", -1) {
		printed = append(printed, [2]string{m[1], m[2]})
	}
	for _, row := range Glossary {
		rows = append(rows, [2]string{row.Instead, row.Write})
	}
	require.Equal(t, rows, printed, "CONTRIBUTING.md and glossary.go")
}

// eachWord calls f for the words of a text, in lower case, with the word before each: inFlight, IN_FLIGHT and in flight are two.
func eachWord(text string, f func(before, word string)) {
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	before := ""
	for i := 0; i < len(text); {
		if !lower(text[i]) && !upper(text[i]) {
			i++
			continue
		}
		j := i + 1
		if upper(text[i]) && j < len(text) && upper(text[j]) {
			for j < len(text) && upper(text[j]) && (j+1 == len(text) || !lower(text[j+1])) {
				j++
			}
		} else {
			for j < len(text) && lower(text[j]) {
				j++
			}
		}
		word := strings.ToLower(text[i:j])
		f(before, word)
		before, i = word, j
	}
}

func TestEachWord(t *testing.T) {
	var list []string
	eachWord("inFlight IN_FLIGHT, an NICQueue of the peer's2x", func(before, word string) { list = append(list, before+">"+word) })
	require.Equal(t, []string{">in", "in>flight", "flight>in", "in>flight", "flight>an", "an>nic", "nic>queue", "queue>of", "of>the", "the>peer", "peer>s", "s>x"}, list)
}

// forGlossary reports whether the glossary is for a file: not for generated ones, decisions, which are as they were made, and this test.
func forGlossary(name, text string) bool {
	switch filepath.Ext(name) {
	case ".go", ".c", ".h", ".s", ".S", ".md", ".py", ".sh", ".tbl", ".toml":
	default:
		return false
	}
	if head, _, _ := strings.Cut(text, "\n"); strings.Contains(head, "Code generated") {
		return false
	}
	return !strings.HasPrefix(name, "docs/adr/") && name != "CONTRIBUTING.md" && !strings.HasPrefix(name, "internal/archtest/glossary")
}

// Words of older texts do not come back.
func TestGlossary(t *testing.T) {
	type found struct {
		*Word
		write  string
		total  int
		places map[string]int
	}
	var all []*found
	forms := map[string]*found{}
	for i := range Glossary {
		for j := range Glossary[i].Words {
			f := &found{Word: &Glossary[i].Words[j], write: Glossary[i].Write, places: map[string]int{}}
			all = append(all, f)
			for form := range strings.FieldsSeq(f.Forms) {
				require.NotContains(t, forms, form)
				forms[form] = f
			}
		}
	}
	used := map[string]bool{} // exceptions, by word and place
	allowed := func(f *found, name string) bool {
		for place := range f.Allowed {
			if name == place || strings.HasSuffix(place, "/") && strings.HasPrefix(name, place) {
				used[f.Forms+" in "+place] = true
				return true
			}
		}
		return false
	}
	for _, file := range sources(t) {
		name, err := filepath.Rel(root(t), file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if name = filepath.ToSlash(name); !forGlossary(name, string(text)) {
			continue
		}
		eachWord(string(text), func(before, word string) {
			if f := forms[word]; f != nil && (f.After == "" || f.After == before) && (f.Unless == "" || f.Unless != before) && !allowed(f, name) {
				f.total++
				f.places[name]++
			}
		})
	}
	for _, f := range all {
		for place := range f.Allowed {
			if !used[f.Forms+" in "+place] {
				t.Logf("%s does not have %q any more: glossary.go need not allow it", place, f.Forms)
			}
		}
		first, _, _ := strings.Cut(f.Forms, " ")
		if f.total < f.Most {
			t.Logf("%q occurs %d times: lower its Most from %d in glossary.go", first, f.total, f.Most)
		}
		assert.LessOrEqual(t, f.total, f.Most, "%q occurs more often than glossary.go allows; write: %s. It is in %s", first, f.write, most(f.places))
	}
}

// most lists places, those with the highest counts first.
func most(places map[string]int) string {
	names := slices.SortedFunc(maps.Keys(places), func(a, b string) int { return cmp.Or(cmp.Compare(places[b], places[a]), cmp.Compare(a, b)) })
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf("%s (%d)", name, places[name]))
	}
	return strings.Join(list, ", ")
}
