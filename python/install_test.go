package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// outcome is the output of a command that must succeed.
func outcome(t *testing.T, dir string, env []string, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%v\n%s", words, out)
	return string(out)
}

// environment makes a virtual environment with pip, or skips the test.
func environment(t *testing.T) string {
	python := interpreter(t, false)
	if err := exec.Command(python, "-c", "import venv, ensurepip").Run(); err != nil {
		t.Skipf("%s has no venv or ensurepip", python)
	}
	if os.Getenv("GASNETGO_WIDE") == "" {
		t.Skip("seconds of CPU time: GASNETGO_WIDE=1, or make test-long")
	}
	dir := filepath.Join(t.TempDir(), "env")
	outcome(t, "", nil, python, "-m", "venv", "--system-site-packages", dir)
	return dir
}

const where = "import gasnetgo; print(gasnetgo.__file__, gasnetgo.find(), gasnetgo.version())"

// An installation into the prefix of a Python is found by plain python3, and removed again.
func TestFoundInThePrefixOfPython(t *testing.T) {
	_, build := tools(t)
	env := environment(t)
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	vars := []string{"BUILD=" + build, "PREFIX=" + env, "PATH=" + filepath.Join(env, "bin") + ":" + os.Getenv("PATH"), "PYTHONPATH="}
	outcome(t, root, vars, "scripts/install.sh")
	out := outcome(t, "/", vars, filepath.Join(env, "bin", "python3"), "-c", where)
	require.Contains(t, out, filepath.Join(env, "lib", "gasnetgo", "python", "gasnetgo", "__init__.py")+" "+filepath.Join(env, "lib", "libgasnetgo.so.1"))
	outcome(t, root, vars, "scripts/uninstall.sh")
	left, err := filepath.Glob(filepath.Join(env, "lib", "python3*", "site-packages", "gasnetgo*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// pip install of the folder gives a package that finds the library where it was, and writes nothing into the folder.
func TestPipInstall(t *testing.T) {
	_, build := tools(t)
	env := environment(t)
	folder := filepath.Join(build, "python")
	before := outcome(t, folder, nil, "find", ".", "-not", "-path", "*/__pycache__*")
	vars := []string{"PYTHONPATH=", "PYTHONDONTWRITEBYTECODE=1"}
	outcome(t, "/", vars, filepath.Join(env, "bin", "python3"), "-m", "pip", "install", "--no-index", folder)
	require.Equal(t, before, outcome(t, folder, nil, "find", ".", "-not", "-path", "*/__pycache__*"))
	out := outcome(t, "/", vars, filepath.Join(env, "bin", "python3"), "-c", where)
	require.Regexp(t, regexp.QuoteMeta(env)+`/lib.*/site-packages/gasnetgo/__init__\.py `+regexp.QuoteMeta(filepath.Join(build, "lib", "libgasnetgo.so.1")), out)
	typed, err := filepath.Glob(filepath.Join(env, "lib", "python3*", "site-packages", "gasnetgo", "py.typed"))
	require.NoError(t, err)
	require.Len(t, typed, 1)
}

// The version of the package is that of the library.
func TestVersion(t *testing.T) {
	header, err := os.ReadFile("../include/gasnetgo.h")
	require.NoError(t, err)
	project, err := os.ReadFile("gasnetgo/__init__.py")
	require.NoError(t, err)
	version := ""
	for _, part := range []string{"MAJOR", "MINOR", "PATCH"} {
		found := regexp.MustCompile(`#define GASNETGO_VERSION_` + part + ` (\d+)`).FindSubmatch(header)
		require.NotNil(t, found, part)
		version += "." + string(found[1])
	}
	require.Contains(t, string(project), `__version__ = "`+version[1:]+`"`)
}

// A program written for shmem4py runs unmodified, as a file and as a module, and its options are obeyed.
func TestProgramForShmem4py(t *testing.T) {
	python := interpreter(t, true)
	dir := t.TempDir()
	program := "import sys\nfrom shmem4py import shmem\nimport shmem4py.shmem, numpy as np\nmype, npes = shmem.my_pe(), shmem.n_pes()\n" +
		"source, target = shmem.full(2, mype, dtype='i'), shmem.empty((npes, 2), dtype='i')\n" +
		"shmem.fcollect(target, source)\nassert (target[:, 1] == np.arange(npes)).all()\nshmem.barrier_all()\n" +
		"shmem.iput(target, np.full(2, 7, dtype='i'), (mype + 1) % npes, 2)\nshmem.barrier_all()\nassert target[0, 0] == 7 == target[1, 0]\n" +
		"if mype == 0: print('arguments', sys.argv[1:], shmem.query_thread().name, __name__)\n"
	file := filepath.Join(dir, "prog.py")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o644))
	out, status := run(t, 2, python, "-m", "gasnetgo.shmem4py", file, "a", "b")
	require.Zero(t, status, "%s", out)
	require.Contains(t, out, "arguments ['a', 'b'] SINGLE __main__")

	t.Setenv("SHMEM4PY_RC_THREADS", "yes")
	out, status = run(t, 2, python, "-c", "import gasnetgo.shmem4py\nimport shmem4py\nassert repr(shmem4py.rc) == '<gasnetgo.shmem4py.rc>'\n"+
		"try: shmem4py.rc.colour = 1\nexcept TypeError as e: print(e)\n"+program)
	require.Zero(t, status, "%s", out)
	require.Contains(t, out, "shmem4py.rc has no option colour")
	require.Contains(t, out, "arguments [] MULTIPLE __main__")

	t.Setenv("SHMEM4PY_RC_INITIALIZE", "0")
	out, status = run(t, 1, python, "-m", "gasnetgo.shmem4py", file)
	require.NotZero(t, status)
	require.Contains(t, out, "NotInitialized")

	out, status = run(t, 1, python, "-m", "gasnetgo.shmem4py")
	require.NotZero(t, status)
	require.Contains(t, out, "usage: python3 -m gasnetgo.shmem4py")
}
