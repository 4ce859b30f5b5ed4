// Package portalstest is a network of interfaces in one process, for tests of what uses Portals: each rank has a host and a link.
package portalstest

import (
	"sync"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// Net is the network of a job. Messages of one rank to another keep their order. Long payloads are read from the sender's memory only when they arrive, and
// another message may be served while one is being moved, as in the live world.
type Net struct {
	Poke  func() // is called after each message that was posted or served, without the network's lock
	Room  int    // messages that wait for one rank before others must wait; 0: any
	Links []*Link

	mu   sync.Mutex
	mail [][]*message // guarded by mu: by rank
}

type message struct {
	header portals.Header
	data   []byte
	op     *portals.Op // its sender's, if the payload has yet to be read
	ends   bool        // tells the sender that the payload has been read
}

// inline is the largest payload, in bytes, that a message carries itself.
const inline = 256

// Link is one rank's interface and its link.
type Link struct {
	process.Link // nil: tests do not call what is missing here
	process.Host
	Broken bool // no memory of this rank can be read

	net  *Net
	rank int
}

// New makes a network of n ranks.
func New(n int) *Net {
	x := &Net{Poke: func() {}, mail: make([][]*message, n)}
	for i := range n {
		l := &Link{net: x, rank: i}
		l.NI = portals.New(portals.Config{ID: ID(i), Limits: portals.Limits{MaxPTIndex: 9}})
		x.Links = append(x.Links, l)
	}
	return x
}

// Alone is the link of a network of one rank, whose interface has certain limits.
func Alone(limits portals.Limits) *Link {
	l := New(1).Links[0]
	l.NI = portals.New(portals.Config{ID: ID(0), Limits: limits})
	return l
}

// ID is the process id of a rank.
func ID(rank int) portals.ProcessID { return portals.ProcessID{NID: uint32(rank), PID: 1} }

// Ready reports whether less than Room messages wait.
func (l *Link) Ready(id portals.ProcessID) bool {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	return l.net.Room == 0 || len(l.net.mail[id.NID]) < l.net.Room
}

// Send posts a message.
func (l *Link) Send(op *portals.Op) {
	m := &message{header: op.Header, op: op}
	if l.Broken {
		l.NI.Sent(op, portals.NIFailed)
		l.NI.Free(op)
		return
	}
	if n := op.Header.Length; op.Header.Kind.HasData() && n > inline {
		l.post(op.Header.To, m)
		return
	} else if op.Header.Kind.HasData() {
		m.data = load(op.Region, n)
	}
	m.op = nil
	l.NI.Sent(op, portals.NIOK)
	l.NI.Free(op)
	l.post(m.header.To, m)
}

func (l *Link) post(to portals.ProcessID, m *message) {
	l.net.mu.Lock()
	l.net.mail[to.NID] = append(l.net.mail[to.NID], m)
	l.net.mu.Unlock()
	l.net.Poke()
}

// Serve handles one message.
func (l *Link) Serve() bool {
	l.net.mu.Lock()
	var m *message
	if mail := l.net.mail[l.rank]; len(mail) > 0 {
		m, l.net.mail[l.rank] = mail[0], mail[1:]
	}
	l.net.mu.Unlock()
	if m == nil {
		return false
	}
	l.receive(m)
	l.Handled()
	l.net.Poke()
	return true
}

func (l *Link) receive(m *message) {
	if m.ends {
		l.NI.Sent(m.op, portals.NIOK)
		l.NI.Free(m.op)
		return
	}
	op := l.NI.Arrive(&m.header)
	if m.op != nil {
		m.data = load(m.op.Region, m.header.Length)
		l.post(m.header.From, &message{op: m.op, ends: true})
	}
	if op == nil {
		return
	}
	if k := op.Header.Kind; k == portals.HGet || k == portals.HGetPut {
		answer := &message{header: op.Answer, data: load(op.Region, op.Length)}
		if k == portals.HGetPut {
			store(op.Region, m.data[:op.Length])
		}
		l.post(op.Answer.To, answer)
	} else {
		store(op.Region.Slice(0, op.Length), m.data[:op.Length])
	}
	if l.NI.Done(op, portals.NIOK) {
		l.post(op.Answer.To, &message{header: op.Answer})
	}
	l.NI.Free(op)
}
