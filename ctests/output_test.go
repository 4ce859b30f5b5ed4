package ctests

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const output = "testdata/output.c"

// ofRank is what one rank of output.c has printed: rank 0 has small letters, and a newline belongs to the letter before it.
func ofRank(rank int, text string) string {
	var b strings.Builder
	mine := false
	for _, c := range text {
		if c != '\n' {
			mine = (c >= 'A' && c <= 'Z') == (rank == 1)
			if c == ' ' || c == '.' { // of either rank; words have letters enough
				continue
			}
		}
		if mine {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// ofLibrary are lines of the library and the launcher, which differ between the worlds.
var ofLibrary = regexp.MustCompile(`(?m)gasnetgo: .*\n?(^  .*\n)*|\*\*\* Caught .*\n|^NOTICE: .*\n`)

// sameOutput runs output.c live and simulated, and compares what each rank has printed.
func sameOutput(t *testing.T, path, machine string, pipe bool, args ...string) {
	t.Helper()
	gasnetgo := filepath.Join(at.build, "bin", "gasnetgo")
	var got [2]outcome
	for i, flags := range [][]string{{"--timeout", "3"}, {"--machine", machine}} {
		if i == 0 && args[0] != "stuck" {
			flags = nil
		}
		command := append(append([]string{gasnetgo, "run", "-n", "2"}, flags...), "--")
		if pipe {
			command = append([]string{"sh", "-c", `"$@" | cat`, "sh"}, command...)
		}
		got[i] = job{command: command, args: args}.run(t, path)
	}
	for rank := range 2 {
		assert.Equal(t, ofRank(rank, got[0].out), ofRank(rank, got[1].out), "standard output of rank %d, live (first) and simulated\n%s\n%s", rank, got[0], got[1])
		live, simulated := ofLibrary.ReplaceAllString(got[0].err, ""), ofLibrary.ReplaceAllString(got[1].err, "")
		assert.Equal(t, ofRank(rank, live), ofRank(rank, simulated), "standard error of rank %d, live (first) and simulated\n%s\n%s", rank, got[0], got[1])
	}
}

// TestSimOutputSame: a simulated job's ranks print what the processes of a live job do, byte by byte, however it ends.
func TestSimOutputSame(t *testing.T) {
	everything := []string{"line", "part", "many", "flushed", "all", "between", "write", "line_buffered", "unbuffered"}
	for _, api := range []string{"shmem", "gasnet", "armci", "lapi", "portals"} {
		path := at.program.get(t, output, variant{api, []string{"-DAPI_" + strings.ToUpper(api)}})
		for _, way := range []struct{ how, who string }{
			{"return", "-1"}, {"exit", "-1"}, {"_exit", "-1"}, {"quick_exit", "-1"}, {"end", "-1"}, {"end5", "-1"},
			{"exit3", "1"}, {"_exit3", "1"}, {"end", "1"}, {"end5", "0"}, {"abort", "1"}, {"segv", "1"}, {"kill", "1"}, {"stuck", "1"},
		} {
			if api == "gasnet" && strings.HasSuffix(way.how, "_exit") || (api == "lapi" || api == "portals") && way.how == "end" && way.who == "1" {
				continue // live the first rank's end is the others', at any time; exit(0) leaves the others waiting
			}
			texts := everything
			if api != "shmem" || way.how == "stuck" {
				texts = []string{"part", "flushed"}
			}
			for _, text := range texts {
				name := strings.Join([]string{api, way.how, way.who, text}, ",")
				if !runs("TestSimOutputSame", name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					sameOutput(t, path, "ideal", false, way.how, text, way.who)
				})
			}
		}
	}
}

// TestSimOutputPipe is the same where standard output is a pipe.
func TestSimOutputPipe(t *testing.T) {
	path := at.program.get(t, output, variant{"shmem", []string{"-DAPI_SHMEM"}})
	for _, how := range []string{"return", "_exit", "end"} {
		for _, text := range []string{"part", "many", "between"} {
			t.Run(how+","+text, func(t *testing.T) { sameOutput(t, path, "xt3", true, how, text, "-1") })
		}
	}
}
