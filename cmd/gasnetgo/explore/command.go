package explore

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/interrupt"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
	"gasnetgo/sim/spec"
)

const help = `Run a program under many seeds of gasnetgo run --shuffle, until one ends with another status or prints other lines than without disorder.

Each run is a simulated job in which everything happens in an order that the specifications of the APIs allow. The first seeds are the machine's order, early, late and latest first, the
others random. The seed that fails is printed, with how often seeds fail, the least disorder that still fails, and the command that repeats it.

Status: 0 if no run fails, 1 if one does.`

// options are the flags.
type options struct {
	ranks   int
	machine string
	set     []string
	env     []string
	runs    int
	first   uint64
	jobs    int
	timeout string
	same    string
	trials  int
}

// NewCommand is gasnetgo explore.
func NewCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "explore -n N [flags] [--] program [arguments]",
		Short:   "find an order of events in which a program fails",
		Long:    help,
		Example: "  gasnetgo explore -n 4 --runs 1000 ./prog",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no program given; try: gasnetgo explore -n 4 ./program")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interrupt.Notify(context.Background())
			defer stop()
			err := o.run(ctx, cmd.OutOrStdout(), args)
			if err != nil && ctx.Err() != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "gasnetgo: interrupted")
				return usage.Status(interrupt.Status)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false)
	flags.IntVarP(&o.ranks, "n", "n", 2, "number of ranks")
	flags.StringVar(&o.machine, "machine", "ideal", "simulated machine (gasnetgo machines), or a file that describes one")
	flags.StringArrayVar(&o.set, "set", nil, "PARAMETER=VALUE of the machine")
	flags.StringArrayVarP(&o.env, "env", "x", nil, "K=V: set a variable for the ranks")
	flags.IntVar(&o.runs, "runs", 300, "seeds to run at most")
	flags.Uint64Var(&o.first, "seed", 0, "the first of them")
	flags.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "runs at the same time")
	flags.StringVar(&o.timeout, "timeout", "60s", "real time after which a run counts as failed")
	flags.StringVar(&o.same, "same", "output", "what has to be the same in all runs: output (the status, and the lines of standard output in any order), or status")
	flags.IntVar(&o.trials, "trials", 200, "runs that look for the least disorder, at most")
	return cmd
}

func (o *options) run(ctx context.Context, to io.Writer, args []string) error {
	if o.same != "output" && o.same != "status" {
		return fmt.Errorf("--same %s: output or status", o.same)
	}
	if o.runs < 1 || o.jobs < 1 {
		return fmt.Errorf("--runs %d, --jobs %d: at least 1", o.runs, o.jobs)
	}
	timeout, err := knob.ParseDuration(o.timeout)
	if err != nil {
		return fmt.Errorf("--timeout %s: %w", o.timeout, err)
	}
	tool, err := os.Executable()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "gasnetgo-explore")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	tool, err = filepath.EvalSymlinks(tool)
	if err != nil {
		return err
	}
	p := &Program{Tool: tool, Flags: o.flags(), Args: args, Timeout: timeout, Folder: folder}
	return o.explore(ctx, to, p)
}

// flags are those of gasnetgo run.
func (o *options) flags() []string {
	all := []string{"-n", fmt.Sprint(o.ranks), "--machine", o.machine}
	for _, s := range o.set {
		all = append(all, "--set", s)
	}
	for _, e := range o.env {
		all = append(all, "--env", e)
	}
	return all
}

func (o *options) explore(ctx context.Context, to io.Writer, p *Program) error {
	right, err := p.Run(ctx, 0, nil)
	if err != nil {
		return err
	}
	judge := &Judge{Right: right, Output: o.same == "output"}
	if right.Status != 0 {
		fmt.Fprintf(to, "It fails without disorder: status %d%s\n", right.Status, reason(right))
		return usage.Status(1)
	}
	began := time.Now()
	found, err := Search(ctx, p.Run, judge, o.first, o.runs, o.jobs)
	if err != nil {
		return err
	}
	if found.Failures == 0 {
		fmt.Fprintf(to, "No failure in %d runs (%.0f s): with --runs there are more.\n", found.Runs, time.Since(began).Seconds())
		return nil
	}
	fmt.Fprintf(to, "Seed %d fails: %s\n", found.Seed, found.Why)
	fmt.Fprintf(to, "  %d of %d runs fail\n", found.Failures, found.Runs)
	fmt.Fprintf(to, "  repeat it: %s\n", o.command(p, shuffle(found.Seed, nil)))
	if err := o.least(ctx, to, p, judge, found); err != nil {
		return err
	}
	return usage.Status(1)
}

// command is what repeats a run.
func (o *options) command(p *Program, value string) string {
	words := append([]string{"gasnetgo", "run"}, p.Flags...)
	words = append(words, "--shuffle="+value, "--trace", "trace.json.gz", "--")
	for i, w := range append(words, p.Args...) {
		if i < len(words) {
			words[i] = quoted(w)
		} else {
			words = append(words, quoted(w))
		}
	}
	return strings.Join(words, " ")
}

// quoted is a word for a shell.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;~#!") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// least prints the least disorder of a failure.
func (o *options) least(ctx context.Context, to io.Writer, p *Program, judge *Judge, found Found) error {
	ids := make([]string, len(found.Outcome.Delays))
	for i, d := range found.Outcome.Delays {
		ids[i] = d.ID
	}
	last := found.Outcome
	least, runs, err := Least(ids, o.trials, func(only []string) (bool, error) {
		made, err := p.Run(ctx, found.Seed, only)
		if err != nil || judge.Fails(made) == "" {
			return false, err
		}
		last = made
		return true, nil
	})
	if err != nil {
		return err
	}
	if len(least) == 0 {
		fmt.Fprintf(to, "It fails as soon as messages take the ways of --shuffle, without any delay.\n")
		return nil
	}
	fmt.Fprintf(to, "The least disorder that fails: %d of %d delays, found in %d runs:\n", len(least), len(ids), runs)
	const most = 20
	for i, d := range last.Delays {
		if i == most {
			fmt.Fprintf(to, "  and %d more\n", len(last.Delays)-most)
			break
		}
		fmt.Fprintf(to, "  %s\n", sentence(d))
	}
	fmt.Fprintf(to, "  repeat it: %s\n", o.command(p, shuffle(found.Seed, least)))
	return nil
}

// sentence is a delay for people.
func sentence(d spec.Delay) string {
	text := d.What + " " + d.How
	if d.Call != "" {
		text += fmt.Sprintf(" (%s, %s)", d.Call, d.Line)
	}
	return text
}
