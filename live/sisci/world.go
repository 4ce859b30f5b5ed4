package sisci

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sisci"
	"gasnetgo/sisci/process"
)

// Plane is the edge's part of SISCI: waits on the stack of their caller, the library's threads, copies to maps.
type Plane struct {
	// Open tells it where this process's MailBlock and its ring are, and the stamp of what it remembers.
	Open func(mail uintptr, ring uint64, stamp uintptr)

	// Begin starts the library's threads, if they do not run.
	Begin func()
}

const (
	box       = "sisci.mail"
	ringBytes = 256 << 10
	lookTime  = 50 * time.Millisecond // from one look for nodes that have died to the next
	tornTime  = time.Second           // that a sender may take from reserving a record to posting it
)

// world is one host of the live world as SISCI sees it. The process's lock guards it.
type world struct {
	*live.Session
	*area
	plane  Plane
	direct bool // C may make copies to maps itself
	mail   *node.Mail
	out    *node.Outbox
	ids    []uint32 // of nodes, by rank
	ranks  map[uint32]int

	looked time.Time
	dead   []bool // by rank
	deaths bool
	torn   time.Time // since when the mailbox has been seen torn; zero: it is not
}

// New makes this process's SISCI, with the environment's options. Between hosts there is none: calls return SCI_ERR_NOT_SUPPORTED.
func New(s *live.Session, p Plane) (*process.Process, error) {
	if s.Job.SpansHosts() {
		return process.Refuse(sisci.NotSupported), nil
	}
	text, err1 := s.Knobs.Text(knob.SisciNodes)
	plane, err2 := s.Knobs.Enum(knob.Plane)
	if err := cmp.Or(err1, err2, s.Knobs.Check()); err != nil {
		return nil, err
	}
	ids, err := readIDs(text, s.Job.Size)
	if err != nil {
		return nil, err
	}
	n, err := s.Node()
	if err != nil {
		return nil, err
	}
	a, err := newArea(n)
	if err != nil {
		return nil, fmt.Errorf("no memory for segments: %w", err)
	}
	mail, err := n.OpenMail(box, ringBytes)
	if err != nil {
		return nil, fmt.Errorf("no memory for mailboxes of %d bytes: %w", ringBytes, err)
	}
	w := &world{Session: s, area: a, plane: p, direct: plane == "c", mail: mail, out: mail.NewOutbox(), ids: ids, ranks: map[uint32]int{}, dead: make([]bool, len(ids))}
	for rank, id := range ids {
		w.ranks[id] = rank
	}
	own := a.head(n.Me())
	own.ID = ids[s.Job.Rank]
	a.Stale()
	p.Open(mail.At(), ringBytes, a.parts.Part(n.Me())+stampAt)
	return process.New(w, own.ID), nil
}

// Begin is process.World's. From now on the end of this process does not end the job: its peers notice.
func (w *world) Begin() {
	w.Job.Detach()
	w.plane.Begin()
	atomic.StoreUint32(&w.head(w.node.Me()).Up, 1)
}

// Stamp is process.World's.
func (w *world) Stamp() uint32 {
	if !w.direct {
		return 0
	}
	return w.stamp()
}

// Reach is sisci.Network's.
func (w *world) Reach(id uint32) sisci.Code {
	rank, ok := w.ranks[id]
	switch {
	case id == 0 || id > mostID:
		return sisci.IllegalNode
	case !ok:
		return sisci.NoSuchNode
	case w.Job.State(rank) >= job.Gone:
		return sisci.NotResponding
	}
	return sisci.OK
}

// Map is sisci.Memory's.
func (w *world) Map(m sisci.Mapping) (uintptr, sisci.Code) { return w.show(w.local(m.Node), m) }

// At is process.World's.
func (w *world) At(p sisci.Place) uintptr {
	return w.parts.Part(w.local(p.Node)) + uintptr(p.Key+p.Offset)
}

func (w *world) local(id uint32) node.LocalRank { return w.Local(w.ranks[id]) }

// Send is process.World's: it writes a packet into a mailbox, or queues it.
func (w *world) Send(to uint32, p *sisci.Packet) bool {
	local := w.local(to)
	if atomic.LoadUint32(&w.head(local).Up) == 0 {
		return false
	}
	if w.dead[w.ranks[to]] {
		return true
	}
	w.out.Send(local, sisci.HeadBytes+len(p.Data), p.Append)
	if w.out.Waiting() {
		w.mail.Want(true)
	}
	return true
}

const batch = 64 // packets that one call receives at most

// Poll is process.World's.
func (w *world) Poll(arrive func(from uint32, p *sisci.Packet)) (more bool, err error) {
	if w.out.Waiting() {
		w.out.Flush()
		w.mail.Want(w.out.Waiting())
	}
	for range batch {
		more = w.mail.Poll(func(from node.LocalRank, record []byte) {
			p, wrong := sisci.Decode(record)
			if wrong != nil {
				err = wrong
				return
			}
			p.Data = slices.Clone(p.Data)
			arrive(w.ids[w.node.Host().Rank(from)], p)
		})
		if !more || err != nil {
			break
		}
	}
	return more, err
}

var errTorn = errors.New("a process died while it sent a message to this one, and nothing behind that message arrives")

// Lost is process.World's. It answers a node only when all that it has sent has been received: what came before its end was there before its end was seen.
func (w *world) Lost() (lost []uint32) {
	now := time.Now()
	if now.Sub(w.looked) < lookTime {
		return nil
	}
	w.looked = now
	for rank := range w.dead {
		if !w.dead[rank] && rank != w.Job.Rank && w.Job.State(rank) >= job.Gone {
			w.dead[rank], w.deaths = true, true
			w.out.Drop(w.Local(rank))
			lost = append(lost, w.ids[rank])
		}
	}
	if !w.deaths || !w.mail.Torn() {
		w.torn = time.Time{}
	} else if w.torn.IsZero() {
		w.torn = now
	} else if now.Sub(w.torn) > tornTime {
		w.Fail(errTorn)
	}
	return lost
}

// Changed is process.World's.
func (w *world) Changed(work bool) { w.mail.Changed(work) }

// Fail is process.World's.
func (w *world) Fail(err error) { w.Session.Fail(job.CauseAbort, 1, "SISCI: "+err.Error()) }
