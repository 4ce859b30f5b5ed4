package bench

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/interrupt"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/progressbar"
)

func newSimCommand() *cobra.Command {
	var quick, asCSV, asJSON bool
	cmd := &cobra.Command{
		Use:   "sim [measure...]",
		Short: "measure the speed of simulations, and the memory that simulated ranks use",
		Long: `Runs C programs on simulated machines and measures the real time of the simulation. The simulation counts messages, calls and events;
acknowledgements and replies of the network are messages, too. The rates exclude the start and the end of a job: each is the difference
of two runs.

Numbers are medians over trials that alternate; best and worst show how much the machine was disturbed. A target is met if all trials meet it, and missed if
none does. "By CPU time" counts only the time that the simulation had a core, as on a machine that does nothing else; targets are for real time.

The lines under the table give the latency of this machine's memory before and after: it dominates the cost of many ranks. Ctrl-C ends the measurement and
prints what has been measured.`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if asCSV && asJSON {
				return errors.New("--csv and --json exclude each other")
			}
			loads, err := chooseSim(words, quick)
			if err != nil {
				return err
			}
			cmd.SilenceUsage = true
			program, err := benchProgram("sim")
			if err != nil {
				return err
			}
			b := &simBench{program: program, trials: 5, shorten: 1}
			if quick {
				b.trials, b.shorten, b.until = 1, 4, time.Now().Add(quickTime)
			}
			ctx, stop := interrupt.Notify(cmd.Context())
			defer stop()
			limited, cancel := context.WithTimeout(ctx, 20*time.Minute)
			defer cancel()
			before := memoryTimes()
			bar := progressbar.New(os.Stderr, b.trials*len(loads))
			defer bar.End()
			results, err := b.table(limited, loads, bar)
			bar.End()
			cut := err != nil && interrupt.Arrived(ctx)
			if err != nil && !cut && len(results) == 0 {
				return err
			}
			lost := err // the rows measured before it are printed all the same
			err = writeSim(cmd.OutOrStdout(), results, [2][]memoryTime{before, memoryTimes()}, lost == nil && len(results) == len(loads), asCSV, asJSON)
			switch {
			case err != nil:
				return err
			case cut:
				return interrupted(fmt.Sprintf("%d of %d measures", len(results), len(loads)))
			case lost != nil:
				return lost
			case len(results) < len(loads):
				usage.Print(fmt.Errorf("--quick ends within a minute, which on this busy machine is too short for: gasnetgo bench sim %s", unmeasured(loads, results)))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&quick, "quick", false, "one short trial of each, without the largest jobs: less than a minute in all")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print comma-separated values")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// unmeasured are the names of loads without a result.
func unmeasured(loads []simLoad, results []simResult) string {
	var names []string
	for _, l := range loads {
		if !slices.ContainsFunc(results, func(r simResult) bool { return r.Name == l.name }) {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, " ")
}

// writeSim writes the table; memory is this machine's before and after it.
func writeSim(w io.Writer, results []simResult, memory [2][]memoryTime, complete, asCSV, asJSON bool) error {
	switch {
	case asJSON:
		list := make([]object, len(results))
		for i, r := range results {
			list[i] = r.object()
		}
		return encode(w, object{"processor": processor(), "memory_before": memory[0], "memory_after": memory[1], "complete": complete, "results": list})
	case asCSV:
		return writeSimCSV(w, results)
	}
	fmt.Fprintf(w, "%s\n\n", processor())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tmedian\tbest\tworst\tby CPU time\tunit\ttarget\tmet")
	for _, r := range results {
		cpu := ""
		if r.CPU > 0 {
			cpu = number(r.CPU)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, number(r.Value), number(r.Best), number(r.Worst), cpu, r.Unit, r.targetText(), r.metText())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i, m := range memory[0] {
		fmt.Fprintf(w, "memory of this machine: a load from somewhere in %d MiB takes %s ns before these measurements, %s after\n", m.Bytes>>20, number(m.NS), number(memory[1][i].NS))
	}
	fmt.Fprintln(w)
	t = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range results {
		fmt.Fprintf(t, "%s\t%s\n", r.Name, r.What)
	}
	return t.Flush()
}

func writeSimCSV(w io.Writer, results []simResult) error {
	rows := [][]string{{"name", "what", "unit", "value", "best", "worst", "cpu", "target", "met", "trials"}}
	plain := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for _, r := range results {
		met := ""
		if r.Met != nil {
			met = strconv.FormatBool(*r.Met)
		}
		rows = append(rows, []string{r.Name, r.What, r.Unit, plain(r.Value), plain(r.Best), plain(r.Worst), plain(r.CPU), plain(r.Target), met, strconv.Itoa(r.Trials)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
