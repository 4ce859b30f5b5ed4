package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/usage"
	"gasnetgo/sim/stats"
)

const compareHelp = `Compare two runs on simulated machines by what gasnetgo run --machine ... --stats=FILE has counted: times per function, rank and link, parameters of the machines, counters of nodes.

A difference matters if it is at least --least of the longer run's time: 1 % unless you say otherwise. Tables list what matters, and --json has everything. Times of
functions are on average over the ranks, so runs of different size can be compared.`

// newCompareCommand is gasnetgo compare.
func newCompareCommand() *cobra.Command {
	var asJSON bool
	var least string
	cmd := &cobra.Command{
		Use:     "compare A.json B.json",
		Short:   "compare the statistics of two simulated runs",
		Long:    compareHelp,
		Example: "  gasnetgo run --machine xt3 -n 16 --stats=a.json ./prog\n  gasnetgo run --machine xt3 --set nic.interrupt=1us -n 16 --stats=b.json ./prog\n  gasnetgo compare a.json b.json",
		Args:    usage.Exactly(2, "two files of --stats"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			share, err := percent(least)
			if err != nil {
				return fmt.Errorf("--least %s: %w", least, err)
			}
			a, err := readStats(args[0])
			if err != nil {
				return err
			}
			b, err := readStats(args[1])
			if err != nil {
				return err
			}
			c := stats.Compare(a, b, share)
			if asJSON {
				return c.JSON(cmd.OutOrStdout())
			}
			return c.Text(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&least, "least", "1%", "share of the longer run's time from which on a difference matters")
	mustComplete(cmd, "least", cobra.NoFileCompletions)
	return cmd
}

// percent is a number with or without a percent sign, as a share of 1.
func percent(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(v >= 0 && v <= 100) {
		return 0, errors.New("a number of percent from 0 to 100, as in 1%")
	}
	return v / 100, nil
}

// readStats reads a file of gasnetgo run --stats=FILE that the user has named.
func readStats(name string) (*stats.Report, error) {
	r, err := readCounts(name)
	switch at := (*os.PathError)(nil); {
	case errors.As(err, &at):
		return nil, fmt.Errorf("cannot read %s: %w", name, at.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// readCounts reads such a file.
func readCounts(name string) (*stats.Report, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return stats.Read(file)
}
