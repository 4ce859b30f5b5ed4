package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// newBenchCommand is `gasnetgo bench`: the library beside the limits of the machine, in one run.
func newBenchCommand() *cobra.Command {
	var quick, asCSV, asJSON bool
	var ranks int
	cmd := &cobra.Command{
		Use:   "bench [measure...]",
		Short: "measure the library beside the machine's own limits",
		Long: `Measures the library and, in the same processes on the same memory, what the machine needs for the same without it: a store, a memcpy, an atomic, a
cache line's round trip, a barrier written with a futex, as many processes of /bin/true.

Numbers are medians over trials that take turns, and "compared" is the median of each trial's comparison, so a slow phase of the machine disturbs both
sides alike. A measure is chosen by name; "startup" means all that begin so, "portals" and "shmem" all of that API.

gasnetgo bench sim measures simulated machines instead.`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if asCSV && asJSON {
				return errors.New("--csv and --json exclude each other")
			}
			if ranks < 2 {
				return fmt.Errorf("-n %d: the large barrier needs at least 2 ranks", ranks)
			}
			cmd.SilenceUsage = true
			ctx, cancel := context.WithTimeout(cmd.Context(), 5*time.Minute)
			defer cancel()
			chosen, err := choose(measures(ranks), words)
			if err != nil {
				return err
			}
			program, err := benchProgram("shmem")
			if err != nil {
				return err
			}
			m := &measurer{program: program, ranks: ranks, quick: quick}
			results, err := runBench(ctx, m, chosen)
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asCSV:
				return writeCSV(out, results)
			case asJSON:
				return writeJSON(out, processor(), results)
			default:
				fmt.Fprintf(out, "%s\n\n", processor())
				if err := writeTable(out, results); err != nil {
					return err
				}
				return writeMemory(out, m.idle)
			}
		},
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.AddCommand(newBenchSimCommand())
	cmd.Flags().IntVarP(&ranks, "ranks", "n", 16, "ranks of the large barrier")
	cmd.Flags().BoolVar(&quick, "quick", false, "fewer trials: some seconds in all")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print comma-separated values")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runBench(ctx context.Context, m *measurer, chosen []measure) ([]result, error) {
	var results []result
	for _, c := range chosen {
		trials, err := m.take(ctx, c.name)
		if err != nil {
			return nil, err
		}
		r, err := summarise(c, trials)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// writeMemory says what the row "memory" is made of.
func writeMemory(w io.Writer, idle map[string][]trial) error {
	if idle == nil {
		return nil
	}
	fmt.Fprint(w, "\nmemory of an idle rank, resident (and its share, where pages are shared):")
	for _, kind := range []string{"library", "anonymous", "windows", "program"} {
		for _, t := range idle[kind] {
			fmt.Fprintf(w, "  %s %s (%s) MB", kind, number(t.value/1e6), number(t.limit/1e6))
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}
