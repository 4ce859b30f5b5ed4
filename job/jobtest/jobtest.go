// Package jobtest builds and runs programs for tests of jobs: the launcher, and a rank that does what its arguments request.
package jobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/limit"
	"gasnetgo/internal/signaltest"
)

// Programs are the executables, in a folder of their own.
type Programs struct {
	Dir, Launcher, Rank string
}

// Build compiles them below dir, from anywhere inside the module.
func Build(dir string) (Programs, error) {
	p := Programs{Dir: dir, Launcher: filepath.Join(dir, "gasnetgo"), Rank: filepath.Join(dir, "rank")}
	for out, pkg := range map[string]string{p.Launcher: "gasnetgo/cmd/gasnetgo", p.Rank: "gasnetgo/job/testdata/rank"} {
		if text, err := exec.Command("go", "build", "-o", out, pkg).CombinedOutput(); err != nil {
			return p, fmt.Errorf("go build %s: %w\n%s", pkg, err, text)
		}
	}
	return p, nil
}

// Main is a TestMain's body: it builds, runs the tests and cleans up.
func Main(m *testing.M, keep func(Programs)) int {
	signaltest.Default()
	dir, err := os.MkdirTemp("", "jobtest")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	p, err := Build(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	keep(p)
	return m.Run()
}

// Limited ends a command that has started when it has exceeded a minute in the sense of internal/limit. The context ends with it, or with the test.
func Limited(t *testing.T, cmd *exec.Cmd) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	over, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go limit.Enforce(over, func() {
		cancel()
		_ = cmd.Process.Kill()
	}, cmd.Process.Pid, time.Minute)
	return ctx
}

// Result is what a command left behind.
type Result struct {
	Status      int
	Out, Errors string
}

// Lines are the lines of the standard output.
func (r Result) Lines() []string { return strings.Split(strings.TrimSuffix(r.Out, "\n"), "\n") }

// Command is a command whose environment is ours without the variables that make a process a rank, plus env.
func Command(env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	for _, e := range os.Environ() {
		foreign := false
		for _, prefix := range []string{"GASNETGO_", "PMI", "OMPI_", "SLURM_", "SHMEM_", "SMA_", "HYDRA_", "MPI_", "FLUX_"} {
			foreign = foreign || strings.HasPrefix(e, prefix)
		}
		if !foreign {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// Run runs a command to its end; a minute, in the sense of internal/limit, is far beyond what any needs, and fails the test instead of hanging it.
func Run(t *testing.T, cmd *exec.Cmd) Result {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Start())
	stuck := Limited(t, cmd)
	err := cmd.Wait()
	require.NoError(t, stuck.Err(), "stuck: %v\n%s%s", cmd.Args, out.String(), errs.String())
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	status := cmd.ProcessState.ExitCode()
	return Result{Status: status, Out: out.String(), Errors: errs.String()}
}
