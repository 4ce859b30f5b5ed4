package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/sim/spec"
)

// simFlags are what gasnetgo run says of a simulated machine.
type simFlags struct {
	machine string
	set     []string
	stack   string
	cost    string

	trace    string
	stats    string
	progress string
	compute  string
	silence  string
	ahead    string
}

const localMachine = "local"

// simOnly are the flags that mean nothing on the machine itself.
var simOnly = []string{"set", "stack", "cost", "trace", "stats", "progress", "compute", "silence", "ahead"}

func (f *simFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.machine, "machine", localMachine, "machine to run on: local, a simulated one (gasnetgo machines), or a file that describes one")
	flags.StringArrayVar(&f.set, "set", nil, "PARAMETER=VALUE of the simulated machine, as in nic.interrupt=1us")
	flags.StringVar(&f.stack, "stack", "", "bytes of a simulated rank's stack, as in 8M")
	flags.StringVar(&f.cost, "cost", "", "FILE: write there what the simulation itself has taken, as JSON: real time, memory, events, messages")
	flags.StringVar(&f.trace, "trace", "", "FILE: write there what happens on the simulated machine, for the Perfetto viewer (ui.perfetto.dev); packed if it ends in .gz")
	flags.StringVar(&f.stats, "stats", "", "count what simulated ranks, nodes and links do: tables on standard error, or with =FILE as JSON")
	flags.Lookup("stats").NoOptDefVal = spec.Text
	flags.StringVar(&f.progress, "progress", "auto", "show how far a simulated job is: auto (if standard error is a terminal), always, never")
	flags.StringVar(&f.compute, "compute", "free", "time between library calls on a simulated machine: free, or measured[:SCALE], the CPU time it took here times SCALE")
	flags.StringVar(&f.ahead, "ahead", "auto", "have the simulation fetch memory that it will use soon: on, off, or auto, what is quicker; nothing but real time depends on it")
	flags.StringVar(&f.silence, "silence", "10s", "name a simulated rank that runs for so long, in real time, without a library call; 0: never")
}

// refuse says which flag has been given in vain.
func (f *simFlags) refuse(flags *pflag.FlagSet) error {
	for _, name := range simOnly {
		if f.machine == localMachine && flags.Changed(name) {
			return fmt.Errorf("--%s is about simulated machines, and this job runs on the machine itself (--machine, gasnetgo machines)", name)
		}
	}
	return nil
}

// settle puts the flags into the job.
func (f *simFlags) settle(s *spec.Spec) (err error) {
	if f.stack != "" {
		if s.Stack, err = knob.ParseSize(f.stack); err != nil {
			return fmt.Errorf("--stack %s: %w", f.stack, err)
		}
	}
	s.Stats = f.stats
	for _, file := range []struct {
		flag string
		to   *string
	}{{f.cost, &s.Cost}, {f.trace, &s.Trace}, {f.stats, &s.Stats}} {
		if file.flag != "" && file.flag != spec.Text {
			if *file.to, err = filepath.Abs(file.flag); err != nil {
				return err
			}
		}
	}
	if f.trace == spec.Text {
		return fmt.Errorf("--trace %s: a file's name is needed", f.trace)
	}
	if s.Progress, err = progress(f.progress); err != nil {
		return err
	}
	if s.Compute, err = computeScale(f.compute); err != nil {
		return err
	}
	switch f.ahead {
	case spec.Auto, spec.On, spec.Off:
		s.Ahead = f.ahead
	default:
		return fmt.Errorf("--ahead %s: auto, on or off", f.ahead)
	}
	if s.Silence, err = knob.ParseDuration(f.silence); err != nil {
		return fmt.Errorf("--silence %s: %w", f.silence, err)
	}
	return nil
}

// writable says which of the job's files cannot be written, before the job takes its time. Those that are not there yet are made.
func (f *simFlags) writable(s *spec.Spec) error {
	for _, file := range []struct{ flag, path string }{{"cost", s.Cost}, {"trace", s.Trace}, {"stats", s.Stats}} {
		if file.path == "" || file.path == spec.Text {
			continue
		}
		if at, err := os.Stat(file.path); err == nil && at.Mode()&os.ModeNamedPipe != 0 {
			continue // who reads it would take the end of this trial for the end of the file
		}
		out, err := os.OpenFile(file.path, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("--%s: %w", file.flag, err)
		}
		out.Close()
	}
	return nil
}

func progress(when string) (bool, error) {
	switch when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		_, err := unix.IoctlGetTermios(int(os.Stderr.Fd()), unix.TCGETS)
		return err == nil, nil
	}
	return false, fmt.Errorf("--progress %s: auto, always or never", when)
}

// computeScale is how many times the CPU time between library calls counts.
func computeScale(text string) (float64, error) {
	how, scale, given := strings.Cut(text, ":")
	switch {
	case text == "free":
		return 0, nil
	case how == "measured" && !given:
		return 1, nil
	case how == "measured":
		if v, err := strconv.ParseFloat(scale, 64); err == nil && v > 0 && v <= 1e6 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("--compute %s: free, measured, or measured:SCALE with a number above 0, as in measured:0.5", text)
}
