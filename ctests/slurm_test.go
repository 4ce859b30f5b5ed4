package ctests

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// slurmConf describes a cluster of two nodes, which are the hosts of a network. Its words are the folder of all files, the names of the hosts, and the number of
// tasks that a node takes.
const slurmConf = `ClusterName=ga
SlurmctldHost=%[2]s(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket
CredType=cred/munge
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool.%%n
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
TmpFS=/dev/shm
KillWait=2
NodeName=%[2]s NodeAddr=10.77.0.1 CPUs=%[4]d
NodeName=%[3]s NodeAddr=10.77.0.2 CPUs=%[4]d
PartitionName=all Nodes=%[2]s,%[3]s Default=YES State=UP
`

// startSlurm runs Slurm on both hosts until the test is over, and returns the variable by which its commands find it. It skips the test where Slurm is not
// installed.
func startSlurm(t *testing.T, n network) string {
	t.Helper()
	for _, tool := range []string{"munged", "slurmctld", "slurmd", "srun"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: slurm-wlm)", tool)
		}
	}
	dir, err := os.MkdirTemp("", "slurm") // t.TempDir may hold a comma, which ends a word of AuthInfo
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	conf := filepath.Join(dir, "slurm.conf")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "state"), 0o755))
	for name, text := range map[string]string{
		"slurm.conf":  fmt.Sprintf(slurmConf, dir, n.A, n.B, 4),
		"cgroup.conf": "CgroupPlugin=cgroup/v1\n", // without it slurmd looks for a file system which a network namespace does not show
		"munge.key":   strings.Repeat("k", 128),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}

	var logs []string
	daemon := func(words ...string) {
		log, err := os.Create(filepath.Join(dir, fmt.Sprint("log", len(logs))))
		require.NoError(t, err)
		defer log.Close()
		c := exec.Command(words[0], words[1:]...)
		c.Stdout, c.Stderr, c.SysProcAttr = log, log, &unix.SysProcAttr{Setpgid: true}
		require.NoError(t, c.Start())
		logs = append(logs, log.Name())
		t.Cleanup(func() {
			_ = unix.Kill(-c.Process.Pid, unix.SIGKILL)
			_ = c.Wait()
		})
	}
	in := func(file string) string { return filepath.Join(dir, file) }
	// --force: the folders above may belong to users other than root. One munged serves both hosts, which share the folder.
	daemon("munged", "--foreground", "--force", "--num-threads=2", "--key-file="+in("munge.key"), "--socket="+in("munge.socket"),
		"--pid-file="+in("munge.pid"), "--log-file="+in("munge.log"), "--seed-file="+in("munge.seed"))
	require.Eventually(t, func() bool { _, err := os.Stat(in("munge.socket")); return err == nil }, time.Minute, 20*time.Millisecond, "munged does not open its socket")
	daemon(n.Shell, n.A, "slurmctld", "-D", "-f", conf)
	daemon(n.Shell, n.A, "slurmd", "-D", "-N", n.A, "-f", conf)
	daemon(n.Shell, n.B, "slurmd", "-D", "-N", n.B, "-f", conf)

	variable := "SLURM_CONF=" + conf
	var says []byte
	ready := func() bool {
		c := exec.Command(n.Shell, n.A, "srun", "--immediate=2", "--nodes=2", "--ntasks-per-node=2", "true")
		c.Env = append(os.Environ(), variable)
		var err error
		says, err = c.CombinedOutput()
		return err == nil
	}
	for end := time.Now().Add(time.Minute); !ready(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			for _, log := range logs {
				text, _ := os.ReadFile(log)
				says = append(says, bytes.TrimSpace(text)...)
			}
			t.Fatalf("Slurm does not start jobs:\n%s", says)
		}
	}
	return variable
}
