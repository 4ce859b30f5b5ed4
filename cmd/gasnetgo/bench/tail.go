package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// tail is the mean over some trials, and the value that 99 of 100 trials reach or improve on.
type tail struct{ mean, p99 float64 }

// tails are those of the library and of the limit, over all trials of all runs.
func (r result) tails() (value, limit tail) {
	return r.tail(func(t trial) float64 { return t.value }), r.tail(func(t trial) float64 { return t.limit })
}

func (r result) tail(of func(trial) float64) tail {
	if len(r.all) == 0 {
		return tail{}
	}
	numbers, sum := make([]float64, len(r.all)), 0.0
	for i, t := range r.all {
		numbers[i] = of(t)
		sum += numbers[i]
	}
	slices.Sort(numbers)
	if r.compare == fraction { // more is better
		slices.Reverse(numbers)
	}
	return tail{sum / float64(len(numbers)), numbers[int(math.Ceil(0.99*float64(len(numbers))))-1]}
}

// writeTails writes means and percentiles, which include the trials that the medians leave out.
func writeTails(w io.Writer, results []result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tmean\tp99\tmachine: mean\tp99\ttrials")
	for _, r := range results {
		value, limit := r.tails()
		fmt.Fprintf(t, "%s\t%s %s\t%s %s\t%s %s\t%s %s\t%d\n", r.Name, number(value.mean), r.Unit, number(value.p99), r.Unit, number(limit.mean), r.Unit,
			number(limit.p99), r.Unit, r.Trials)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `
mean, p99: of all trials of all runs, disturbed ones as well. A trial is a series of operations, timed as one.

`)
	return err
}
