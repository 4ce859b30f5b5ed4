package portals

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/live/nal"
	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// Plane tells the data plane where the words are that say whether a poll for events needs the library: one per event queue, by index
// (handle<<32 | events), and one that is not 0 while there is work without mail; far: events may come over a network. Empty when the interface is closed. The C edge supplies it.
type Plane func(queues []uint64, todo *uint32, far bool)

// world is the live world as Portals sees it. Join makes all but the first four fields.
type world struct {
	join  func() (*live.Session, error)
	plane Plane
	print func(line string)

	mu      sync.Mutex // guards the rest while Join, Connect and Open make it
	session *live.Session
	far     *nal.Far // records to other hosts; nil on one host
	node    *node.Node
	routes  *nal.Routes
	copy    nal.Copy
	shared  *words
	opened  uint16
	host    *process.Host // of link
	link    *nal.Link     // the last one
	dialect portals.Dialect
	explain bool
}

// mostQueues is how many event queues an interface has: C and Go index the same words by it.
const mostQueues = 4096

// Interface is this process's Portals, which its program and other APIs share.
type Interface struct {
	*process.Process
	world *world
}

// New makes this process's Portals. join is called with the first call that needs a job; print writes a line for the user.
func New(join func() (*live.Session, error), plane Plane, print func(line string)) *Interface {
	w := &world{join: join, plane: plane, print: print}
	return &Interface{process.New(w), w}
}

// Join attaches the node and finds out how ids are given.
func (w *world) Join() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.routes != nil {
		return nil
	}
	s, err := w.join()
	if err != nil {
		return err
	}
	n, err := s.Node()
	if err != nil {
		return err
	}
	nodes, err1 := s.Knobs.Enum(knob.PortalsNodes)
	way, err2 := s.Knobs.Enum(knob.PortalsCopy)
	events, err3 := s.Knobs.Enum(knob.PortalsEvents)
	explain, err4 := s.Knobs.Bool(knob.Debug)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	shared, err := newWords(n.Size())
	if err != nil {
		return err
	}
	if err := w.connect(s, n); err != nil {
		return err
	}
	n.OpenMemory()
	n.WarmMailbox()
	w.session, w.node, w.shared, w.explain = s, n, shared, explain
	w.copy = map[string]nal.Copy{"kernel": nal.CopyKernel, "stream": nal.CopyStream}[way]
	w.dialect = map[string]portals.Dialect{"reference": portals.Reference}[events]
	var place func(rank int) uint32
	if nodes == "host" {
		place = func(rank int) uint32 {
			if net := s.Hosts(); net != nil {
				return net.Host(rank)
			}
			return 0
		}
	}
	w.routes = nal.NewRoutes(n, place)
	return nil
}

func (w *world) Rank() int { return w.session.Job.Rank }
func (w *world) Size() int { return w.session.Job.Size }

// IDs fills the map that the program gets to see and keeps.
func (w *world) IDs() []portals.ProcessID {
	for r := range w.shared.ids {
		w.shared.ids[r] = w.routes.ID(r)
		if w.far != nil && !w.session.IsHere(r) {
			if id, known := w.far.ID(r); known {
				w.shared.ids[r] = id
			}
		}
	}
	return w.shared.ids
}

// Register has nothing to add for an id that an interface goes by already, which is all that programs register.
func (w *world) Register(portals.ProcessID) {}

// Open brings the interface up and lets peers know.
func (w *world) Open(host *process.Host, pid uint32, want portals.Limits) (process.Link, portals.Code) {
	id, final := w.routes.Mine()
	if pid != portals.PIDAny {
		if final && pid != id.PID {
			return nil, portals.PIDInvalid
		}
		id.PID = pid
	}
	if w.routes.Taken(id) {
		return nil, portals.PIDInvalid
	}
	uid := uint32(os.Getuid())
	clear(w.shared.queues)
	host.NI = portals.New(portals.Config{ID: id, UID: uid, JID: portals.JIDNone, Dialect: w.dialect, Limits: want, Queues: w.shared.queues})
	w.opened++
	link := nal.Open(nal.Config{Node: w.node, Host: host, Routes: w.routes, Copy: w.copy, Epoch: w.opened, Todo: &w.shared.todo[0], Notice: w.session.Warn,
		Closed: func() { w.plane(nil, nil, false) }, Far: w.far,
		Fail: func(err error) {
			w.session.Fail(job.CauseAbort, 1, "Portals between hosts: "+w.session.Late(err).Error())
		}})
	w.host, w.link = host, link
	w.routes.Register(id, uid, portals.JIDNone, node.EndpointOpen)
	link.Announce()
	w.plane(w.shared.queues, &w.shared.todo[0], w.far != nil)
	return link, portals.OK
}

const (
	drainTime  = 10 * time.Second // for peers to take what they are sent: they have a progress thread, unless they have left
	drainPause = 100 * time.Microsecond
)

// Doze leaves the network to the library's thread, while the calling one sleeps.
func (w *world) Doze() {
	if w.far != nil {
		w.session.Hosts().Port.Doze()
	}
}

// Linger gives what this process still has to send the time to get out, and says so if that is not enough.
func (w *world) Linger() (pause func() bool) {
	end := time.Now().Add(drainTime)
	return func() bool {
		time.Sleep(drainPause)
		if time.Now().Before(end) {
			return true
		}
		w.host.Lock()
		rank, messages := w.link.Undelivered()
		w.host.Unlock()
		if messages > 0 {
			w.session.Warn(fmt.Sprintf("closes its Portals interface, but rank %d has not taken %d messages and parts of messages within %v: they are lost", rank, messages, drainTime))
		}
		return false
	}
}

// Drain gives what a process that exits still has to send the time to get out. It blocks.
func (i *Interface) Drain() {
	i.Process.Linger()
	w := i.world
	if w.far == nil {
		return
	}
	if rank := w.far.Drain(drainTime); rank >= 0 {
		w.session.Warn(fmt.Sprintf("exits, but rank %d on another host has not acknowledged its Portals messages within %v: they may be lost", rank, drainTime))
	}
}

// Explain prints why a call was refused, for a program that prints only the number.
func (w *world) Explain(line string) {
	switch {
	case w.session == nil:
		w.print(line)
	case w.explain:
		w.session.Warn(line)
	}
}
