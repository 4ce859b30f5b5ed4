package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gasnetgo/internal/progressbar"
)

const (
	waitOperations = 10000 // of a job
	waitTarget     = 2     // times the twin
	waitTimeout    = 2 * time.Minute
)

// waitMode is a way of waiting: a mode of wait_bench, and the mode of its twin, spin_bench.
type waitMode struct{ name, what, twin, beside string }

func waitModes() []waitMode {
	return []waitMode{
		{"barrier", "shmem_barrier, two pSyncs in turn", "barrier", "each writes a line and watches the other's"},
		{"until", "shmem_long_p and wait_until, both ways", "trip", "round trip of 2 lines"},
		{"gasnet_am", "AM Short request and reply, GASNET_BLOCKUNTIL", "trip", "round trip of 2 lines"},
		{"gasnet_barrier", "gasnet_barrier_notify and wait, named", "barrier", "each writes a line and watches the other's"},
		{"portals_put", "PtlPut and PtlEQWait, both ways", "trip", "round trip of 2 lines"},
		{"armci_barrier", "ARMCI_Barrier", "barrier", "each writes a line and watches the other's"},
	}
}

// waits are the rows of ways to wait, for whole jobs of 2 ranks.
func waits() (rows []measure) {
	for _, m := range waitModes() {
		rows = append(rows, measure{"wait." + m.name, m.what, "ns", "spin: " + m.beside, times, waitTarget})
	}
	return rows
}

// isWait returns the way to wait of a row.
func isWait(name string) (waitMode, bool) {
	for _, m := range waitModes() {
		if name == "wait."+m.name {
			return m, true
		}
	}
	return waitMode{}, false
}

// waitPair is a job and its twin, one right after the other.
type waitPair struct{ lib, spin waitJob }

// measureWait runs short jobs and their twins alternately, and alternates which of the two runs first. With an error it returns the pairs measured until then.
func measureWait(ctx context.Context, mode waitMode, jobs int, bar *progressbar.Bar) ([]waitPair, error) {
	program, err := benchProgram("wait")
	if err != nil {
		return nil, err
	}
	twin, err := benchProgram("spin")
	if err != nil {
		return nil, err
	}
	pairs := make([]waitPair, jobs)
	for i := range pairs {
		bar.Begin(fmt.Sprintf("job %d of %d: wait.%s", i+1, jobs, mode.name))
		turns := []func() error{
			func() (err error) {
				pairs[i].lib, err = runWaitJob(ctx, mode.name, func(ctx context.Context, args ...string) ([]byte, error) { return launch(ctx, 2, program, args...) })
				return err
			},
			func() (err error) {
				pairs[i].spin, err = runWaitJob(ctx, mode.twin, func(ctx context.Context, args ...string) ([]byte, error) { return output(ctx, twin, args...) })
				return err
			},
		}
		if i%2 == 1 {
			slices.Reverse(turns)
		}
		for _, turn := range turns {
			if err := turn(); err != nil {
				return pairs[:i], err
			}
		}
		bar.Done()
	}
	return pairs, nil
}

// runWaitJob runs one job and parses its output. A job that makes no progress is an error.
func runWaitJob(ctx context.Context, mode string, run func(context.Context, ...string) ([]byte, error)) (waitJob, error) {
	job, cancel := context.WithTimeout(ctx, waitTimeout)
	defer cancel()
	out, err := run(job, mode, strconv.Itoa(waitOperations))
	if err != nil {
		if errors.Is(job.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
			return waitJob{}, fmt.Errorf("a job of %d operations has not ended after %v: %w", waitOperations, waitTimeout, err)
		}
		return waitJob{}, err
	}
	return parseWaitJob(out)
}

// waitFigures are the additional columns of a row of a way to wait.
type waitFigures struct {
	P99        float64 `json:"p99_ns"`         // over all operations of all jobs
	Worst      float64 `json:"worst_ns"`       // mean of the worst job
	LimitP99   float64 `json:"limit_p99_ns"`   // the twin's
	LimitWorst float64 `json:"limit_worst_ns"` // the twin's
	Paired     float64 `json:"paired_ratio"`   // median over the jobs of each one's mean / its twin's
	Clock      float64 `json:"clock_ns"`       // what the clock adds to each time, the twin's too: median
	Operations int     `json:"operations"`     // of a job

	Jobs  []float64 `json:"jobs_ns"`       // mean of each job in order
	Twins []float64 `json:"limit_jobs_ns"` // of each one's twin
}

// summariseWait makes a row. Its value and limit are means over the jobs' means, and compared is their ratio, which includes a slow regime that affects every
// tenth job. A disturbance of one job changes the ratio of its pair, so the median of the pairs' ratios is the usual one. A target is met when both meet it.
func summariseWait(m measure, pairs []waitPair) (result, error) {
	if len(pairs) == 0 {
		return result{}, fmt.Errorf("%s: no job was run", m.name)
	}
	var lib, spin, ratios, clocks []float64
	libTimes, spinTimes := histogram{}, histogram{}
	for _, p := range pairs {
		lib, spin = append(lib, p.lib.mean), append(spin, p.spin.mean)
		ratios, clocks = append(ratios, p.lib.mean/p.spin.mean), append(clocks, p.lib.clock)
		libTimes.add(p.lib.times)
		spinTimes.add(p.spin.times)
	}
	r := result{
		Name: m.name, What: m.what, Unit: m.unit, Beside: m.beside, Target: m.target, compare: m.compare,
		Value: mean(lib), Limit: mean(spin), Compared: mean(lib) / mean(spin), Low: slices.Min(ratios), High: slices.Max(ratios),
		Trials: len(pairs), Runs: len(pairs),
		Wait: &waitFigures{
			P99: libTimes.quantile(0.99), Worst: slices.Max(lib), LimitP99: spinTimes.quantile(0.99), LimitWorst: slices.Max(spin),
			Paired: median(ratios), Clock: median(clocks), Operations: waitOperations,
			Jobs: lib, Twins: spin,
		},
	}
	if m.target != 0 && len(pairs) > 1 {
		met := r.Compared <= m.target && r.Wait.Paired <= m.target
		r.Met = &met
	}
	return r, nil
}

func mean(numbers []float64) float64 {
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	return sum / float64(len(numbers))
}

// waitAPI is the API whose functions a row of a way to wait calls.
func waitAPI(mode string) string {
	if api, _, named := strings.Cut(mode, "_"); named {
		return api
	}
	return "shmem"
}
