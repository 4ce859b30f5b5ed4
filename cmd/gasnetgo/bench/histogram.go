package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// histogram counts times by their bucket, whose value in ns stands for all of them. All programs have the same buckets (bench/each.h), so histograms of
// several jobs can be added.
type histogram map[float64]int

func (h histogram) add(other histogram) {
	for ns, count := range other {
		h[ns] += count
	}
}

// quantile is the least time that at least the given part of all times does not exceed; 0 of no times at all.
func (h histogram) quantile(part float64) float64 {
	all := 0
	for _, count := range h {
		all += count
	}
	below := 0
	for _, ns := range slices.Sorted(maps.Keys(h)) {
		below += h[ns]
		if float64(below) >= part*float64(all) {
			return ns
		}
	}
	return 0
}

// waitJob is the output of one short job.
type waitJob struct {
	mean  float64 // ns for an operation, over the whole job
	clock float64 // ns of that are for keeping the time
	times histogram
}

// parseWaitJob reads one line "job MEAN CLOCK" and lines "bucket NS COUNT".
func parseWaitJob(text []byte) (waitJob, error) {
	job := waitJob{times: histogram{}}
	begun := false
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 3 {
			return job, fmt.Errorf("%q is not a word and two numbers", lines.Text())
		}
		first, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return job, fmt.Errorf("%q is not a word and two numbers: %w", lines.Text(), err)
		}
		switch fields[0] {
		case "job":
			job.mean, begun = first, true
			job.clock, err = strconv.ParseFloat(fields[2], 64)
		case "bucket":
			var count int
			count, err = strconv.Atoi(fields[2])
			job.times[first] += count
		default:
			err = fmt.Errorf("there is no line %q", fields[0])
		}
		if err != nil {
			return job, fmt.Errorf("%q is not a word and two numbers: %w", lines.Text(), err)
		}
	}
	if err := lines.Err(); err != nil {
		return job, err
	}
	if !begun || len(job.times) == 0 {
		return job, fmt.Errorf("the program has not printed the time of its job")
	}
	return job, nil
}
