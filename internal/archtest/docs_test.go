package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docLink is a link of a page to a file of the repository, and the heading that it names.
var docLink = regexp.MustCompile(`\]\(([^):#\s]*)(#[^)\s]+)?\)`)

// docHeading is a heading of a page.
var docHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// docCode is a block of code, which has neither links nor headings.
var docCode = regexp.MustCompile("(?ms)^```.*?^```$")

// docPages are the pages of the repository, with their text.
func docPages(t *testing.T) map[string]string {
	pages := map[string]string{}
	for _, file := range sources(t) {
		if filepath.Ext(file) != ".md" {
			continue
		}
		name, err := filepath.Rel(root(t), file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pages[filepath.ToSlash(name)] = docCode.ReplaceAllString(string(text), "")
	}
	return pages
}

// anchor is the name by which a link names a heading.
func anchor(heading string) string {
	name := strings.Builder{}
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ' || r == '-':
			name.WriteByte('-')
		case r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			name.WriteRune(r)
		}
	}
	return name.String()
}

// Links of pages lead to files and headings that are there.
func TestDocLinks(t *testing.T) {
	pages, tree := docPages(t), os.DirFS(root(t))
	for name, text := range pages {
		for _, link := range docLink.FindAllStringSubmatch(text, -1) {
			target := name
			if link[1] != "" {
				target = path.Join(path.Dir(name), link[1])
			}
			if _, err := fs.Stat(tree, target); err != nil {
				t.Errorf("%s: a link to %s, which does not exist", name, target)
				continue
			}
			if link[2] == "" {
				continue
			}
			found := false
			for _, heading := range docHeading.FindAllStringSubmatch(pages[target], -1) {
				found = found || "#"+anchor(heading[1]) == link[2]
			}
			assert.True(t, found, "%s: a link to %s%s: no such heading", name, target, link[2])
		}
	}
}

// Every page below docs is in the index, docs/README.md. The decisions have an index of their own.
func TestDocIndex(t *testing.T) {
	pages := docPages(t)
	listed := func(index string) map[string]bool {
		list := map[string]bool{}
		for _, link := range docLink.FindAllStringSubmatch(pages[index], -1) {
			list[path.Join(path.Dir(index), link[1])] = true
		}
		return list
	}
	index, decisions := listed("docs/README.md"), listed("docs/adr/README.md")
	require.NotEmpty(t, index)
	for name := range pages {
		switch {
		case !strings.HasPrefix(name, "docs/") || name == "docs/README.md":
		case path.Dir(name) == "docs/adr" && name != "docs/adr/README.md":
			assert.True(t, decisions[name], "docs/adr/README.md does not list %s", name)
		default:
			assert.True(t, index[name], "docs/README.md does not list %s", name)
		}
	}
}
