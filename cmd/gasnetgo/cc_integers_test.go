package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// archive is the text of an archive as ar writes it, of members "a.o" and of one whose name is too long for its header.
func archive() []byte {
	var b bytes.Buffer
	member := func(name, content string) {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8d%-10d`\n%s", name, 0, 0, 0, 644, len(content), content)
		if len(content)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	b.WriteString("!<arch>\n")
	member("/", "index")
	member("//", "other.o/\na_name_that_is_long.o/\n")
	member("a.o/", "first")
	member("/9", "second")
	return b.Bytes()
}

func TestMembers(t *testing.T) {
	var got []string
	add := func(member string, content []byte) { got = append(got, member+string(content)) }
	require.NoError(t, members(archive(), add))
	require.NoError(t, members([]byte("no archive"), add))
	assert.Equal(t, []string{"(a.o)first", "(a_name_that_is_long.o)second", "no archive"}, got)
	text := archive()
	assert.Error(t, members(text[:len(text)-1], add), "cut off")
	assert.Error(t, members(append(text, 'x'), add))
}

func FuzzMembers(f *testing.F) {
	f.Add(archive())
	f.Fuzz(func(t *testing.T, text []byte) {
		total := 0
		_ = members(text, func(_ string, content []byte) { total += len(content) })
		assert.LessOrEqual(t, total, len(text))
	})
}

func TestLinked(t *testing.T) {
	assert.Equal(t, []string{"a.o", "b/c.a", "x/liby.so", "x/liby.a", "z/liby.so", "z/liby.a"}, linked([]string{"-Lx", "-ly", "a.o", "-o", "prog", "b/c.a", "d.f90", "-L", "z", "-Wl,-rpath,q.so"}))
}

// What is no object has no sizes: the linker reports it.
func TestCheckIntegersOfNoObject(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text.o")
	require.NoError(t, os.WriteFile(text, []byte("text"), 0o644))
	assert.NoError(t, (&fortran{}).checkIntegers([]string{"-o", "prog", text, "/nosuch.o", "prog.f90", "-lx"}))
}
