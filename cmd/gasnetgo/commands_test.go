package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func execute(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := newRootCommand()
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.Execute()
	return out.String(), err
}

func TestInfo(t *testing.T) {
	out, err := execute(t, "info", "env")
	require.NoError(t, err)
	assert.Contains(t, out, "SHMEM_SYMMETRIC_SIZE")
	out, err = execute(t, "version")
	require.NoError(t, err)
	assert.Contains(t, out, Version)
	out, err = execute(t, "info", "api", "shmem")
	require.NoError(t, err)
	assert.Contains(t, out, "shmem_init")
	_, err = execute(t, "info", "api", "verbs")
	assert.ErrorContains(t, err, "unknown API or function verbs; there are armci, armci_tests, gasnet, gasnet_ex, gasnet_tools, job, lapi, lapi_tests,")
	_, err = execute(t, "nonsense")
	assert.ErrorContains(t, err, "nonsense")
	for _, f := range host("untried") { // trying runs this executable again, and here that is a test
		assert.NotEmpty(t, f.text, f.name)
	}
}

// TestWrongCommandLines: an error names the word, what is allowed, and a name that may be meant; Go's own words are not for users.
func TestWrongCommandLines(t *testing.T) {
	for line, want := range map[string]string{
		"run --machin xt3 ls":              "unknown flag --machin; did you mean --machine?",
		"run --no-such-flag-at-all ls":     "unknown flag --no-such-flag-at-all; gasnetgo run --help lists the flags",
		"run -z ls":                        "unknown flag -z; gasnetgo run --help lists the flags",
		"run -n four ls":                   "-n four: not a whole number (number of ranks (also -np))",
		"run -n 99999999999999999999 a":    "-n 99999999999999999999: larger than any number that is possible here (number of ranks (also -np))",
		"run --quiet=maybe ls":             "--quiet maybe: not true or false (do not print why a job ended early)",
		"run --machine xt3 --bind core ls": "--bind is about processes on cores: all ranks of a simulated job are in one process, which runs them on one thread (taskset binds that)",
		"run --wdir":                       "--wdir: a value is missing (working directory of the ranks)",
		"machine":                          "unknown command machine; did you mean machines?",
		"machines shwo":                    "unknown command shwo; did you mean show?",
		"machines show":                    "gasnetgo machines show takes the name of one machine, or a file, and was given 0 words",
		"version now":                      "gasnetgo version takes no arguments, and was given now",
		"info api shmme":                   "unknown API or function shmme; did you mean shmem?",
		"info env SHMEM_SYMETRIC_SIZE":     "unknown variable SHMEM_SYMETRIC_SIZE; did you mean SHMEM_SYMMETRIC_SIZE?",
		"info env NONSENSE":                "unknown variable NONSENSE; gasnetgo info env lists the variables",
	} {
		_, err := execute(t, strings.Fields(line)...)
		assert.EqualError(t, err, want, line)
	}
	out, err := execute(t, "info", "env", "SMA_DEBUG")
	require.NoError(t, err)
	assert.Contains(t, out, "SHMEM_DEBUG")
	assert.NotContains(t, out, "SHMEM_INFO")
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"run --machine |":           "redstorm\t",
		"run --machine xt4 --set |": "nic.interrupt=\n",
		"run -x |":                  "GASNETGO_BIND=\t",
		"run -x GASNETGO_PLANE=|":   "GASNETGO_PLANE=go\n",
		"run --bind |":              "core\n",
		"info api |":                "portals\n",
		"info env |":                "SHMEM_SYMMETRIC_SIZE\t",
		"machines show |":           "ideal\t",
		"machines show xt3 --set |": "topology.wrap=\n",
	} {
		line, _ = strings.CutSuffix(line, "|")
		args := append([]string{"__complete"}, strings.Split(line, " ")...)
		out, err := execute(t, args...)
		assert.NoError(t, err, line)
		assert.Contains(t, out, want, line)
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		out, err := execute(t, "completion", shell)
		require.NoError(t, err)
		assert.Contains(t, out, "gasnetgo")
	}
}

// TestInstalled runs the tools under their names from an installation.
func TestInstalled(t *testing.T) {
	prefix := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(prefix, "bin"), 0o700))
	tool := filepath.Join(prefix, "bin", "gasnetgo")
	text, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, string(text))
	run := func(name string, env []string, args ...string) (string, error) {
		link := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.Symlink(tool, link))
		cmd := exec.Command(link, args...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run("osh_info", nil)
	require.NoError(t, err, out)
	assert.Regexp(t, `(?m)^cross-process copy +(permitted|not permitted)`, out)
	assert.Regexp(t, `(?m)^library +`+prefix+`/lib/libgasnetgo.so does not exist`, out)

	out, err = run("oshcc", []string{"SHMEM_CC=echo", "CC=false"}, "a.c")
	assert.Error(t, err)
	assert.Contains(t, out, prefix+"/include/gasnetgo/shmem does not exist")
	require.NoError(t, os.MkdirAll(filepath.Join(prefix, "include", "gasnetgo", "shmem"), 0o700))
	for _, name := range []string{"oshcc", "gasnetgo-oshcc", "oshc++", "gasnetgo-oshc++", "oshCC", "oshcxx", "shmemcc", "shmemc++", "shmemcxx"} {
		out, err = run(name, []string{"SHMEM_CC=echo C", "SHMEM_CXX=echo C++", "CC=false", "CXX=false"}, "a file")
		require.NoError(t, err, out)
		assert.Equal(t, map[bool]string{true: "C", false: "C++"}[strings.HasSuffix(name, "cc")]+" a file -I"+prefix+"/include/gasnetgo/shmem -L"+prefix+"/lib -Wl,-rpath,"+
			prefix+"/lib -lgasnetgo-shmem -lm", strings.TrimSpace(out))
	}
	out, err = run("oshcc", []string{"SHMEM_CC=no-such-compiler"}, "a.c")
	assert.Error(t, err)
	assert.Contains(t, out, "cannot run the compiler no-such-compiler: not found in PATH (SHMEM_CC names another)")
	out, err = run("oshrun", nil, "-np", "2", "sh", "-c", "exit 3")
	assert.Error(t, err)
	assert.Regexp(t, `gasnetgo: rank \d \(pid \d+\) exited with status 3; ending the job`, out)
	out, err = run("oshrun", nil, "--version")
	assert.NoError(t, err)
	assert.Contains(t, out, "gasnetgo "+Version)
	out, err = run("oshrun", nil, "__complete", "--machine", "x")
	assert.NoError(t, err)
	assert.Contains(t, out, "xt3")
	out, err = run("oshrun", nil, "--help")
	assert.NoError(t, err)
	assert.Contains(t, out, "number of ranks")
}
