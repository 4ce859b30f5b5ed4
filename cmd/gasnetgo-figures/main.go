// Command gasnetgo-figures implements the commands that draw, gasnetgo figures and gasnetgo sweep, which run it under their own names. It is a separate executable, so that the plotting
// code does not slow the start of every other command down. An installation has it in libexec/gasnetgo.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gasnetgo/cmd/gasnetgo-figures/sweep"
	"gasnetgo/cmd/interrupt"
	"gasnetgo/cmd/simjobs"
	"gasnetgo/cmd/usage"
	"gasnetgo/figures"
	"gasnetgo/internal/progressbar"
	"gasnetgo/job/launcher"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := interrupt.Notify(context.Background())
	defer stop()
	cmd := newCommand()
	if strings.HasSuffix(os.Args[0], "sweep") {
		cmd = sweep.NewCommand()
	}
	var failed *launcher.Error
	switch err := cmd.ExecuteContext(ctx); {
	case errors.Is(err, errNotMet), errors.Is(err, sweep.ErrFailed):
		os.Exit(1)
	case errors.Is(err, errInterrupted), errors.Is(err, sweep.ErrInterrupted):
		usage.Print(err)
		os.Exit(interrupt.Status)
	case errors.As(err, &failed):
		usage.Print(errors.New(failed.Line))
		os.Exit(failed.Status)
	case err != nil:
		usage.Print(err)
		os.Exit(statusUsage)
	}
}

// errNotMet reports that a figure of the table is not met.
var errNotMet = errors.New("a figure is not met")

// errInterrupted reports that a signal has cut the measurement off.
var errInterrupted = errors.New("interrupted")

const statusUsage = 2

const help = `Runs C programs on simulated machines and compares their measurements with published figures of the real machines.

cal: a parameter of the machine was calibrated to the figure, which has to be within 1 %. pred: the model predicts the figure, which has to be within its
tolerance. report: there is no published figure. The status is 1 when a figure is not met, unless the table names the part that the model lacks.

Pictures of the curves, with the published values marked in the colour of their curve, go to --out as SVG and PNG, and the numbers beside them as text.
Ctrl-C ends the measurement and prints the figures whose curves have been measured.`

// options are the options of the command line.
type options struct {
	out      string
	on       string
	markdown bool
	json     bool
	set      []string
	rows     string

	sensitivity bool
}

func newCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:           "gasnetgo-figures [machine...]",
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "gasnetgo figures"},
		Short:         "compare simulated machines with published figures",
		Long:          help,
		Example:       "  gasnetgo figures\n  gasnetgo figures xt3 --out plots\n  gasnetgo figures xt3 --on ./mine.toml",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, machines []string) error {
			table, err := figures.Load()
			if err != nil {
				return err
			}
			rows, err := regexp.Compile(o.rows)
			if err != nil {
				return fmt.Errorf("--rows: %w", err)
			}
			all := table.Machines()
			if len(machines) == 0 {
				machines = all
			}
			for _, m := range machines {
				if !slices.Contains(all, m) {
					return usage.Unknown("machine with figures", m, all)
				}
			}
			if o.rows != "" {
				table = table.Only(func(r *figures.Row) bool { return rows.MatchString(r.Figure) })
				if !slices.ContainsFunc(machines, func(m string) bool { return len(table.Of(m).Rows) > 0 }) {
					return fmt.Errorf("--rows: no figure of %s matches %q", strings.Join(machines, ", "), o.rows)
				}
			}
			if o.json && o.markdown {
				return errors.New("--json and --markdown exclude each other")
			}
			if o.sensitivity {
				if o.json || o.on != "" {
					return errors.New("--sensitivity excludes --json and --on")
				}
				return showSensitivity(cmd.Context(), cmd.OutOrStdout(), table, machines, o)
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), 10*time.Minute)
			defer cancel()
			return showAll(ctx, cmd.OutOrStdout(), table, machines, o)
		},
	}
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.SetFlagErrorFunc(usage.FlagError)
	if table, err := figures.Load(); err == nil {
		cmd.ValidArgs = table.Machines()
	}
	cmd.Flags().StringVar(&o.on, "on", "", "measure on this machine instead: a name or a file, as gasnetgo run has them")
	cmd.Flags().StringVar(&o.out, "out", "figures", `folder for plots and curves; "" writes none`)
	cmd.Flags().BoolVar(&o.markdown, "markdown", false, "print tables for a document")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&o.sensitivity, "sensitivity", false, "change each assumed parameter by 20 % either way, and print what becomes of the predictions (minutes)")
	cmd.Flags().StringVar(&o.rows, "rows", "", "only the figures whose names match this regular expression")
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "set PARAMETER=VALUE of the machine, as in nic.interrupt=1us, to see the effect on the figures")
	return cmd
}

// showAll measures, prints and draws the figures of some machines.
func showAll(ctx context.Context, w io.Writer, table *figures.Table, machines []string, o options) error {
	runs := 0
	for _, m := range machines {
		runs += len(table.Of(m).Runs)
	}
	bar := progressbar.New(os.Stderr, runs)
	defer bar.End()
	var all []figures.Result
	for _, m := range machines {
		part := table.Of(m)
		texts, err := measureAll(ctx, bar, cmp.Or(o.on, m), part.Runs, o.set)
		if err != nil && ctx.Err() == nil {
			return err
		}
		results, err := show(w, bar, part, m, texts, o)
		if err != nil {
			return err
		}
		all = append(all, results...)
		if ctx.Err() != nil {
			break
		}
	}
	bar.End()
	if o.json {
		if err := figures.WriteJSON(w, all); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.New("the measurement takes longer than 10 minutes")
	case ctx.Err() != nil:
		return errInterrupted
	case len(figures.Failed(all)) > 0:
		return errNotMet
	}
	return nil
}

// show prints and draws one machine's figures. A run without a text has been cut off: rows and plots that need it are left out.
func show(w io.Writer, bar *progressbar.Bar, table *figures.Table, machine string, texts [][]byte, o options) (results []figures.Result, err error) {
	curves := figures.Curves{}
	for i, r := range table.Runs {
		if texts[i] == nil {
			continue
		}
		if curves[r.Name], err = figures.ParseCurve(texts[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Program, err)
		}
	}
	whole := table
	table = table.Measured(curves)
	if results, err = table.Compare(curves); err != nil {
		return nil, err
	}
	for i := range results {
		results[i].Machine = machine
	}
	bar.Clear()
	switch {
	case o.json:
	case o.markdown:
		err = figures.WriteMarkdown(w, results)
	default:
		fmt.Fprintf(w, "%s\n\n", heading(machine, o))
		if err = figures.WriteTable(w, results); err == nil {
			fmt.Fprintf(w, "\n%s\n", figures.Summary(results))
			err = table.Sources(w)
		}
		if len(curves) < len(whole.Runs) {
			fmt.Fprintf(w, "cut off: %d of %d curves are measured, and %d of %d figures follow from them\n", len(curves), len(whole.Runs), len(results), len(whole.Rows))
		}
	}
	if err != nil || o.out == "" {
		return results, err
	}
	files, err := save(table, machine, o.out, curves, texts)
	if err == nil && !o.markdown && !o.json {
		fmt.Fprintf(w, "\n%s\n", saved(files, len(curves), o.out))
	}
	return results, err
}

// saved says how many pictures there are, and names the first one.
func saved(files []string, curves int, out string) string {
	pictures := len(files) / len(figures.Formats)
	if pictures == 0 {
		return fmt.Sprintf("%d curves as text in %s", curves, out)
	}
	return fmt.Sprintf("%d pictures (each as SVG and PNG) and %d curves as text in %s; the first picture: %s", pictures, curves, out, files[len(figures.Formats)-1])
}

// heading names the two sides of the comparison.
func heading(machine string, o options) string {
	if o.on != "" {
		machine += ", measured on " + o.on
	}
	if len(o.set) > 0 {
		machine += " with " + strings.Join(o.set, ", ")
	}
	return machine
}

// save writes plots and curves.
func save(table *figures.Table, machine, out string, curves figures.Curves, texts [][]byte) ([]string, error) {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, err
	}
	for i, r := range table.Runs {
		if texts[i] == nil {
			continue
		}
		file := machine + "-" + strings.NewReplacer(", ", "-", " ", "-").Replace(r.Name) + ".txt"
		if err := os.WriteFile(filepath.Join(out, file), texts[i], 0o666); err != nil {
			return nil, err
		}
	}
	return table.Draw(out, machine, curves)
}

// measureAll runs programs, as many at a time as there are cores, and returns their output: nil of those that an error has cut off.
func measureAll(ctx context.Context, bar *progressbar.Bar, machine string, runs []figures.Run, set []string) ([][]byte, error) {
	texts := make([][]byte, len(runs))
	jobs := make([]simjobs.Job, len(runs))
	for i, r := range runs {
		var err error
		if jobs[i], err = newJob(machine, r, set); err != nil {
			return texts, err
		}
	}
	return texts, simjobs.Run(ctx, bar, jobs, func(i int, e *simjobs.Ended) error {
		if e.Err != nil {
			return fmt.Errorf("%s %s on a simulated %s: %w\n%s", runs[i].Program, strings.Join(runs[i].Args, " "), machine, e.Err, e.Complaint)
		}
		texts[i] = e.Output
		return nil
	})
}

// newJob is the command line that runs a program on a simulated machine.
func newJob(machine string, r figures.Run, set []string) (j simjobs.Job, err error) {
	prefix, err := simjobs.Installed()
	if err != nil {
		return j, err
	}
	program := filepath.Join(prefix, "libexec", "gasnetgo", "figures", r.Program)
	if _, err := os.Stat(program); err != nil {
		return j, fmt.Errorf("the programs that measure figures are not installed: %w", err)
	}
	args := []string{"--machine", machine, "-n", strconv.Itoa(r.Ranks)}
	for _, s := range append(slices.Clone(r.Set), set...) {
		args = append(args, "--set", s)
	}
	if r.Counted {
		args = append(args, "--compute", "counted")
	}
	return simjobs.Job{Name: machine + ", " + r.Name, Args: append(append(args, "--", program), r.Args...), Env: r.Env}, nil
}
