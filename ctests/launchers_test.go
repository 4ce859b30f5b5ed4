package ctests

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLaunchers starts the same programs under every launcher and without one. The program must see the same job.
func TestLaunchers(t *testing.T) {
	bin := filepath.Join(at.build, "bin")
	for _, l := range []struct {
		name    string
		command []string
		env     []string
		size    string
	}{
		{name: "gasnetgo run -n", command: []string{filepath.Join(bin, "gasnetgo"), "run", "-n", "3"}, size: "3"},
		{name: "oshrun -np", command: []string{filepath.Join(bin, "oshrun"), "-np", "3"}, size: "3"},
		{name: "oshrun -n", command: []string{filepath.Join(bin, "oshrun"), "-n", "2"}, size: "2"},
		{name: "alone", command: []string{}, size: "1"},
		{name: "GASNETGO_NPROCS=4", command: []string{}, env: []string{"GASNETGO_NPROCS=4"}, size: "4"},
		{name: "GASNETGO_NPROCS=1", command: []string{}, env: []string{"GASNETGO_NPROCS=1"}, size: "1"},
		{name: "mpirun.openmpi", command: []string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-np", "3"}, size: "3"},
		{name: "mpiexec.mpich", command: []string{"mpiexec.mpich", "-n", "3"}, size: "3"},
		{name: "mpiexec.hydra", command: []string{"mpiexec.hydra", "-np", "2"}, size: "2"},
		{name: "prterun", command: []string{"prterun", "--allow-run-as-root", "--map-by", ":oversubscribe", "-n", "3"}, size: "3"},
		{name: "srun", command: []string{"srun", "--immediate=10", "-n", "2"}, size: "2"},
	} {
		t.Run(l.name, func(t *testing.T) {
			if len(l.command) > 0 {
				if _, err := exec.LookPath(l.command[0]); err != nil {
					t.Skipf("%s is not installed", l.command[0])
				}
			}
			if l.name == "srun" && !slurmRuns() {
				t.Skip("no Slurm controller starts two tasks")
			}
			env := append([]string{"GT_EXPECT_SIZE=" + l.size, "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"}, l.env...)
			for _, source := range []string{"shmem/startup.c", "shmem/put_types.c", "shmem/globals.c", "shmem/init_nested.c", "armci/group.c", "../examples/hello.c"} {
				t.Run(program{source: source}.name(), func(t *testing.T) {
					o := job{command: l.command, env: env}.run(t, at.program.get(t, source, plain))
					o.verdict(t)
					if source == "../examples/hello.c" {
						assert.Equal(t, l.size, lineCount(o.out, "hello from"), "%s", o)
						assert.Contains(t, o.out, "rank 0 of "+l.size+":", "%s", o)
					}
				})
			}
			if len(l.command) == 0 && l.size == "1" {
				return
			}
			t.Run("global_exit", func(t *testing.T) {
				o := job{command: l.command, env: env, args: []string{"global", "1", "99", "barrier"}, timeout: 30 * time.Second}.
					run(t, at.program.get(t, "shmem/exits/exits.c", plain))
				assert.Equal(t, 99, o.status, "%s", o)
			})
			t.Run("gasnet_exit", func(t *testing.T) { // one exits with 0, and the others' handlers of SIGQUIT set the status
				o := job{command: l.command, env: append(env, "GT_QUIT=1"), args: []string{"one", "0", "barrier"}, timeout: 30 * time.Second}.
					run(t, at.program.get(t, "gasnet/exits/exits.c", plain))
				assert.Equal(t, 4, o.status, "%s", o)
			})
		})
	}
}

func lineCount(text, what string) string { return string(rune('0' + strings.Count(text, what))) }

// slurmRuns reports whether a controller starts two tasks at once; installed commands alone prove nothing.
func slurmRuns() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, "srun", "--immediate=3", "-n", "2", "true").Run() == nil
}

// TestUnknownLauncher: a warning names a launcher whose environment is incomplete; the library does not silently assume "0 of 1".
func TestUnknownLauncher(t *testing.T) {
	path := at.program.get(t, "../examples/hello.c", plain)
	for name, env := range map[string][]string{
		"Open MPI": {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=3"},
		"Slurm":    {"SLURM_PROCID=0", "SLURM_NTASKS=3", "SLURM_JOB_ID=7", "SLURM_STEP_ID=0"},
		"PMI":      {"PMI_RANK=0", "PMI_SIZE=3"},
		"PMI, 1":   {"PMI_RANK=1", "PMI_SIZE=3"},
		"PALS":     {"PALS_RANKID=1", "PALS_APID=a"},
		"Flux":     {"FLUX_TASK_RANK=1", "FLUX_JOB_SIZE=3"},
		"MVAPICH2": {"MV2_COMM_WORLD_RANK=1", "MV2_COMM_WORLD_SIZE=3"},
	} {
		t.Run(name, func(t *testing.T) {
			o := job{command: []string{}, env: append(env, "GASNETGO_RENDEZVOUS_TIMEOUT=2s"), timeout: 20 * time.Second}.run(t, path)
			assert.NotEqual(t, -1, o.status, "hangs: %s", o)
			assert.NotEmpty(t, o.err, "no line about the launcher: %s", o)
			if o.status != 0 { // it believed the launcher and waited for the others
				assert.Contains(t, o.err, "GASNETGO_", "no variable to set: %s", o)
			}
		})
	}
}

// TestMPIBeside: a program with MPI and SHMEM, which both finalize with one launcher, in either order, ends without a message.
func TestMPIBeside(t *testing.T) {
	for cc, run := range map[string][]string{
		"mpicc.mpich":   {"mpiexec.mpich", "-n", "2"},
		"mpicc.openmpi": {"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-np", "2"},
	} {
		t.Run(cc, func(t *testing.T) {
			if _, err := exec.LookPath(cc); err != nil {
				t.Skipf("%s is not installed", cc)
			}
			if text, err := exec.Command(cc, "-fsyntax-only", "-include", "mpi.h", "-xc", "/dev/null").CombinedOutput(); err != nil {
				t.Skipf("%s has no headers (Debian: libmpich-dev, libopenmpi-dev): %s", cc, text)
			}
			path := filepath.Join(at.work, "beside-"+cc)
			lib := filepath.Join(at.build, "lib")
			text, err := exec.Command(cc, "-O1", "testdata/mpi_beside.c", "-o", path, "-I"+filepath.Join(at.build, "include"), "-L"+lib, "-lgasnetgo", "-Wl,-rpath,"+lib).CombinedOutput()
			require.NoError(t, err, "%s", text)
			for _, order := range []string{"ms ms", "ms sm", "sm ms", "sm sm"} {
				o := job{command: run, args: strings.Fields(order)}.run(t, path)
				o.verdict(t)
				assert.Equal(t, 2, strings.Count(o.out, "both agree"), "%s", o)
				assert.Empty(t, o.err, "%s", o)
			}
		})
	}
}

// TestLauncherOptions: the launcher's own options have their documented effects.
func TestLauncherOptions(t *testing.T) {
	launcher := filepath.Join(at.build, "bin", "gasnetgo")
	hello, exits := at.program.get(t, "../examples/hello.c", plain), at.program.get(t, "shmem/exits/exits.c", plain)

	o := job{command: []string{launcher, "run", "-n", "2", "--tag-output"}}.run(t, hello)
	assert.Zero(t, o.status, "%s", o)
	for _, line := range strings.Split(strings.TrimSpace(o.out), "\n") {
		assert.Regexp(t, `^\S*([01])\S* ?.*rank ([01]) of 2: hello`, line)
	}

	o = job{command: []string{launcher, "run", "-n", "2", "--timeout", "1"}, args: []string{"hang", "-1", "0", "barrier"}}.run(t, exits)
	assert.Equal(t, 124, o.status, "%s", o)
	assert.Contains(t, o.err, "gasnetgo: ", "%s", o)

	o = job{command: []string{launcher, "run", "-n", "2", "-q"}, args: []string{"exit", "1", "3", "barrier"}}.run(t, exits)
	assert.Equal(t, 3, o.status, "%s", o)

	o = job{command: []string{launcher, "run", "-n", "2"}}.run(t, filepath.Join(at.work, "no-such-program"))
	assert.NotContains(t, []int{0, -1}, o.status, "%s", o)
	assert.Contains(t, o.err, "no-such-program", "%s", o)

	wrong := job{command: []string{launcher, "run", "-n", "none"}}.run(t, hello)
	assert.NotContains(t, []int{0, -1}, wrong.status, "%s", wrong)
	assert.Contains(t, wrong.err, "none", "%s", wrong)
	for _, name := range []string{"info", "help"} {
		text, err := exec.Command(launcher, name).CombinedOutput()
		assert.NoError(t, err, "gasnetgo %s: %s", name, text)
	}
	_, err := os.Stat(launcher)
	assert.NoError(t, err)
}
