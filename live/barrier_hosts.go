package live

import (
	"fmt"
	"time"

	"gasnetgo/job"
)

// HostsBarrier is the barrier of all ranks of a job on several hosts, which belongs to no API: of each host, of their first ranks, of each host. It blocks.
func (s *Session) HostsBarrier() error {
	n, err := s.Node()
	if err != nil {
		return err
	}
	net, err := s.Network(n)
	if err != nil {
		return err
	}
	s.Hooks.Barrier()
	if net.Leaders != nil {
		over := make(chan struct{})
		go s.watchBarrier(over)
		net.Leaders.Enter()
		close(over)
		net.Port.Lock()
		err := net.Port.Broken()
		net.Port.Unlock()
		if err != nil {
			return fmt.Errorf("the network has failed: %w", s.Late(err))
		}
	}
	s.Hooks.Barrier()
	return nil
}

const (
	barrierLooks = 100 * time.Millisecond
	barrierGrace = 2 * time.Second // for messages of a rank that has been in the barrier and left it
)

// watchBarrier ends the job if a barrier lasts although a rank of another host, which has not been in it, has left.
func (s *Session) watchBarrier(over <-chan struct{}) {
	var since time.Time
	for {
		select {
		case <-over:
			return
		case <-time.After(barrierLooks):
		}
		gone := s.leftElsewhere()
		switch {
		case gone < 0:
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > barrierGrace:
			s.Fail(job.CauseAbort, 1, fmt.Sprintf("waits in a barrier that rank %d cannot reach any more: it has exited", gone))
		}
	}
}

// leftElsewhere is a rank of another host that has left; -1: there is none.
func (s *Session) leftElsewhere() int {
	for r := range s.Job.Size {
		if !s.IsHere(r) && s.Job.State(r) >= job.Gone {
			return r
		}
	}
	return -1
}
