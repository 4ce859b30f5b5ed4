package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readmeBlock is a block of code of a page in one of the languages that the test uses.
var readmeBlock = regexp.MustCompile("(?ms)^```(c|python|sh)\n(.*?)^```$")

// readmeName is the name of a program's file, in its first line.
var readmeName = regexp.MustCompile(`^(?:/\*|#) ([a-z]+\.(?:c|py))`)

// readmePrograms are the programs of the pages whose code TestReadme runs.
var readmePrograms = map[string][]string{
	"README.md":                   {"hello.c"},
	"docs/user/first-programs.md": {"message.c", "match.c", "remote.c", "counter.c", "prog.py"},
}

// TestReadme writes the programs of README.md and of the page of first programs to files and runs the commands below them, both as they are printed there.
func TestReadme(t *testing.T) {
	for page, programs := range readmePrograms {
		t.Run(page, func(t *testing.T) { runPage(t, page, programs) })
	}
}

// runPage writes a page's programs, which are those given, to files and runs its commands.
func runPage(t *testing.T, page string, want []string) {
	text, err := os.ReadFile(filepath.Join(at.root, page))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(at.build, filepath.Join(dir, "build")))
	require.NoError(t, os.Symlink(filepath.Join(at.root, "examples"), filepath.Join(dir, "examples")))
	var programs, commands []string
	for _, block := range readmeBlock.FindAllStringSubmatch(string(text), -1) {
		language, code := block[1], block[2]
		if language == "sh" {
			commands = append(commands, strings.Split(strings.TrimSpace(code), "\n")...)
			continue
		}
		name := readmeName.FindStringSubmatch(code)
		require.NotNil(t, name, "the first line has to be a comment with the file's name:\n%s", code)
		programs = append(programs, name[1])
		require.NoError(t, os.WriteFile(filepath.Join(dir, name[1]), []byte(code), 0o666))
	}
	require.Equal(t, want, programs)

	missing := map[string]string{} // programs that cannot be built here
	for _, line := range commands {
		t.Run(line, func(t *testing.T) {
			for _, word := range strings.Fields(line) {
				if why := missing[word]; why != "" {
					t.Skip(why)
				}
			}
			for tool, word := range map[string]string{"gfortran": "oshfort", "python3": "python3"} {
				if _, err := exec.LookPath(tool); err != nil && strings.Contains(line, word) {
					if tool == "gfortran" {
						missing["./pi"] = "gfortran is not installed"
					}
					t.Skipf("%s is not installed", tool)
				}
			}
			c := exec.Command("bash", "-c", line)
			c.Dir = dir
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
			judgeReadme(t, line, string(out))
		})
	}
}

// judgeReadme checks what a job prints: a line from each rank, or pi once.
func judgeReadme(t *testing.T, line, out string) {
	line, _, _ = strings.Cut(line, "   #")
	ranks := regexp.MustCompile(` -n (\d+) `).FindStringSubmatch(line)
	switch {
	case ranks == nil: // a compiler
		assert.Empty(t, out)
	case strings.HasSuffix(line, "./pi"):
		assert.Equal(t, "pi is  3.141592653590 on "+ranks[1]+" ranks\n", out)
	case strings.HasSuffix(line, "prog.py"):
		assert.Equal(t, ranks[1], strconv.Itoa(strings.Count(out, "\n")), out)
	default:
		hello := regexp.MustCompile(`(?m)^rank (\d+) of `+ranks[1]+`: hello from rank (\d+)$`).FindAllStringSubmatch(out, -1)
		seen := map[string]bool{}
		for _, h := range hello {
			seen[h[1]] = true
			assert.NotEqual(t, h[1], h[2], out)
		}
		assert.Equal(t, ranks[1], strconv.Itoa(len(seen)), out)
	}
}
