package lapi

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// Plane is the edge's part of LAPI: threads, and waits on the stack of their caller.
type Plane struct {
	// Open tells it of a context.
	Open func(handle int, life uint32, at Place)

	// Close tells it that the context has ended.
	Close func(handle int)
}

// Place is where a context's mailbox is.
type Place struct {
	Mail    uintptr // node.MailBlock
	Ring    uint64  // bytes of its ring
	First   uintptr // that of local rank 0
	Stride  uint64  // from one to the next
	Tasks   int
	Task    int
	Direct  bool // C does itself what it can with tasks of this host
	Hosts   bool // the job has several
	Kernels bool // the kernel may copy data from process to process
}

// world is the live world as LAPI sees it.
type world struct {
	*live.Session
	plane  Plane
	ring   uint64 // bytes of a mailbox
	copy   string
	direct bool         // C does itself what it can
	open   atomic.Int32 // contexts

	mu    sync.Mutex
	boxes [process.Ports]*mailbox // guarded by mu; by handle
	hosts *hosts                  // guarded by mu until it is made; nil on one host
}

// mailbox is a mailbox, which the contexts have that have the same handle one after the other. A record begins with its sender's life.
type mailbox struct {
	mail  *node.Mail
	early []early // records for contexts that do not live yet. That of the open one reads and writes this.
}

type early struct {
	from   int
	life   uint32
	packet []byte
}

const lifeBytes = 4 // before the packet

// New makes this process's LAPI, with the environment's options.
func New(s *live.Session, c Plane) (*process.Process, error) {
	w, err := newWorld(s, c)
	if err != nil {
		return nil, err
	}
	return process.New(w), nil
}

func newWorld(s *live.Session, c Plane) (*world, error) {
	ring, err1 := s.Knobs.Size(knob.LapiMailbox)
	way, err2 := s.Knobs.Enum(knob.LapiCopy)
	plane, err3 := s.Knobs.Enum(knob.Plane)
	if err := cmp.Or(err1, err2, err3, s.Knobs.Check()); err != nil {
		return nil, err
	}
	return &world{Session: s, plane: c, ring: 1 << bits.Len64(ring-1), copy: way, direct: plane == "c"}, nil
}

func (w *world) Rank() int { return w.Job.Rank }
func (w *world) Size() int { return w.Job.Size }

// Fail ends the job.
func (w *world) Fail(status int, line string) { w.Session.Fail(job.CauseAbort, status, line) }

const (
	Inline     = 8 << 10 // bytes of data in a record: about where one copy through the kernel is cheaper than two by hand
	placeBytes = 1 << 40 // bytes of a packet whose data the target copies
)

// Open connects a context. Its mailbox is there from the first task on that opens it, so messages to other tasks wait there for them.
func (w *world) Open(handle int, life uint32) (process.Link, error) {
	n, err := w.Node()
	if err != nil {
		return nil, err
	}
	if err := w.connectHosts(n); err != nil {
		return nil, err
	}
	box, err := w.box(n, handle)
	if err != nil {
		return nil, err
	}
	l := w.link(n, box, handle, life)
	box.mail.Want(true)
	first, stride := box.mail.Parts()
	w.plane.Open(handle, life, Place{Mail: box.mail.At(), Ring: box.mail.Bytes(), First: first, Stride: stride, Tasks: w.Size(), Task: w.Rank(), Direct: w.direct, Hosts: w.hosts != nil,
		Kernels: l.place})
	w.open.Add(1)
	w.Job.Mark(job.Active)
	return l, nil
}

// link connects a context.
func (w *world) link(n *node.Node, box *mailbox, handle int, life uint32) *Link {
	n.OpenMemory()
	place := w.copy == "kernel" || w.copy != "stream" && mayCopy()
	return &Link{world: w, handle: handle, life: life, box: box, node: n, mail: box.mail, out: box.mail.NewOutbox(), place: place}
}

// box is the mailbox of a handle.
func (w *world) box(n *node.Node, handle int) (*mailbox, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.boxes[handle]; b != nil {
		return b, nil
	}
	b, err := w.newBox(n, fmt.Sprintf("lapi.%d", handle))
	if err == nil {
		w.boxes[handle] = b
	}
	return b, err
}

func (w *world) newBox(n *node.Node, name string) (*mailbox, error) {
	mail, err := n.OpenMail(name, w.ring)
	if err != nil {
		return nil, fmt.Errorf("no memory for mailboxes of %d bytes: %w (%s changes this)", w.ring, err, knob.LapiMailbox)
	}
	return &mailbox{mail: mail}, nil
}

// mayCopy reports whether the kernel lets this process copy memory of processes: its own is a sample.
func mayCopy() bool {
	from, into := memory.Room(1), memory.Room(1)
	at := memory.Address(from)
	n, err := unix.ProcessVMReadv(unix.Getpid(), []unix.Iovec{node.LocalIovec(memory.Address(into), 1)}, []unix.RemoteIovec{{Base: at, Len: 1}}, 0)
	runtime.KeepAlive(from)
	runtime.KeepAlive(into)
	return err == nil && n == 1
}

// Link is a context's connection with those of other tasks.
type Link struct {
	world  *world
	handle int
	life   uint32
	box    *mailbox
	node   *node.Node
	mail   *node.Mail
	out    *node.Outbox
	place  bool // long data travels as its place
}

// Limits are for lapi.Config.
func (l *Link) Limits() (payload, copied uint64) {
	if l.place {
		return placeBytes, l.inline()
	}
	return l.inline(), l.inline()
}

// inline is how much data a record may have.
func (l *Link) inline() uint64 {
	return min(Inline, uint64(l.mail.Most())-lifeBytes-lapi.HeadBytes-2*client.Pieces*lapi.PieceBytes-client.MaxHeader)
}

// Send writes a packet into a mailbox, or queues it.
func (l *Link) Send(to int, p *lapi.Packet) {
	if !l.world.IsHere(to) {
		l.sendHosts(to, p)
		return
	}
	local := l.world.Local(to)
	if p.Data == nil && len(p.From) > 0 && (!l.place || p.Len() <= l.inline()) {
		whole := *p
		whole.Data, whole.From = client.Gather(p.From), nil
		p = &whole
	}
	l.out.Send(local, lifeBytes+p.Bytes(), func(b []byte) []byte { return l.append(b, p) })
}

// append writes a record.
func (l *Link) append(b []byte, p *lapi.Packet) []byte {
	return p.Append(binary.LittleEndian.AppendUint32(b, l.life))
}

// Poll passes on the next packet.
func (l *Link) Poll(handle func(from int, p *lapi.Packet)) (some bool, err error) {
	l.out.Flush()
	if h := l.world.hosts; h != nil {
		if err := h.poll(l.handle); err != nil {
			return false, err
		}
	}
	deal := func(from int, packet []byte) {
		p, wrong := lapi.Decode(packet)
		switch {
		case wrong == nil:
			handle(from, p)
		case l.world.IsHere(from):
			err = wrong
		default:
			err = ofi.BadMessage(from, wrong)
		}
	}
	if e, ok := l.waited(); ok {
		deal(e.from, e.packet)
		return true, err
	}
	some = l.mail.Poll(func(local node.LocalRank, payload []byte) {
		from := l.node.Host().Rank(local)
		if l.world.hosts != nil {
			from, payload = ofHosts(from, payload)
		}
		if len(payload) < lifeBytes {
			err = lapi.ErrPacket
			return
		}
		life, packet := binary.LittleEndian.Uint32(payload), payload[lifeBytes:]
		switch {
		case life == l.life:
			deal(from, packet)
		case life > l.life: // its sender has ended this context already; others may still need it
			l.box.early = append(l.box.early, early{from, life, slices.Clone(packet)})
		} // the context that an older one is for has ended
	})
	return some, err
}

// waited takes the next record that came before this context began.
func (l *Link) waited() (early, bool) {
	for i, e := range l.box.early {
		if e.life == l.life {
			l.box.early = slices.Delete(l.box.early, i, i+1)
			return e, true
		}
	}
	return early{}, false
}

// Want says whether there is something to do without mail.
func (l *Link) Want(yes bool) {
	l.mail.Want(yes || l.out.Waiting() || slices.ContainsFunc(l.box.early, func(e early) bool { return e.life == l.life }))
}

// Reach says whether the kernel copies to and from a task's memory: node.Reach.
func (l *Link) Reach(task int) int32 { return int32(l.node.Reach(l.world.Local(task))) }

// Pending reports whether packets are queued.
func (l *Link) Pending() bool {
	return l.out.Waiting() || l.world.hosts != nil && l.world.hosts.pending(l.handle)
}

// Changed wakes threads that wait for the context.
func (l *Link) Changed(work bool) { l.mail.Changed(work) }

// Interrupts wakes the library's thread, which finds out.
func (l *Link) Interrupts(bool) { l.mail.Kick() }

// Close ends the connection.
func (l *Link) Close() {
	l.mail.Kick()
	l.world.plane.Close(l.handle)
	if l.world.open.Add(-1) == 0 { // the program may leave, also without exit
		l.world.closeHosts()
		l.world.Job.Mark(job.Idle)
	}
}
