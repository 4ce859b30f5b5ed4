package main

import (
	"bytes"
	"context"
	"fmt"
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

const figuresHelp = `Runs C programs on simulated machines and compares what they measure with what papers have published of the real ones.

cal: a parameter of the machine was chosen to reproduce the figure; it has to be within 1 %. pred: the figure comes out by itself and has to be within its
tolerance. report: nothing was published to compare with. The status is 1 when a figure is not met, unless the table names the part that the model lacks.

Plots of the curves, with the published values marked, go to --out as SVG and PNG, and the numbers beside them as text.`

// newFiguresCommand is gasnetgo figures.
func newFiguresCommand() *cobra.Command {
	var out string
	var markdown bool
	var set []string
	cmd := &cobra.Command{
		Use:     "figures [machine...]",
		Short:   "compare simulated machines with published figures",
		Long:    figuresHelp,
		Example: "  gasnetgo figures\n  gasnetgo figures xt3 --out plots",
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
					return fmt.Errorf("no figures of %q; there are some of %s", m, strings.Join(all, ", "))
				}
			}
			cmd.SilenceUsage = true
			ctx, cancel := context.WithTimeout(cmd.Context(), 10*time.Minute)
			defer cancel()
			failed := 0
			for _, m := range machines {
				n, err := showFigures(ctx, cmd, table.Of(m), m, out, markdown, set)
				if err != nil {
					return err
				}
				failed += n
			}
			if failed > 0 {
				return exitStatus(1)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "figures", `folder for plots and curves; "" writes none`)
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print tables for a document")
	cmd.Flags().StringArrayVar(&set, "set", nil, "PARAMETER=VALUE of the machine, as in nic.interrupt=1us: what would the figures be?")
	return cmd
}

// showFigures measures, prints and draws one machine's figures, and answers how many are not met.
func showFigures(ctx context.Context, cmd *cobra.Command, table *figures.Table, machine, out string, markdown bool, set []string) (int, error) {
	texts, err := measureFigures(ctx, machine, table.Runs, set)
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
	w := cmd.OutOrStdout()
	if markdown {
		err = figures.WriteMarkdown(w, results)
	} else {
		fmt.Fprintf(w, "%s\n\n", machine)
		if err = figures.WriteTable(w, results); err == nil {
			fmt.Fprintln(w)
			err = table.Sources(w)
		}
	}
	if err != nil {
		return 0, err
	}
	failed := len(figures.Failed(results))
	if out == "" {
		return failed, nil
	}
	files, err := saveFigures(table, machine, out, curves, texts)
	if err == nil && !markdown {
		fmt.Fprintf(w, "\n%d plots and %d curves in %s\n\n", len(files), len(texts), out)
	}
	return failed, err
}

// saveFigures writes plots and curves.
func saveFigures(table *figures.Table, machine, out string, curves figures.Curves, texts [][]byte) ([]string, error) {
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

// measureFigures runs programs, as many at a time as there are cores, and answers what they print.
func measureFigures(ctx context.Context, machine string, runs []figures.Run, set []string) ([][]byte, error) {
	texts := make([][]byte, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for i, r := range runs {
		group.Go(func() (err error) {
			texts[i], err = measureFigure(ctx, machine, r, set)
			return err
		})
	}
	return texts, group.Wait()
}

// measureFigure has this same executable run a program on a simulated machine, and answers what it prints.
func measureFigure(ctx context.Context, machine string, r figures.Run, set []string) ([]byte, error) {
	at, err := installed()
	if err != nil {
		return nil, err
	}
	program := filepath.Join(at.prefix, "libexec", "gasnetgo", "figures", r.Program)
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("the programs that measure figures are not installed: %w", err)
	}
	args := []string{"run", "--machine", machine, "-n", strconv.Itoa(r.Ranks)}
	for _, s := range append(slices.Clone(r.Set), set...) {
		args = append(args, "--set", s)
	}
	args = append(append(args, "--", program), r.Args...)
	cmd := exec.CommandContext(ctx, filepath.Join(at.prefix, "bin", "gasnetgo"), args...)
	cmd.WaitDelay = 5 * time.Second
	var text, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s on a simulated %s: %w\n%s", r.Program, strings.Join(r.Args, " "), machine, err, strings.TrimSpace(complaint.String()))
	}
	return text.Bytes(), nil
}
