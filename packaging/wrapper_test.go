package packaging

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Builds name the wrapper as the compiler, and the wrapper sees the same environment: it must not choose itself as the compiler behind it.
func TestWrapperAsCompiler(t *testing.T) {
	bin := filepath.Join(of(installed(t, "none"), "shmem"), "bin")
	path := "PATH=" + bin + ":" + os.Getenv("PATH")
	compile := []string{"sh", "-c", `$CC -o prog prog.c`}
	runs := func(t *testing.T, dir string) {
		t.Helper()
		require.Equal(t, "2 ranks, all well\n", do(t, dir, nil, filepath.Join(bin, "oshrun"), "-n", "2", "./prog"))
	}
	script := func(t *testing.T, name, text string) {
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}

	for _, cc := range []string{"oshcc", "shmemcc", bin + "/oshcc", "./link", "./cache oshcc", "./elsewhere/bin/oshcc"} {
		t.Run("CC="+cc, func(t *testing.T) {
			dir := client(t, program, nil)
			require.NoError(t, os.Symlink(filepath.Join(bin, "oshcc"), filepath.Join(dir, "link"))) // a name that it does not know
			script(t, filepath.Join(dir, "cache"), `exec "$@"`)
			do(t, dir, nil, "sh", "-c", "mkdir elsewhere && cp -RL "+bin+" elsewhere/bin")
			do(t, dir, []string{path, "CC=" + cc}, bin+"/oshcc", "-o", "prog", "prog.c")
			runs(t, dir)
			if cc != "./link" && cc != "./elsewhere/bin/oshcc" {
				do(t, dir, []string{path, "CC=" + cc}, compile...)
				runs(t, dir)
			}
		})
	}
	t.Run("a script under its name", func(t *testing.T) { // as ccache is installed under names of compilers, and runs the next one in PATH
		dir := client(t, program, nil)
		require.NoError(t, os.Mkdir(filepath.Join(dir, "first"), 0o755))
		script(t, filepath.Join(dir, "first", "oshcc"), "exec "+bin+`/oshcc "$@"`)
		do(t, dir, []string{"PATH=" + filepath.Join(dir, "first") + ":" + bin + ":" + os.Getenv("PATH"), "CC=oshcc"}, compile...)
		runs(t, dir)
	})
	t.Run("a script that runs it", func(t *testing.T) {
		dir := client(t, program, nil)
		script(t, filepath.Join(dir, "mycc"), `exec oshcc -O2 "$@"`)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "oshcc", "prog.c")
		cmd.Path, cmd.Dir, cmd.Env = filepath.Join(bin, "oshcc"), dir, append(os.Environ(), path, "CC=./mycc")
		out, err := cmd.CombinedOutput()
		require.Equal(t, 1, cmd.ProcessState.ExitCode(), "%v", err)
		require.Equal(t, "oshcc: the compiler ./mycc (CC) runs oshcc again, which would never end; set SHMEM_CC to a compiler that does not\n", string(out))
		do(t, dir, []string{path, "SHMEM_CC=cc", "CC=./mycc"}, compile...)
		runs(t, dir)
	})
	t.Run("make", func(t *testing.T) {
		need(t, "make")
		dir := client(t, program, nil)
		do(t, dir, []string{path}, "make", "CC=oshcc", "prog")
		runs(t, dir)
	})
	t.Run("make c++", func(t *testing.T) {
		need(t, "make")
		need(t, "c++")
		dir := client(t, program, nil)
		require.NoError(t, os.Rename(filepath.Join(dir, "prog.c"), filepath.Join(dir, "prog.cc")))
		do(t, dir, []string{path}, "make", "CXX=oshc++", "prog")
		runs(t, dir)
	})
	t.Run("cmake", func(t *testing.T) {
		need(t, "cmake")
		need(t, "make")
		need(t, "c++")
		for _, how := range []struct{ env, args []string }{
			{[]string{"CC=oshcc", "CXX=oshc++"}, nil},
			{nil, []string{"-DCMAKE_C_COMPILER=oshcc", "-DCMAKE_CXX_COMPILER=oshc++"}},
		} {
			dir := client(t, program, map[string]string{"CMakeLists.txt": "cmake_minimum_required(VERSION 3.13)\nproject(prog C CXX)\n" +
				"add_executable(prog prog.c)\nadd_executable(prog2 prog2.cc)\n", "prog2.cc": program})
			env := append([]string{path}, how.env...)
			do(t, dir, env, append([]string{"cmake", "-G", "Unix Makefiles"}, append(how.args, ".")...)...)
			do(t, dir, env, "cmake", "--build", ".")
			runs(t, dir)
		}
	})
	t.Run("the project itself", func(t *testing.T) {
		out := do(t, "..", []string{path, "CC=oshcc", "CXX=oshc++"}, "bash", "-c", `. scripts/compilers.sh; echo "$CC $CXX"`)
		require.Equal(t, "cc c++\n", out)
		out = do(t, "..", []string{path, "CC=gcc", "CXX="}, "bash", "-c", `. scripts/compilers.sh; echo "$CC $CXX"`)
		require.Equal(t, "gcc c++\n", out)
	})
}
