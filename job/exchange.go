package job

import (
	"errors"
	"fmt"

	"gasnetgo/internal/knob"
)

// PMIx is what Attach needs of libpmix. The library never depends on it: the C edge loads it when it is there and hands over this view.
// One call is made at a time, from any goroutine.
type PMIx interface {
	// Init joins the namespace; an error means that PMIx cannot be used, not that the job is lost.
	Init() (rank, size int, nspace string, err error)
	// Put publishes a value of this rank; it is visible to all after the next Fence.
	Put(key, value string) error
	// Fence blocks until all ranks have called it, and collects what they put.
	Fence() error
	// Get returns what a rank has put under key.
	Get(rank int, key string) (string, error)
	// Finalize takes leave of the launcher.
	Finalize() error
	// Abort asks the launcher to end the job with this status.
	Abort(status int, msg string) error
}

// exchange is a foreign launcher's service: rank and size, a table of texts, and two ways to leave.
type exchange interface {
	// rank and size.
	who() (rank, size int)
	// put publishes a text of this rank; visible after fence.
	put(key, value string) error
	// fence blocks until all ranks are in it; while the job starts, at most as long as that may take.
	fence() error
	// startOver says that the job has started: fences now wait as long as the program on other ranks takes.
	startOver()
	// get returns what rank put under key.
	get(rank int, key string) (string, error)
	finalize() error
	abort(status int, msg string) error
}

// attachForeign joins a job started by a foreign launcher: rank, size and an exchange of texts come from that launcher, the memory file over a socket from rank
// 0.
func attachForeign(o Options, knobs *knob.Set, f found) (*Job, error) {
	bound, err := knobs.Duration(knob.RendezvousTimeout)
	if err != nil {
		return nil, err
	}
	start := newLimit(bound)
	ex, f, err := connect(o, f, start)
	if err != nil {
		return nil, err
	}
	if f.how == aloneByItself {
		return attachAlone()
	}
	j := &Job{Rank: f.rank, Size: f.size, Launcher: f.name, foreign: ex, outside: true, report: o.Report}
	if ex != nil {
		j.Rank, j.Size = ex.who()
	}
	if j.Size < 1 || j.Size > MaxRanks || j.Rank < 0 || j.Rank >= j.Size {
		return nil, fmt.Errorf("%s says that this is rank %d of %d; a job has 1 to %d ranks", j.Launcher, j.Rank, j.Size, MaxRanks)
	}
	if f.hosts != "" && ex == nil {
		return nil, fmt.Errorf("%s, and gives them no exchange of texts, which a job on several hosts needs: libpmix (Debian: libpmix2), srun --mpi=pmi2 or --mpi=pmix; or gasnetgo run --hosts", f.hosts)
	}
	if err := j.meet(f, start); err != nil {
		err = fmt.Errorf("rank %d of %d, started by %s: %w", j.Rank, j.Size, j.Launcher, err)
		if j.control != nil { // ranks that have arrived wait for the others
			j.End(CauseAbort, 1, err.Error())
		}
		return nil, err
	}
	if ex != nil {
		ex.startOver()
	}
	return j.join(o.Report)
}

// connect opens the exchange of the detected launcher, or falls back; a nil exchange means that there are only variables.
func connect(o Options, f found, start limit) (exchange, found, error) {
	switch f.how {
	case byPMI:
		ex, version, err := dialPMI(f.pmi, o.Lookup, start)
		if err != nil {
			return nil, f, fmt.Errorf("%s started this program, but: %w (%s=alone does without it)", f.name, err, knob.Launcher)
		}
		f.name = pmiName(version)
		return ex, f, nil
	case byPMIx:
		why := "libpmix was not found"
		if o.PMIx != nil {
			ex, err := newPMIxExchange(o.PMIx, start)
			if late := lateError(""); errors.As(err, &late) { // libpmix, which still waits, cannot be used
				return nil, f, fmt.Errorf("%s started this program, but: %w (%s=alone does without it)", f.name, err, knob.Launcher)
			}
			if err == nil {
				if f.fallback != nil { // its name is the launcher's own
					f.name += ", PMIx"
				}
				return ex, f, nil
			}
			why = err.Error()
		}
		if f.fallback != nil {
			return nil, *f.fallback, nil
		}
		o.Warn(fmt.Sprintf("%s started this program, but %s; it runs alone, as rank 0 of 1; install libpmix, or start it with gasnetgo run -n N",
			f.name, why))
		return nil, found{how: aloneByItself}, nil
	}
	return nil, f, nil
}

// pmixExchange makes a PMIx an exchange.
type pmixExchange struct {
	PMIx
	rank, size int
	start      limit // zero when the job has started
}

func newPMIxExchange(p PMIx, start limit) (*pmixExchange, error) {
	ex := &pmixExchange{PMIx: p, start: start}
	err := start.within("the PMIx server does not answer", func() (err error) {
		ex.rank, ex.size, _, err = p.Init()
		return err
	})
	if err != nil {
		return nil, err
	}
	return ex, nil
}

func (p *pmixExchange) who() (rank, size int)       { return p.rank, p.size }
func (p *pmixExchange) startOver()                  { p.start = limit{} }
func (p *pmixExchange) put(key, value string) error { return p.Put(key, value) }

func (p *pmixExchange) fence() error {
	return p.start.within("the other ranks do not arrive, or the PMIx server does not answer,", p.Fence)
}

func (p *pmixExchange) get(rank int, key string) (text string, err error) {
	err = p.start.within("the PMIx server does not answer", func() (err error) {
		text, err = p.Get(rank, key)
		return err
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

func (p *pmixExchange) finalize() error                    { return p.Finalize() }
func (p *pmixExchange) abort(status int, msg string) error { return p.Abort(status, msg) }
