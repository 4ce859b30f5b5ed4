package bench

import (
	"context"
	"fmt"
	"slices"

	"gasnetgo/internal/progressbar"
)

// runs are the numbers of repetitions of a table, each in its own processes.
type runs struct {
	ranks  int // of the large barrier
	quick  bool
	times  int // runs of each measuring program
	jobs   int // of each way to wait
	memory map[string][]trial
}

// steps is the number of steps of a progress bar.
func (b *runs) steps(chosen []measure) (n int) {
	for _, c := range chosen {
		if _, is := isWait(c.name); is {
			n += b.jobs
		} else {
			n += b.times
		}
	}
	return n
}

// take measures all chosen rows. The runs follow each other, each with all its rows, so that the runs of one row lie far apart in time. A disturbance of some
// seconds, or one placement of a job's processes and memory by the kernel, then affects only one run. With an error it returns the rows measured until then.
func (b *runs) take(ctx context.Context, chosen []measure, bar *progressbar.Bar) ([]result, error) {
	each, err := b.takeRuns(ctx, chosen, bar)
	var results []result
	for i, c := range chosen {
		mode, is := isWait(c.name)
		switch {
		case !is && len(each[i]) > 0:
			results = append(results, ofRuns(c, each[i]))
		case is && err == nil:
			var pairs []waitPair
			pairs, err = measureWait(ctx, mode, b.jobs, bar)
			if len(pairs) == 0 {
				continue
			}
			r, bad := summariseWait(c, pairs)
			if bad != nil {
				return nil, bad
			}
			results = append(results, r)
		}
	}
	return results, err
}

// takeRuns measures the rows that are medians of trials, and returns those of each run, by the number of the row.
func (b *runs) takeRuns(ctx context.Context, chosen []measure, bar *progressbar.Bar) ([][]result, error) {
	each := make([][]result, len(chosen))
	for run := range b.times {
		m, err := newMeasurer(b.ranks, b.quick)
		if err != nil {
			return each, err
		}
		for i, c := range chosen {
			if _, is := isWait(c.name); is {
				continue
			}
			bar.Begin(fmt.Sprintf("run %d of %d: %s", run+1, b.times, c.name))
			trials, err := m.take(ctx, c.name)
			if err != nil {
				return each, err
			}
			r, err := summarise(c, trials)
			if err != nil {
				return each, err
			}
			each[i] = append(each[i], r)
			bar.Done()
		}
		b.memory = m.idle
	}
	return each, nil
}

// ofRuns merges the rows of all runs into one: medians of the runs' medians. A target is met if all runs meet it, and missed if none does. In between, and
// with a single run, there is no verdict.
func ofRuns(m measure, each []result) result {
	pick := func(f func(result) float64) []float64 {
		numbers := make([]float64, len(each))
		for i, r := range each {
			numbers[i] = f(r)
		}
		return numbers
	}
	compared := pick(func(r result) float64 { return r.Compared })
	row := each[0]
	row.Low, row.High = slices.Min(compared), slices.Max(compared)
	row.Compared = median(compared)
	row.Value = median(pick(func(r result) float64 { return r.Value }))
	row.Limit = median(pick(func(r result) float64 { return r.Limit }))
	row.Runs, row.Trials, row.all = len(each), 0, nil
	for _, r := range each {
		row.Trials += r.Trials
		row.all = append(row.all, r.all...)
	}
	if m.target != 0 && len(each) > 1 {
		for _, x := range compared {
			if m.meets(x) {
				row.RunsMet++
			}
		}
		row.Met = verdict(row.RunsMet, len(each))
	}
	return row
}

// verdict is nil where some of several repetitions meet a target and others do not, and where there is only one.
func verdict(met, of int) *bool {
	all := met == of
	if of < 2 || !all && met > 0 {
		return nil
	}
	return &all
}

// meets compares a value with the target.
func (m measure) meets(compared float64) bool {
	if m.compare == fraction {
		return compared >= m.target
	}
	return compared <= m.target
}
