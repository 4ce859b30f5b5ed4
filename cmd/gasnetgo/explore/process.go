package explore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

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
func (p *Program) Run(seed uint64, only []string) (o Outcome, err error) {
	log, err := os.CreateTemp(p.Folder, "delays")
	if err != nil {
		return o, err
	}
	defer os.Remove(log.Name())
	log.Close()
	args := append([]string{"run"}, p.Flags...)
	args = append(args, "--progress=never", fmt.Sprintf("--timeout=%v", p.Timeout), "--shuffle="+shuffle(seed, only), "--shuffle-log="+log.Name(), "--")
	cmd := exec.Command(p.Tool, append(args, p.Args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return o, err
	}
	o = Outcome{Status: cmd.ProcessState.ExitCode(), Out: out.String(), Err: errs.String()}
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
