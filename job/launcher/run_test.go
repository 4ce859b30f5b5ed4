package launcher_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job/jobtest"
)

var programs jobtest.Programs

func TestMain(m *testing.M) {
	os.Exit(jobtest.Main(m, func(p jobtest.Programs) { programs = p }))
}

// run is gasnetgo run -n n with flags, then the rank program with words.
func run(t *testing.T, n int, flags string, words ...string) jobtest.Result {
	t.Helper()
	args := append([]string{"run", "-n", strconv.Itoa(n)}, strings.Fields(flags)...)
	args = append(append(args, programs.Rank), words...)
	return jobtest.Run(t, jobtest.Command(nil, programs.Launcher, args...))
}

func sorted(lines []string) []string {
	sort.Strings(lines)
	return lines
}

func TestEveryRankKnowsWhoItIs(t *testing.T) {
	for _, n := range []int{1, 2, 4, 7, 33} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			r := run(t, n, "", "meet", "who", "idle")
			require.Equal(t, 0, r.Status, r.Errors)
			assert.Empty(t, r.Errors)
			var want []string
			for i := range n {
				want = append(want, fmt.Sprintf("rank %d of %d", i, n))
			}
			assert.Equal(t, sorted(want), sorted(r.Lines()))
		})
	}
}

// TestLastWords has a rank die right after it has printed something: that comes before the line that says so.
func TestLastWords(t *testing.T) {
	for range 10 {
		r := run(t, 3, "--tag-output", "meet", "only", "2", "complain", "farewell", "die", "9", "all", "wait")
		assert.Regexp(t, `^\[2\] farewell\ngasnetgo: rank 2 .* was killed`, r.Errors)
	}
}

// TestOneDeathEndsTheJobWithOneLine has all others blocked, as in a barrier.
func TestOneDeathEndsTheJobWithOneLine(t *testing.T) {
	for _, c := range []struct {
		name   string
		words  string
		status int
		line   string
	}{
		{"exit status", "meet only 2 exit 7 all wait", 7, `rank 2 \(pid \d+\) exited with status 7; ending the job`},
		{"signal", "meet only 2 die 11 all wait", 139, `rank 2 \(pid \d+\) was killed by signal 11 \(segmentation fault.*\); ending the job`},
		{"abort", "meet only 1 die 6 all wait", 134, `rank 1 \(pid \d+\) was killed by signal 6 \(abort.*\); ending the job`},
		{"killed", "meet only 0 die 9 all wait", 137, `rank 0 \(pid \d+\) was killed by signal 9 \(killed\); ending the job`},
		{"left in the middle", "meet only 3 exit 0 all wait", 1, `rank 3 \(pid \d+\) exited with status 0 without finalizing; ending the job`},
		{"others are deaf", "meet only 2 exit 7 all forever", 7, `rank 2 \(pid \d+\) exited with status 7; ending the job`},
		{"time limit", "meet forever", 124, `the job took longer than 200ms; ending it\n  4 ranks, 0-3: no answer: stopped, or the main thread blocks signals`},
	} {
		t.Run(c.name, func(t *testing.T) {
			flags := ""
			if c.status == 124 {
				flags = "--timeout 0.2"
			}
			r := run(t, 4, flags, strings.Fields(c.words)...)
			assert.Equal(t, c.status, r.Status)
			assert.Regexp(t, `^gasnetgo: `+c.line+`\n$`, r.Errors, "exactly one line")
			assert.Empty(t, run(t, 4, flags+" -q", strings.Fields(c.words)...).Errors, "-q says nothing")
		})
	}
}

func TestRanksThatEndTheJobSayWhyThemselves(t *testing.T) {
	for _, c := range []struct {
		cause, status, want int
	}{{1, 99, 99}, {1, 0, 0}, {1, 256 + 3, 3}, {4, 5, 5}, {4, 0, 1}} {
		t.Run(fmt.Sprintf("%d %d", c.cause, c.status), func(t *testing.T) {
			r := run(t, 4, "", "meet", "only", "1", "end", strconv.Itoa(c.cause), strconv.Itoa(c.status), "enough\nof this", "all", "wait")
			assert.Equal(t, c.want, r.Status)
			assert.Empty(t, r.Errors)
			assert.Len(t, r.Lines(), 4)
			assert.Contains(t, r.Out, fmt.Sprintf("by 1, status %d: enough of this\n", c.status&0xff))
		})
	}
}

func TestStatusIsTheWorst(t *testing.T) {
	r := run(t, 4, "-q", "only", "1", "exit", "3", "all", "only", "2", "exit", "9", "all", "only", "3", "exit", "4", "all")
	assert.Contains(t, []int{3, 4, 9}, r.Status, "the first to leave may keep others from leaving on their own")
	r = run(t, 3, "", "only", "1", "exit", "0", "all")
	assert.Equal(t, 0, r.Status, "leaving early without an API is no crime")
}

func TestRankThatNeverJoins(t *testing.T) {
	script := `if [ $GASNETGO_RANK = 1 ]; then exit 0; fi; exec ` + programs.Rank + ` meet`
	r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "-n", "3", "--timeout", "30", "sh", "-c", script))
	assert.NotEqual(t, 0, r.Status)
	assert.NotEqual(t, 124, r.Status)
	assert.Regexp(t, `^gasnetgo: rank 1( \(pid \d+\))? exited without joining the others; ending the job\n$`, r.Errors)
}

func TestOnlyTheMemoryFileIsInherited(t *testing.T) {
	low, err := os.Open("/dev/null")
	require.NoError(t, err)
	defer low.Close()
	high, err := unix.FcntlInt(low.Fd(), unix.F_DUPFD, 300)
	require.NoError(t, err)
	defer unix.Close(high)
	for _, flags := range []string{"", "--tag-output"} {
		cmd := jobtest.Command(nil, programs.Launcher, append(append([]string{"run", "-n", "2"}, strings.Fields(flags)...), "ls", "-C", "-w", "99", "/proc/self/fd")...)
		cmd.ExtraFiles = []*os.File{low, low}
		r := jobtest.Run(t, cmd)
		for _, line := range r.Lines() {
			assert.Regexp(t, `^(\[\d\] )?0 +1 +199 +2 +3$`, line, "%s; 3 is what ls has open", flags)
		}
	}
}

func TestTaggedOutput(t *testing.T) {
	r := run(t, 3, "--tag-output", "print", "one", "complain", "oops", "partial", "two")
	require.Equal(t, 0, r.Status)
	assert.Equal(t, []string{"[0] one", "[0] two", "[1] one", "[1] two", "[2] one", "[2] two"}, sorted(r.Lines()))
	assert.Equal(t, "[0] oops\n[1] oops\n[2] oops", strings.Join(sorted(strings.Split(strings.TrimSpace(r.Errors), "\n")), "\n"))
	for rank := range 3 {
		assert.Less(t, strings.Index(r.Out, fmt.Sprintf("[%d] one\n", rank)), strings.Index(r.Out, fmt.Sprintf("[%d] two\n", rank)))
	}
}

func TestTaggedOutputIsWholeWhateverItsSize(t *testing.T) {
	const lines = 20000
	r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "-n", "3", "--tag-output", "seq", strconv.Itoa(lines)))
	got := map[string]int{}
	for _, line := range r.Lines() {
		tag, text, ok := strings.Cut(line, " ")
		require.True(t, ok, line)
		got[tag]++
		require.Equal(t, strconv.Itoa(got[tag]), text, "lines of one rank stay in order")
	}
	assert.Equal(t, map[string]int{"[0]": lines, "[1]": lines, "[2]": lines}, got)
}

func TestOutputSurvivesADescendantThatStays(t *testing.T) {
	r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "-n", "2", "--tag-output", "sh", "-c", "echo here; sleep 100 & :"))
	assert.Equal(t, 0, r.Status)
	assert.Equal(t, []string{"[0] here", "[1] here"}, sorted(r.Lines()))
}

func TestStandardInputGoesToRankZero(t *testing.T) {
	cmd := jobtest.Command(nil, programs.Launcher, "run", "-n", "3", "--tag-output", programs.Rank, "stdin")
	cmd.Stdin = strings.NewReader("a\nb\n")
	r := jobtest.Run(t, cmd)
	assert.Equal(t, 0, r.Status)
	assert.Equal(t, "[0] a\n[0] b\n", r.Out)
}

func TestEnvironmentAndDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	r := run(t, 1, "-x COLOUR=blue --env=SHAPE=round -x HOME --wdir "+dir, "env", "COLOUR", "env", "SHAPE", "pwd")
	assert.Equal(t, "blue\nround\n"+dir+"\n", r.Out)
}

func TestBinding(t *testing.T) {
	var own unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &own))
	assert.Equal(t, "cores 1\ncores 1\ncores 1\n", run(t, 3, "--bind core", "cores").Out)
	assert.Equal(t, fmt.Sprintf("cores %d\n", own.Count()), run(t, 1, "--bind none", "cores").Out)
	r := run(t, 1, "--bind 5000", "cores")
	assert.Equal(t, 2, r.Status)
	assert.Contains(t, r.Errors, `--bind "5000"`)
}

func TestWhatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	plain, text, lost := filepath.Join(dir, "plain"), filepath.Join(dir, "text"), filepath.Join(dir, "lost")
	require.NoError(t, os.WriteFile(plain, []byte("#!/bin/sh\n"), 0o600))
	require.NoError(t, os.WriteFile(text, []byte("hello\n"), 0o700))
	require.NoError(t, os.WriteFile(lost, []byte("#!/no/such/shell\n"), 0o700))
	for _, c := range []struct {
		args   string
		status int
		line   string
	}{
		{"-n 2 no-such-program", 127, "no-such-program: not found in PATH nor in the current directory"},
		{"-n 2 ./no-such-program", 127, "no such file"},
		{"-n 2 " + plain, 126, "not executable"},
		{"-n 2 " + dir, 126, "is a directory"},
		{"-n 2 " + text, 126, "nor a script"},
		{"-n 2 " + lost, 127, "interpreter"},
		{"-n 2 --wdir /no/such/place true", 126, "--wdir /no/such/place"},
		{"-n 0 true", 2, "a job on this host has 1 to"},
		{"-n -3 true", 2, "a job on this host has 1 to"},
		{"-n 100000 true", 2, "a job on this host has 1 to"},
		{"-n two true", 2, "two"},
		{"-n 2", 2, "no program given"},
		{"-n 2 --timeout soon true", 2, "--timeout soon"},
		{"-n 2 --machine xt3 true", 2, "simulated machines are not installed"},
		{"-n 2 --no-such-flag true", 2, "no-such-flag"},
	} {
		t.Run(c.args, func(t *testing.T) {
			r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, append([]string{"run"}, strings.Fields(c.args)...)...))
			assert.Equal(t, c.status, r.Status)
			assert.Regexp(t, `^gasnetgo: [^\n]*\n$`, r.Errors, "one line")
			assert.Contains(t, r.Errors, c.line)
		})
	}
}

func TestNamesOfTheLauncher(t *testing.T) {
	for _, name := range []string{"oshrun", "shmemrun", "gasnetrun"} {
		link := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.Symlink(programs.Launcher, link))
		for _, n := range []string{"-np", "-n", "--np"} {
			r := jobtest.Run(t, jobtest.Command(nil, link, n, "2", "--", programs.Rank, "print", "-np"))
			assert.Equal(t, "-np\n-np\n", r.Out, "%s %s; the program's own arguments are not touched", name, n)
			assert.Equal(t, 0, r.Status)
		}
	}
}
