package run

import (
	"runtime/debug"

	"gasnetgo/internal/memory"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// start runs fn(arg), of C, on a further stack of a rank, as a thread of the library.
func (s *simulation) start(r *job.Rank, fn, arg uintptr) error {
	h, err := s.ranks[r.ID()].Beside(memory.Pointer(fn), memory.Pointer(arg))
	if err != nil {
		return err
	}
	s.job.Beside(r, func(t *job.Rank) {
		debug.SetPanicOnFault(true)
		s.register(t.Rank, h)
		defer s.unregister(t.Rank, h)
		for t.World().Failed() == nil {
			why := h.Resume()
			if c, ok := s.computing.(*counted); ok {
				c.beside(h)
			}
			if why == host.Returned || why == host.Exited && s.ranks[r.ID()].Stopped() == host.Exited {
				h.ReleaseFiber()
				return
			}
			if s.stopped(t, h, why) {
				if why == host.Exited { // the program's end, in a handler
					r.Divert(func() {})
				}
				return
			}
		}
	})
	return nil
}
