package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// writeWaits writes the rows of ways to wait, which have columns of their own.
func writeWaits(w io.Writer, results []result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "waiting\t\tmean\tp99\tworst job\tspin: mean\tp99\tworst job\tratio of means\tof pairs\ttarget\tmet")
	for _, r := range results {
		f := r.Wait
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s x\t%s x\t%s\t%s\n", r.Name, r.What, waitTime(r.Value), waitTime(f.P99), waitTime(f.Worst),
			waitTime(r.Limit), waitTime(f.LimitP99), waitTime(f.LimitWorst), number(r.Compared), number(f.Paired), r.targetText(), r.metText())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	f := results[0].Wait
	_, err := fmt.Fprintf(w, "\n%d jobs of 2 ranks and %d operations each, alternating with as many jobs of two processes that spin, none bound to a core; every time includes %s ns\n"+
		"of the clock, on both sides. A target is met if the ratio of the means and the median of the pairs' ratios meet it.\n", results[0].Runs, f.Operations, number(f.Clock))
	return err
}

// waitTime has a unit of its own, because times of one table may differ by five powers of ten.
func waitTime(ns float64) string {
	switch {
	case ns >= 1e6:
		return number(ns/1e6) + " ms"
	case ns >= 1e3:
		return number(ns/1e3) + " us"
	default:
		return number(ns) + " ns"
	}
}
