// Package simjobs runs many jobs of gasnetgo run at once, one on each core of this host.
package simjobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gasnetgo/cmd/interrupt"
	"gasnetgo/internal/progressbar"
)

// Job is one command line of gasnetgo run.
type Job struct {
	Name string   // for the progress bar
	Args []string // behind gasnetgo run
	Env  []string // besides this process's environment, K=V
}

// Ended is how a job has ended.
type Ended struct {
	Output    []byte // its standard output
	Complaint string // its standard error, without spaces around it
	Err       error  // nil: status 0
}

// Status is the job's exit status; -1 if it did not start or a signal has ended it.
func (e *Ended) Status() int {
	var exit *exec.ExitError
	switch {
	case e.Err == nil:
		return 0
	case errors.As(e.Err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// endTime is how long a job that a cancelled context has killed may keep its output open.
const endTime = 5 * time.Second

// Run runs jobs, as many at a time as there are cores, and passes the end of each to ended, one at a time. An error of ended cancels the jobs that have not ended, and Run returns it. Jobs that
// the end of ctx has cancelled are not passed to ended, and Run returns the context's error.
func Run(ctx context.Context, bar *progressbar.Bar, jobs []Job, ended func(i int, e *Ended) error) error {
	prefix, err := Installed()
	if err != nil {
		return err
	}
	command := filepath.Join(prefix, "bin", "gasnetgo")
	return Pool(ctx, runtime.NumCPU(), func(i int) bool { return i < len(jobs) }, func(ctx context.Context, i int) func() error {
		bar.Begin(jobs[i].Name)
		e := One(ctx, command, &jobs[i])
		bar.Done()
		return func() error { return ended(i, e) }
	})
}

// Pool calls work for 0, 1, 2 and so on, in so many goroutines, as long as more says that there is a next one, and then what work has returned. more and what work has returned are called one at a time. An
// error cancels the context of work, and Pool returns it. What work returns is not called once ctx has ended; then Pool returns the context's error.
func Pool(ctx context.Context, workers int, more func(i int) bool, work func(ctx context.Context, i int) func() error) error {
	var mu sync.Mutex
	next := 0
	group, ctx := errgroup.WithContext(ctx)
	for range max(workers, 1) {
		group.Go(func() error {
			for {
				mu.Lock()
				i := next
				if !more(i) {
					mu.Unlock()
					return nil
				}
				next++
				mu.Unlock()
				if err := ctx.Err(); err != nil {
					return err
				}
				over := work(ctx, i)
				if err := ctx.Err(); err != nil {
					return err
				}
				mu.Lock()
				err := over()
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// One runs a job to its end. command is the path of gasnetgo.
func One(ctx context.Context, command string, j *Job) *Ended {
	cmd := exec.CommandContext(ctx, command, append([]string{"run"}, j.Args...)...)
	cmd.Env = append(os.Environ(), j.Env...)
	cmd.WaitDelay = endTime
	var text, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &complaint
	err := cmd.Run()
	if err != nil {
		if state := cmd.ProcessState; state != nil && (!state.Exited() || state.ExitCode() == interrupt.Status) {
			interrupt.Arrived(ctx)
		}
	}
	return &Ended{text.Bytes(), strings.TrimSpace(complaint.String()), err}
}

// Installed is the installation that this executable, in libexec/gasnetgo, belongs to.
func Installed() (prefix string, err error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return "", fmt.Errorf("cannot find the installation: %w", err)
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(exe))), nil
}
