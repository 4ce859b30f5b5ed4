package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gasnetgo/figures"
	"gasnetgo/internal/progressbar"
	"gasnetgo/sim/machine"
)

// factors are what assumed parameters are multiplied by.
var factors = [...]float64{0.8, 1.2}

// showSensitivity measures the predictions of some machines with each assumed parameter changed, and prints how far they move.
func showSensitivity(ctx context.Context, w io.Writer, table *figures.Table, machines []string, o options) error {
	for _, name := range machines {
		part := table.Only(func(r *figures.Row) bool { return r.Use == figures.Predicted && slices.Contains(r.Machines, name) })
		part.Plots = nil
		if len(part.Rows) == 0 {
			continue
		}
		list, refused, err := sensitivity(ctx, part.Of(name), name, o.set)
		if err != nil {
			if ctx.Err() != nil {
				return errInterrupted
			}
			return err
		}
		if !o.markdown {
			fmt.Fprintf(w, "%s: predictions with each assumed parameter changed by 20 %% either way\n\n", name)
		}
		if err := figures.WriteSensitivity(w, list, o.markdown); err != nil {
			return err
		}
		for _, change := range refused {
			fmt.Fprintf(w, "\nnot measured: %s\n", change)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// sensitivity measures the predictions of a machine. refused are changes with which its programs do not run, and why.
func sensitivity(ctx context.Context, table *figures.Table, name string, set []string) (list []figures.Sensitivity, refused []string, err error) {
	m, err := machine.Builtin(name, set...)
	if err != nil {
		return nil, nil, err
	}
	var changes []string
	counted := slices.ContainsFunc(table.Runs, func(r figures.Run) bool { return r.Counted })
	for _, p := range m.Assumed() {
		if strings.HasPrefix(p.Key, "cpu.") && !counted { // it has no say in the others
			continue
		}
		for _, f := range factors {
			if s, ok := p.Scaled(f); ok && s != p {
				changes = append(changes, s.Key+"="+s.Value)
			}
		}
	}
	bar := progressbar.New(os.Stderr, (1+len(changes))*len(table.Runs))
	defer bar.End()
	results, err := compare(ctx, bar, table, name, set)
	if err != nil {
		return nil, nil, err
	}
	list = figures.NewSensitivity(results)
	for _, change := range changes {
		results, err := compare(ctx, bar, table, name, append(slices.Clone(set), change))
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			refused = append(refused, change+": "+err.Error())
			continue
		}
		figures.AddChange(list, change, results)
	}
	return list, refused, nil
}

// compare measures and evaluates all rows. What a run sets itself is not changed: that is another library's cost, as MPI's packets are on an SP.
func compare(ctx context.Context, bar *progressbar.Bar, table *figures.Table, name string, set []string) ([]figures.Result, error) {
	runs := slices.Clone(table.Runs)
	for i := range runs {
		runs[i].Set = slices.Concat(set, runs[i].Set)
	}
	texts, err := measureAll(ctx, bar, name, runs, nil)
	if err != nil {
		return nil, err
	}
	curves := figures.Curves{}
	for i, r := range table.Runs {
		if curves[r.Name], err = figures.ParseCurve(texts[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Program, err)
		}
	}
	return table.Compare(curves)
}
