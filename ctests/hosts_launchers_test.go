package ctests

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestHostsLaunchers starts programs on two hosts by launchers of others.
func TestHostsLaunchers(t *testing.T) {
	wholeOnly(t, "TestHostsLaunchers", "")
	n := newNetwork(t)
	slurm := func(t *testing.T) string { return startSlurm(t, n) }
	for _, l := range []struct {
		name  string
		words []string
		needs func(t *testing.T) (variable string) // what must run, and how the launcher finds it
	}{
		{name: "mpirun.openmpi", words: []string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--host", n.A + ":2," + n.B + ":2",
			"--mca", "plm_rsh_agent", n.SSH, "-x", "FI_PROVIDER", "-x", "GT_EXPECT_SIZE"}},
		{name: "mpiexec.hydra", words: []string{"mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", n.SSH, "-hosts", n.A + ":2," + n.B + ":2", "-genvall"}},
		{name: "srun-pmi2", needs: slurm, words: []string{"srun", "--mpi=pmi2", "--nodes=2", "--ntasks-per-node=2"}},
		{name: "srun-pmix", needs: slurm, words: []string{"srun", "--mpi=pmix", "--nodes=2", "--ntasks-per-node=2"}},
	} {
		t.Run(l.name, func(t *testing.T) {
			if _, err := exec.LookPath(l.words[0]); err != nil {
				t.Skipf("%s is not installed", l.words[0])
			}
			env := []string{overTCP}
			if l.needs != nil {
				env = append(env, l.needs(t))
			}
			command := append([]string{n.Shell, n.A}, l.words...)
			run := func(t *testing.T, source string, more []string, args ...string) outcome {
				return job{command: command, env: slices.Concat(env, more), args: args, timeout: 2 * time.Minute}.run(t, at.program.get(t, source, plain))
			}
			for _, source := range []string{"shmem/startup.c", "shmem/globals.c", "shmem/teams.c", "gasnet/am_args.c"} {
				t.Run(program{source: source}.name(), func(t *testing.T) { run(t, source, []string{"GT_EXPECT_SIZE=4"}).verdict(t) })
			}
			ends := func(t *testing.T, status int, source string, args ...string) {
				o := run(t, source, nil, append(args, "barrier")...)
				assert.Equal(t, status, o.status, "%s", o)
				for r := range 4 {
					assert.Contains(t, o.out, fmt.Sprintf("unflushed %d\n", r), "%s", o)
				}
			}
			t.Run("global_exit/0", func(t *testing.T) { ends(t, 0, "shmem/exits/exits.c", "global", "1", "0") })
			t.Run("global_exit/99", func(t *testing.T) { ends(t, 99, "shmem/exits/exits.c", "global", "1", "99") })
			t.Run("gasnet_exit/5", func(t *testing.T) { ends(t, 5, "gasnet/exits/exits.c", "one", "5") })
			t.Run("killed", func(t *testing.T) {
				o := run(t, "shmem/exits/exits.c", nil, "kill", "2", "9", "wait")
				assert.NotContains(t, []int{0, -1}, o.status, "%s", o)
			})
		})
	}
}
