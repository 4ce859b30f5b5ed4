package main

import (
	"context"
	"slices"
)

// runs are the numbers of repetitions of a table, each in its own processes.
type runs struct {
	ranks  int // of the large barrier
	quick  bool
	times  int // runs of each measuring program
	jobs   int // of each way to wait
	memory map[string][]trial
}

// take measures all chosen rows. The runs follow each other, each with all its rows, so that the runs of one row lie far apart in time. A disturbance of some
// seconds, or one placement of a job's processes and memory by the kernel, then affects only one run.
func (b *runs) take(ctx context.Context, chosen []measure) ([]result, error) {
	each := make([][]result, len(chosen))
	for range b.times {
		m, err := newMeasurer(b.ranks, b.quick)
		if err != nil {
			return nil, err
		}
		for i, c := range chosen {
			if _, is := isWait(c.name); is {
				continue
			}
			trials, err := m.take(ctx, c.name)
			if err != nil {
				return nil, err
			}
			r, err := summarise(c, trials)
			if err != nil {
				return nil, err
			}
			each[i] = append(each[i], r)
		}
		b.memory = m.idle
	}
	results := make([]result, len(chosen))
	for i, c := range chosen {
		mode, is := isWait(c.name)
		if !is {
			results[i] = ofRuns(c, each[i])
			continue
		}
		pairs, err := measureWait(ctx, mode, b.jobs)
		if err != nil {
			return nil, err
		}
		if results[i], err = summariseWait(c, pairs); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// ofRuns merges the rows of all runs into one: medians of the runs' medians. The median of "compared" decides whether a target is met. A single run gives
// no verdict.
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
	row.Runs, row.Trials = len(each), 0
	for _, r := range each {
		row.Trials += r.Trials
	}
	if m.target != 0 && len(each) > 1 {
		met := m.meets(row.Compared)
		row.Met = &met
		for _, x := range compared {
			if m.meets(x) {
				row.RunsMet++
			}
		}
	}
	return row
}

// meets compares a value with the target.
func (m measure) meets(compared float64) bool {
	if m.compare == fraction {
		return compared >= m.target
	}
	return compared <= m.target
}
