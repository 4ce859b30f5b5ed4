package sisci

import (
	"errors"
	"sync"
	"time"

	"gasnetgo/sisci"
)

const (
	lookTime = 50 * time.Millisecond // from one look for nodes that have died to the next
	tornTime = time.Second           // that a sender may take from reserving a record to posting it
)

// deaths is what this node knows of the ends of others.
type deaths struct {
	watched bool // the program uses SISCI, so that the end of a process does not end the job; otherwise no node has to know of it
	looked  time.Time
	of      []bool    // by rank
	ended   []int     // of these, those whose last packets are being received
	over    []bool    // by rank: packets that come later, from another host, are lost
	any     bool      // one of this host
	torn    time.Time // since when the mailbox has been seen torn; zero: it is not
}

const (
	endTime  = 200 * time.Millisecond // from the first end of a process of an orderly job to the last
	sameTime = time.Second            // disconnects within this time belong to one end
)

// ending is when other nodes have begun to disconnect this one.
type ending struct {
	mu    sync.Mutex
	began time.Time
}

// over is when callbacks of disconnects may run.
func (e *ending) over() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := time.Now(); now.Sub(e.began) > sameTime {
		e.began = now
	}
	return e.began.Add(endTime)
}

// hold holds back the callbacks of disconnects for endTime. Programs such as GASNet's conduit for SCI end themselves with an error in that callback, and in an orderly end of a job all ranks
// disconnect all others at about the same time: without this, those that come late would end with the error.
func (w *world) hold(c sisci.Call) {
	if c.Handle.Kind() == sisci.KindRemoteSegment && c.Event.Reason == sisci.Disconnected {
		time.Sleep(time.Until(w.ending.over()))
	}
}

var errTorn = errors.New("a process died while it sent a message to this one, and nothing behind that message arrives")

// Lost returns a node only when all that it has sent has been received: what came before its end was there before its end was seen.
func (w *world) Lost() (lost []uint32) {
	d := &w.deaths
	for _, rank := range d.ended {
		d.over[rank] = true
	}
	d.ended = d.ended[:0]
	if !d.watched {
		return nil
	}
	now := time.Now()
	if now.Sub(d.looked) < lookTime {
		return nil
	}
	d.looked = now
	for rank := range d.of {
		if d.of[rank] || rank == w.Job.Rank || !w.gone(rank) {
			continue
		}
		if w.IsHere(rank) {
			d.any = true
			w.out.Drop(w.Local(rank))
		} else if !w.hosts.lost(rank, now) {
			continue
		}
		d.of[rank] = true
		d.ended = append(d.ended, rank)
		lost = append(lost, w.ids[rank])
	}
	if !d.any || !w.mail.Torn() {
		d.torn = time.Time{}
	} else if d.torn.IsZero() {
		d.torn = now
	} else if now.Sub(d.torn) > tornTime {
		w.Fail(errTorn)
	}
	return lost
}
