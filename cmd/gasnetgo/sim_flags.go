package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/sim/fault"
	"gasnetgo/sim/spec"
)

// simFlags are the flags of gasnetgo run for a simulated machine.
type simFlags struct {
	machine string
	set     []string
	stack   string
	cost    string

	trace    string
	stats    string
	report   string
	progress string
	compute  string
	silence  string
	spin     string
	ahead    string
	carry    string
	check    string
	suppress string
	gdb      string
	shuffle  string
	fault    []string
	log      string
}

const localMachine = "local"

// simOnly are the flags that only simulated machines have.
var simOnly = []string{"set", "stack", "cost", "trace", "stats", "report", "progress", "compute", "silence", "spin", "ahead", "carry", "check", "suppress", "shuffle", "shuffle-log", "fault"}

func (f *simFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.machine, "machine", localMachine, "machine to run on: local, a simulated one (gasnetgo machines), or a file that describes one")
	flags.StringArrayVar(&f.set, "set", nil, "PARAMETER=VALUE of the simulated machine, as in nic.interrupt=1us")
	flags.StringVar(&f.stack, "stack", "", "bytes of a simulated rank's stack, as in 8M")
	flags.StringVar(&f.cost, "cost", "", "FILE: write the cost of the simulation there as JSON: real time, memory, events, messages")
	flags.StringVar(&f.trace, "trace", "", "FILE: write a trace of the simulated machine there, for the Perfetto viewer (ui.perfetto.dev); compressed if the name ends in .gz")
	flags.StringVar(&f.stats, "stats", "", "count operations of simulated ranks, nodes and links: tables on standard error, or with =FILE as JSON")
	flags.Lookup("stats").NoOptDefVal = spec.Text
	flags.StringVar(&f.report, "report", "", "FILE: write a page about the simulated job there, for a browser (gasnetgo report --help)")
	flags.StringVar(&f.progress, "progress", "auto", "show the progress of a simulated job: auto (if standard error is a terminal), always, never")
	flags.StringVar(&f.compute, "compute", "", "virtual time between library calls: free (none), measured[:SCALE] (the CPU time on this host times SCALE), counted (what the instructions of programs that oshcc --count has compiled cost on the machine), record=FILE (measured, and written there by call sites), FILE[:SCALE] (as recorded)")
	flags.StringVar(&f.ahead, "ahead", "auto", "prefetch the simulation's memory: on, off, or auto (the faster one); it changes only the real time")
	flags.StringVar(&f.carry, "carry", "on", "find loops of simulated ranks that only poll memory, and have the ranks sleep until it changes: on, or off")
	flags.StringVar(&f.check, "check", "", "report accesses to the same memory that conflict and that nothing orders, of simulated ranks whose program oshcc --check has compiled, on standard error, or with =FILE as JSON, too")
	flags.Lookup("check").NoOptDefVal = spec.Text
	flags.StringVar(&f.suppress, "suppress", "", "FILE: patterns of races that --check is not to report, one or two to a line")
	defineGDB(flags, &f.gdb)
	f.defineShuffle(flags)
	flags.StringArrayVar(&f.fault, "fault", nil, "KIND:KEY=VALUE,...: break the simulated machine, as in drop:p=0.01,seed=3 or down:from=0,to=1,after=10us,for=1ms; kinds are "+strings.Join(fault.Kinds(), ", "))
	flags.StringVar(&f.spin, "spin", "2s", "TIME[:SCALE]: when a simulated rank has computed so long without a library call, computing takes virtual time from then on, the CPU time on this host times SCALE; 0: never")
	flags.StringVar(&f.silence, "silence", "10s", "report a simulated rank that makes no library call for this real time; 0: never")
}

// refuse returns an error for a flag that only simulated machines have.
func (f *simFlags) refuse(flags *pflag.FlagSet) error {
	for _, name := range simOnly {
		if f.machine == localMachine && flags.Changed(name) {
			return fmt.Errorf("--%s is about simulated machines, and this job runs on the machine itself (--machine, gasnetgo machines)", name)
		}
	}
	return nil
}

// settle copies the flags to the job.
func (f *simFlags) settle(s *spec.Spec) (err error) {
	if f.stack != "" {
		if s.Stack, err = knob.ParseSize(f.stack); err != nil {
			return fmt.Errorf("--stack %s: %w", f.stack, err)
		}
	}
	s.Stats, s.Check = f.stats, f.check
	if f.suppress != "" && f.check == "" {
		return fmt.Errorf("--suppress %s: it is about --check, which is not given", f.suppress)
	}
	for _, file := range []struct {
		flag string
		to   *string
	}{{f.cost, &s.Cost}, {f.trace, &s.Trace}, {f.stats, &s.Stats}, {f.check, &s.Check}, {f.suppress, &s.Suppress}} {
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
	if err = computing(f.compute, s); err != nil {
		return err
	}
	switch f.ahead {
	case spec.Auto, spec.On, spec.Off:
		s.Ahead = f.ahead
	default:
		return fmt.Errorf("--ahead %s: auto, on or off", f.ahead)
	}
	switch f.carry {
	case spec.On, spec.Off:
		s.Carry = f.carry
	default:
		return fmt.Errorf("--carry %s: on or off", f.carry)
	}
	for _, rule := range f.fault {
		if _, err = fault.Parse(rule); err != nil {
			return err
		}
	}
	s.Fault = f.fault
	if err = f.settleShuffle(s); err != nil {
		return err
	}
	if s.Spin, s.SpinScale, err = spinLimit(f.spin); err != nil {
		return err
	}
	if s.Silence, err = knob.ParseDuration(f.silence); err != nil {
		return fmt.Errorf("--silence %s: %w", f.silence, err)
	}
	return nil
}

// writable checks that the job's output files can be written, before the job runs. It creates missing files.
func (f *simFlags) writable(s *spec.Spec) error {
	for _, file := range []struct{ flag, path string }{{"cost", s.Cost}, {"trace", s.Trace}, {"stats", s.Stats}, {"compute record", s.Record}, {"check", s.Check}} {
		if file.path == "" || file.path == spec.Text {
			continue
		}
		if at, err := os.Stat(file.path); err == nil && at.Mode()&os.ModeNamedPipe != 0 {
			continue // a pipe's reader would take the close after this check for the end of the file
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

// spinLimit is the value of --spin.
func spinLimit(text string) (limit time.Duration, scale float64, err error) {
	limitText, scaleText, given := strings.Cut(text, ":")
	scale = 1
	if given {
		if scale, err = strconv.ParseFloat(scaleText, 64); err != nil || !(scale > 0 && scale <= 1e6) {
			return 0, 0, fmt.Errorf("--spin %s: the scale is a number above 0, as in 2s:0.5", text)
		}
	}
	if limit, err = knob.ParseDuration(limitText); err != nil {
		return 0, 0, fmt.Errorf("--spin %s: %w", text, err)
	}
	return limit, scale, nil
}
