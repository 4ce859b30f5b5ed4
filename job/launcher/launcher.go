// Package launcher is gasnetgo run without its flags: find the program, lay the descriptors, start the ranks, pass signals on, label
// output. Everything that a library would not do to its process lives here rather than in package job.
package launcher

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
)

// Config is what the user asked for.
type Config struct {
	Ranks   int
	Program string
	Args    []string      // without the program's name
	Env     []string      // K=V to add to the environment, or to change in it
	Dir     string        // working directory of the ranks; empty: ours
	Bind    string        // none, core, or a list of cores
	Tag     bool          // label every line of output with its rank
	Quiet   bool          // say nothing about how the job went
	Timeout time.Duration // of the job; 0: none
	Term    time.Duration // from SIGTERM to SIGKILL; 0: no limit
	Stdout  *os.File      // nil: os.Stdout
	Stderr  *os.File      // nil: os.Stderr
}

// Exit statuses of our own, as shells have them.
const (
	StatusUsage         = 2
	StatusTimeout       = 124
	StatusNotExecutable = 126
	StatusNotFound      = 127
)

// Error is a job that could not be started: one line, and the status to leave with.
type Error struct {
	Line   string
	Status int
}

// Error is the line.
func (e *Error) Error() string { return e.Line }

func failure(status int, format string, args ...any) *Error {
	return &Error{Line: fmt.Sprintf(format, args...), Status: status}
}

// Run starts the job, blocks until all of it is over, and answers its status. An *Error means that it did not start.
func Run(c Config) (int, error) {
	if c.Ranks < 1 || c.Ranks > job.MaxRanks {
		return 0, failure(StatusUsage, "-n %d: a job on this host has 1 to %d ranks; one on a simulated machine (--machine) has more", c.Ranks, job.MaxRanks)
	}
	cpus, err := Binding(c.Bind)
	if err != nil {
		return 0, err
	}
	path, err := Find(c.Program, c.Dir)
	if err != nil {
		return 0, err
	}
	signals := Catch()
	defer signal.Stop(signals)
	s, out, err := c.start(path, cpus)
	if err != nil {
		return 0, err
	}
	stop := forward(signals, s, c.Term)
	outcome := s.Wait()
	stop()
	out.Drain()
	if !outcome.Joined && !c.Quiet {
		if line := Unused(c.Program, path, outcome.Status); line != "" {
			_, _ = io.WriteString(out.stderr, "gasnetgo: "+line+"\n")
		}
	}
	return outcome.Status, nil
}

func (c *Config) start(path string, cpus []int) (*job.Supervisor, *streams, error) {
	env := Merge(os.Environ(), c.Env)
	addresses, err := knob.Read(LookupIn(env)).Enum(knob.Addresses)
	if err != nil {
		return nil, nil, failure(StatusUsage, "%v", err)
	}
	file, err := job.NewFile(c.Ranks)
	if err != nil {
		return nil, nil, failure(1, "%v", err)
	}
	out, err := newStreams(c)
	if err != nil {
		return nil, nil, failure(1, "%v", err)
	}
	spec := job.Spec{Path: path, Args: append([]string{c.Program}, c.Args...), Env: env, Dir: c.Dir, Size: c.Ranks, Count: c.Ranks,
		SameAddresses: addresses == "same", FD: file.FD, Control: file, CPUs: cpus, Streams: out.open, Timeout: c.Timeout}
	if !c.Quiet {
		spec.Report = func(line string) {
			out.CatchUp()
			_, _ = io.WriteString(out.stderr, "gasnetgo: "+fault.Short(line)+"\n")
		}
	}
	s, err := job.Supervise(spec)
	out.started()
	switch {
	case err == nil:
		return s, out, nil
	case errors.Is(err, unix.ENOENT):
		if c.Dir != "" {
			if _, bad := os.Stat(c.Dir); bad != nil {
				return nil, nil, failure(StatusNotExecutable, "--wdir %s: no such directory", c.Dir)
			}
		}
		return nil, nil, failure(StatusNotFound, "%s: its interpreter (the #! line, or the dynamic loader) was not found", path)
	case errors.Is(err, unix.EMFILE):
		return nil, nil, failure(StatusNotExecutable, "cannot start %d ranks of %s: too many files are open (ulimit -n)", c.Ranks, path)
	case errors.Is(err, unix.ENOEXEC):
		return nil, nil, failure(StatusNotExecutable, "%s: not an executable of this machine, nor a script with a #! line", path)
	}
	return nil, nil, failure(StatusNotExecutable, "cannot start %s: %v", path, err)
}

// Merge is env with the additions, the later of two winning.
func Merge(env, add []string) []string {
	if len(add) == 0 {
		return env
	}
	changed := map[string]bool{}
	for _, e := range add {
		changed[nameOf(e)] = true
	}
	out := make([]string, 0, len(env)+len(add))
	for _, e := range env {
		if !changed[nameOf(e)] {
			out = append(out, e)
		}
	}
	return append(out, add...)
}

// LookupIn reads variables of an environment that is not this process's.
func LookupIn(env []string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := len(env) - 1; i >= 0; i-- {
			if nameOf(env[i]) == name {
				return strings.TrimPrefix(env[i][len(name):], "="), true
			}
		}
		return "", false
	}
}

func nameOf(e string) string {
	for i := 0; i < len(e); i++ {
		if e[i] == '=' {
			return e[:i]
		}
	}
	return e
}
