package ctests

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLimit: a job has a limit of its own in the sense of internal/limit, and all of ctests has none.
func TestLimit(t *testing.T) {
	for _, command := range []string{"sleep 600", "while :; do :; done"} {
		o := job{command: []string{"sh", "-c", command}, timeout: 2 * time.Second}.run(t, "program-of-TestLimit")
		require.Equal(t, -1, o.status, "%s: %s", command, o)
	}
}

// every is the time between lines of progress.
const every = 30 * time.Second

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
