package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/interrupt"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/progressbar"
)

// NewCommand is `gasnetgo bench`: the library beside the limits of the machine. provider answers the provider of libfabric that a job on several hosts would use here.
func NewCommand(provider func() (string, error)) *cobra.Command {
	var (
		b             runs
		asCSV, asJSON bool
		beside        string
		simulated     simulatedBench
	)
	cmd := &cobra.Command{
		Use:   "bench [measure...]",
		Short: "measure the library and compare it with the machine's own limits",
		Long: `Measures the library and, in the same processes on the same memory, a limit of the machine that does the same without the library: a store, a memcpy, an
atomic, a cache line's round trip, a barrier written with a futex, as many processes of /bin/true.

Numbers are medians over trials that alternate, and "compared" is the median of each trial's comparison, so a slow phase of the machine affects both
sides alike. The measurement is repeated in several runs (--runs), each in its own processes; "of runs" is the least and the greatest of their
comparisons. A target is met if all runs meet it, and missed if none does. A second table has means and 99th percentiles over all trials.

The rows "wait" are many short jobs of 2 ranks, which alternate with two processes that spin in plain C: the mean and the 99th percentile of all operations
from each job's first one on. --beside runs a load during the measurements.

Ctrl-C ends the measurement and prints the rows that have been measured.

A measure is chosen by name; "startup" means all measures with that prefix, the name of an API, such as "shmem", all of that API, "wait" all ways to wait.

--machine NAME measures GASNet on a simulated machine, in its virtual time, without limits and targets.

gasnetgo bench sim measures what simulating costs instead, gasnetgo bench hosts two hosts.`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if simulated.machine != "" {
				return simulated.run(cmd, words)
			}
			if len(simulated.set) > 0 {
				return errors.New("--set: only with --machine")
			}
			if asCSV && asJSON {
				return errors.New("--csv and --json exclude each other")
			}
			if b.ranks < 2 {
				return fmt.Errorf("-n %d: the large barrier needs at least 2 ranks", b.ranks)
			}
			if err := b.often(cmd); err != nil {
				return err
			}
			load, err := parseLoad(beside)
			if err != nil {
				return err
			}
			chosen, err := choose(measures(b.ranks), words)
			if err != nil {
				return err
			}
			cmd.SilenceUsage = true
			ctx, stop := interrupt.Notify(cmd.Context())
			defer stop()
			limited, cancel := context.WithTimeout(ctx, b.jobTimeout(chosen))
			defer cancel()
			end, err := load.start(limited)
			if err != nil {
				return err
			}
			defer end()
			bar := progressbar.New(os.Stderr, b.steps(chosen))
			defer bar.End()
			results, err := b.take(limited, chosen, bar)
			bar.End()
			cut := err != nil && interrupt.Arrived(ctx)
			if err != nil && !cut && len(results) == 0 {
				return err
			}
			lost := err // the rows measured before it are printed all the same
			switch out := cmd.OutOrStdout(); {
			case asCSV:
				err = writeCSV(out, results)
			case asJSON:
				err = writeJSON(out, processor(), load.String(), lost == nil, results)
			case len(results) > 0:
				err = writeAll(out, load, results, b.memory)
			default:
				err = nil
			}
			switch {
			case err != nil:
				return err
			case cut:
				return interrupted(fmt.Sprintf("%d of %d measures", len(results), len(chosen)))
			}
			return lost
		},
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.AddCommand(newSimCommand(), newHostsCommand(provider))
	cmd.Flags().IntVarP(&b.ranks, "ranks", "n", 16, "ranks of the large barrier")
	cmd.Flags().BoolVar(&b.quick, "quick", false, "one run with fewer trials and jobs: some seconds in all; only the rows \"wait\" have a verdict")
	cmd.Flags().IntVar(&b.times, "runs", 0, "number of runs (default 3, with --quick 1)")
	cmd.Flags().IntVar(&b.jobs, "jobs", 0, "jobs of each way to wait (default 20, with --quick 5)")
	cmd.Flags().StringVar(&beside, "beside", "none", "load during the measurements: none, start (a loop that starts /bin/true) or hogs=N (N busy processes)")
	cmd.Flags().StringVar(&simulated.machine, "machine", "", "measure GASNet on this simulated machine: a name (gasnetgo machines) or a file")
	cmd.Flags().StringArrayVar(&simulated.set, "set", nil, "with --machine: a parameter that differs, as in nic.interrupt=1us")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print comma-separated values")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// interrupted says how much has been measured, and returns the status of an interrupted program.
func interrupted(measured string) error {
	usage.Print(fmt.Errorf("interrupted: %s", measured))
	return usage.Status(interrupt.Status)
}

// often sets the default numbers of repetitions where the flags set none.
func (b *runs) often(cmd *cobra.Command) error {
	for _, f := range []struct {
		name        string
		value       *int
		full, quick int
	}{{"runs", &b.times, 3, 1}, {"jobs", &b.jobs, 20, 5}} {
		switch {
		case cmd.Flags().Changed(f.name):
			if *f.value < 1 {
				return fmt.Errorf("--%s %d: at least 1", f.name, *f.value)
			}
		case b.quick:
			*f.value = f.quick
		default:
			*f.value = f.full
		}
	}
	return nil
}

// jobTimeout is the time after which the measurement gives up on a job that makes no progress.
func (b *runs) jobTimeout(chosen []measure) time.Duration {
	all := 5 * time.Minute * time.Duration(b.times)
	for _, c := range chosen {
		if _, is := isWait(c.name); is {
			all += time.Duration(b.jobs) * time.Minute
		}
	}
	return all
}

// writeAll writes readable tables: first the rows that are medians of trials, then those of ways to wait.
func writeAll(w io.Writer, load load, results []result, memory map[string][]trial) error {
	var trials, waits []result
	for _, r := range results {
		if r.Wait == nil {
			trials = append(trials, r)
		} else {
			waits = append(waits, r)
		}
	}
	fmt.Fprint(w, processor())
	if load.mode != "" {
		fmt.Fprintf(w, ", beside %s", load)
	}
	fmt.Fprint(w, "\n\n")
	if len(trials) > 0 {
		if err := writeTable(w, trials); err != nil {
			return err
		}
		if err := writeMemory(w, memory); err != nil {
			return err
		}
	}
	if len(waits) == 0 {
		return nil
	}
	if len(trials) > 0 {
		fmt.Fprintln(w)
	}
	return writeWaits(w, waits)
}

// writeMemory writes the parts of the row "memory".
func writeMemory(w io.Writer, idle map[string][]trial) error {
	if idle == nil {
		return nil
	}
	fmt.Fprint(w, "\nmemory of an idle rank, resident (and its share, where pages are shared):\n")
	for _, kind := range []string{"library", "anonymous", "windows", "program"} {
		for _, t := range idle[kind] {
			fmt.Fprintf(w, "  %s %s (%s) MB", kind, number(t.value/1e6), number(t.limit/1e6))
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}
