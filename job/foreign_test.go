package job_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
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

// all runs the commands together and answers what each left.
func all(t *testing.T, ranks []*exec.Cmd) []jobtest.Result {
	t.Helper()
	results := make([]jobtest.Result, len(ranks))
	done := make(chan bool)
	for i, cmd := range ranks {
		go func() {
			defer func() { done <- true }()
			results[i] = jobtest.Run(t, cmd)
		}()
	}
	for range ranks {
		<-done
	}
	return results
}

func TestPMI(t *testing.T) {
	for _, c := range []struct {
		name     string
		versions []int
		byPort   bool
		env      []string
		launcher string
	}{
		{"1", []int{1}, false, nil, "a PMI-1 launcher"},
		{"1 on a port", []int{1}, true, nil, "a PMI-1 launcher"},
		{"both", []int{1, 2}, false, nil, "a PMI-1 launcher"},
		{"both, 2 wanted", []int{1, 2}, false, []string{"GASNETGO_LAUNCHER=pmi2"}, "a PMI-2 launcher"},
		{"2 only", []int{2}, false, []string{"PMI_JOBID=j"}, "a PMI-2 launcher"},
		{"2 only, on a port", []int{2}, true, nil, "a PMI-2 launcher"},
		{"1 only, 2 wanted", []int{1}, false, []string{"GASNETGO_LAUNCHER=pmi2"}, "a PMI-1 launcher"},
	} {
		for _, size := range []int{1, 2, 5} {
			t.Run(fmt.Sprint(c.name, "/", size), func(t *testing.T) {
				s := newPMIServer(size, c.versions...)
				for rank, r := range all(t, s.start(t, c.byPort, c.env, "meet", "who", "launcher", "idle")) {
					assert.Equal(t, 0, r.Status, r.Errors)
					assert.Equal(t, fmt.Sprintf("rank %d of %d\n%s\n", rank, size, c.launcher), r.Out)
				}
				assert.Equal(t, size, s.goodbyes(), "all took leave")
			})
		}
	}
}

func TestPMIAbortCarriesTheStatus(t *testing.T) {
	s := newPMIServer(3, 1)
	for rank, r := range all(t, s.start(t, false, nil, "meet", "only", "1", "end", "1", "99", "", "abort", "99", "all", "wait")) {
		assert.Equal(t, []int{0, 99, 0}[rank], r.Status, "who ended the job brings the status, the others left before")
	}
	assert.Equal(t, "rank 1: 99", <-s.aborted)
}

func TestStuckRanksAreLeftToTheLauncher(t *testing.T) {
	s := newPMIServer(3, 1)
	ranks := s.start(t, false, nil, "meet", "only", "2", "forever", "all", "only", "1", "end", "1", "99", "", "all", "wait")
	go func() {
		assert.Equal(t, "rank 1: 99", <-s.aborted)
		assert.NoError(t, ranks[2].Process.Kill())
	}()
	assert.Equal(t, 99, all(t, ranks)[1].Status)
}

func TestRanksThatDoNotMeet(t *testing.T) {
	t.Run("missing", func(t *testing.T) {
		s := newPMIServer(3, 1)
		ranks := s.start(t, false, []string{"GASNETGO_RENDEZVOUS_TIMEOUT=0.3"}, "who")
		// Rank 2 speaks PMI as it should and then never comes for the memory file.
		ranks[2] = jobtest.Command(nil, "true")
		go func() { s.put("gasnetgo-2", cardOf(s)); s.fence(); s.fence() }()
		r := all(t, ranks)
		assert.Equal(t, 9, r[0].Status)
		assert.Contains(t, r[0].Errors, "rank 2 of 3 did not arrive within 300ms (GASNETGO_RENDEZVOUS_TIMEOUT)")
	})
	t.Run("no card", func(t *testing.T) {
		s := newPMIServer(2, 1)
		s.hide = 1
		r := all(t, s.start(t, false, []string{"GASNETGO_RENDEZVOUS_TIMEOUT=0.3"}, "who"))
		assert.Contains(t, r[0].Errors, "nothing from rank 1: the PMI server refused to get gasnetgo-1: rc=-1 key gasnetgo-1 not found")
		assert.Contains(t, r[1].Errors, "nothing from rank 1")
	})
	t.Run("server hangs up", func(t *testing.T) {
		s := newPMIServer(1, 3)
		r := all(t, s.start(t, false, nil, "who"))
		assert.Contains(t, r[0].Errors, "speaks neither version 1 nor 2")
		assert.Contains(t, r[0].Errors, "GASNETGO_LAUNCHER=alone")
	})
}

// TestMutePMIServer: whatever a server leaves unsaid, a rank waits no longer than GASNETGO_RENDEZVOUS_TIMEOUT, and names it.
func TestMutePMIServer(t *testing.T) {
	const mute = "the PMI server does not answer within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)"
	for _, c := range []struct {
		name    string
		version int
		mute    string
		want    string
	}{
		{"at once", 1, "init:", mute},
		{"half a line", 1, "init:cmd=response_to", `the PMI server sent no more than "cmd=response_to" within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)`},
		{"junk", 1, "init:220 mail.example.org ESMTP\r\n", `the PMI server answered "220 mail.example.org ESMTP\r" to "cmd=init pmi_version=1 pmi_subversion=1"`},
		{"long junk", 1, "init:" + strings.Repeat("x", 1000) + "\n", `the PMI server answered "` + strings.Repeat("x", 80) + `" and 920 bytes more to "cmd=init`},
		{"no end", 1, "init:" + strings.Repeat("x", 2<<20), `the PMI server sent "` + strings.Repeat("x", 80) + `" and `},
		{"no name", 1, "get_my_kvsname:cmd=my_kvsname\n", "the PMI server gave no kvsname"},
		{"name", 1, "get_my_kvsname:", mute},
		{"put", 1, "put:", mute},
		{"fence", 1, "barrier_in:", "the other ranks do not arrive, or the PMI server does not answer, within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)"},
		{"get", 1, "get:cmd=get_res", "the PMI server sent no more than"},
		{"2, fullinit", 2, "fullinit:", mute},
		{"2, half a length", 2, "fullinit:   1", `the PMI server sent no more than "   1" within 3s`},
		{"2, half a reply", 2, "fullinit:    50cmd=fullinit", `the PMI server sent no more than "cmd=fullinit" within 3s`},
		{"2, junk", 2, "fullinit:HTTP/1.1 400", `the PMI-2 server sent "HTTP/1" where a length belongs`},
		{"2, fence", 2, "kvs-fence:", "the other ranks do not arrive, or the PMI server does not answer, within 3s"},
	} {
		for _, byPort := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,port=%v", c.name, byPort), func(t *testing.T) {
				t.Parallel()
				s := newPMIServer(2, c.version)
				s.mute = c.mute
				for rank, r := range all(t, s.start(t, byPort, []string{"GASNETGO_RENDEZVOUS_TIMEOUT=3", fmt.Sprint("GASNETGO_LAUNCHER=pmi", c.version)}, "who")) {
					assert.Equal(t, 9, r.Status)
					want := c.want
					if rank == 1 && strings.HasPrefix(c.mute, "get:") { // it waits for rank 0, which makes that request
						want = "the other ranks do not arrive"
					}
					assert.Contains(t, r.Errors, want)
				}
			})
		}
	}
	t.Run("no server on the port", func(t *testing.T) {
		listener, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		require.NoError(t, err)
		defer unix.Close(listener)
		require.NoError(t, unix.Bind(listener, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
		require.NoError(t, unix.Listen(listener, 0))
		name, err := unix.Getsockname(listener)
		require.NoError(t, err)
		at := name.(*unix.SockaddrInet4)
		for range 2 { // its queue is full from then on, and a connection is not made
			fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
			require.NoError(t, err)
			defer unix.Close(fd)
			_ = unix.Connect(fd, at)
		}
		port := fmt.Sprintf("127.0.0.1:%d", at.Port)
		r := jobtest.Run(t, jobtest.Command([]string{"PMI_PORT=" + port, "PMI_ID=0", "GASNETGO_RENDEZVOUS_TIMEOUT=3"}, programs.Rank, "who"))
		assert.Equal(t, 9, r.Status)
		assert.Contains(t, r.Errors, "PMI_PORT="+port+": no connection within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)")
	})
}

// TestRequestsToThePMIServer: servers answer one request after the other, so that the start of a job makes a fixed number of them for each rank.
func TestRequestsToThePMIServer(t *testing.T) {
	for _, size := range []int{1, 2, 8, 24} {
		s := newPMIServer(size, 1)
		for _, r := range all(t, s.start(t, false, nil, "meet", "idle")) {
			require.Equal(t, 0, r.Status, r.Errors)
		}
		want := map[string]int{"init": size, "get_my_kvsname": size, "finalize": size}
		if size > 1 {
			want["put"] = size + 1        // of each rank its card, and what rank 0 finds
			want["get"] = size + size     // rank 0 reads the cards, all ranks what it has found
			want["barrier_in"] = 2 * size // after each of the two
		}
		assert.Equal(t, want, s.requests, "%d ranks", size)
	}
}

// cardOf waits for rank 0's card and answers one of the same host.
func cardOf(s *pmiServer) string {
	for {
		if card, ok := s.get("gasnetgo-0"); ok {
			return strings.Join(strings.Split(card, ",")[:2], ",")
		}
	}
}

func TestPMIx(t *testing.T) {
	for _, size := range []int{1, 4} {
		dir := t.TempDir()
		var ranks []*exec.Cmd
		for rank := range size {
			ranks = append(ranks, jobtest.Command([]string{"TEST_PMIX_DIR=" + dir, fmt.Sprint("TEST_PMIX_SIZE=", size),
				fmt.Sprint("PMIX_RANK=", rank), "PMIX_NAMESPACE=test"}, programs.Rank, "meet", "who", "launcher", "idle"))
		}
		for rank, r := range all(t, ranks) {
			assert.Equal(t, 0, r.Status, r.Errors)
			assert.Equal(t, fmt.Sprintf("rank %d of %d\na PMIx launcher\n", rank, size), r.Out)
		}
	}
}

// TestMutePMIx: libpmix waits for its server without a limit of its own.
func TestMutePMIx(t *testing.T) {
	for call, want := range map[string]string{
		"init":  "a PMIx launcher started this program, but: the PMIx server does not answer within 3s (GASNETGO_RENDEZVOUS_TIMEOUT) (GASNETGO_LAUNCHER=alone does without it)",
		"fence": "rank 0 of 2, started by a PMIx launcher: the other ranks do not arrive, or the PMIx server does not answer, within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)",
		"get":   "nothing from rank 0: the PMIx server does not answer within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)",
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var ranks []*exec.Cmd
			for rank := range 2 {
				ranks = append(ranks, jobtest.Command([]string{"TEST_PMIX_DIR=" + dir, "TEST_PMIX_SIZE=2", "TEST_PMIX_MUTE=" + call, "GASNETGO_RENDEZVOUS_TIMEOUT=3",
					fmt.Sprint("PMIX_RANK=", rank), "PMIX_NAMESPACE=test"}, programs.Rank, "meet", "who"))
			}
			r := all(t, ranks)
			assert.Equal(t, 9, r[0].Status)
			assert.Contains(t, r[0].Errors, want)
			assert.Equal(t, 9, r[1].Status)
			assert.Contains(t, r[1].Errors, "within 3s (GASNETGO_RENDEZVOUS_TIMEOUT)")
		})
	}
}

// TestVariablesOnly has ranks that know who they are and have no exchange.
func TestVariablesOnly(t *testing.T) {
	name := filepath.Base(t.TempDir()) + fmt.Sprint(os.Getpid())
	slurm := func(rank, size int) []string {
		return []string{"SLURM_JOB_ID=" + name, "SLURM_STEP_ID=0", fmt.Sprint("SLURM_PROCID=", rank), fmt.Sprint("SLURM_STEP_NUM_TASKS=", size),
			fmt.Sprint("SLURM_NTASKS=", size), "SLURM_LAUNCH_NODE_IPADDR=127.0.0.1", "GASNETGO_RENDEZVOUS_TIMEOUT=20"}
	}
	ompi := func(rank, size int) []string {
		return []string{"PMIX_NAMESPACE=" + name, fmt.Sprint("PMIX_RANK=", rank), fmt.Sprint("OMPI_COMM_WORLD_RANK=", rank),
			fmt.Sprint("OMPI_COMM_WORLD_SIZE=", size)}
	}
	flux := func(rank, size int) []string {
		return []string{"FLUX_JOB_ID=" + name, "FLUX_JOB_NNODES=1", fmt.Sprint("FLUX_TASK_RANK=", rank), fmt.Sprint("FLUX_JOB_SIZE=", size)}
	}
	for _, c := range []struct {
		launcher string
		env      func(rank, size int) []string
	}{{"srun", slurm}, {"Open MPI's mpirun", ompi}, {"Flux", flux}} {
		for _, size := range []int{1, 2, 5} {
			t.Run(fmt.Sprint(c.launcher, "/", size), func(t *testing.T) {
				var ranks []*exec.Cmd
				for rank := range size {
					ranks = append(ranks, jobtest.Command(c.env(rank, size), programs.Rank, "meet", "who", "launcher", "idle"))
				}
				for rank, r := range all(t, ranks) {
					assert.Equal(t, 0, r.Status, r.Errors)
					assert.Equal(t, fmt.Sprintf("rank %d of %d\n%s\n", rank, size, c.launcher), r.Out)
				}
			})
		}
	}
	t.Run("several hosts", func(t *testing.T) {
		r := jobtest.Run(t, jobtest.Command(append(slurm(0, 2), "SLURM_STEP_NUM_NODES=2", "SLURM_STEP_NODELIST=n[1-2]"), programs.Rank))
		assert.Contains(t, r.Errors, "srun put the ranks on 2 hosts: n[1-2], and gives them no exchange of texts, which a job on several hosts needs: libpmix")
	})
	t.Run("not all there", func(t *testing.T) {
		var ranks []*exec.Cmd
		for _, rank := range []int{0, 2} {
			ranks = append(ranks, jobtest.Command(append(slurm(rank, 3), "GASNETGO_RENDEZVOUS_TIMEOUT=0.3"), programs.Rank, "wait"))
		}
		r := all(t, ranks)
		assert.Contains(t, r[0].Errors, "rank 1 of 3 did not arrive within 300ms")
		assert.Equal(t, 9, r[0].Status)
		assert.Contains(t, r[1].Out, "rank 2 saw abort by 0, status 1", "who has come does not wait forever")
		assert.Equal(t, 0, r[1].Status, r[1].Errors)
	})
	t.Run("one dies", func(t *testing.T) {
		for _, victim := range []string{"0", "1", "2"} {
			var ranks []*exec.Cmd
			for rank := range 3 {
				ranks = append(ranks, jobtest.Command(slurm(rank, 3), programs.Rank, "meet", "only", victim, "die", "9", "all", "wait"))
			}
			worst, errs := 0, ""
			for rank, r := range all(t, ranks) {
				if fmt.Sprint(rank) != victim {
					worst, errs = max(worst, r.Status), errs+r.Errors
				}
			}
			assert.Equal(t, 1, worst, "one of the others brings a status")
			assert.Regexp(t, `^gasnetgo: rank `+victim+`( \(pid \d+\))? died; ending the job\n$`, errs)
		}
	})
	t.Run("all leave one after the other", func(t *testing.T) {
		ranks := []*exec.Cmd{
			jobtest.Command(slurm(0, 2), programs.Rank, "meet", "idle"),
			jobtest.Command(slurm(1, 2), programs.Rank, "meet", "watch", "2500"),
		}
		for _, r := range all(t, ranks) {
			assert.Equal(t, jobtest.Result{}, r)
		}
	})
	t.Run("no server", func(t *testing.T) {
		r := jobtest.Run(t, jobtest.Command(append(slurm(1, 2), "GASNETGO_RENDEZVOUS_TIMEOUT=0.1"), programs.Rank))
		assert.Contains(t, r.Errors, "no memory file from rank 0 within 100ms (GASNETGO_RENDEZVOUS_TIMEOUT)")
	})
}

// TestRealLaunchers runs under what is installed.
func TestRealLaunchers(t *testing.T) {
	mpirun := []string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"}
	for _, c := range []struct {
		name     string
		env      []string
		command  []string
		launcher string
	}{
		{"MPICH, PMI-1", nil, []string{"mpiexec.mpich"}, "a PMI-1 launcher"},
		{"MPICH, PMI-1 on a port", nil, []string{"mpiexec.mpich", "-pmi-port"}, "a PMI-1 launcher"},
		{"MPICH, PMI-2", []string{"GASNETGO_LAUNCHER=pmi2"}, []string{"mpiexec.mpich"}, "a PMI-2 launcher"},
		{"Hydra", nil, []string{"mpiexec.hydra"}, "a PMI-1 launcher"},
		{"Open MPI without libpmix", nil, mpirun, "Open MPI's mpirun"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := exec.LookPath(c.command[0]); err != nil {
				t.Skip(c.command[0], "is not installed")
			}
			run := func(words ...string) jobtest.Result {
				args := append(append(append([]string(nil), c.command[1:]...), "-n", "4", programs.Rank), words...)
				return jobtest.Run(t, jobtest.Command(c.env, c.command[0], args...))
			}
			r := run("meet", "who", "launcher", "idle")
			require.Equal(t, 0, r.Status, r.Errors)
			lines := r.Lines()
			sort.Strings(lines)
			want := []string{c.launcher, c.launcher, c.launcher, c.launcher, "rank 0 of 4", "rank 1 of 4", "rank 2 of 4", "rank 3 of 4"}
			sort.Strings(want)
			assert.Equal(t, want, lines)
			for range 3 {
				r = run("meet", "only", "1", "end", "1", "99", "", "all", "wait")
				assert.Equal(t, 99, r.Status, r.Errors)
			}
			r = run("meet", "only", "1", "end", "1", "0", "", "all", "wait")
			assert.Equal(t, 0, r.Status, r.Errors)
			r = run("meet", "only", "1", "exit", "7", "all", "wait")
			assert.NotEqual(t, 0, r.Status, r.Errors)
		})
	}
}
