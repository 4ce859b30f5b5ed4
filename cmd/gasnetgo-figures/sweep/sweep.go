// Package sweep is gasnetgo sweep: it runs a program on a simulated machine with all combinations of parameters and numbers of ranks, and tabulates and draws what the program prints.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/simjobs"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/progressbar"
	"gasnetgo/job/launcher"
	"gasnetgo/sim/machine"
)

// Errors that set the status of the command.
var (
	ErrFailed      = errors.New("a run has failed")
	ErrInterrupted = errors.New("interrupted")
)

const help = `Run a program on a simulated machine with all combinations of parameters (--set) and numbers of ranks (-n), one run on each core of this host, and print a table.

Values come from the program's output: each named group of a regular expression, --value 'time: (?P<us>[0-9.]+)', is a column. Where the expression matches several
times the last match counts; ^ and $ are the begin and the end of a line. A column has the virtual time of the job, whatever the program prints.

The folder --out gets table.csv, table.json, a picture of each value (SVG and PNG), and in runs/ a file for each run with its output. A run whose file exists is not run
again, so the same command continues a sweep that was stopped, and another --value reads the same output. A run that failed, a changed program, machine, argument or
installation is run again; --fresh runs everything again.

A run that fails, or whose output has no value, is a row with the reason as its status, and the status of the command is 1.`

// options are the options of the command line.
type options struct {
	machines, ranks string
	set, values     []string
	out             string
	csv, json       bool
	fresh           bool

	env                     []string
	compute, timeout, stack string
}

// NewCommand is gasnetgo sweep.
func NewCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "gasnetgo-sweep --machine MACHINE [-n LIST] [--set PARAMETER=LIST] [--value REGEX] [flags] [--] program [arguments]",
		Short: "run a program over a grid of machine parameters",
		Long:  help,
		Example: "  gasnetgo sweep --machine xt3 --set nic.interrupt=0.5us,1us,2us -n 16,64,256 --value 'wall time: (?P<us>[0-9.]+)' -- ./prog\n" +
			"  gasnetgo sweep --machine xt3,xt4 -n 2 --csv ./prog",
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "gasnetgo sweep"},
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no program given; try: gasnetgo sweep --machine xt3 -n 16,64 ./program")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), cmd.OutOrStdout(), args) },
	}
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.SetFlagErrorFunc(usage.FlagError)
	f := cmd.Flags()
	f.SetInterspersed(false) // what follows the program is the program's
	f.StringVar(&o.machines, "machine", "", "simulated machines, or files that describe them, with commas between")
	f.StringVarP(&o.ranks, "n", "n", "1", "numbers of ranks, as in 16,64,256")
	f.StringArrayVar(&o.set, "set", nil, "PARAMETER=LIST of the machine, as in nic.interrupt=0.5us,1us,2us; may be repeated for further parameters")
	f.StringArrayVar(&o.values, "value", nil, "regular expression for the output, whose named groups are columns, as in 'time: (?P<us>[0-9.]+)'; may be repeated")
	f.StringVar(&o.out, "out", "sweep", "folder for tables, pictures and the output of runs")
	f.BoolVar(&o.csv, "csv", false, "print CSV")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.fresh, "fresh", false, "run everything again")
	f.StringArrayVarP(&o.env, "env", "x", nil, "K=V: set a variable for the ranks")
	f.StringVar(&o.compute, "compute", "", "virtual time between library calls, as gasnetgo run has it")
	f.StringVar(&o.timeout, "timeout", "", "end a run after this time, with status 124: seconds, or as in 90s, 2m")
	f.StringVar(&o.stack, "stack", "", "bytes of a rank's stack, as in 8M")
	for flag, list := range map[string][]string{"machine": machine.Names(), "compute": {"free", "measured", "counted"}} {
		if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveDefault)); err != nil {
			panic(err) // the flag is defined
		}
	}
	return cmd
}

// flags are the further flags of each run.
func (o *options) flags() (list []string) {
	for _, e := range o.env {
		list = append(list, "--env", e)
	}
	for _, f := range []struct{ name, value string }{{"--compute", o.compute}, {"--timeout", o.timeout}, {"--stack", o.stack}} {
		if f.value != "" {
			list = append(list, f.name+"="+f.value)
		}
	}
	return list
}

// run makes the sweep.
func (o *options) run(ctx context.Context, w io.Writer, command []string) error {
	if o.csv && o.json {
		return errors.New("--csv and --json exclude each other")
	}
	g, err := newGrid(o.machines, o.ranks, o.set)
	if err != nil {
		return err
	}
	values, err := newReader(o.values)
	if err != nil {
		return err
	}
	points, err := g.points()
	if err != nil {
		return err
	}
	path, err := launcher.Find(command[0], "")
	if err != nil {
		return err
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	p, err := newProgram(path, command, o.flags())
	if err != nil {
		return err
	}
	records, reused, err := o.measure(ctx, g, p, points)
	if err != nil && ctx.Err() == nil {
		return err
	}
	t := &table{program: filepath.Base(path), grid: g, values: values.names}
	for i := range points {
		t.rows = append(t.rows, newRow(&points[i], records[i], values))
	}
	if err := o.show(w, t, reused); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ErrInterrupted
	case t.failed() > 0:
		return ErrFailed
	}
	return nil
}

// measure runs what has no record yet. The record of a run that was cut off is nil. reused is how many had one.
func (o *options) measure(ctx context.Context, g grid, p *program, points []point) (records []*record, reused int, err error) {
	dir := filepath.Join(o.out, "runs")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, 0, fmt.Errorf("--out: %w", err)
	}
	costs, err := os.MkdirTemp("", "gasnetgo-sweep-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(costs)
	records = make([]*record, len(points))
	var jobs []simjobs.Job
	var of []int // their points
	costOf := func(i int) string { return filepath.Join(costs, fmt.Sprint(i)) }
	for i := range points {
		if !o.fresh {
			records[i] = load(filepath.Join(dir, p.file(&points[i])))
		}
		if records[i] == nil {
			of = append(of, i)
			jobs = append(jobs, p.job(&points[i], g.name(&points[i]), costOf(i)))
		}
	}
	bar := progressbar.New(os.Stderr, len(jobs))
	defer bar.End()
	err = simjobs.Run(ctx, bar, jobs, func(k int, e *simjobs.Ended) error {
		i := of[k]
		records[i] = newRecord(p, &points[i], e, costOf(i))
		return records[i].save(filepath.Join(dir, p.file(&points[i])))
	})
	return records, len(points) - len(jobs), err
}

// show writes tables and pictures.
func (o *options) show(w io.Writer, t *table, reused int) error {
	for name, write := range map[string]func(io.Writer) error{"table.csv": t.writeCSV, "table.json": t.writeJSON} {
		file, err := os.Create(filepath.Join(o.out, name))
		if err != nil {
			return err
		}
		if err := errors.Join(write(file), file.Close()); err != nil {
			return err
		}
	}
	pictures, err := t.draw(o.out)
	if err != nil {
		return err
	}
	switch {
	case o.csv:
		return t.writeCSV(w)
	case o.json:
		return t.writeJSON(w)
	}
	if err := t.writeText(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d runs, %d of them measured before, %d not ok; tables and the output of runs are in %s\n", len(t.rows), reused, t.failed(), o.out)
	for i := 1; i < len(pictures); i += 2 {
		fmt.Fprintf(w, "picture: %s\n", pictures[i])
	}
	return nil
}
