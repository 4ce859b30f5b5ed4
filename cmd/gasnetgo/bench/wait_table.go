package bench

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// writeWaits writes the rows of ways to wait, which have columns of their own.
func writeWaits(w io.Writer, results []result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "waiting\tmean\tp99\tworst job\tspin: mean\tp99\tworst job\tmeans\tpairs\ttarget\tmet")
	for _, r := range results {
		f := r.Wait
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s x\t%s x\t%s\t%s\n", r.Name, waitTime(r.Value), waitTime(f.P99), waitTime(f.Worst),
			waitTime(r.Limit), waitTime(f.LimitP99), waitTime(f.LimitWorst), number(r.Compared), number(f.Paired), r.targetText(), r.metText())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	f := results[0].Wait
	fmt.Fprintf(w, `
%d jobs of 2 ranks and %d operations each alternate with as many jobs of two processes that spin, none bound to a
core. Every time includes %s ns of the clock, on both sides. A target is met if both ratios meet it.
means: the ratio of the two means; pairs: the median of the ratios of each job and the one that spins beside it.

`, results[0].Runs, f.Operations, number(f.Clock))
	return writeWhat(w, results)
}

// waitTime has a unit of its own, because times of one table may differ by five powers of ten.
func waitTime(ns float64) string {
	switch {
	case ns >= 1e6:
		return number(ns/1e6) + " ms"
	case ns >= 1e3:
		return number(ns/1e3) + " µs"
	default:
		return number(ns) + " ns"
	}
}
