package run

import (
	"sync/atomic"
	"time"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// computing says how much virtual time the code of ranks takes between two calls.
type computing interface {
	// turn lets a rank run until it stops, and returns why, and the time that it has computed for.
	turn(r *job.Rank, h *host.Rank) (host.Kind, sim.Time)

	// over returns lines for the user when the job has ended, and what could not be written.
	over() ([]string, error)
}

// newComputing is what the job's description asks for; nil: CPU time, or nothing.
func (s *simulation) newComputing(image *host.Image) (computing, error) {
	switch {
	case s.spec.Record != "":
		return newRecording(s, image)
	case s.spec.Recorded != "":
		return newRecorded(s, image)
	case s.spec.Counted:
		return newCounted(s, image)
	}
	return nil, nil
}

// takesTime reports whether computing takes virtual time from the beginning.
func (s *simulation) takesTime() bool {
	return s.spec.Compute > 0 || s.spec.Recorded != "" || s.spec.Counted
}

// free reports whether computing takes no virtual time because the user has not said what it should take.
func (s *simulation) free() bool { return !s.takesTime() && !s.spec.ComputeFree }

// endComputing prints what the user should know about what ranks have computed. err is how the job has ended.
func (s *simulation) endComputing(err error) error {
	if s.computing != nil {
		lines, failed := s.computing.over()
		for _, line := range lines {
			s.edge.Print(line)
		}
		return failed
	}
	if line := s.sampler.line(); err == nil && s.free() && !s.sliced.Load() && line != "" {
		s.edge.Print(line)
	}
	return nil
}

// sampler estimates how much of the CPU time of the ranks' thread programs take. It looks at the thread as often as the watcher, so in a job of a second it sees a hundred moments.
type sampler struct {
	all, programs atomic.Int64 // nanoseconds of CPU time
}

const samplePeriod = 10 * time.Millisecond

// run samples until the job is over.
func (m *sampler) run(over chan struct{}) {
	tick := time.NewTicker(samplePeriod)
	defer tick.Stop()
	for last := host.CPU(); ; {
		select {
		case <-over:
			return
		case <-tick.C:
			cpu := host.CPU()
			rank, _ := host.Running()
			m.add(cpu-last, rank >= 0)
			last = cpu
		}
	}
}

// add is a sample: the thread's CPU time since the last one, and whether a program runs.
func (m *sampler) add(ns int64, program bool) {
	m.all.Add(ns)
	if program {
		m.programs.Add(ns)
	}
}

// noticeable is the CPU time of programs from which on a line says that it was free, if it is more than half of all, too.
const noticeable = int64(time.Second)

// line says so; empty: it was not.
func (m *sampler) line() string {
	n := m.programs.Load()
	if n <= noticeable || 2*n <= m.all.Load() {
		return ""
	}
	return "computing took no virtual time, though ranks computed for more than a second, and for most of the job's time on this host: " +
		"--compute counted, record=FILE or measured charges it (--compute free: without this line)"
}
