package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ofWorld is the launcher for ranks of a world: live, or simulated on a machine. env may choose how live ranks wait.
func ofWorld(world string, ranks int) []string {
	words := []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", fmt.Sprint(ranks)}
	if world != "live" {
		words = append(words, "--machine", world)
	}
	return append(words, "--")
}

// TestStreams: when a rank ends the job, no rank loses what the streams of C++ and C hold. After shmem_global_exit the calling PE and those that wait in the library, or asleep, end as
// programs of C++ do; the others, and all ranks at other ends, write their standard streams and FILEs.
func TestStreams(t *testing.T) {
	type end struct {
		api, way, wait string
		status         int
		plane          string // of the library: go has its waits in Go
		worlds         []string
	}
	both, live := []string{"live", "ideal"}, []string{"live"}
	for _, e := range []end{
		{"shmem", "end", "meet", 3, "c", both}, {"shmem", "end", "sleep", 3, "c", both}, {"shmem", "end", "poll", 3, "c", live},
		{"shmem", "end", "compute", 3, "c", live}, {"shmem", "end", "meet", 3, "go", live},
		{"shmem", "crash", "meet", 139, "c", live}, {"shmem", "return", "meet", 3, "c", both}, {"shmem", "return", "sleep", 3, "c", live},
		{"gasnet", "end", "meet", 3, "c", both}, {"armci", "end", "meet", 3, "c", both},
	} {
		path := at.program.get(t, "testdata/output_streams.cc", variant{e.api, []string{"-DAPI_" + strings.ToUpper(e.api)}})
		for _, world := range e.worlds {
			t.Run(strings.Join([]string{e.api, e.way, e.wait, e.plane, world}, ","), func(t *testing.T) {
				prefix := filepath.Join(t.TempDir(), "file")
				o := job{command: ofWorld(world, 3), args: []string{e.way, e.wait, prefix}, env: []string{"GASNETGO_PLANE=" + e.plane}}.run(t, path)
				require.Equal(t, e.status, o.status, "%v", o)
				for rank := range 3 {
					normal := e.api == "shmem" && (e.way == "end" && (rank == 0 || e.wait != "compute" && e.plane == "c") || e.way == "return" && rank == 0)
					crashed := e.way == "crash" && rank == 0
					check := func(kept bool, text, in string) {
						t.Helper()
						line := fmt.Sprintf("%s of %d\n", text, rank)
						if kept {
							assert.Equal(t, 1, strings.Count(in, line), "%q: %v", line, o)
						} else {
							assert.NotContains(t, in, line, "%v", o)
						}
					}
					file := func(name string) string {
						text, err := os.ReadFile(fmt.Sprintf("%s.%d%s", prefix, rank, name))
						require.NoError(t, err)
						return string(text)
					}
					check(!crashed, "cout", o.out)
					check(!crashed, "clog", o.err)
					check(!crashed, "printf", o.out)
					check(!crashed, "FILE", file(".FILE"))
					check(normal, "ofstream", file(""))
					check(normal, "atexit", o.err)
					check(normal, "destructor", o.err)
				}
			})
		}
	}
}

// TestStreamsFortran: the same for what Fortran's print and units hold.
func TestStreamsFortran(t *testing.T) {
	gfortran, err := exec.LookPath("gfortran")
	if err != nil {
		t.Skip("no gfortran here")
	}
	path, lib := filepath.Join(at.work, "output-streams-f90"), filepath.Join(at.build, "lib")
	text, err := exec.Command(gfortran, "-J", t.TempDir(), "testdata/output_streams.f90", "-o", path, "-L"+lib, "-lgasnetgo", "-Wl,-rpath,"+lib).CombinedOutput()
	require.NoError(t, err, "%s", text)
	for _, world := range []string{"live", "ideal"} {
		for _, wait := range []string{"meet", "sleep"} {
			t.Run(world+","+wait, func(t *testing.T) {
				dir := t.TempDir()
				o := job{command: append([]string{"env", "-C", dir}, ofWorld(world, 3)...), args: []string{wait}}.run(t, path)
				require.Equal(t, 3, o.status, "%v", o)
				for rank := range 3 {
					assert.Equal(t, 1, strings.Count(o.out, fmt.Sprintf("print of %d\n", rank)), "%v", o)
					text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("unit.%d", rank)))
					require.NoError(t, err)
					assert.Equal(t, fmt.Sprintf("unit of %d\n", rank), string(text))
				}
			})
		}
	}
}
