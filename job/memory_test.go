package job

import (
	"sync"
	"time"
)

// memoryJob is what a Control stores, without shared memory and processes: for tests of the rules that stand on one.
type memoryJob struct {
	mu      sync.Mutex
	claimed bool // a process is about to end the job
	ending  *Ending
	worse   bool // Worsen has had its effect
	over    chan struct{}
	states  []State
	lives   map[int]*memoryControl // by rank

	asked   bool
	answers map[int]string
}

func newMemoryJob(size int) *memoryJob {
	return &memoryJob{over: make(chan struct{}), states: make([]State, size), lives: map[int]*memoryControl{}, answers: map[int]string{}}
}

// process is the Control of one more process of the job.
func (m *memoryJob) process() *memoryControl { return &memoryControl{memoryJob: m} }

// die has the process of a rank end.
func (m *memoryJob) die(rank int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.lives, rank)
}

type memoryControl struct{ *memoryJob }

var _ Control = (*memoryControl)(nil)

func (c *memoryControl) State(rank int) State {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rank < 0 || rank >= len(c.states) {
		return Absent
	}
	return c.states[rank]
}

func (c *memoryControl) Swap(rank int, to State, accept func(State) bool) (State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.states[rank]
	if !accept(was) {
		return was, false
	}
	c.states[rank] = to
	return was, true
}

func (c *memoryControl) End(e Ending, report func(string)) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claimed {
		return false
	}
	c.claimed = true
	e = e.stored()
	c.mu.Unlock()
	report(e.Line)
	c.mu.Lock()
	c.ending = &e
	close(c.over)
	return true
}

func (c *memoryControl) Ask() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = true
}

func (c *memoryControl) Asked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

func (c *memoryControl) Answer(rank int, text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers[rank] = text
	return nil
}

func (c *memoryControl) Answered(rank int) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, ok := c.answers[rank]
	return text, ok
}

func (c *memoryControl) EndForSure(e Ending, report func(string)) bool { return c.End(e, report) }

func (c *memoryControl) Worsen(rank, status int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending == nil || c.worse || !c.ending.worsens(status) {
		return false
	}
	c.worse = true
	c.ending.Rank, c.ending.Status = rank, status
	return true
}

func (c *memoryControl) Ended() (Ending, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending == nil {
		return Ending{}, false
	}
	return *c.ending, true
}

func (c *memoryControl) Wait(bound time.Duration) {
	if bound == 0 {
		<-c.over
		return
	}
	select {
	case <-c.over:
	case <-time.After(bound):
	}
}

func (c *memoryControl) HoldLife(rank int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lives[rank] = c
	return true
}

func (c *memoryControl) OthersOver() (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, other := range c.lives {
		if other != c {
			return false, nil
		}
	}
	return true, nil
}

func (c *memoryControl) Life(rank int) Life { return memoryLife{c.memoryJob, rank} }

type memoryLife struct {
	job  *memoryJob
	rank int
}

func (l memoryLife) Over() bool {
	l.job.mu.Lock()
	defer l.job.mu.Unlock()
	return l.job.lives[l.rank] == nil
}

func (l memoryLife) PID() int { return 1000 + l.rank }
func (l memoryLife) Close()   {}
