package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// trial is one pair of numbers: the library's, and the machine's limit, measured right after it.
type trial struct{ value, limit float64 }

// benchProgram is the C client of an API that is measured, in the installed layout beside this executable.
func benchProgram(api string) (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return "", fmt.Errorf("cannot find the path of this program: %w", err)
	}
	program := filepath.Join(filepath.Dir(filepath.Dir(self)), "libexec", "gasnetgo", api+"_bench")
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("the programs to measure are not installed: %w", err)
	}
	return program, nil
}

// launch runs the program on some ranks with this executable as launcher, and returns its output.
func launch(ctx context.Context, ranks int, program string, args ...string) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	out, err := output(ctx, self, append([]string{"run", "-n", strconv.Itoa(ranks), "--", program}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("%s %s on %d ranks: %w", filepath.Base(program), strings.Join(args, " "), ranks, err)
	}
	return out, nil
}

// output runs a program and returns its standard output; the error contains its standard error.
func output(ctx context.Context, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL}
	cmd.WaitDelay = 5 * time.Second
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// parseTrials parses lines "NAME VALUE LIMIT". Lines before one named begin are warm-up.
func parseTrials(text []byte) (map[string][]trial, error) {
	trials := make(map[string][]trial)
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q is not a name and two numbers", lines.Text())
		}
		value, err1 := strconv.ParseFloat(fields[1], 64)
		limit, err2 := strconv.ParseFloat(fields[2], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("%q is not a name and two numbers: %w", lines.Text(), err)
		}
		if fields[0] == "begin" {
			clear(trials)
			continue
		}
		trials[fields[0]] = append(trials[fields[0]], trial{value, limit})
	}
	return trials, lines.Err()
}

// measureStart times whole jobs that do nothing, from start to finish, in ms. The limit is starting as many processes of /bin/true.
func measureStart(ctx context.Context, program string, ranks, times int) ([]trial, error) {
	var trials []trial
	for range times {
		begin := time.Now()
		if _, err := launch(ctx, ranks, program, "empty"); err != nil {
			return nil, err
		}
		job := time.Since(begin)
		begin = time.Now()
		if err := startTrue(ctx, ranks); err != nil {
			return nil, err
		}
		trials = append(trials, trial{milliseconds(job), milliseconds(time.Since(begin))})
	}
	return trials, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// startTrue starts processes that end at once, all before it waits for the first, as a launcher does.
func startTrue(ctx context.Context, processes int) error {
	path, err := exec.LookPath("true")
	if err != nil {
		return err
	}
	commands := make([]*exec.Cmd, processes)
	for i := range commands {
		commands[i] = exec.CommandContext(ctx, path)
		if err := commands[i].Start(); err != nil {
			return errors.Join(err, waitAll(commands[:i]))
		}
	}
	return waitAll(commands)
}

func waitAll(commands []*exec.Cmd) error {
	errs := make([]error, len(commands))
	var all sync.WaitGroup
	for i, c := range commands {
		all.Go(func() { errs[i] = c.Wait() })
	}
	all.Wait()
	return errors.Join(errs...)
}

// newMeasurer is for one run.
func newMeasurer(ranks int, quick bool) (*measurer, error) {
	program, err := benchProgram("shmem")
	return &measurer{program: program, ranks: ranks, quick: quick, pairs: map[string]map[string][]trial{}}, err
}

// measurer runs each program at most once and retains its output.
type measurer struct {
	program string // SHMEM's
	ranks   int    // of the large barrier
	quick   bool
	pair    map[string][]trial
	alone   map[string][]trial
	storm   map[string][]trial
	idle    map[string][]trial // bytes resident; the "limit" is the proportional share
	gasnet  map[string][]trial
	pairs   map[string]map[string][]trial // by API: of its program of two ranks

	collective map[int]map[string][]trial // by ranks
}

// take returns the trials of one measure.
func (m *measurer) take(ctx context.Context, name string) ([]trial, error) {
	pairTrials, portalsTrials, stormTrials, starts := 101, 21, 17, map[string]int{"startup_2": 5, "startup_32": 3, "startup_128": 2}
	if m.quick {
		pairTrials, portalsTrials, stormTrials, starts = 51, 15, 9, map[string]int{"startup_2": 5, "startup_32": 3, "startup_128": 1}
	}
	var err error
	if api, rest, is := strings.Cut(name, "."); is {
		if trials := map[string]int{"portals": portalsTrials, "armci": pairTrials, "lapi": portalsTrials, "sisci": portalsTrials}[api]; trials > 0 {
			if m.pairs[api] == nil {
				m.pairs[api], err = m.runPair(ctx, api, trials)
			}
			return m.pairs[api][rest], err
		}
	}
	if rest, is := strings.CutPrefix(name, "gasnet."); is {
		if m.gasnet == nil {
			m.gasnet, err = m.runGASNet(ctx, portalsTrials)
		}
		return m.gasnet[rest], err
	}
	if ranks, is := isCollective(name); is {
		return m.takeCollective(ctx, name, ranks)
	}
	switch name {
	case "barrier_many":
		if m.storm == nil {
			m.storm, err = m.run(ctx, m.ranks, "storm", strconv.Itoa(stormTrials))
		}
		return m.storm[name], err
	case "lock", "fortran_lock", "malloc_64":
		if m.alone == nil {
			m.alone, err = m.run(ctx, 1, "alone", strconv.Itoa(pairTrials))
		}
		return m.alone[name], err
	case "memory":
		if m.idle == nil {
			m.idle, err = m.run(ctx, 4, "memory")
		}
		var all trial
		for _, t := range m.idle {
			all.value += t[0].value / 1e6
			all.limit += t[0].limit / 1e6
		}
		return []trial{all}, err
	case "startup_2", "startup_32", "startup_128":
		ranks, _ := strconv.Atoi(strings.TrimPrefix(name, "startup_"))
		return measureStart(ctx, m.program, ranks, starts[name])
	default:
		if m.pair == nil {
			m.pair, err = m.run(ctx, 2, "pair", strconv.Itoa(pairTrials))
		}
		return m.pair[name], err
	}
}

// runPair runs the program of an API whose only argument is the number of trials, on 2 ranks.
func (m *measurer) runPair(ctx context.Context, api string, trials int) (map[string][]trial, error) {
	program, err := benchProgram(api)
	if err != nil {
		return nil, err
	}
	out, err := launch(ctx, 2, program, strconv.Itoa(trials))
	if err != nil {
		return nil, err
	}
	return parseTrials(out)
}

// runGASNet takes GASNet's measures: those of a pair, then those with more ranks than cores, whose limit contains the pair's barrier.
func (m *measurer) runGASNet(ctx context.Context, trials int) (map[string][]trial, error) {
	program, err := benchProgram("gasnet")
	if err != nil {
		return nil, err
	}
	out, err := launch(ctx, 2, program, "pair", strconv.Itoa(trials))
	if err != nil {
		return nil, err
	}
	all, err := parseTrials(out)
	if err != nil {
		return nil, err
	}
	var barriers []float64
	for _, t := range all["barrier"] {
		barriers = append(barriers, t.value)
	}
	if len(barriers) == 0 {
		return nil, errors.New("gasnet_bench has measured no barrier")
	}
	out, err = launch(ctx, 4, program, "oversubscribed", strconv.Itoa(trials), strconv.FormatFloat(median(barriers), 'f', -1, 64))
	if err != nil {
		return nil, err
	}
	shared, err := parseTrials(out)
	if err != nil {
		return nil, err
	}
	all["barrier_4_ranks"] = shared["barrier_oversubscribed"]
	return all, nil
}

func (m *measurer) run(ctx context.Context, ranks int, args ...string) (map[string][]trial, error) {
	out, err := launch(ctx, ranks, m.program, args...)
	if err != nil {
		return nil, err
	}
	return parseTrials(out)
}

// processor names the processor, for readers who compare tables.
func processor() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores", model, runtime.NumCPU())
}
