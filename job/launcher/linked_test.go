package launcher_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job/jobtest"
	"gasnetgo/job/launcher"
)

// TestProgramsOfOtherLibraries: a job whose ranks have called another library and not this one says so with one line.
func TestProgramsOfOtherLibraries(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("cc is not installed")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	build := func(words string) {
		cmd := exec.Command(cc, append(strings.Fields(words), "-Wl,-rpath,"+dir, "-L"+dir)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	write("init.c", "void shmem_init(void) {}")
	write("main.c", "#include <stdlib.h>\nvoid shmem_init(void);\nvoid shmem_init(void);\nint main(int c, char **v) { shmem_init(); return c > 1 ? atoi(v[1]) : 0; }")
	write("plain.c", "#include <stdlib.h>\nint main(int c, char **v) { return c > 1 ? atoi(v[1]) : 0; }")
	write("app.c", "void shmem_init(void); void app(void) { shmem_init(); }")
	for _, soname := range []string{"liboshmem.so.40", "libgasnetgo-shmem.so.1", "libmpi.so.12"} {
		build("-shared -fPIC init.c -o " + soname + " -Wl,-soname," + soname)
	}
	build("-shared -fPIC app.c -o libapp.so -Wl,-soname,libapp.so -Wl,--no-as-needed -l:libgasnetgo-shmem.so.1")
	build("main.c -o other -l:liboshmem.so.40")
	build("main.c -o mpi -Wl,--no-as-needed -l:libmpi.so.12")
	build("main.c -o both -Wl,--no-as-needed -l:liboshmem.so.40 -l:libgasnetgo-shmem.so.1")
	build("main.c -o behind -Wl,--no-as-needed -l:liboshmem.so.40 -l:libapp.so")
	build("main.c init.c -o contains")
	build("main.c -o own -l:libgasnetgo-shmem.so.1")
	build("plain.c -o plain")
	write("script", "#!/bin/sh\nexit ${1:-0}\n")

	const alone = "and not with this library: its ranks do not know of each other; link it with oshcc or -lgasnetgo, or start it with the launcher of that library"
	const too = "has not called this library: it is linked with liboshmem.so.40 (OpenSHMEM), too, whose functions it has called instead; name this library first when you link it"
	for _, c := range []struct{ program, line, failing string }{
		{"other", "is linked with liboshmem.so.40 (OpenSHMEM), " + alone, "is linked with liboshmem.so.40 (OpenSHMEM), " + alone},
		{"mpi", "is linked with libmpi.so.12 (MPI), " + alone, "is linked with libmpi.so.12 (MPI), " + alone},
		{"both", too, ""},
		{"behind", too, ""},
		{"contains", "is linked with its own OpenSHMEM (shmem_init), " + alone, "is linked with its own OpenSHMEM (shmem_init), " + alone},
		{"own", "", ""},
		{"plain", "", ""},
		{"script", "", ""},
	} {
		t.Run(c.program, func(t *testing.T) {
			path := filepath.Join(dir, c.program)
			line := func(text string) string {
				if text == "" {
					return ""
				}
				return "gasnetgo: " + path + " " + text + "\n"
			}
			for name, flags := range map[string][]string{"one host": {"-n", "2"}, "hosts": {"--hosts", "localhost:2"}} {
				r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, append(append([]string{"run"}, flags...), path)...))
				assert.Equal(t, 0, r.Status, name)
				assert.Equal(t, line(c.line), r.Errors, name)
			}
			r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "-n", "1", path, "3"))
			assert.Equal(t, 3, r.Status)
			assert.Regexp(t, `^gasnetgo: rank 0 \(pid \d+\) exited with status 3; ending the job\n`, r.Errors)
			_, rest, _ := strings.Cut(r.Errors, "\n")
			assert.Equal(t, line(c.failing), rest)
			r = jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "-q", "-n", "2", path))
			assert.Equal(t, jobtest.Result{}, r)
		})
	}
	assert.Empty(t, launcher.LinkageOf(filepath.Join(dir, "nosuch")))
	assert.Empty(t, launcher.LinkageOf(programs.Rank))
}
