package job

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"gasnetgo/internal/knob"
)

func TestPMIFields(t *testing.T) {
	assert.Equal(t, map[string]string{"cmd": "get_result", "rc": "-1", "msg": "no such key", "value": "a=b"},
		pmiFields("cmd=get_result rc=-1 msg=no such key value=a=b", " "))
	assert.Equal(t, map[string]string{"cmd": "x-response", "value": "a;b=c", "rc": "0"}, pmi2Fields("cmd=x-response;value=a;;b=c;rc=0;"))
	assert.Empty(t, pmiFields("", " "))
}

// TestWireCutsAnywhere has the server's words arrive in pieces of any size.
func TestWireCutsAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		require.NoError(t, err)
		defer unix.Close(pair[0])
		text := "cmd=one a=b\n    12cmd=two;c=d;cmd=three\n"
		go func() {
			defer unix.Close(pair[1])
			for rest := text; rest != ""; {
				n := min(len(rest), 1+len(rest)%7)
				_, _ = unix.Write(pair[1], []byte(rest[:n]))
				rest = rest[n:]
			}
		}()
		w := newWire(pair[0], limit{})
		line, err := w.line()
		require.NoError(t, err)
		require.Equal(t, "cmd=one a=b", line)
		for _, want := range []string{"    12", "cmd=two;c=d;"} {
			got, err := w.exactly(len(want))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		line, err = w.line()
		require.NoError(t, err)
		require.Equal(t, "cmd=three", line)
		_, err = w.line()
		require.ErrorContains(t, err, "closed the connection")
	})
}

func FuzzPMIFields(f *testing.F) {
	f.Add("cmd=a b=c;;d=e;")
	f.Fuzz(func(t *testing.T, line string) {
		pmiFields(line, " ")
		pmi2Fields(line)
	})
}

func TestHostAddress(t *testing.T) {
	for host, want := range map[string][4]byte{"127.0.0.1": {127, 0, 0, 1}, "10.1.2.3": {10, 1, 2, 3}, "localhost": {127, 0, 0, 1}} {
		got, ok := hostAddress(host)
		assert.True(t, ok, host)
		assert.Equal(t, want, got)
	}
	for _, host := range []string{"", "1.2.3", "1.2.3.256", "no-such-host.invalid"} {
		_, ok := hostAddress(host)
		assert.False(t, ok, host)
	}
	_, err := dialPort("nowhere", limit{})
	assert.ErrorContains(t, err, "not host:port")
}

func TestMissing(t *testing.T) {
	assert.Equal(t, "rank 2 of 4", missing([]bool{false, true, false, true}))
	assert.Equal(t, "ranks 1, 2 of 3", missing(make([]bool, 3)))
	assert.Equal(t, "ranks 1, 2, 3, 4, 5, 6, 7, 8 and 4 more of 13", missing(make([]bool, 13)))
}

func TestDetect(t *testing.T) {
	type vars map[string]string
	for _, c := range []struct {
		name string
		env  vars
		how  how
		rank int
		size int
		err  string
		warn string
	}{
		{"nothing", vars{}, aloneByItself, 0, 0, "", ""},
		{"launched", vars{"GASNETGO_RANK": "2", "GASNETGO_SIZE": "4", "GASNETGO_FD": "199"}, byLauncher, 2, 4, "", ""},
		{"launched wins", vars{"GASNETGO_RANK": "2", "GASNETGO_SIZE": "4", "GASNETGO_FD": "199", "GASNETGO_NPROCS": "3", "PMI_FD": "3"}, byLauncher, 2, 4, "", ""},
		{"rank beyond size", vars{"GASNETGO_RANK": "4", "GASNETGO_SIZE": "4", "GASNETGO_FD": "199"}, 0, 0, 0, "GASNETGO_RANK = 4 is not in 0..3", ""},
		{"rank not a number", vars{"GASNETGO_RANK": "x", "GASNETGO_SIZE": "4", "GASNETGO_FD": "199"}, 0, 0, 0, `GASNETGO_RANK = "x"`, ""},
		{"spawn", vars{"GASNETGO_NPROCS": "3"}, bySpawn, 0, 3, "", ""},
		{"spawn one", vars{"GASNETGO_NPROCS": "1"}, aloneByItself, 0, 0, "", ""},
		{"spawn none", vars{"GASNETGO_NPROCS": "0"}, 0, 0, 0, `GASNETGO_NPROCS = "0": not in 1..3072`, ""},
		{"spawn in a batch script", vars{"GASNETGO_NPROCS": "3", "SLURM_PROCID": "0", "SLURM_NTASKS": "8", "SLURM_JOB_ID": "1"}, bySpawn, 0, 3, "", ""},
		{"PMI", vars{"PMI_FD": "3", "PMI_RANK": "1", "PMI_SIZE": "2"}, byPMI, 0, 0, "", ""},
		{"PMI wins over spawn", vars{"PMI_FD": "3", "GASNETGO_NPROCS": "3"}, byPMI, 0, 0, "", "GASNETGO_NPROCS=3 is ignored, because a PMI-1 launcher started this program"},
		{"PMI left over", vars{"PMI_FD": "4"}, aloneByItself, 0, 0, "", ""},
		{"PMI port", vars{"PMI_PORT": "h:1", "PMI_ID": "0"}, byPMI, 0, 0, "", ""},
		{"Slurm with PMI", vars{"PMI_FD": "3", "SLURM_STEP_ID": "0", "SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2"}, byPMI, 0, 0, "", ""},
		{"PMIx", vars{"PMIX_RANK": "1", "PMIX_NAMESPACE": "n"}, byPMIx, 0, 0, "", ""},
		{"Open MPI", vars{"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2", "OMPI_MCA_ess_base_jobid": "5"}, byVariables, 1, 2, "", ""},
		{"Slurm", vars{"SLURM_STEP_ID": "0", "SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2", "SLURM_NTASKS": "9"}, byVariables, 1, 2, "", ""},
		{"Slurm's interactive step", vars{"SLURM_STEP_ID": "4294967290", "SLURM_PROCID": "0", "SLURM_NTASKS": "4"}, aloneByItself, 0, 0, "", "this looks like a rank started by srun"},
		{"Slurm's tasks on this host", vars{"SLURM_STEP_ID": "0", "SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2", "SLURM_STEP_NUM_NODES": "1", "SLURM_LAUNCH_NODE_IPADDR": "::1",
			"SLURM_GTIDS": "0,1"}, byVariables, 1, 2, "", ""},
		{"batch script submitted in a step", vars{"SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2", "SLURM_STEP_NUM_NODES": "1",
			"SLURM_LAUNCH_NODE_IPADDR": "::1", "SLURM_GTIDS": "0"}, aloneByItself, 0, 0, "", "its variables do not agree on the number of tasks"},
		{"spawn in a step of one", vars{"GASNETGO_NPROCS": "3", "SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "1"}, bySpawn, 0, 3, "", ""},
		{"spawn in a step of two", vars{"GASNETGO_NPROCS": "3", "SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2"}, byVariables, 0, 2, "",
			"GASNETGO_NPROCS=3 is ignored, because srun started this program"},
		{"Flux", vars{"FLUX_TASK_RANK": "1", "FLUX_JOB_SIZE": "2", "FLUX_JOB_ID": "f23"}, byVariables, 1, 2, "", ""},
		{"Flux with PMI", vars{"PMI_FD": "3", "FLUX_TASK_RANK": "1", "FLUX_JOB_SIZE": "2", "FLUX_JOB_ID": "f23"}, byPMI, 0, 0, "", ""},
		{"Flux without a job", vars{"FLUX_TASK_RANK": "1", "FLUX_JOB_SIZE": "2"}, aloneByItself, 0, 0, "", "started by Flux (from FLUX_TASK_RANK=1, FLUX_JOB_SIZE=2)"},
		{"PMI without a server", vars{"PMI_RANK": "1", "PMI_SIZE": "2"}, aloneByItself, 0, 0, "", "(from PMI_RANK=1, PMI_SIZE=2), but PMI_FD or PMI_PORT does not lead to a server; it runs alone, as rank 0 of 1"},
		{"PMI's size", vars{"PMI_SIZE": "2"}, aloneByItself, 0, 0, "", "(from PMI_SIZE=2)"},
		{"PMI with a descriptor that is something else", vars{"PMI_FD": "4", "PMI_RANK": "1", "PMI_SIZE": "2"}, aloneByItself, 0, 0, "", "PMI_RANK=1"},
		{"PMI of one", vars{"PMI_RANK": "0", "PMI_SIZE": "1"}, aloneByItself, 0, 0, "", ""},
		{"Open MPI's rank and size", vars{"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "4"}, aloneByItself, 0, 0, "", "(from OMPI_COMM_WORLD_RANK=3, OMPI_COMM_WORLD_SIZE=4)"},
		{"Open MPI's size", vars{"OMPI_COMM_WORLD_SIZE": "4"}, aloneByItself, 0, 0, "", "(from OMPI_COMM_WORLD_SIZE=4)"},
		{"PALS", vars{"PALS_RANKID": "1", "PALS_APID": "x"}, aloneByItself, 0, 0, "", "started by PALS (from PALS_RANKID=1)"},
		{"MVAPICH2", vars{"MV2_COMM_WORLD_RANK": "1", "MV2_COMM_WORLD_SIZE": "2"}, aloneByItself, 0, 0, "", "(from MV2_COMM_WORLD_RANK=1, MV2_COMM_WORLD_SIZE=2)"},
		{"not understood, and known", vars{"PMI_RANK": "1", "PMI_SIZE": "2", "GASNETGO_LAUNCHER": "alone"}, aloneByItself, 0, 0, "", ""},
		{"override alone", vars{"PMI_FD": "3", "GASNETGO_LAUNCHER": "alone"}, aloneByItself, 0, 0, "", ""},
		{"override pmi1", vars{"GASNETGO_LAUNCHER": "pmi1"}, 0, 0, 0, "GASNETGO_LAUNCHER=pmi1, but the environment holds nothing", ""},
		{"override nonsense", vars{"GASNETGO_LAUNCHER": "pbs"}, 0, 0, 0, `GASNETGO_LAUNCHER = "pbs": not one of auto, alone`, ""},
		{"override slurm", vars{"PMI_FD": "3", "GASNETGO_LAUNCHER": "slurm", "SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2"}, byVariables, 0, 2, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lookup := func(name string) (string, bool) { v, ok := c.env[name]; return v, ok }
			f, err := detect(lookup, knob.Read(lookup), func(fd int) bool { return fd == 3 })
			if c.err != "" {
				assert.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.how, f.how)
			assert.Equal(t, c.rank, f.rank)
			assert.Equal(t, c.size, f.size)
			if c.warn == "" {
				assert.Empty(t, f.warning)
			} else {
				assert.Contains(t, f.warning, c.warn)
			}
		})
	}
}
