package sisci

import (
	"cmp"
	"fmt"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
	"gasnetgo/sisci/process"
)

// Plane is the edge's part of SISCI: waits on the stack of their caller, the library's threads, copies to maps.
type Plane struct {
	// Open tells it where this process's MailBlock and its ring are, and the stamp of what it remembers. hosts: waits have to poll the network, too.
	Open func(mail uintptr, ring uint64, stamp uintptr, hosts bool)

	// Begin starts the library's threads, if they do not run.
	Begin func()
}

const (
	box       = "sisci.mail"
	ringBytes = 256 << 10
)

// Node is this process's node, which the program and GASNet's conduit have processes of.
type Node struct {
	*client.Node
	IDs []uint32 // of nodes, by rank

	world *world
}

// Open makes this process's node, with the environment's options. In a job on several hosts it is collective, and blocks.
func Open(s *live.Session) (*Node, error) {
	text, err1 := s.Knobs.Text(knob.SisciNodes)
	plane, err2 := s.Knobs.Enum(knob.Plane)
	most, err3 := s.Knobs.Size(knob.SisciMemory)
	if err := cmp.Or(err1, err2, err3, s.Knobs.Check()); err != nil {
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
	a, err := newArea(n, most, s.Job.SpansHosts())
	if err != nil {
		return nil, fmt.Errorf("no memory for segments: %w (%s changes this)", err, knob.SisciMemory)
	}
	mail, err := n.OpenMail(box, ringBytes)
	if err != nil {
		return nil, fmt.Errorf("no memory for mailboxes of %d bytes: %w", ringBytes, err)
	}
	w := newWorld(s, a, mail, ids, func(rank int) bool { return s.Job.State(rank) >= job.Gone })
	w.direct = plane == "c"
	if s.Job.SpansHosts() {
		if err := w.connectHosts(); err != nil {
			return nil, err
		}
		s.Explain(w.fault)
	}
	return &Node{world: w, IDs: ids, Node: client.NewNode(client.Config{Node: ids[s.Job.Rank], Machine: w, Limits: process.Limits(), Adapter: adapter()})}, nil
}

// newWorld makes the machine of this process's node, whose part it marks. left reports whether the process of a rank has ended.
func newWorld(s *live.Session, a *area, mail *node.Mail, ids []uint32, left func(rank int) bool) *world {
	w := &world{Session: s, area: a, left: left, mail: mail, out: mail.NewOutbox(), ids: ids, ranks: map[uint32]int{}, blanks: blanks{all: map[uintptr]sisci.Mapping{}},
		deaths: deaths{of: make([]bool, len(ids)), over: make([]bool, len(ids))}}
	for rank, id := range ids {
		w.ranks[id] = rank
	}
	a.head(a.node.Me()).ID = ids[s.Job.Rank]
	a.Stale()
	return w
}

// adapter is one that aligns nothing.
func adapter() sisci.Adapter {
	return sisci.Adapter{Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: 1, DMASize: 1, DMABytes: 1 << 30,
		SuggestDMA: 8 << 10, Streams: 16, StreamBytes: 64}
}

// New makes the program's SISCI, on the node that open makes or has made.
func New(p Plane, open func() (*Node, error)) (*process.Process, error) {
	n, err := open()
	if err != nil {
		return nil, err
	}
	w := n.world
	w.begin = p.Begin
	p.Open(w.mail.At(), ringBytes, w.parts.Part(w.node.Me())+stampAt, w.hosts != nil)
	return process.New(n.Node, w.hold), nil
}

// Client makes a client's process on the node. Its segments may be memory that all ranks share already. Wait waits for what it stores and receives.
func (n *Node) Client() (*client.Driver, error) { return n.Node.Client(sharing{n.world}) }

// Wait blocks the thread until cond holds, which is evaluated again whenever a packet comes or a peer has flushed stores.
func (n *Node) Wait(cond func() bool) { n.world.mail.Wait(cond) }
