// Package python tests the Python package as it lies in the build folder: its own tests on every rank of jobs of several sizes, and how jobs end.
package python

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/limit"
	"gasnetgo/internal/signaltest"
)

func TestMain(m *testing.M) {
	signaltest.Default()
	os.Exit(m.Run())
}

// tools answers the launcher and the build folder, absolute. The test is skipped where there is no build.
func tools(t *testing.T) (launcher, build string) {
	build = os.Getenv("BUILD")
	if build == "" {
		build = "build"
	}
	if !filepath.IsAbs(build) {
		root, err := filepath.Abs("..")
		require.NoError(t, err)
		build = filepath.Join(root, build)
	}
	launcher = filepath.Join(build, "bin", "gasnetgo")
	if _, err := os.Stat(launcher); err != nil {
		t.Skipf("no launcher: make build (%v)", err)
	}
	return launcher, build
}

// interpreter answers a Python that has NumPy, or any Python; the test is skipped where there is none.
func interpreter(t *testing.T, numpy bool) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if !numpy || exec.Command(path, "-c", "import numpy").Run() == nil {
			return path
		}
	}
	if numpy {
		t.Skip("no python3 here has NumPy")
	}
	t.Skip("python3 is not installed")
	return ""
}

// run runs words on some ranks and answers all output and the job's status.
func run(t *testing.T, ranks int, words ...string) (string, int) {
	launcher, build := tools(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, launcher, append([]string{"run", "-n", strconv.Itoa(ranks), "--"}, words...)...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(build, "python"), "PYTHONDONTWRITEBYTECODE=1", "SHMEM_SYMMETRIC_SIZE=16M")
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	go limit.Enforce(ctx, cancel, cmd.Process.Pid, 2*time.Minute)
	err := cmd.Wait()
	require.NoError(t, ctx.Err(), "the job hangs:\n%s", &out)
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

func TestPackage(t *testing.T) {
	for _, numpy := range []bool{false, true} {
		name, words, sizes := "without NumPy", []string{"tests/run.py", "--without-numpy"}, []int{1, 4}
		if numpy {
			name, words, sizes = "with NumPy", words[:1], []int{2, 7}
		}
		if os.Getenv("GASNETGO_WIDE") != "" { // make test-long
			sizes = []int{1, 2, 4, 7}
		}
		t.Run(name, func(t *testing.T) {
			python := interpreter(t, numpy)
			for _, ranks := range sizes {
				t.Run(strconv.Itoa(ranks), func(t *testing.T) {
					out, status := run(t, ranks, append([]string{python}, words...)...)
					require.Zero(t, status, "%s", out)
					require.Regexp(t, `(?m)^OK`, out)
				})
			}
		})
	}
}

// TestModules: every module of the package is imported, those that are generated included.
func TestModules(t *testing.T) {
	_, build := tools(t)
	files, err := filepath.Glob(filepath.Join(build, "python", "gasnetgo", "*.py"))
	require.NoError(t, err)
	require.Greater(t, len(files), 20)
	program := "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module('gasnetgo.' + name)\nprint('imported', len(sys.argv) - 1)"
	words := []string{interpreter(t, false), "-c", program}
	for _, f := range files {
		words = append(words, strings.TrimSuffix(filepath.Base(f), ".py"))
	}
	out, status := run(t, 1, words...)
	require.Zero(t, status, "%s", out)
	require.Equal(t, "imported "+strconv.Itoa(len(files))+"\n", out)
}

func TestExamples(t *testing.T) {
	for _, numpy := range []bool{false, true} {
		t.Run(strconv.FormatBool(numpy), func(t *testing.T) {
			for _, words := range [][]string{{"heat2d.py", "40", "31", "20"}, {"heat2d.py", "9", "4", "20"}, {"gasnet_histogram.py", "500"}, {"portals_ring.py", "100"}} {
				words[0] = "../examples/" + words[0]
				out, status := run(t, 4, append([]string{interpreter(t, numpy)}, words...)...)
				require.Zero(t, status, "%s", out)
				require.Contains(t, out, "verified")
			}
		})
	}
}

// A rank that fails must not wait in finalize for others that wait for it.
func TestEnds(t *testing.T) {
	const begin = "import sys, os\nfrom gasnetgo import shmem\nimport gasnetgo\nshmem.init()\nme = shmem.my_pe()\n"
	const gasnet = "from gasnetgo import gasnet\n@gasnet.short\ndef bad(token): 1 // 0\ngasnet.attach(4096, [bad])\n"
	for _, c := range []struct {
		name, program string
		status        int
		says          string
	}{
		{"without finalize", "print('done')", 0, "done"},
		{"finalized twice over", "shmem.init()\nshmem.finalize()\nshmem.finalize()\nprint(shmem.initialized())", 0, "False"},
		{"exception on one rank", "if me == 1: raise KeyError('lost')\nshmem.barrier_all()", 1, "KeyError: 'lost'"},
		{"sys.exit on one rank", "if me == 1: sys.exit(5)\nshmem.barrier_all()", 5, ""},
		{"a message by sys.exit", "if me == 0: sys.exit('no reason')\nshmem.barrier_all()", 1, "no reason"},
		{"global_exit", "if me == 1: shmem.global_exit(7)\nshmem.barrier_all()", 7, ""},
		{"buffered output at global_exit", "if me == 1:\n  print('kept')\n  shmem.global_exit(3)\nshmem.barrier_all()", 3, "kept"},
		{"call after finalize", "shmem.finalize()\ntry: shmem.my_pe()\nexcept gasnetgo.NotInitialized as e: print(e)", 0, "has ended the library"},
		{"exception in a handler", gasnet + "if me == 0: bad.request(1)\ngasnet.block_until(lambda: False)", 1, "ZeroDivisionError"},
		{"exception beside GASNet", gasnet + "if me == 1: raise KeyError('lost')\ngasnet.barrier()", 1, "KeyError: 'lost'"},
		{"GASNet without exit", gasnet + "gasnet.barrier()\nprint('done')", 0, "done"},
		{"gasnet.exit", gasnet + "if me == 1: gasnet.exit(6)\ngasnet.barrier()", 6, ""},
		{"what C alone notices", "a = shmem.zeros(1)\ngasnetgo.load().shmem_putmem(a.address if hasattr(a, 'address') else a.ctypes.data, None, 8, 0)", 1, "shmem_putmem: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, status := run(t, 2, interpreter(t, false), "-c", begin+c.program)
			require.Equal(t, c.status, status, "%s", out)
			require.Contains(t, out, c.says)
		})
	}
}

// Ctrl-C reaches a rank that waits inside the library.
func TestInterrupt(t *testing.T) {
	launcher, build := tools(t)
	cmd := exec.Command(launcher, "run", "-n", "2", "--", interpreter(t, false), "-c", "from gasnetgo import shmem\nshmem.init()\n"+
		"a = shmem.zeros(1, dtype='int64')\nprint('ready', flush=True)\nshmem.wait_until(a, shmem.CMP.EQ, 1)")
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(build, "python"), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	go limit.Enforce(t.Context(), func() { _ = cmd.Process.Kill() }, cmd.Process.Pid, time.Minute)
	lines := bufio.NewScanner(out)
	for range 2 {
		require.True(t, lines.Scan())
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, 128+int(syscall.SIGINT), cmd.ProcessState.ExitCode())
}

func TestLibraryIsNamedWhenMissing(t *testing.T) {
	_, build := tools(t)
	cmd := exec.Command(interpreter(t, false), "-c", "import gasnetgo; gasnetgo.version()")
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(build, "python"), "GASNETGO_LIBRARY=/nowhere/lib.so")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Regexp(t, `gasnetgo\._errors\.Error: cannot load /nowhere/lib\.so: .*GASNETGO_LIBRARY`, string(out))
}

// The annotations hold: mypy finds no error in the package.
func TestTypes(t *testing.T) {
	mypy, err := exec.LookPath("mypy")
	if err != nil {
		t.Skip("mypy is not installed")
	}
	out, err := exec.Command(mypy, "--python-executable", interpreter(t, true), "--cache-dir", t.TempDir(), "gasnetgo").CombinedOutput()
	require.NoError(t, err, "%s", out)
}
