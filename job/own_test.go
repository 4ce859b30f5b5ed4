package job_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job/jobtest"
)

func sorted(lines []string) []string {
	sort.Strings(lines)
	return lines
}

func TestAlone(t *testing.T) {
	r := jobtest.Run(t, jobtest.Command(nil, programs.Rank, "meet", "who", "launcher", "exit", "3"))
	assert.Equal(t, jobtest.Result{Status: 3, Out: "rank 0 of 1\nalone\n"}, r)
}

func TestProgramThatStartsItsPeers(t *testing.T) {
	link := filepath.Join(t.TempDir(), "a program")
	require.NoError(t, os.Symlink(programs.Rank, link))
	for _, c := range []struct {
		name   string
		words  []string
		status int
		out    []string
		errs   string
	}{
		{"fine", []string{"meet", "who", "idle"}, 0, []string{"rank 0 of 3", "rank 1 of 3", "rank 2 of 3"}, `^$`},
		{"odd arguments", []string{"only", "1", "print", "a  b\tc", "print", "", "all"}, 0, []string{"", "a  b\tc"}, `^$`},
		{"a peer fails at the end", []string{"meet", "idle", "only", "2", "exit", "5", "all"}, 5, nil, `^gasnetgo: rank 2 \(pid \d+\) exited with status 5; ending the job\n$`},
		{"a peer dies", []string{"meet", "only", "1", "die", "9", "all", "wait"}, 137,
			[]string{"rank 0 saw signal by 1, status 137: LINE", "rank 2 saw signal by 1, status 137: LINE"},
			`^gasnetgo: rank 1 \(pid \d+\) was killed by signal 9 \(killed\); ending the job\n$`},
		{"the first one fails", []string{"meet", "only", "0", "leave", "3", "all", "wait"}, 3, nil,
			`^gasnetgo: rank 0 \(pid \d+\) exited with status 3; ending the job\n$`},
		{"the first one leaves in the middle", []string{"meet", "only", "0", "leave", "0", "all", "wait"}, 1, nil,
			`^gasnetgo: rank 0 \(pid \d+\) exited with status 0 without finalizing; ending the job\n$`},
		{"deaf peers", []string{"meet", "only", "0", "leave", "3", "all", "forever"}, 3, nil, `^gasnetgo: rank 0 .*\n$`},
		{"the first one ends the job", []string{"meet", "only", "0", "end", "1", "99", "", "all", "wait"}, 99, nil, `^$`},
		{"another one ends the job", []string{"meet", "only", "2", "end", "1", "99", "", "all", "wait"}, 99, nil, `^$`},
		{"global exit 0", []string{"meet", "only", "1", "end", "1", "0", "", "all", "wait"}, 0, nil, `^$`},
		{"only rank 0 reads", []string{"stdin", "only", "0", "print", "x", "all"}, 0, []string{"x"}, `^$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := jobtest.Run(t, jobtest.Command([]string{"GASNETGO_NPROCS=3"}, link, c.words...))
			assert.Equal(t, c.status, r.Status)
			assert.Regexp(t, c.errs, r.Errors)
			if c.out != nil && c.status == 0 {
				assert.Equal(t, c.out, sorted(r.Lines()))
			}
		})
	}
}

// TestBetweenLauncherAndRank puts things in the way.
func TestBetweenLauncherAndRank(t *testing.T) {
	run := func(t *testing.T, args ...string) jobtest.Result {
		t.Helper()
		return jobtest.Run(t, jobtest.Command(nil, programs.Launcher, append([]string{"run", "-n", "2", "--timeout", "30"}, args...)...))
	}
	whole := []string{"rank 0 of 2", "rank 1 of 2"}
	t.Run("a shell", func(t *testing.T) {
		r := run(t, "sh", "-c", programs.Rank+" meet who idle; :")
		assert.Equal(t, whole, sorted(r.Lines()), r.Errors)
	})
	t.Run("a limit on descriptors", func(t *testing.T) {
		r := jobtest.Run(t, jobtest.Command(nil, "bash", "-c", "ulimit -n 64; exec "+programs.Launcher+" run -n 2 --timeout 30 "+programs.Rank+" meet who idle"))
		assert.Equal(t, whole, sorted(r.Lines()), r.Errors)
	})
	t.Run("a wrapper that closes descriptors", func(t *testing.T) {
		r := run(t, "bash", "-c", "exec "+programs.Rank+" meet who idle 199>&-")
		assert.Equal(t, whole, sorted(r.Lines()), r.Errors)
	})
	t.Run("a wrapper that puts another file there", func(t *testing.T) {
		r := run(t, "bash", "-c", "exec "+programs.Rank+" meet who idle 199</dev/null")
		assert.Equal(t, whole, sorted(r.Lines()), r.Errors)
	})
	t.Run("two programs", func(t *testing.T) {
		r := run(t, "sh", "-c", programs.Rank+" meet idle; "+programs.Rank)
		assert.Equal(t, 9, r.Status)
		assert.Contains(t, r.Errors, "a job runs one program per rank, once")
	})
	t.Run("a rank's own child", func(t *testing.T) {
		r := run(t, programs.Rank, "meet", "idle", "only", "1", "child", "who")
		assert.Equal(t, "rank 0 of 1\nchild: <nil>\n", r.Out)
		assert.Contains(t, r.Errors, "warning: this program was started by rank 1 of a job, and runs alone, as rank 0 of 1")
	})
	t.Run("no job at all", func(t *testing.T) {
		r := jobtest.Run(t, jobtest.Command([]string{"GASNETGO_RANK=1", "GASNETGO_SIZE=2", "GASNETGO_FD=0"}, programs.Rank))
		assert.Equal(t, 9, r.Status)
		assert.Contains(t, r.Errors, "GASNETGO_RANK=1, GASNETGO_SIZE=2 and GASNETGO_FD=0 say that this is a rank of a job, but: descriptor 0 is not the job's memory file")
	})
}

func TestForeignLauncherIsNamed(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want string
	}{
		{[]string{"PMI_RANK=0", "PMI_SIZE=4"}, `a PMI launcher \(from PMI_RANK=0, PMI_SIZE=4\)`},
		{[]string{"PMI_RANK=0", "PMI_SIZE=4", "PMI_FD=0"}, `a PMI launcher`},
		{[]string{"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=4"}, `Open MPI's mpirun`},
		{[]string{"PMIX_RANK=0", "PMIX_NAMESPACE=x"}, `a PMIx launcher started this program, but libpmix was not found; it runs alone`},
		{[]string{"FLUX_TASK_RANK=0", "FLUX_JOB_SIZE=2"}, `Flux`},
		{[]string{"ALPS_APP_PE=0"}, `ALPS aprun`},
		{[]string{"PALS_RANKID=0"}, `PALS`},
		{[]string{"JSM_NAMESPACE_RANK=0", "JSM_NAMESPACE_SIZE=2"}, `IBM jsrun`},
		{[]string{"MPI_LOCALRANKID=0", "MPI_LOCALNRANKS=2"}, `an MPI launcher`},
		{[]string{"PMI_RANK=1", "PMI_SIZE=4"}, `a PMI launcher \(from PMI_RANK=1, PMI_SIZE=4\)`},
		{[]string{"PMI_RANK=0", "PMI_SIZE=1"}, `^$`},
		{[]string{"PMI_RANK=0", "PMI_SIZE=4", "GASNETGO_LAUNCHER=alone"}, `^$`},
		{[]string{"SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_JOB_ID=7"}, `^$`},
		{[]string{"SLURM_STEP_ID=0", "SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_JOB_ID=7"}, `srun`},
		{[]string{"GASNETGO_NPROCS=2", "PMI_RANK=0", "PMI_SIZE=2"}, `^$`},
	} {
		r := jobtest.Run(t, jobtest.Command(c.env, programs.Rank, "only", "0", "who", "all"))
		assert.Equal(t, 0, r.Status, r.Errors)
		assert.Regexp(t, c.want, r.Errors, "%v", c.env)
	}
}

func TestNothingIsLeftInShm(t *testing.T) {
	before, err := os.ReadDir("/dev/shm")
	if err != nil {
		t.Skip("no /dev/shm")
	}
	for _, words := range [][]string{{"meet", "idle"}, {"meet", "only", "0", "die", "9"}} {
		_ = exec.Command(programs.Launcher, append([]string{"run", "-q", "-n", "2", programs.Rank}, words...)...).Run()
	}
	after, err := os.ReadDir("/dev/shm")
	require.NoError(t, err)
	assert.Equal(t, before, after)
}
