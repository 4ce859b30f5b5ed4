package explore

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gasnetgo/cmd/simjobs"
	"gasnetgo/sim/spec"
)

// Program is what runs: a program, on a machine.
type Program struct {
	Tool    string   // gasnetgo
	Flags   []string // of gasnetgo run, for every run
	Args    []string // of the program, its path first
	Timeout time.Duration
	Folder  string // for files of runs
}

const timedOut = 124 // the status of gasnetgo run --timeout

// shuffle is the value of --shuffle.
func shuffle(seed uint64, only []string) string {
	text := strconv.FormatUint(seed, 10)
	if only != nil {
		text += ":" + strings.Join(only, ",")
	}
	return text
}

// Run makes a run.
func (p *Program) Run(ctx context.Context, seed uint64, only []string) (o Outcome, err error) {
	log, err := os.CreateTemp(p.Folder, "delays")
	if err != nil {
		return o, err
	}
	defer os.Remove(log.Name())
	log.Close()
	args := append(slices.Clone(p.Flags), "--progress=never", fmt.Sprintf("--timeout=%v", p.Timeout), "--shuffle="+shuffle(seed, only), "--shuffle-log="+log.Name(), "--")
	e := simjobs.One(ctx, p.Tool, &simjobs.Job{Args: append(args, p.Args...)})
	var exit *exec.ExitError
	if e.Err != nil && !errors.As(e.Err, &exit) {
		return o, e.Err
	}
	o = Outcome{Status: e.Status(), Out: string(e.Output), Err: e.Complaint}
	if err := ctx.Err(); err != nil {
		return o, err // the run's end says nothing
	}
	o.Late = o.Status == timedOut && strings.Contains(o.Err, "took longer than")
	o.Delays, err = delays(log.Name())
	return o, err
}

// delays reads a log; one that ends in the middle of a line is of a run that did.
func delays(path string) (all []spec.Delay, err error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var d spec.Delay
		if json.Unmarshal(lines.Bytes(), &d) != nil {
			break
		}
		all = append(all, d)
	}
	return all, nil
}
