package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gasnetgo/internal/progressbar"
	"gasnetgo/sim/spec"
)

// simLoad is a workload of a simulation: sim_bench with a mode, on a number of ranks of a machine.
type simLoad struct {
	name    string
	what    string
	machine string
	ranks   int
	args    []string // of sim_bench; a number of repetitions is put behind the first
	repeat  int      // repetitions that take a second or so
	unit    simUnit
	target  float64 // in the unit; 0: none
	full    bool    // takes too long for --quick
}

// simUnit is the quantity that is reported of a load.
type simUnit uint8

const (
	perCall    simUnit = iota // ns of real time for a call of the library
	perSecond                 // messages per second of real time
	starting                  // seconds of real time from the start to the end of a job that does nothing
	mostMemory                // MB at most
	perRank                   // KB of memory for each further rank of a job that does nothing
)

func (u simUnit) String() string {
	return [...]string{"ns/call", "messages/s", "s", "MB", "KB/rank"}[u]
}

// more reports whether more is better.
func (u simUnit) more() bool { return u == perSecond }

// simLoads are the rows that have targets, and then those that measure how costs grow with the number of ranks.
func simLoads() []simLoad {
	halo := []string{"halo", "1024"}
	loads := []simLoad{
		{"call", "a library call that blocks, 64 ranks, ideal", "ideal", 64, []string{"call"}, 40000, perCall, 400, false},
		{"pingpong", "PtlPut of 8 bytes, to and fro, 2 ranks, xt3", "xt3", 2, []string{"pingpong"}, 1000000, perSecond, 700000, false},
		{"halo_64", "2-D halo of 1 KB PtlPuts, 64 ranks, xt3", "xt3", 64, halo, 2000, perSecond, 700000, false},
		{"halo_1024", "2-D halo of 1 KB PtlPuts, 1,024 ranks, xt3", "xt3", 1024, halo, 100, perSecond, 400000, false},
		{"barrier_1024", "shmem_barrier_all, 1,024 ranks, xt3", "xt3", 1024, []string{"barrier"}, 240, perSecond, 1000000, false},
		{"start_10000", "empty job, 10,000 ranks, xt3", "xt3", 10000, []string{"empty"}, 0, starting, 20, false},
		{"memory_10000", "the same: peak resident memory", "xt3", 10000, []string{"empty"}, 0, mostMemory, 2000, false},
	}
	for _, n := range []int{2, 64, 1024, 4096, 16384} {
		of := fmt.Sprintf("_%d", n)
		loads = append(loads,
			simLoad{"calls" + of, fmt.Sprintf("a library call that blocks, %d ranks, ideal", n), "ideal", n, []string{"call"}, max(2000000/n, 50), perCall, 0, n > 1024},
			simLoad{"put" + of, fmt.Sprintf("2-D halo of 8-byte PtlPuts, %d ranks, xt3", n), "xt3", n, []string{"halo", "8"}, max(100000/n, 10), perSecond, 0, n > 1024},
			simLoad{"rank" + of, fmt.Sprintf("empty job, %d ranks, xt3", n), "xt3", n, []string{"empty"}, 0, perRank, 0, n > 1024},
		)
	}
	return loads
}

// simBench runs loads.
type simBench struct {
	program string
	trials  int
	shorten int // repetitions are divided by this

	until time.Time // no measure begins after it, unless it is zero
}

// --quick begins no measure after quickTime, and gives up the last one after lastTime more, so that it ends within a minute on any machine.
const (
	quickTime = 45 * time.Second
	lastTime  = 8 * time.Second
)

// simRun is the cost of a job.
type simRun struct {
	spec.Cost
	job float64 // s, from the launcher's start to its end
}

// run runs a job and returns its cost.
func (b *simBench) run(ctx context.Context, l simLoad, repeat int) (c simRun, err error) {
	dir, err := os.MkdirTemp("", "gasnetgo-bench-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return c, err
	}
	file := filepath.Join(dir, "cost")
	args := []string{"run", "--machine", l.machine, "-n", strconv.Itoa(l.ranks), "--cost", file, "--", b.program, l.args[0], strconv.Itoa(repeat)}
	cmd := exec.CommandContext(ctx, self, append(args, l.args[1:]...)...)
	cmd.WaitDelay = 5 * time.Second
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return c, fmt.Errorf("sim_bench %s on %d simulated ranks: %w\n%s", l.args[0], l.ranks, err, strings.TrimSpace(complaint.String()))
	}
	job := time.Since(begin).Seconds()
	text, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	c.Cost, err = spec.DecodeCost(text)
	c.job = job
	return c, err
}

// simTrial is a number in real time and, for rates, the same in CPU time.
type simTrial struct{ real, cpu float64 }

// measure takes one trial. A rate excludes the start and the end of a job: a run with few repetitions is subtracted from one with many.
func (b *simBench) measure(ctx context.Context, l simLoad) (t simTrial, err error) {
	if l.repeat == 0 {
		c, err := b.run(ctx, l, 0)
		switch {
		case err != nil || l.unit == starting:
			return simTrial{real: c.job}, err
		case l.unit == mostMemory:
			return simTrial{real: float64(c.Peak) / 1e6}, nil
		}
		one := l
		one.ranks = 1
		alone, err := b.run(ctx, one, 0)
		return simTrial{real: (float64(c.Peak) - float64(alone.Peak)) / float64(l.ranks-1) / 1e3}, err
	}
	few, err := b.run(ctx, l, 1)
	if err != nil {
		return t, err
	}
	many, err := b.run(ctx, l, max(l.repeat/b.shorten, 2))
	if err != nil {
		return t, err
	}
	seconds, cpu := many.Running-few.Running, many.CPU-few.CPU
	if seconds <= 0 || cpu <= 0 {
		return t, errors.New(l.name + ": the longer run took less time than the shorter one: this machine is too busy to measure on")
	}
	if l.unit == perCall {
		calls := float64(many.Calls - few.Calls)
		return simTrial{seconds * 1e9 / calls, cpu * 1e9 / calls}, nil
	}
	messages := float64(many.Messages - few.Messages)
	return simTrial{messages / seconds, messages / cpu}, nil
}

// simResult is a row of the table.
type simResult struct {
	Name, What, Unit   string
	Value, Best, Worst float64 // median and extremes of the trials
	CPU                float64 // median, by CPU time: the rate on a core that is not shared; 0: not known
	Target             float64 // 0: none
	Met                *bool   // not decided by one trial, nor by trials that disagree
	TrialsMet, Trials  int

	more bool
}

func summariseSim(l simLoad, trials []simTrial) simResult {
	var values, cpu []float64
	for _, t := range trials {
		values, cpu = append(values, t.real), append(cpu, t.cpu)
	}
	r := simResult{Name: l.name, What: l.what, Unit: l.unit.String(), Value: median(values), CPU: median(cpu), Target: l.target, Trials: len(values), more: l.unit.more()}
	r.Best, r.Worst = slices.Min(values), slices.Max(values)
	if r.more {
		r.Best, r.Worst = r.Worst, r.Best
	}
	if l.target != 0 {
		for _, v := range values {
			if r.more && v > l.target || !r.more && v < l.target {
				r.TrialsMet++
			}
		}
		r.Met = verdict(r.TrialsMet, r.Trials)
	}
	return r
}

func (r simResult) metText() string { return metText(r.Target, r.Met, r.TrialsMet, r.Trials, "trial") }

func (r simResult) targetText() string {
	switch {
	case r.Target == 0:
		return ""
	case r.more:
		return "> " + number(r.Target)
	default:
		return "< " + number(r.Target)
	}
}

// object is a row as JSON.
func (r simResult) object() object {
	o := object{"name": r.Name, "what": r.What, "trials": r.Trials}
	o.put("value", r.Value, r.Unit)
	o.put("best", r.Best, r.Unit)
	o.put("worst", r.Worst, r.Unit)
	if r.CPU > 0 {
		o.put("cpu", r.CPU, r.Unit)
	}
	if r.Target != 0 {
		o.put("target", r.Target, r.Unit)
		o["trials_met"] = r.TrialsMet
	}
	if r.Met != nil {
		o["met"] = *r.Met
	}
	return o
}

// table measures the loads. Their trials alternate, so that a slow phase of the machine affects all of them alike. With an error, or when time is up, it
// returns the rows measured until then.
func (b *simBench) table(ctx context.Context, loads []simLoad, bar *progressbar.Bar) ([]simResult, error) {
	trials := make([][]simTrial, len(loads))
	err := b.takeTrials(ctx, loads, trials, bar)
	var results []simResult
	for i, l := range loads {
		if len(trials[i]) > 0 {
			results = append(results, summariseSim(l, trials[i]))
		}
	}
	return results, err
}

func (b *simBench) takeTrials(ctx context.Context, loads []simLoad, trials [][]simTrial, bar *progressbar.Bar) error {
	limited := ctx
	if !b.until.IsZero() {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, b.until.Add(lastTime))
		defer cancel()
	}
	for trial := range b.trials {
		for i, l := range loads {
			if !b.until.IsZero() && time.Now().After(b.until) {
				return nil
			}
			bar.Begin(fmt.Sprintf("trial %d of %d: %s", trial+1, b.trials, l.name))
			t, err := b.measure(limited, l)
			switch {
			case err != nil && limited.Err() != nil && ctx.Err() == nil:
				return nil // time is up
			case err != nil:
				return err
			}
			trials[i] = append(trials[i], t)
			bar.Done()
		}
	}
	return nil
}

// chooseSim returns the loads that the words name: by name, or by the part before its underscore. No words mean all.
func chooseSim(words []string, quick bool) ([]simLoad, error) {
	var chosen []simLoad
	all := simLoads()
	named := func(l simLoad, w string) bool { return l.name == w || strings.HasPrefix(l.name, w+"_") }
	for _, l := range all {
		asked := slices.ContainsFunc(words, func(w string) bool { return named(l, w) })
		if asked || len(words) == 0 && !(quick && l.full) {
			chosen = append(chosen, l)
		}
	}
	for _, w := range words {
		if !slices.ContainsFunc(all, func(l simLoad) bool { return named(l, w) }) {
			names := make([]string, len(all))
			for i, l := range all {
				names[i] = l.name
			}
			return nil, fmt.Errorf("%q is not a measure of simulations; choose from %s", w, strings.Join(names, " "))
		}
	}
	return chosen, nil
}
