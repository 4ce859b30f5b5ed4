package ctests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A job has a limit of its own, and all of ctests has none: a loaded machine makes jobs slower, and must not make them fail. After a job's limit it counts
// whether the job gets on.
const (
	stillFor   = 10 * time.Second // a job that has taken hardly any CPU time for so long stands still
	stillShare = 100              // hardly any: less than one part in so many
	cores      = 2                // a limit is meant for so many: this CPU time is more than the job needs
	atMost     = 10               // limits, for a job that neither stands still nor gets on
)

// enforce cancels a job that has exceeded its limit. It returns when the context ends.
func enforce(ctx context.Context, cancel func(), pid int, limit time.Duration) {
	begin := time.Now()
	mark, marked := time.Duration(0), begin // CPU time, and when it was that
	for tick := time.NewTicker(time.Second / 2); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case now := <-tick.C:
			if now.Sub(begin) < limit-stillFor {
				continue
			}
			used := cpuTime(pid)
			if used < mark || used-mark > now.Sub(marked)/stillShare+stillFor/stillShare { // less: processes have ended
				mark, marked = used, now
			}
			if over(now.Sub(begin), now.Sub(marked), used, limit) {
				cancel()
			}
		}
	}
}

// over decides about a job that has run for a time, has stood still for another, and has used so much CPU time.
func over(ran, still, used, limit time.Duration) bool {
	return ran >= limit && (still >= min(stillFor, limit) || used >= cores*limit || ran >= atMost*limit)
}

// cpuTime is what the processes of a group have used, those that have ended excepted.
func cpuTime(group int) (sum time.Duration) {
	const perSecond = 100 // of the kernel's clock, as /proc shows it
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		const pgrp, utime, stime = 2, 11, 12
		if len(fields) <= stime || fields[pgrp] != strconv.Itoa(group) {
			continue
		}
		for _, f := range []string{fields[utime], fields[stime]} {
			n, _ := strconv.Atoi(f)
			sum += time.Duration(n) * time.Second / perSecond
		}
	}
	return sum
}

func TestLimit(t *testing.T) {
	const limit = 20 * time.Second
	for _, c := range []struct {
		name             string
		ran, still, used time.Duration
		over             bool
	}{
		{"in time", 19 * time.Second, 19 * time.Second, 0, false},
		{"waits forever", 20 * time.Second, 10 * time.Second, time.Second, true},
		{"slow, and gets on", 100 * time.Second, time.Second, 15 * time.Second, false},
		{"spins", 20 * time.Second, 0, 40 * time.Second, true},
		{"neither", 200 * time.Second, time.Second, 15 * time.Second, true},
	} {
		assert.Equal(t, c.over, over(c.ran, c.still, c.used, limit), c.name)
	}
	for _, command := range []string{"sleep 600", "while :; do :; done"} {
		o := job{command: []string{"sh", "-c", command}, timeout: 2 * time.Second}.run(t, "program-of-TestLimit")
		require.Equal(t, -1, o.status, "%s: %s", command, o)
	}
}

// progress counts the jobs of a run of the tests.
type progress struct {
	mu      sync.Mutex
	times   *os.File // a line for each job, where GASNETGO_TIMES names a file
	began   int
	running map[string]time.Time // guarded by mu: tests with a job, and since when
}

func (p *progress) begin(t testing.TB) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began++
	p.running[t.Name()] = time.Now()
}

func (p *progress) end(t testing.TB, began time.Time, state *os.ProcessState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.times != nil && state != nil {
		fmt.Fprintf(p.times, "%.2f\t%.2f\t%s\n", (state.UserTime() + state.SystemTime()).Seconds(), time.Since(began).Seconds(), t.Name()) // CPU time, elapsed time
	}
	delete(p.running, t.Name())
}

// print writes a line now and then. go test passes it on while the tests run if it is called without a package, in this folder.
func (p *progress) print() {
	const every = 30 * time.Second
	begin := time.Now()
	for range time.Tick(every) {
		p.mu.Lock()
		line := fmt.Sprintf("ctests: %v, %d jobs", time.Since(begin).Round(time.Second), p.began)
		for name, since := range p.running {
			line += fmt.Sprintf("; %s for %v", name, time.Since(since).Round(time.Second))
		}
		p.mu.Unlock()
		fmt.Fprintln(os.Stderr, line)
	}
}
