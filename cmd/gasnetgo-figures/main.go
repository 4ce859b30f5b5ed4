// Command gasnetgo-figures implements gasnetgo figures, which runs it. It is a separate executable, so that the plotting code does not slow the start of
// every other command down. An installation has it in libexec/gasnetgo.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"gasnetgo/figures"
)

func main() {
	cmd := newCommand()
	switch err := cmd.Execute(); {
	case errors.Is(err, errNotMet):
		os.Exit(1)
	case err != nil:
		fmt.Fprintf(os.Stderr, "gasnetgo: %v\n", err)
		os.Exit(statusUsage)
	}
}

// errNotMet reports that a figure of the table is not met.
var errNotMet = errors.New("a figure is not met")

const statusUsage = 2

const help = `Runs C programs on simulated machines and compares their measurements with published figures of the real machines.

cal: a parameter of the machine was calibrated to the figure, which has to be within 1 %. pred: the model predicts the figure, which has to be within its
tolerance. report: there is no published figure. The status is 1 when a figure is not met, unless the table names the part that the model lacks.

Plots of the curves, with the published values marked, go to --out as SVG and PNG, and the numbers beside them as text.`

// options are the options of the command line.
type options struct {
	out      string
	on       string
	markdown bool
	set      []string
}

func newCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:           "gasnetgo figures [machine...]",
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
			all := table.Machines()
			if len(machines) == 0 {
				machines = all
			}
			for _, m := range machines {
				if !slices.Contains(all, m) {
					return fmt.Errorf("no figures of %q; there are figures of %s", m, strings.Join(all, ", "))
				}
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), 10*time.Minute)
			defer cancel()
			failed := 0
			for _, m := range machines {
				n, err := show(ctx, cmd.OutOrStdout(), table.Of(m), m, o)
				if err != nil {
					return err
				}
				failed += n
			}
			if failed > 0 {
				return errNotMet
			}
			return nil
		},
	}
	cmd.CompletionOptions.HiddenDefaultCmd = true
	cmd.Flags().StringVar(&o.on, "on", "", "measure on this machine instead: a name or a file, as gasnetgo run has them")
	cmd.Flags().StringVar(&o.out, "out", "figures", `folder for plots and curves; "" writes none`)
	cmd.Flags().BoolVar(&o.markdown, "markdown", false, "print tables for a document")
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "set PARAMETER=VALUE of the machine, as in nic.interrupt=1us, to see the effect on the figures")
	return cmd
}

// show measures, prints and draws one machine's figures, and returns the number that are not met.
func show(ctx context.Context, w io.Writer, table *figures.Table, machine string, o options) (int, error) {
	texts, err := measureAll(ctx, cmp.Or(o.on, machine), table.Runs, o.set)
	if err != nil {
		return 0, err
	}
	curves := figures.Curves{}
	for i, r := range table.Runs {
		if curves[r.Name], err = figures.ParseCurve(texts[i]); err != nil {
			return 0, fmt.Errorf("%s: %w", r.Program, err)
		}
	}
	results, err := table.Compare(curves)
	if err != nil {
		return 0, err
	}
	if o.markdown {
		err = figures.WriteMarkdown(w, results)
	} else {
		fmt.Fprintf(w, "%s\n\n", heading(machine, o))
		if err = figures.WriteTable(w, results); err == nil {
			fmt.Fprintln(w)
			err = table.Sources(w)
		}
	}
	if err != nil {
		return 0, err
	}
	failed := len(figures.Failed(results))
	if o.out == "" {
		return failed, nil
	}
	files, err := save(table, machine, o.out, curves, texts)
	if err == nil && !o.markdown {
		fmt.Fprintf(w, "\n%d plots and %d curves in %s\n\n", len(files), len(texts), o.out)
	}
	return failed, err
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
		file := machine + "-" + strings.NewReplacer(", ", "-", " ", "-").Replace(r.Name) + ".txt"
		if err := os.WriteFile(filepath.Join(out, file), texts[i], 0o666); err != nil {
			return nil, err
		}
	}
	return table.Draw(out, machine, curves)
}

// measureAll runs programs, as many at a time as there are cores, and returns their output.
func measureAll(ctx context.Context, machine string, runs []figures.Run, set []string) ([][]byte, error) {
	texts := make([][]byte, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for i, r := range runs {
		group.Go(func() (err error) {
			texts[i], err = measure(ctx, machine, r, set)
			return err
		})
	}
	return texts, group.Wait()
}

// measure runs a program on a simulated machine with gasnetgo, and returns its output.
func measure(ctx context.Context, machine string, r figures.Run, set []string) ([]byte, error) {
	prefix, err := installed()
	if err != nil {
		return nil, err
	}
	program := filepath.Join(prefix, "libexec", "gasnetgo", "figures", r.Program)
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("the programs that measure figures are not installed: %w", err)
	}
	args := []string{"run", "--machine", machine, "-n", strconv.Itoa(r.Ranks)}
	for _, s := range append(slices.Clone(r.Set), set...) {
		args = append(args, "--set", s)
	}
	args = append(append(args, "--", program), r.Args...)
	cmd := exec.CommandContext(ctx, filepath.Join(prefix, "bin", "gasnetgo"), args...)
	cmd.WaitDelay = 5 * time.Second
	var text, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s on a simulated %s: %w\n%s", r.Program, strings.Join(r.Args, " "), machine, err, strings.TrimSpace(complaint.String()))
	}
	return text.Bytes(), nil
}

// installed is the installation that this executable belongs to.
func installed() (prefix string, err error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return "", fmt.Errorf("cannot find the installation: %w", err)
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(exe))), nil
}
