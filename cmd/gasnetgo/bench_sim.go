package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

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
}

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
	Name   string  `json:"name"`
	What   string  `json:"what"`
	Unit   string  `json:"unit"`
	Value  float64 `json:"value"` // median of the trials
	Best   float64 `json:"best"`
	Worst  float64 `json:"worst"`
	CPU    float64 `json:"cpu,omitempty"` // median, by CPU time: the rate on a core that is not shared
	Target float64 `json:"target,omitempty"`
	Met    *bool   `json:"met,omitempty"`
	Trials int     `json:"trials"`

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
		met := r.Value < l.target
		if r.more {
			met = r.Value > l.target
		}
		r.Met = &met
	}
	return r
}

// table measures the loads. Their trials alternate, so that a slow phase of the machine affects all of them alike.
func (b *simBench) table(ctx context.Context, loads []simLoad) ([]simResult, error) {
	trials := make([][]simTrial, len(loads))
	for range b.trials {
		for i, l := range loads {
			t, err := b.measure(ctx, l)
			if err != nil {
				return nil, err
			}
			trials[i] = append(trials[i], t)
		}
	}
	results := make([]simResult, len(loads))
	for i, l := range loads {
		results[i] = summariseSim(l, trials[i])
	}
	return results, nil
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

func newBenchSimCommand() *cobra.Command {
	var quick, asCSV, asJSON bool
	cmd := &cobra.Command{
		Use:   "sim [measure...]",
		Short: "measure the speed of simulations, and the memory that simulated ranks use",
		Long: `Runs C programs on simulated machines and measures the real time of the simulation. The simulation counts messages, calls and events;
acknowledgements and replies of the network are messages, too. The rates exclude the start and the end of a job: each is the difference
of two runs.

Numbers are medians over trials that alternate; best and worst show how much the machine was disturbed. "By CPU time" counts only the time that the
simulation had a core, as on a machine that does nothing else; targets are for real time.

The line under the table gives the latency of this machine's memory before and after: it dominates the cost of many ranks.`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if asCSV && asJSON {
				return errors.New("--csv and --json exclude each other")
			}
			loads, err := chooseSim(words, quick)
			if err != nil {
				return err
			}
			cmd.SilenceUsage = true
			program, err := benchProgram("sim")
			if err != nil {
				return err
			}
			b := &simBench{program: program, trials: 5, shorten: 1}
			if quick {
				b.trials, b.shorten = 1, 4
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), 20*time.Minute)
			defer cancel()
			before := memoryTimes()
			results, err := b.table(ctx, loads)
			if err != nil {
				return err
			}
			return writeSim(cmd.OutOrStdout(), results, [2][]memoryTime{before, memoryTimes()}, asCSV, asJSON)
		},
	}
	cmd.Flags().BoolVar(&quick, "quick", false, "one short trial of each, without the largest jobs: less than a minute in all")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print comma-separated values")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// writeSim writes the table; memory is this machine's before and after it.
func writeSim(w io.Writer, results []simResult, memory [2][]memoryTime, asCSV, asJSON bool) error {
	met := func(r simResult) string {
		switch {
		case r.Met == nil:
			return ""
		case *r.Met:
			return "yes"
		}
		return "NO"
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(struct {
			Machine string          `json:"machine"`
			Memory  [2][]memoryTime `json:"memory"` // before and after
			Results []simResult     `json:"results"`
		}{processor(), memory, results})
	}
	if asCSV {
		rows := [][]string{{"name", "what", "unit", "value", "best", "worst", "cpu", "target", "met", "trials"}}
		plain := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
		for _, r := range results {
			rows = append(rows, []string{r.Name, r.What, r.Unit, plain(r.Value), plain(r.Best), plain(r.Worst), plain(r.CPU), plain(r.Target), met(r), strconv.Itoa(r.Trials)})
		}
		return csv.NewWriter(w).WriteAll(rows)
	}
	fmt.Fprintf(w, "%s\n\n", processor())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\t\tmedian\tbest\tworst\tby CPU time\tunit\ttarget\tmet")
	for _, r := range results {
		target, cpu := "", ""
		if r.CPU > 0 {
			cpu = number(r.CPU)
		}
		if r.Met != nil {
			target = "< " + number(r.Target)
			if r.more {
				target = "> " + number(r.Target)
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, r.What, number(r.Value), number(r.Best), number(r.Worst), cpu, r.Unit, target, met(r))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i, m := range memory[0] {
		fmt.Fprintf(w, "memory of this machine: a load from somewhere in %d MiB takes %s ns before these measurements, %s after\n", m.Bytes>>20, number(m.NS), number(memory[1][i].NS))
	}
	return nil
}
